/** What a list of sources is called, singular or plural. */
const NAMES = [
  "(?:web |online |search |source |external )?(?:sources?|references?|citations?|source links?|links|search results)|sources (?:found|checked)|(?:web )?pages (?:found|used|cited|read|visited)|bibliography|works cited|footnotes",
  "(?:веб-|интернет-)?источник(?:и|ов)?|ссылки|литература|библиография|примечания|результаты поиска|(?:найденные|использованные|прочитанные) страницы",
  "(?:нумерованный )?список (?:использованн(?:ых|ой) )?(?:источников(?: и литературы)?|литературы(?: и источников)?|ссылок)",
  "джерел[ао]|посилання|крыніц[аы]|източници|извори",
  "搜索结果(?:来自|來自)?|搜尋結果|(?:以上)?(?:信息|内容|数据)来自|(?:参考|參考|引用|信息|資訊|资料|資料|数据|數據|新闻|新聞)?(?:来源|來源|出处|出處)|(?:参考|參考)(?:资料|資料|文献|文獻|链接|連結|网址|網址|网页|網頁|网站|網站)?|引用(?:链接|列表)?|相关(?:链接|来源)",
  "(?:検索結果|引用文献|出典|参考(?:リンク|サイト|url)?|参照(?:元)?|情報源|引用元|ソース)(?:一覧|リスト)?",
  "출처|참고(?: ?(?:자료|문헌|링크))?|참조|인용",
  "quellen?(?:angaben?|verzeichnis|nachweise?)?|referenzen|literatur(?:verzeichnis)?|einzelnachweise|nachweise|belege",
  "références?|bibliographie|fuentes?|referencias?|bibliografía|fontes?|referências?|bibliografia|fonti|riferimenti",
  "bron(?:nen)?|referenties|źródł[ao]|przypisy|zdroje?|kaynak(?:lar|ça)?|nguồn(?: tham khảo)?|tài liệu tham khảo|sumber|referensi",
  "käll(?:or|a)|kilder?|lähteet|lähde|πηγές|πηγή|források?|surse|referințe",
  "المصادر|مصادر|المصدر|المراجع|مراجع|منابع|منبع|מקורות|מקור|स्रोत|संदर्भ|सन्दर्भ|แหล่งที่มา|แหล่งอ้างอิง|อ้างอิง",
].join("|");
/** Of links they name what the user asked for rather than where the answer comes from. */
const OF_SOURCES =
  "(?:official|verified|trusted|numbered|additional|other|further|secondary|(?:here|these) are|официальные|проверенные|найденные|дополнительные|другие|вот|offizielle)(?!.*(?:links|ссылки))";
const BEFORE = `(?:(?:${[
  "the|my|all|main|key|primary|cited|used|web|selected|relevant|list of",
  "использованн(?:ые|ая)|основные|ключевые|полезные|мои|все|verwendete|weitere",
  OF_SOURCES,
].join("|")}) )*`;
const AFTER = `(?:,? (?:${[
  "(?:i )?(?:used|cited|consulted)|list|links|urls|with (?:urls|links)|(?:for|in) this answer|below",
  "использованны[ех]|(?:в|для|при подготовке) (?:этого |этом )?ответ[ае]|на которые я (?:опирался|опиралась|ссылаюсь)",
  "информации|данных|на источники|utilisées|consultées|utilizadas|consultadas|utilizzate",
].join("|")}))*(?: ?[(（][^()（）]{1,40}[)）])?`;
/** Stands beside another name, or over the marks `[N]`: alone it may head links that the user asked for. */
const READING = [
  "(?:further|additional|recommended) reading|(?:learn|read) more|see also|more information|(?:end)?notes",
  "подробнее|(?:см\\.|смотрите|читайте) также|что почитать|дополнительн(?:о|ые материалы)",
  "延伸阅读|延伸閱讀|扩展阅读|了解更多|更多信息|相关阅读|もっと詳しく|関連リンク|詳細",
  "siehe auch|mehr dazu|anmerkungen|en savoir plus|voir aussi|ver también|más información|notas",
].join("|");
const AND = / (?:and|und|и|et|y|e|та) | ?[&及和与與、/] ?/;
// One pattern for whole headings would hold the names twice, and take 10 ms to compile.
const NAME = new RegExp(`^${BEFORE}(?:${NAMES})${AFTER}$`);
const READING_HEADING = new RegExp(`^${BEFORE}(?:${READING})$`);

