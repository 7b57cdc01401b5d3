import { inspect } from "node:util";
import { expect, it } from "vitest";
import { hasRoute, type OllamaMode } from "../../extensions/ollama-web/environment.ts";
import type { OllamaError } from "../../extensions/ollama-web/errors.ts";
import { type OllamaRoute, parseOllamaHost, resolveRoutes } from "../../extensions/ollama-web/host.ts";
import cases from "../fixtures/ollama-host-cases.json" with { type: "json" };

const KEY = "sk-ollama-0123456789";

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as OllamaError).code;
  }
  return "no error";
}

function routeFor(host: string): OllamaRoute | undefined {
  return resolveRoutes({ OLLAMA_HOST: host }, "on")[0];
}

/** What the facts in Ollama's own cases mean here, where they differ on purpose. */
const DIFFERENT: Record<string, string> = {
  ":1234": "http://127.0.0.1:1234",
  ":0": "http://127.0.0.1:0",
  ":66000": "http://127.0.0.1:11434",
  ":-1": "http://127.0.0.1:11434",
  "[::]": "http://[::1]:11434",
  "::": "http://[::1]:11434",
  "http://:8080": "http://127.0.0.1:8080",
  "HTTPS://example.com": "https://example.com:443",
  "http://localhost:11434//": "http://localhost:11434",
  "http://127.0.0.1:11434/v1": "http://127.0.0.1:11434",
  "user:pass@example.com": "refused",
  "http://user:pass@example.com:1234": "refused",
};

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

const HOST_CASES = [
  ...cases.TestHost.map(({ input, expect }) => ({ input, expected: expect })),
  ...cases.TestConnectableHost.map(({ input, expect }) => ({ input, expected: expect })),
  ...cases.extras.map(({ input, connectableHost }) => ({ input, expected: connectableHost })),
].map(({ input, expected }) => ({
  input,
  expected: DIFFERENT[input] ?? (isWebAddress(expected) ? expected : "refused"),
}));

it.each(HOST_CASES)("reads OLLAMA_HOST=$input as $expected", ({ input, expected }) => {
  if (expected === "refused") {
    expect(codeOf(() => parseOllamaHost(input))).toBe("bad-host");
    return;
  }
  expect(parseOllamaHost(input).href).toBe(new URL(expected).href);
});

it.each(cases.extras.filter(({ searchUrl }) => isWebAddress(searchUrl)))(
  "builds the daemon's addresses below OLLAMA_HOST=$input",
  ({ input, searchUrl }) => {
    const different = DIFFERENT[input];
    if (different === "refused") return expect(codeOf(() => routeFor(input))).toBe("bad-host");
    if (new URL(searchUrl).hostname === "ollama.com")
      return expect(codeOf(() => routeFor(input))).toBe("no-key");
    const expected = different ? `${different}/api/experimental/web_search` : searchUrl;
    expect(new URL(routeFor(input)?.searchUrl ?? "").href).toBe(new URL(expected).href);
    expect(routeFor(input)?.fetchUrl).toBe(routeFor(input)?.searchUrl.replace("web_search", "web_fetch"));
  },
);

it.each([
  ["[fe80::1%eth0]", "refused"],
  ["::ffff:1.2.3.4", "http://1.2.3.4:11434"],
  ["[::ffff:0.0.0.0]:80", "http://127.0.0.1:80"],
  ["0", "http://127.0.0.1:11434"],
  ["example.com:00080", "http://example.com:80"],
  ["example.com:1_000", "http://example.com:11434"],
  ["http://example.com:99999999999999999999", "http://example.com:80"],
  ["https://example.com/a?b=c#d", "https://example.com/a%3Fb=c%23d"],
  ["https://example.com/ollama/v1/", "https://example.com/ollama"],
  ["https://example.com/v1/chat", "https://example.com/v1/chat"],
  ["https://example.com/a/../v1", "https://example.com/"],
  ["http://example.com\\@evil.example", "refused"],
  ["http://exa mple.com", "refused"],
  ["http://127.0.0.1\n:80", "refused"],
  ["http://user@example.com", "refused"],
  ["ws://example.com", "refused"],
  ["file:///etc/passwd", "refused"],
  ["пример.рф", "http://xn--e1afmkfd.xn--p1ai:11434"],
  ["[::1", "http://[::1]:11434"],
  ["http://[::1]extra", "refused"],
])("reads OLLAMA_HOST=%j as %s", (input, expected) => {
  if (expected === "refused") expect(codeOf(() => parseOllamaHost(input))).toBe("bad-host");
  else expect(parseOllamaHost(input).href).toBe(new URL(expected).href);
});

