import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/hosts.ts";
import { replayRecording } from "../support/recording.ts";

const FOLDER = join(ROOT, "test/fixtures/recorded");

it.each(readdirSync(FOLDER))("reads the recorded answer %s", (name) => {
  const { read, expected } = replayRecording(join(FOLDER, name));
  expect(read).toEqual(expected);
});