/** Marks of a heading: `##`, `**`, `>`, `5.`, tags, an emoji; nothing that is a letter, a digit, a bracket or a quote. */
const LEAD =
  /^(?:\d{1,2}[.)][ \t]|<(?:details|summary|strong|b|em|i|small|sub|h[1-6]|p)\b[^<>]*>|_|[^\w()[\]{}<|\\/`"'.,;!?\u00aa-\u1fff\u2c00-\u2dff\u3005-\ud7ff\uf900-\ufdff\ufe70-\ufefe\uff08-\uffef-])*/i;
/** What separates a heading from a list on its line. */
const COLON = /[:：]|[ \t*_][—–-](?=[ \t])/;
/** A note on a heading, whose colon separates nothing: `Источники (дата обращения: 01.03.2026):`. */
const NOTE = /[(（][^()（）/]*[)）]/g;
const MARKUP = /^(?:[*_ \t]|<\/(?:summary|strong|b|em|i|small|sub|h[1-6]|p)>|<br[ \t]?\/?>|\\\r?$)*/i;
const CLOSING_TAGS = /<\/(?:summary|strong|b|em|i|small|sub|h[1-6]|p)>/gi;
const MAX_LENGTH = 80;
const MAX_GROUP_NAME = 50;

/** A heading over a list of sources: where it starts in its line, and where the rest of the line does. */
export interface SourceHeading {
  start: number;
  end: number;
}

/** Reads a line as `## Sources`, `**Источники:**`, `参考资料：` or the like, with or without a list on the same line. */
export function readSourceHeading(line: string): SourceHeading | undefined {
  if (isFramed(line)) return { start: 0, end: line.length };
  if (/^\s*[*-][ \t]/.test(line)) return undefined;
  const start = LEAD.exec(line)?.[0].length ?? 0;
  const head = line.slice(start, start + MAX_LENGTH);
  const colon = COLON.exec(head.replace(NOTE, (note) => "x".repeat(note.length)));
  if (colon === null && line.length > start + MAX_LENGTH) return undefined;
  const nameEnd = colon?.index ?? head.length;
  if (isSourcesName(head.slice(0, nameEnd))) {
    const restAt = start + nameEnd + (colon?.[0].length ?? 0);
    return {
      start: 0,
      end: restAt + (MARKUP.exec(line.slice(restAt, restAt + MAX_LENGTH))?.[0].length ?? 0),
    };
  }
  return colon === null ? undefined : readGluedHeading(line);
}

/** Whether a line says no more than `### Further reading`, `Подробнее:` or the like. */
export function isReadingHeading(line: string): boolean {
  if (line.length > MAX_LENGTH) return false;
  const name = line.replace(LEAD, "").replace(/[*_:：\s]+$/, "");
  return READING_HEADING.test(name.toLowerCase());
}

/**
 * How a line is written that may name a group of sources within a list: `### Press`, `**Press**`, `_Press_`, `Press:`.
 * Groups of one list are written alike.
 */
export function groupStyle(line: string): string | undefined {
  const name = line.trim();
  if (name.length > MAX_GROUP_NAME || /[!?;。！？；]|(?<!\d)\.(?:\s|$)/.test(name)) return undefined;
  const marks =
    /^#{1,6}(?= )|^(?:\*\*|__)(?=[^*_]+(?:\*\*|__)[:：]?$)|^[*_](?=[^*_\s][^*_]*[*_][:：]?$)/.exec(name);
  return marks?.[0] ?? (/^[^#*_.,，]+[:：]$/.test(name) ? ":" : undefined);
}

/** `【参考资料】`, `[Sources]`, `<sources>`, `— Источники —`: the name alone, in brackets or between dashes. */
function isFramed(line: string): boolean {
  if (line.length > MAX_LENGTH) return false;
  const framed =
    /^[\s>*_#]*(?:[[(【《（〔<]([^[\]()<>]+)[\])】》）〕>]|[—–-]+ ([^—–-]+) [—–-]+)[*_]*[:：]?\s*$/u.exec(
      line,
    );
  return framed !== null && isSourcesName(framed[1] ?? framed[2] ?? "");
}

/** The heading closes a line of text, with its colon: two pieces of a stream came without a line break. */
function readGluedHeading(line: string): SourceHeading | undefined {
  if (!/[:：][*_\s]{0,9}$/.test(line.slice(-10))) return undefined;
  const tail = /([^.!?。！？…)）\]】»”]{1,60})[:：][*_\s]{0,9}$/.exec(line.slice(-MAX_LENGTH));
  const name = tail?.[1] ?? "";
  const start = name.endsWith("搜索结果来自")
    ? line.lastIndexOf("搜索结果来自")
    : line.length - (tail?.[0].length ?? 0);
  return start > 0 && isSourcesName(line.slice(start).replace(/[:：][*_\s]*$/, ""))
    ? { start, end: line.length }
    : undefined;
}

function isSourcesName(text: string): boolean {
  if (!/\p{L}/u.test(text)) return false;
  const untagged = text.includes("</") ? text.replace(CLOSING_TAGS, "") : text;
  const plain = untagged.replace(/[*_]+|[ \t]#+\s*$/g, "");
  const name = plain.trim().toLowerCase();
  if (NAME.test(name)) return true;
  const parts = name.split(AND);
  const others = parts.filter((part) => !NAME.test(part));
  return others.length < parts.length && others.every((part) => READING_HEADING.test(part));
}