it.each([
  "ollama.com",
  "OLLAMA.COM",
  "ollama.com.",
  "ollama.com/",
  "ollama.com/v1",
  "ollama.com:11434",
  "http://ollama.com",
  "http://ollama.com:80/api",
  "https://ollama.com:443",
  "HTTPS://Ollama.Com",
  "ollama。com",
])("takes OLLAMA_HOST=%s for the hosted service", (host) => {
  const [route, ...others] = resolveRoutes({ OLLAMA_HOST: host, OLLAMA_API_KEY: KEY });
  expect(others).toEqual([]);
  expect(route).toEqual({
    kind: "hosted",
    searchUrl: "https://ollama.com/api/web_search",
    fetchUrl: "https://ollama.com/api/web_fetch",
    host: "ollama.com",
    why: "OLLAMA_HOST names ollama.com",
  });
  expect(route?.key).toBe(KEY);
  expect(codeOf(() => resolveRoutes({ OLLAMA_HOST: host }))).toBe("no-key");
});

it.each([
  "ollama.com.evil.example",
  "notollama.com",
  "api-ollama.com",
  "ollama.co",
  "evil.example/ollama.com",
])("takes OLLAMA_HOST=%s for a daemon", (host) => {
  const [daemon, hosted] = resolveRoutes({ OLLAMA_HOST: host, OLLAMA_API_KEY: KEY });
  expect([daemon?.kind, daemon?.key]).toEqual(["daemon", undefined]);
  expect(hosted).toMatchObject({ kind: "hosted", host: "ollama.com" });
});

it("gives the key to the hosted route alone, whatever OLLAMA_HOST says", () => {
  for (const { input, expected } of HOST_CASES) {
    if (expected === "refused") continue;
    for (const route of resolveRoutes({ OLLAMA_HOST: input, OLLAMA_API_KEY: KEY })) {
      expect(route.key === KEY).toBe(new URL(route.searchUrl).origin === "https://ollama.com");
      expect(JSON.stringify(route) + inspect(route, { depth: 9 })).not.toContain(KEY);
    }
  }
});

it("asks nobody when nothing is configured, and the default daemon when told to", () => {
  expect(resolveRoutes({})).toEqual([]);
  expect(resolveRoutes({ OLLAMA_HOST: " ", OLLAMA_API_KEY: '""' })).toEqual([]);
  expect(resolveRoutes({}, "on")).toEqual([
    {
      kind: "daemon",
      searchUrl: "http://127.0.0.1:11434/api/experimental/web_search",
      fetchUrl: "http://127.0.0.1:11434/api/experimental/web_fetch",
      host: "http://127.0.0.1:11434",
      why: '"ollama" is "on"',
    },
  ]);
  expect(resolveRoutes({ OLLAMA_API_KEY: KEY }, "on").map(({ why }) => why)).toEqual([
    "OLLAMA_API_KEY is set",
  ]);
});

it("asks nobody when switched off, however bad the environment is", () => {
  expect(resolveRoutes({ OLLAMA_API_KEY: "a\nb", OLLAMA_HOST: "ftp://x" }, "off")).toEqual([]);
});

