import type { Env } from "../environment.ts";

/**
 * The proxy that the environment names for an address, as it is written there; `undefined` when it is asked directly, as
 * by undici's EnvHttpProxyAgent, which pi installs.
 */
export function findProxy(url: URL, env: Env): string | undefined {
  const http = env.http_proxy || env.HTTP_PROXY;
  const proxy = url.protocol === "https:" ? env.https_proxy || env.HTTPS_PROXY || http : http;
  return proxy && !isExempt(url, env) ? proxy : undefined;
}

/**
 * A proxy of the environment as what may have kept a request from an address, and what to do about it: a sentence without
 * its full stop; empty where none is on the way.
 */
export function suspectProxy(url: URL, env: Env): string {
  if (findProxy(url, env) === undefined) return "";
  return isLoopback(url)
    ? `The environment sets a proxy, which may have taken the request: add ${url.hostname} to NO_PROXY`
    : "The way leads through the proxy that the environment sets: check that too";
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
}

function isExempt(url: URL, env: Env): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  const entries = (env.no_proxy || env.NO_PROXY || "").toLowerCase().split(/[,\s]+/);
  return entries.some((entry) => {
    const entryPort = /^(?:\[.*\]|[^:]*):(\d+)$/.exec(entry)?.[1];
    const name = entryPort ? entry.slice(0, -entryPort.length - 1) : entry;
    const suffix = name.replace(/^\*?\.|^\[|\]$/g, "");
    const isNamed = name === "*" || host === suffix || (suffix !== "" && host.endsWith(`.${suffix}`));
    return isNamed && (!entryPort || entryPort === port);
  });
}
