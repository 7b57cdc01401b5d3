/** A web address found in a text: where it stands, and its cleaned spelling. */
export interface FoundUrl {
  start: number;
  end: number;
  url: string;
}

const CANDIDATE = /https?:\/\/[^\s<>"|\p{Cc}\p{Cf}]+/giu;
const TRAILING = /[.,;:!?'"*_~)\]]$/;
const TRACKING = /^(?:utm_.*|fbclid|gclid)$/i;

/** Every web address of `text`, in order. */
export function findUrls(text: string): FoundUrl[] {
  return [...text.matchAll(CANDIDATE)].flatMap((match) => {
    let raw = match[0];
    while (TRAILING.test(raw)) raw = raw.slice(0, -1);
    const url = cleanUrl(raw);
    return url === undefined ? [] : [{ start: match.index, end: match.index + raw.length, url }];
  });
}

/** The address without tracking parameters, or `undefined` when it is no public web address. */
export function cleanUrl(raw: string): string | undefined {
  if (!URL.canParse(raw)) return undefined;
  const parsed = new URL(raw);
  if (!/^https?:$/.test(parsed.protocol) || parsed.username !== "" || !parsed.hostname.includes(".")) {
    return undefined;
  }
  const tracked = [...parsed.searchParams.keys()].filter((key) => TRACKING.test(key));
  if (tracked.length === 0) return raw;
  for (const key of tracked) parsed.searchParams.delete(key);
  return parsed.href;
}

/** Two addresses are the same source when their identities are equal. */
export function urlIdentity(url: string): string {
  return new URL(url).href.replace(/^http:/, "https:").replace(/\/$/, "");
}
