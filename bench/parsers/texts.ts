import { HOSTILE_TEXTS, longAnswer } from "../../test/support/hostile-texts.ts";

export const TEXTS = { "an answer": longAnswer, ...HOSTILE_TEXTS } as Readonly<
  Record<string, (length: number) => string>
>;
