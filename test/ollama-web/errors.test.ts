import { expect, it } from "vitest";
import { OllamaError, type OllamaErrorCode, toAttemptOutcome } from "../../extensions/ollama-web/errors.ts";

it.each<[OllamaErrorCode, string]>([
  ["not-configured", "no-credentials"],
  ["no-key", "no-credentials"],
  ["bad-key", "no-credentials"],
  ["unauthorized", "unauthorized"],
  ["forbidden", "unauthorized"],
  ["not-signed-in", "unauthorized"],
  ["cloud-disabled", "unauthorized"],
  ["quota", "quota"],
  ["unavailable", "unavailable"],
  ["daemon-unreachable", "network"],
  ["network", "network"],
  ["timeout", "timeout"],
  ["daemon-too-old", "bad-response"],
  ["redirect", "bad-response"],
  ["too-large", "bad-response"],
  ["bad-response", "bad-response"],
])("counts %s among search_web's attempts as %s", (code, outcome) => {
  expect(toAttemptOutcome(code)).toBe(outcome);
});

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
