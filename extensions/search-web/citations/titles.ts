const MAX_TITLE_LENGTH = 300;

/** Text to a title: without marks, tags and what separates it from its URL; `undefined` when nothing is left. */
export function cleanTitle(text: string): string | undefined {
  if (text === "") return undefined;
  const plain = text
    .slice(0, MAX_TITLE_LENGTH * 2)
    .replace(/!\[[^[\]]*\]\([^()]*\)|<[^<>]*>|\*\*|__|~~|`/g, "")
    .replace(/\\([[\]()*_|])/g, "$1")
    .replace(/\s+/g, " ");
  const title = withoutQuotes(trimSeparators(plain.replace(/[.,]? (?:Retrieved|Accessed) .*$/, "")));
  const isAddress = /^(?:https?:\/\/|www\.)\S*$/i.test(title);
  return isAddress || !/[\p{L}\p{N}]/u.test(title) || title.length > MAX_TITLE_LENGTH ? undefined : title;
}

function trimSeparators(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && " -–—:：|•·,，.*_".includes(text[start] ?? "")) start++;
  while (end > start && " -–—:：|•·,，.*_(（[<".includes(text[end - 1] ?? "")) end--;
  return text.slice(start, end);
}

function withoutQuotes(text: string): string {
  return /^(?:"[^"]*"|“[^”]*”|«[^»]*»|„[^“]*“|「[^」]*」|《[^》]*》)$/.test(text) ? text.slice(1, -1) : text;
}
