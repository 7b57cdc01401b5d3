import { isIPv4, isIPv6 } from "node:net";
import { type Env, HOSTED_ORIGIN, type OllamaMode, readHost, readKey, readKeyOrigin } from "./environment.ts";
import { OllamaError } from "./errors.ts";

/** One way to Ollama's web search. */
export interface OllamaRoute {
  kind: "hosted" | "daemon";
  searchUrl: string;
  fetchUrl: string;
  /** Where it leads, for people: `ollama.com`, `http://127.0.0.1:11434`. */
  host: string;
  /** Only on a hosted route, and not enumerable, so that no dump of a route shows it. */
  readonly key?: string;
  /** One clause that says why this route is taken. */
  why: string;
}

const DEFAULT_PORT = "11434";

/**
 * The routes to try in order; none when nothing is configured or `mode` is `off`: then nothing may be asked.
 * Throws `OllamaError` for a host, key or key origin that cannot be used.
 */
export function resolveRoutes(env: Env, mode: OllamaMode = "auto"): OllamaRoute[] {
  if (mode === "off") return [];
  const key = readKey(env.OLLAMA_API_KEY);
  const host = readHost(env.OLLAMA_HOST);
  const base = host ? parseOllamaHost(host) : undefined;
  if (base && isOllamaCom(base)) {
    if (!key) throw new OllamaError("no-key");
    return [hostedRoute(key, env, "OLLAMA_HOST names ollama.com")];
  }
  if (base) {
    const daemon = daemonRoute(base, "OLLAMA_HOST is set");
    return key
      ? [daemon, hostedRoute(key, env, "OLLAMA_API_KEY is set, for when that daemon cannot search")]
      : [daemon];
  }
  if (key) return [hostedRoute(key, env, "OLLAMA_API_KEY is set")];
  return mode === "on" ? [daemonRoute(parseOllamaHost(""), `"ollama" is "on"`)] : [];
}

/**
 * Reads OLLAMA_HOST as Ollama does (`envconfig.Host`), and as its clients connect: an empty host and the bind-all
 * addresses mean loopback. A trailing slash and `/v1` are dropped. Throws `OllamaError` `bad-host`.
 */
export function parseOllamaHost(value: string): URL {
  const bare = readHost(value);
  const text = bare === "ollama.com" ? "https://ollama.com" : bare;
  const separator = text.indexOf("://");
  const scheme = separator < 0 ? "http" : text.slice(0, separator).toLowerCase();
  const rest = separator < 0 ? text : text.slice(separator + 3);
  const slash = rest.indexOf("/");
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? "" : rest.slice(slash + 1);
  if (authority.includes("@"))
    throw badHost(
      "it holds a user name or password, which Ollama would not read and this program will not send",
    );
  if (scheme !== "http" && scheme !== "https") throw badHost("only http and https addresses work");

  const { host, port } = splitAuthority(authority);
  const defaultPort = separator < 0 ? DEFAULT_PORT : scheme === "http" ? "80" : "443";
  const address = host.includes(":") ? `[${host}]` : escapeBytes(host, HOST_BYTES);
  const segments = path.split("/").filter(Boolean);
  if (segments.at(-1) === "v1") segments.pop();
  const url = `${scheme}://${address}:${isPort(port) ? port : defaultPort}/${escapeBytes(segments.join("/"), PATH_BYTES)}`;
  if (!URL.canParse(url)) throw badHost("it is no host, host:port or http(s) address");
  return toConnectable(new URL(url));
}

function badHost(reason: string): OllamaError {
  return new OllamaError("bad-host", { reason });
}

/** Go's `net.SplitHostPort` with Ollama's fallbacks: what does not split is a host without a port. */
function splitAuthority(authority: string): { host: string; port: string } {
  const bracketed = /^\[([^[\]]*)\]:([^[\]:]*)$/.exec(authority);
  const plain = bracketed ?? /^([^[\]:]*):([^[\]:]*)$/.exec(authority);
  if (plain) return { host: orLoopback(plain[1] ?? ""), port: plain[2] ?? "" };
  const bare = authority.replace(/^[[\]]+|[[\]]+$/g, "");
  if (isIPv4(bare)) return { host: bare, port: "" };
  if (isIPv6(bare) && !bare.includes("%")) return { host: toMappedIPv4(bare) ?? bare, port: "" };
  return { host: orLoopback(authority), port: "" };
}

/** Go prints `::ffff:1.2.3.4` as `1.2.3.4`. */
function toMappedIPv4(address: string): string | undefined {
  const halves = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname);
  if (!halves) return undefined;
  const [high, low] = [Number.parseInt(halves[1] ?? "", 16), Number.parseInt(halves[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function orLoopback(host: string): string {
  return host === "" ? "127.0.0.1" : host;
}

/** As Go's ParseInt reads it; a sign that passes there is refused later by `URL`. */
function isPort(port: string): boolean {
  return /^[+-]?\d+$/.test(port) && Number(port) >= 0 && Number(port) <= 65_535;
}

const HOST_BYTES = /[^\w.~!$&'()*+,;=:[\]<>"-]/gu;
const PATH_BYTES = /[^\w.~$&+,/:;=@-]/gu;

/** Percent-encodes as Go's `url.String` does; `new URL` undoes it in a host name. */
function escapeBytes(text: string, escaped: RegExp): string {
  return text.replace(escaped, (character) =>
    Buffer.from(character).toString("hex").toUpperCase().replace(/../g, "%$&"),
  );
}

function toConnectable(url: URL): URL {
  if (url.hostname === "0.0.0.0" || url.hostname === "[::ffff:0:0]") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return url;
}

/** In any spelling: case, scheme, port and a trailing dot do not matter. */
function isOllamaCom(url: URL): boolean {
  return url.hostname.replace(/\.$/, "") === "ollama.com";
}

function hostedRoute(key: string, env: Env, why: string): OllamaRoute {
  const origin = readKeyOrigin(env.OLLAMA_KEY_ORIGIN);
  const route = {
    kind: "hosted" as const,
    searchUrl: `${origin}/api/web_search`,
    fetchUrl: `${origin}/api/web_fetch`,
    host: new URL(origin).host,
    why: origin === HOSTED_ORIGIN ? why : `${why}; OLLAMA_KEY_ORIGIN names the host`,
  };
  return Object.defineProperty(route, "key", { value: key, enumerable: false });
}

function daemonRoute(base: URL, why: string): OllamaRoute {
  const prefix = base.href.replace(/\/$/, "");
  return {
    kind: "daemon",
    searchUrl: `${prefix}/api/experimental/web_search`,
    fetchUrl: `${prefix}/api/experimental/web_fetch`,
    host: prefix,
    why,
  };
}
