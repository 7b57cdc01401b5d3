import { expect, it } from "vitest";
import { OllamaError } from "../../extensions/ollama-web/errors.ts";

it("keeps code, facts and cause, and puts an earlier failure's sentence first", () => {
  const cause = new Error("inner");
  const earlier = new OllamaError("daemon-too-old", {
    server: "The Ollama daemon at http://h",
    daemon: true,
    hasKey: true,
  });
  const error = new OllamaError(
    "unauthorized",
    { server: "ollama.com", status: 401, said: "no" },
    { cause, earlier },
  );
  expect(error).toMatchObject({
    name: "OllamaError",
    code: "unauthorized",
    cause,
    message:
      'The Ollama daemon at http://h has no web search: update it to Ollama 0.18.0 or newer. ollama.com rejected the key (401: "no"): check OLLAMA_API_KEY, or make a new key at https://ollama.com/settings/keys.',
  });
});
