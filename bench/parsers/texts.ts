import { HOSTILE_TEXTS, longAnswer } from "../../test/support/hostile-texts.ts";

export const TEXTS: typeof HOSTILE_TEXTS = { "an answer": longAnswer, ...HOSTILE_TEXTS };
