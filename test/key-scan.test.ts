import { expect, it } from "vitest";
import { expectNoKey, expectNoKeyBelow, keysOf, withoutSdkLog } from "./support/key-scan.ts";
import { makeHome } from "./support/pi.ts";

it("knows the keys in every place where a test puts one", () => {
  const provider = {
    apiKey: "key-in-file",
    baseUrl: "http://me:key-in-password@127.0.0.1/v1?api_key=key-in-query",
    headers: { "x-key": "key-in-header" },
    models: [{ id: "m", headers: { "x-key": "key-of-model" } }, "n"],
  };
  const env = { OLLAMA_API_KEY: ' "Bearer key-in-env\nsecond-line" ', HOME: "/home/somebody" };
  expect(keysOf({ p: provider }, env)).toEqual([
    ...["key-in-file", "key-in-password", "key-in-query", "key-in-header", "key-of-model"],
    ...[env.OLLAMA_API_KEY, "key-in-env", "second-line"],
  ]);
});

it("finds a key in a text, and in a file that the test did not write", () => {
  expect(() => expectNoKey("the output", "x key-of-mock y", ["key-of-mock"])).toThrow(
    "the key key-of-mock stands in the output",
  );
  const home = makeHome({ mock: { baseUrl: "http://127.0.0.1:1", models: ["m"] } });
  const written = new Set([home.write("notes.txt", "key-of-mock"), `${home.agent}/models.json`]);
  expectNoKeyBelow(home.home, written, home.keys());
  expect(() => expectNoKeyBelow(home.home, new Set(), home.keys())).toThrow("the key key-of-mock stands in");
  home.remove();
});

it("passes over what the OpenAI SDK prints by itself, and nothing beside it", () => {
  const log = 'Could not parse message into JSON: {"a\nFrom chunk: [\n  "key-of-mock"\n]\n';
  expect(withoutSdkLog(`before\n${log}after key-of-mock`)).toBe("before\n\nafter key-of-mock");
});
