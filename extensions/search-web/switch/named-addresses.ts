import { unwrapAddress } from "../../ollama-web/page-address.ts";
import { findUrls, urlIdentity } from "../urls.ts";

/** `example.com/page`, with or without a scheme. It starts where a word starts, so that the time stays linear. */
const ADDRESS =
  /(?<![\p{L}\p{N}.@-])(?:https?:\/\/)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?(?:[/?#][^\s<>"«»“”`|]*)?/giu;
/** Marks of the sentence, and the ending in «github.com/a/b's readme». */
const TRAILING = /(?:[.,;:!?'’*_~\])}…]|['’]\p{L}{1,3})$/u;

const WWW = /^www\.(?=[^.]+\.)/;

/**
 * Whether `address` stands in one of the texts, compared as a URL; scheme, `www.`, fragment, a last slash and needless
 * percent-encoding do not matter.
 */
export function standsIn(address: string, texts: readonly string[]): boolean {
  const wanted = identify(address);
  if (wanted === undefined) return false;
  return texts.some(
    (text) =>
      // In a link, beside another address or before Chinese.
      findUrls(text).some(({ url }) => identify(url) === wanted) ||
      [...text.matchAll(ADDRESS)].some(([found]) => spellings(found).some((one) => identify(one) === wanted)),
  );
}

/** What may be an address in a text, and nothing else of it. */
export function keepAddresses(text: string): string {
  return (text.match(ADDRESS) ?? []).join("\n");
}

/** The address as found, and without each of the marks at its end that may belong to the sentence. */
function spellings(found: string): string[] {
  const all = [found];
  for (let shorter = found; TRAILING.test(shorter) && all.length < 8; ) {
    shorter = shorter.replace(TRAILING, "");
    all.push(shorter);
  }
  return all;
}

function identify(address: string): string | undefined {
  const bare = unwrapAddress(address);
  const url = /^https?:\/\//iu.test(bare) ? bare : `https://${bare}`;
  if (!URL.canParse(url)) return undefined;
  const { username, host, pathname, search } = new URL(url);
  return username === "" ? urlIdentity(`https://${host.replace(WWW, "")}${pathname}${search}`) : undefined;
}
