import { cleanUrl, findUrls, urlIdentity } from "./urls.ts";

/**
 * One source of an answer. `numbers` holds the markers that stand for it in the answer, ascending; it is empty when the
 * answer gives it none. `origin` is "provider" when the provider's own data named the address, "text" when only the
 * model's text did.
 */
export interface Citation {
  numbers: number[];
  url: string;
  title?: string;
  origin: "provider" | "text";
}

/** A source that the provider's own data named. `number` is the marker it answers to, when the data says so. */
export interface ProviderSource {
  url: string;
  title?: string;
  number?: number;
}

/** `sources` are the addresses of `citations`, in the same order. */
export interface CitedAnswer {
  answer: string;
  sources: string[];
  citations: Citation[];
}

const LISTED = /^[ \t>*-]*\[?\^?(\d{1,4})\]?[:.)]?\s/;

/** A search model's text to its answer, without the closing source list, and its sources. Any text gives an answer. */
export function parseAnswer(text: string, provided: readonly ProviderSource[] = []): CitedAnswer {
  const citations = new Map<string, Citation>();
  const add = (url: string, origin: Citation["origin"], number?: number, title?: string) => {
    const id = urlIdentity(url);
    const known = citations.get(id) ?? { numbers: [], url, origin };
    if (number !== undefined && !known.numbers.includes(number)) known.numbers.push(number);
    if (origin === "provider") known.origin = origin;
    known.title ??= title;
    citations.set(id, known);
  };
  const lines = text.replace(/<think(?:ing)?>[^<]*<\/think(?:ing)?>/g, "").split("\n");
  for (const line of lines) {
    const number = LISTED.exec(line)?.[1];
    for (const { url } of findUrls(line)) add(url, "text", number === undefined ? undefined : Number(number));
  }
  const numbered = citations.size === 0;
  for (const [index, source] of provided.entries()) {
    const { title, number } = source;
    const url = cleanUrl(source.url);
    if (url === undefined) continue;
    add(url, "provider", numbered ? (number ?? index + 1) : undefined, title);
  }
  while (isListLine(lines.at(-1))) lines.pop();
  const ordered = [...citations.values()].sort(
    (a, b) => (a.numbers[0] ?? Infinity) - (b.numbers[0] ?? Infinity),
  );
  return { answer: lines.join("\n").trim(), sources: ordered.map(({ url }) => url), citations: ordered };
}

function isListLine(line: string | undefined): boolean {
  if (line === undefined) return false;
  return (
    line.trim() === "" ||
    /^(?:\*\*)?(?:sources|references|источники)\b.*:/i.test(line) ||
    (LISTED.test(line) && findUrls(line).length > 0)
  );
}
