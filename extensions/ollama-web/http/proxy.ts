import type { Env } from "../environment.ts";

/** Whether undici's EnvHttpProxyAgent, which pi installs, would send a request for this address to a proxy. */
export function mayUseProxy(url: URL, env: Env): boolean {
  return findProxy(url, env) !== undefined;
}

/** The proxy that the environment names for an address, as it is written there; `undefined` when it is asked directly. */
export function findProxy(url: URL, env: Env): string | undefined {
  const http = env.http_proxy || env.HTTP_PROXY;
  const proxy = url.protocol === "https:" ? env.https_proxy || env.HTTPS_PROXY || http : http;
  return proxy && !isExempt(url, env) ? proxy : undefined;
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
