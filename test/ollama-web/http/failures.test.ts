import { expect, it } from "vitest";
import type { OllamaRoute } from "../../../extensions/ollama-web/host.ts";
import { networkFailure, saidFailure } from "../../../extensions/ollama-web/http/failures.ts";

const route = (kind: OllamaRoute["kind"]): OllamaRoute => ({
  kind,
  searchUrl: "http://192.168.0.7:11434/api/experimental/web_search",
  fetchUrl: "http://192.168.0.7:11434/api/experimental/web_fetch",
  host: "http://192.168.0.7:11434",
  why: "OLLAMA_HOST is set",
});

it.each([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "EHOSTDOWN", "ENETUNREACH"],
  ...["EADDRNOTAVAIL", "ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT"],
])("takes a daemon for one that does not run when nobody can connect to it: %s", (code) => {
  const cause = new TypeError("fetch failed", { cause: Object.assign(new Error("no"), { code }) });
  const codeOf = (kind: OllamaRoute["kind"]) =>
    networkFailure(route(kind), {}, cause, (text) => text).error.code;
  expect([codeOf("daemon"), codeOf("hosted")]).toEqual(["daemon-unreachable", "network"]);
});

it.each([
  ["hourly usage limit", "quota"],
  ...["hourly", "daily", "weekly", "monthly", "session"].map((span) => [`${span} search limit`, "quota"]),
  ["quota exceeded", "quota"],
  ["insufficient balance", "quota"],
  ["please upgrade", "quota"],
  ["out of credits", "quota"],
  ["no credit left", "quota"],
  ["unauthorised", "unauthorized"],
  ["unauthorized", "unauthorized"],
  ["invalid API key", "unauthorized"],
  ["overloaded", "unavailable"],
  ["retry shortly", "unavailable"],
  ["rate limit exceeded", "unavailable"],
  ["too many requests", "unavailable"],
  ["search is unavailable", "unavailable"],
  ["Ollama Cloud is disabled", "cloud-disabled"],
  ["limit must be a number", "bad-response"],
])("knows by its words alone what Ollama means: %s", (said, code) => {
  expect(saidFailure(route("hosted"), {}, said).error.code).toBe(code);
});
