import { expect, it } from "vitest";
import { hideSecrets, listKeys, listSecrets } from "../../../extensions/search-web/subagent/secrets.ts";

const PLAIN = { baseUrl: "http://127.0.0.1:5000/v1" };

it("knows the key, the headers with and without a scheme, and the credentials of the address", () => {
  const secrets = listSecrets(
    {
      baseUrl: "https://me:p%40ss-word@host/v1?api_key=in-the-query&api-version=2026",
      headers: { "x-own": "own" },
    },
    { apiKey: "hunter2-short-key", headers: { Authorization: "Bearer of-the-header", "x-none": null } },
  );
  for (const secret of ["me", "p%40ss-word", "p@ss-word", "in-the-query", "own", "hunter2-short-key"])
    expect(secrets).toContain(secret);
  expect(secrets).toContain("Bearer of-the-header");
  expect(secrets).toContain("of-the-header");
  expect(secrets).not.toContain("2026");
});

it("reads an address that is none, and a model without credentials", () => {
  expect(hideSecrets("all of it", listSecrets({ baseUrl: "" }, {}))).toBe("all of it");
  expect(hideSecrets("all of it", listSecrets({ baseUrl: "http://%zz:%@x" }, {}))).toBe("all of it");
});

it.each([
  ["hunter2-short-key", "no key xhunter2-short-keyx, HUNTER2-short-key", "no key x…x, …"],
  ["a/b c+d=e", "key a/b c+d=e or a%2Fb%20c%2Bd%3De", "key … or …"],
  ['say "it"', 'key say "it" or {"key":"say \\"it\\""}', 'key … or {"key":"…"}'],
  ["ab/cd<ef&12", '{"m":"ab\\/cd<ef&12 ab/cd\\u003cef\\u002612"}', '{"m":"… …"}'],
  ["$&(.*)[x", "key $&(.*)[x is bad", "key … is bad"],
  ["test", "the latest test failed: 'test'", "the latest … failed: '…'"],
  ["any", "any company", "any company"],
  [
    "first-\r\nsecond",
    'Headers.append: "Bearer first-\nsecond" is invalid',
    'Headers.append: "Bearer …" is invalid',
  ],
  ["first\u00adsecond", "no firstsecond", "no …"],
  ["x-key".repeat(20_000), `no ${"x-key".repeat(20_000)}.`, "no …."],
  ["пароль-длинный", "ключ пароль-длинный не подошёл", "ключ … не подошёл"],
])("hides %j", (apiKey, text, shown) => {
  expect(hideSecrets(text, listSecrets(PLAIN, { apiKey }))).toBe(shown);
});

it("hides a key in a body that another body holds as a string", () => {
  const key = 'ab/"cd&12';
  const bodies = [JSON.stringify(key), JSON.stringify(key).replaceAll("/", "\\/")];
  for (const body of bodies) {
    const text = JSON.stringify({ raw: `{"message":${body}}` });
    expect(JSON.parse(hideSecrets(text, listSecrets(PLAIN, { apiKey: key })))).toEqual({
      raw: '{"message":"…"}',
    });
  }
});

it("takes for keys what a good answer cannot hold by chance", () => {
  const model = { baseUrl: "http://host/v1?token=0123456789", headers: { "x-title": "my app of 2026" } };
  const headers = { "x-api-key": "of-the-header-1", referer: "https://my.example/2026" };
  expect(new Set(listKeys(model, { apiKey: "sk-0123456789", headers }))).toEqual(
    new Set(["sk-0123456789", "of-the-header-1", "0123456789"]),
  );
  for (const apiKey of ["lm-studio", "ollama", "dummy-key", "key1"])
    expect(listKeys({ baseUrl: "" }, { apiKey })).toEqual([]);
});

it("hides a header's value before the key within it", () => {
  const secrets = listSecrets(PLAIN, {
    apiKey: "hunter2-short-key",
    headers: { authorization: "Bearer hunter2-short-key" },
  });
  expect(hideSecrets("sent Bearer hunter2-short-key; hunter2-short-key", secrets)).toBe("sent …; …");
});

it("takes linear time", () => {
  const secrets = listSecrets(PLAIN, { apiKey: "aaaaaaaab", headers: { x: "aaaa" } });
  const start = performance.now();
  hideSecrets("a".repeat(2_000_000), secrets);
  expect(performance.now() - start).toBeLessThan(2_000);
});