it.each([
  ["plain", KEY, KEY],
  ["space around", `  ${KEY}\n`, KEY],
  ["double quotes", `"${KEY}"`, KEY],
  ["single quotes", `'${KEY}'`, KEY],
  ["quotes and space", ` " ${KEY} " `, KEY],
  ["Bearer", `Bearer ${KEY}`, KEY],
  ["bearer and more space", `bearer   ${KEY}`, KEY],
  ["Bearer in quotes", `"Bearer ${KEY}"`, KEY],
  ["quotes after Bearer", `Bearer "${KEY}"`, KEY],
  ["one quote only", `"${KEY}`, `"${KEY}`],
  ["a key that starts like Bearer", "BearerOfTidings", "BearerOfTidings"],
])("reads a key with %s", (_form, value, expected) => {
  expect(resolveRoutes({ OLLAMA_API_KEY: value })[0]?.key).toBe(expected);
});

it.each(["", "   ", '""', "''", '" "', "Bearer", "Bearer ", "'Bearer '"])(
  "takes the key %j for unset",
  (value) => {
    expect(resolveRoutes({ OLLAMA_API_KEY: value })).toEqual([]);
  },
);

it.each([
  "sk-abc\ndef",
  "sk-abc\r\nX-Header: 1",
  "sk-abc\tdef",
  "sk-abc\u0000def",
  "sk-abc\u007fdef",
  "sk-ключ",
  "sk-abc\u200bdef",
  "sk-abc\u00a0def",
])("refuses the key %j without printing it", (value) => {
  const problem =
    "OLLAMA_API_KEY holds a control or non-ASCII character: copy the key again from https://ollama.com/settings/keys.";
  expect(() => resolveRoutes({ OLLAMA_API_KEY: value })).toThrow(problem);
});

it("takes the place of https://ollama.com by OLLAMA_KEY_ORIGIN", () => {
  const env = { OLLAMA_API_KEY: KEY, OLLAMA_KEY_ORIGIN: " https://gateway.example:8443/ " };
  expect(resolveRoutes(env)).toEqual([
    {
      kind: "hosted",
      searchUrl: "https://gateway.example:8443/api/web_search",
      fetchUrl: "https://gateway.example:8443/api/web_fetch",
      host: "gateway.example:8443",
      why: "OLLAMA_API_KEY is set; OLLAMA_KEY_ORIGIN names the host",
    },
  ]);
  expect(
    resolveRoutes({ ...env, OLLAMA_HOST: "https://gateway.example:8443" }).map(({ kind }) => kind),
  ).toEqual(["daemon", "hosted"]);
  const quoted = resolveRoutes({ ...env, OLLAMA_KEY_ORIGIN: '"https://gateway.example"' });
  expect(quoted.map(({ host }) => host)).toEqual(["gateway.example"]);
  expect(resolveRoutes({ OLLAMA_KEY_ORIGIN: "https://gateway.example" })).toEqual([]);
});

it.each([
  "http://gateway.example",
  "gateway.example",
  "https://gateway.example/path",
  "https://user:pass@gateway.example",
  "https://gateway.example?x=1",
  "https://gateway.example#x",
  "ftp://gateway.example",
  "https://",
])("refuses OLLAMA_KEY_ORIGIN=%s", (origin) => {
  expect(codeOf(() => resolveRoutes({ OLLAMA_API_KEY: KEY, OLLAMA_KEY_ORIGIN: origin }))).toBe(
    "bad-key-origin",
  );
});

it("knows without reading them whether there are routes; values that cannot be used count", () => {
  const keys = ["", " ", '""', "Bearer ", "'Bearer '", KEY, "a\nb", "ключ"];
  const hosts = ["", " ", "''", '"', ...HOST_CASES.map(({ input }) => input)];
  for (const mode of ["auto", "on", "off"] satisfies OllamaMode[])
    for (const OLLAMA_API_KEY of keys)
      for (const OLLAMA_HOST of hosts) {
        const env = { OLLAMA_HOST, OLLAMA_API_KEY };
        const isUsable = codeOf(() => resolveRoutes(env, mode)) === "no error";
        const expected = !isUsable || resolveRoutes(env, mode).length > 0;
        expect([env, mode, hasRoute(env, mode)]).toEqual([env, mode, expected]);
      }
});
