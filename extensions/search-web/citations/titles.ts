import { ENTRY_NAME } from "./markers.ts";

const MAX_TITLE_LENGTH = 300;
/** What announces a URL at the end of a title: `Title. URL: …`, `Title. Режим доступа: …`. */
const URL_LABEL =
  /(?:^|[.,;:|–—-] ?|(?<=[)\]]) ?|[(（])(?:urls?|links?|available (?:at|from|online)|retrieved from|ссылка|режим доступа|доступно по (?:ссылке|адресу)|链接|網址|网址)(?:[:：] ?["'])?$/i;
/** A marker by which a text cites the entry, after the number of the entry. */
const NAMED_MARK = new RegExp(String.raw`^\s*\[${ENTRY_NAME}\d{1,3}\]`, "i");
const EMPHASIS = /(?<![\w*])([*_])(?=\S)([^*_]*[^\s*_])\1(?![\w*])/g;
/** A date alone in the last cell of a row, or when the page was read. */
const DATE_AFTER =
  / ?\| ?(?:\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2\d{4})[ |]*$|[.,]? (?:Retrieved|Accessed) .*$/;
/** `Title: …`, as in an entry of named fields, or `Source: …`, as in the label of a link. */
const TITLE_LABEL =
  /^(?:title|titel|название|заголовок|标题|標題|タイトル|제목|source|источник|quelle|来源|來源|出典|출처) ?[:：]/i;
/** A link that only says that it is one, and what joins two of them. */
const NO_TITLE =
  /^(?:here|source|archived?|website|details|(?:read|learn) more|see|and|or|здесь|тут|источник|сайт|подробнее|читать(?: далее| полностью)?|архив|см|и|или|und|oder|et|来源|來源|和|与|及|出典|リンク|링크|출처)$/i;

/** Text to a title: without marks, tags and what separates it from its URL; `undefined` when nothing is left. */
export function cleanTitle(text: string): string | undefined {
  if (text === "") return undefined;
  const plain = text
    .slice(0, MAX_TITLE_LENGTH * 2)
    .replace(/!\[[^[\]]*\]\([^()]*\)|<[^<>]*>|\*\*|__|~~|`/g, "")
    .replace(NAMED_MARK, "")
    .replace(EMPHASIS, "$2")
    .replace(/\\([[\]()*_|])/g, "$1")
    .replace(/\s+/g, " ");
  const undated = trimSeparators(plain.replace(DATE_AFTER, ""));
  const title = withoutQuotes(trimSeparators(undated.replace(URL_LABEL, "").replace(TITLE_LABEL, "")));
  const isAddress = /^(?:https?:\/\/|www\.)\S*$/i.test(title);
  const isText = /[\p{L}\p{N}]/u.test(title) && !NO_TITLE.test(title);
  return isAddress || !isText || title.length > MAX_TITLE_LENGTH ? undefined : title;
}

function trimSeparators(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && " -–—→:：|•·,，.*_".includes(text[start] ?? "")) start++;
  while (end > start && " -–—→:：|•·,，.*_(（[<\\".includes(text[end - 1] ?? "")) end--;
  if (/[(（]/.test(text[start] ?? "") && !/[)）]/.test(text.slice(start, end))) start++;
  return text.slice(start, end);
}

function withoutQuotes(text: string): string {
  return /^(?:"[^"]*"|“[^”]*”|«[^»]*»|„[^“]*“|「[^」]*」|《[^》]*》)$/.test(text) ? text.slice(1, -1) : text;
}
