import { isIPv4 } from "node:net";
import { OllamaError } from "./errors.ts";

/**
 * A public web address as a user or model wrote it; a missing scheme means https. Ollama's servers open it, so what
 * only this machine or its network can reach is refused, as are credentials. Throws `OllamaError` `bad-address`.
 */
export function parsePageAddress(text: string): URL {
  const address = unwrapAddress(text);
  if (!address) throw refuse("it is empty");
  // `URL` would join two lines to one address.
  if (address.split(/\s+/).filter((part) => /^https?:\/\//i.test(part)).length > 1)
    throw refuse("it is more than one address; open them one by one");
  const withScheme = address.startsWith("//")
    ? `https:${address}`
    : /^[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#\\]|$))/i.test(address)
      ? address
      : `https://${address}`;
  if (!URL.canParse(withScheme)) throw refuse("it is no web address");
  const url = new URL(withScheme);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refuse("only http and https pages can be opened");
  if (url.username || url.password) throw refuse("it holds a user name or password");
  if (!/^[\w.-]+$|^\[/.test(url.hostname)) throw refuse("it is no web address");
  if (isPrivateHost(url.hostname))
    throw refuse("it names this machine or a private network, and only public pages can be opened");
  return url;
}

/** Without the space and the pair of quotes or brackets that a text or Markdown puts around an address. */
export function unwrapAddress(text: string): string {
  const address = text.trim();
  return /^["'`«“„<(](.*)["'`»”“>)]$/s.exec(address)?.[1]?.trim() ?? address;
}

function refuse(reason: string): OllamaError {
  return new OllamaError("bad-address", { reason });
}

/**
 * Whether it is this machine or in a private network. `hostname` as `URL` normalises it: decimal, octal and hex IPv4 forms
 * are dotted, IPv6 is in brackets.
 */
export function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPrivateIPv6(hostname.slice(1, -1));
  const name = hostname.replace(/\.+$/, "");
  if (isIPv4(name)) return isPrivateIPv4(name.split(".").map(Number));
  return (
    !name.includes(".") ||
    /\.(?:localhost|local|internal|intranet|lan|home|home\.arpa|corp|private|localdomain)$/.test(name)
  );
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry without the ranges for documentation. */
function isPrivateIPv4([a = 0, b = 0, c = 0]: number[]): boolean {
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 198 && (b === 18 || b === 19))
  );
}

/** Public are the global unicast addresses, except where they wrap a private IPv4 address (6to4) or hide one (Teredo). */
function isPrivateIPv6(address: string): boolean {
  const groups = expandIPv6(address);
  const [first = 0, second = 0, third = 0] = groups;
  const last = toIPv4Bytes(groups.slice(6));
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  const isNat64 = first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((group) => group === 0);
  if (isMapped || isNat64) return isPrivateIPv4(last);
  if (first === 0x2002) return isPrivateIPv4(toIPv4Bytes([second, third]));
  return first < 0x2000 || first > 0x3fff || (first === 0x2001 && second === 0);
}

/** The eight groups of an address that `URL` has already normalised. */
function expandIPv6(address: string): number[] {
  const [head = "", tail] = address.split("::");
  const parse = (part: string) => (part ? part.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const before = parse(head);
  const after = parse(tail ?? "");
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function toIPv4Bytes(groups: number[]): number[] {
  return groups.flatMap((group) => [group >> 8, group & 255]);
}
