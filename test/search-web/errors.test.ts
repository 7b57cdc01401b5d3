import { expect, it } from "vitest";
import type { OllamaErrorCode } from "../../extensions/ollama-web/errors.ts";
import {
  codeOfOllama,
  modelError,
  type SearchErrorCode,
  searchFailed,
} from "../../extensions/search-web/errors.ts";

it.each<[SearchErrorCode, string, string]>([
  [
    "model-not-found",
    "p/m is not in pi's model registry",
    "add it to models.json as search-web's README shows",
  ],
  ["no-credentials", "p/m has no credentials", "add its API key to models.json, or log in with /login"],
  ["unauthorized", "p/m refused the credentials (401: no)", "check its API key, or log in again with /login"],
  [
    "quota",
    "p/m is out of quota (401: no)",
    "wait, add credit, or take another search model with /search-model",
  ],
  ["unavailable", "p/m is unavailable (401: no)", "try again in a minute"],
  ["network", "p/m could not be reached (401: no)", "check that its server runs at localhost:1"],
  [
    "timeout",
    "p/m gave no answer within 1.5 s",
    "try again, or raise timeoutSeconds in ~/.pi/search-model.json",
  ],
  [
    "bad-response",
    "p/m sent no usable answer (401: no)",
    "look at its server's log if it is yours, or take another search model with /search-model",
  ],
  [
    "empty-answer",
    "p/m finished without an answer (401: no)",
    "try again, or take another search model with /search-model",
  ],
])("says of %s what happened and what to do", (code, message, advice) => {
  const error = modelError(code, {
    model: "p/m",
    status: 401,
    detail: "no",
    server: "localhost:1",
    seconds: 1.5,
  });
  expect(error).toMatchObject({ name: "SearchError", code, message, advice });
});

it("adds the way to another search model where there is none", () => {
  const wayOut = "type /search-model a/b";
  expect(modelError("model-not-found", { model: "p/m", wayOut })).toMatchObject({
    message: "p/m is not in pi's model registry",
    advice: "add it to models.json as search-web's README shows, or type /search-model a/b",
  });
  expect(modelError("model-not-found", { model: "p/m", problem: "cannot search", wayOut })).toMatchObject({
    message: "p/m cannot search",
    advice: "type /search-model a/b",
  });
  expect(modelError("no-credentials", { model: "p/m", wayOut }).advice).toBe(
    "add its API key to models.json, or log in with /login; or type /search-model a/b",
  );
});

it("puts a sentence for each thing tried into one error", () => {
  const error = searchFailed("quota", ["One failed.", "Two failed."], new Error("cause"));
  expect(error).toMatchObject({ code: "quota", message: "search failed: One failed. Two failed." });
});

it.each<[OllamaErrorCode, SearchErrorCode]>([
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
  expect(codeOfOllama(code)).toBe(outcome);
});

it.each([404, 405])("sends who is told of nothing at an address there (%s)", (status) => {
  expect(modelError("bad-response", { model: "p/m", status }).advice).toBe(
    "check its id, and its baseUrl in models.json, or take another search model with /search-model",
  );
});

it("names what else may have broken the way", () => {
  const suspect = "The way leads through the proxy: check that too";
  expect(modelError("network", { model: "p/m", server: "localhost:1", suspect }).advice).toBe(
    `check that its server runs at localhost:1. ${suspect}`,
  );
});

it.each([
  ["127.0.0.1:5000", "check that its server runs at 127.0.0.1:5000"],
  ["[::1]:5000", "check that its server runs at [::1]:5000"],
  ["box:5000", "check that its server runs at box:5000"],
  ["box.local", "check that its server runs at box.local"],
  ["172.17.0.1:5000", "check that its server runs at 172.17.0.1:5000"],
  ["192.168.1.2:80", "check that its server runs at 192.168.1.2:80"],
  ["api.anthropic.com", "check your connection to api.anthropic.com"],
  [undefined, "check your connection"],
])("sends nobody to see whether a vendor's server runs: %s", (server, advice) => {
  expect(modelError("network", { model: "p/m", server }).advice).toBe(advice);
});
