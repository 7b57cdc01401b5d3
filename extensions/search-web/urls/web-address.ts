import { isIPv4 } from "node:net";
import { isPrivateHost } from "../../ollama-web/page-address.ts";
import { defuseAddress } from "../../shared-web/text/defuse.ts";

/** A public web address: the spelling to show and the identity that two spellings of one page share. */
export interface WebAddress {
  url: string;
  id: string;
}

const TRACKING_PARAMETER = /^(?:utm_[^=]*|fbclid|gclid)(?:=|$)/i;
const HOST_NAME = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d_])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]+)$/;
/** An encoded ASCII character, or one spelled in lower case: `new URL` encodes the others in upper case. */
const ENCODED = /%(?:[2-7][\dA-Fa-f]|[\dA-F][a-f]|[a-f][\dA-Fa-f])/g;
/** Percent-encodings that mean the same as the bare character, wherever they stand in a URL. */
const PLAIN_CHARACTER = /[\w\-.~!$'()*,:;@|^[\]{}`]/;

/**
 * What two spellings of one page share: scheme, case of the host, default port, one trailing slash, tracking and needless
 * percent-encoding do not count. Text that is no public web address stands for itself.
 */
export function urlIdentity(url: string): string {
  return readWebAddress(url)?.id ?? url;
}

/**
 * Reads one spelled-out http(s) URL of a public host; tracking parameters and text fragments go. `undefined` for anything
 * else, and for a URL with credentials.
 */
export function readWebAddress(spelling: string): WebAddress | undefined {
  const url = withoutTracking(spelling.trim());
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const host = parsed.hostname.replace(/\.$/, "");
  if (parsed.username !== "" || parsed.password !== "" || !isPublicHost(host, url)) return undefined;
  const port = parsed.port === "" ? "" : `:${parsed.port}`;
  const path = parsed.pathname.endsWith("/") ? parsed.pathname.slice(0, -1) : parsed.pathname;
  const shown = defuseAddress(url);
  if (shown === undefined) return undefined;
  return { url: shown, id: withoutNeedlessEncoding(`${host}${port}${path}${parsed.search}${parsed.hash}`) };
}

/** `new URL` reads 2130706433 and 0x7f.1 as addresses too: only the spelled-out form is one. */
function isPublicHost(host: string, spelling: string): boolean {
  return !isPrivateHost(host) && (isIPv4(host) ? spelling.includes(host) : HOST_NAME.test(host));
}

function withoutTracking(url: string): string {
  const hashAt = url.indexOf("#");
  const fragment = hashAt < 0 ? "" : url.slice(hashAt);
  const address = hashAt < 0 ? url : url.slice(0, hashAt);
  return withoutTrackingParameters(address) + withoutTrackingFragment(fragment);
}

function withoutTrackingParameters(address: string): string {
  const queryAt = address.indexOf("?");
  if (queryAt < 0) return address;
  const parameters = address.slice(queryAt + 1).split("&");
  const kept = parameters.filter((parameter) => !TRACKING_PARAMETER.test(parameter));
  if (kept.length === parameters.length) return address;
  return address.slice(0, queryAt) + (kept.length === 0 ? "" : `?${kept.join("&")}`);
}

/** https://wicg.github.io/scroll-to-text-fragment/ and the mark that OpenAI's web search adds. */
function withoutTrackingFragment(fragment: string): string {
  if (/^#ws_call_id=/i.test(fragment)) return "";
  const directiveAt = fragment.indexOf(":~:");
  if (directiveAt < 0) return fragment;
  return directiveAt === 1 ? "" : fragment.slice(0, directiveAt);
}

function withoutNeedlessEncoding(address: string): string {
  if (!address.includes("%")) return address;
  return address.replace(ENCODED, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return PLAIN_CHARACTER.test(character) ? character : code.toUpperCase();
  });
}
