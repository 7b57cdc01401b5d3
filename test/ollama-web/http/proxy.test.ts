import { expect, it } from "vitest";
import { findProxy, suspectProxy } from "../../../extensions/ollama-web/http/proxy.ts";

const PROXY = "http://proxy.example:3128";

it.each<[string, Record<string, string>, boolean]>([
  ["http://127.0.0.1:11434", {}, false],
  ["http://127.0.0.1:11434", { HTTP_PROXY: "" }, false],
  ["http://127.0.0.1:11434", { HTTP_PROXY: PROXY }, true],
  ["http://127.0.0.1:11434", { http_proxy: PROXY }, true],
  ["http://127.0.0.1:11434", { HTTPS_PROXY: PROXY }, false],
  ["https://127.0.0.1:11434", { HTTPS_PROXY: PROXY }, true],
  ["https://127.0.0.1:11434", { HTTP_PROXY: PROXY }, true],
  ["http://127.0.0.1:11434", { HTTP_PROXY: PROXY, NO_PROXY: "a.example, 127.0.0.1" }, false],
  ["http://127.0.0.1:11434", { HTTP_PROXY: PROXY, no_proxy: "127.0.0.1:11434" }, false],
  ["http://127.0.0.1:11434", { HTTP_PROXY: PROXY, NO_PROXY: "127.0.0.1:80" }, true],
  ["http://127.0.0.1:11434", { HTTP_PROXY: PROXY, NO_PROXY: "*" }, false],
  ["http://localhost:11434", { HTTP_PROXY: PROXY, NO_PROXY: "127.0.0.1" }, true],
  ["http://localhost:11434", { HTTP_PROXY: PROXY, NO_PROXY: "LOCALHOST" }, false],
  ["http://[::1]:11434", { HTTP_PROXY: PROXY, NO_PROXY: "::1" }, false],
  ["http://[::1]:11434", { HTTP_PROXY: PROXY, NO_PROXY: "[::1]:11434" }, false],
  ["http://a.example.com", { HTTP_PROXY: PROXY, NO_PROXY: ".example.com" }, false],
  ["http://notexample.com", { HTTP_PROXY: PROXY, NO_PROXY: "example.com" }, true],
])("knows for %s with %j whether a proxy comes between", (url, env, expected) => {
  expect(findProxy(new URL(url), env) !== undefined).toBe(expected);
});

it.each<[string, Record<string, string>, string | undefined]>([
  ["http://a.example", { HTTP_PROXY: "http://upper:1", http_proxy: "http://lower:1" }, "http://lower:1"],
  ["https://a.example", { HTTP_PROXY: "http://plain:1", HTTPS_PROXY: "http://secure:1" }, "http://secure:1"],
  ["https://a.example", { HTTP_PROXY: "http://plain:1", HTTPS_PROXY: "" }, "http://plain:1"],
  ["https://a.example", { HTTPS_PROXY: "proxy:3128" }, "proxy:3128"],
  ["https://a.example", { HTTPS_PROXY: "http://secure:1", no_proxy: "a.example" }, undefined],
  ["https://a.example", {}, undefined],
])("finds for %s with %j the proxy %s", (url, env, expected) => {
  expect(findProxy(new URL(url), env)).toBe(expected);
});

it.each([
  [
    "http://127.0.0.1:5000",
    "The environment sets a proxy, which may have taken the request: add 127.0.0.1 to NO_PROXY",
  ],
  [
    "http://localhost:5000",
    "The environment sets a proxy, which may have taken the request: add localhost to NO_PROXY",
  ],
  ["https://a.example", "The way leads through the proxy that the environment sets: check that too"],
  ["https://exempt.example", ""],
])("suspects the proxy of what happened on the way to %s", (url, expected) => {
  expect(suspectProxy(new URL(url), { HTTP_PROXY: PROXY, NO_PROXY: "exempt.example" })).toBe(expected);
});
