/** A part of a sentence between two marks, as the user wrote it. */
export interface Clause {
  text: string;
  /** The same words to compare: small letters, `ё` as `е`, plain apostrophes, single spaces. */
  words: string;
  /** A colon stands before it. */
  introduced: boolean;
}

export interface Sentence {
  clauses: Clause[];
  /** It ends with a question mark. */
  question: boolean;
  /** It is an item of a list. */
  item: boolean;
  /** It has its line for itself. */
  ownLine: boolean;
}

/** Stand for what is not the user's own say: no phrase holds them, so a clause with one never matches a phrase. */
export const CODE = "\uE000";
export const QUOTE = "\uE001";
export const ADDRESS = "\uE002";

/** What follows such a line is a text to work on, or what somebody could say, and not the user speaking. */
const MATERIAL =
  /(?<!\p{L})(?:фраз|шаги(?!\p{L})|steps(?!\p{L})|пример|например|вариант|реплик|промпт|prompts?(?!\p{L})|changes(?!\p{L})|changelog|release notes|phrases?(?!\p{L})|examples?(?!\p{L})|utterances|перев[её]д|перевод|проверь|исправь|отредактируй|перефразируй|сократи|translat|proofread|rephrase|paraphrase|correct|rewrite|summari[sz]e|spell|grammar)/iu;

/** A question about a text that follows it. */
const PROMPT = /(?<!\p{L})(?:this|my|эт\p{L}+|мо\p{L}+) (?:system )?(?:prompt|промпт)/iu;

const LABEL =
  /(?<!\p{L})(?:this|these|the|that|such|эт\p{L}{1,4}|так\p{L}{1,4}) (?:menu )?(?:label|toggle|switch|button|checkbox|placeholder|tab|tooltip|caption|подпис|надпис|кнопк|переключател|чекбокс|плейсхолдер|вкладк|тумблер|пункт)|^\s*(?:acceptance|критери)\p{L}*:/iu;

/** One line longer than this is read at its two ends only. */
const LINE_CHARS = 1_000;

/**
 * The sentences of the first and of the last line of a message: a wish about the whole message stands at its
 * start or at its end, and what is pasted between them is not the user speaking. Linear in the length of `text`.
 */
export function readSentences(text: string): Sentence[] {
  const lines = maskForeign(text).trimEnd().split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const [first = "", last = ""] = [filled[0], filled.at(-1)];
  const begin = isTitle(first, filled.slice(1)) ? [] : [first];
  const end = filled.length < 2 || isMaterial(filled.at(-2) ?? "", lines) ? [] : [last];
  return [...begin, ...end].flatMap(splitLine);
}

/** The first line names what the rest is about: a label on a screen, the heading of a text. */
function isTitle(first: string, rest: string[]): boolean {
  if (/[.!?…:]\s*$/u.test(first.slice(-9))) return false;
  return (
    /^\s*(?:={3,}|-{3,})\s*$/u.test(rest[0] ?? "") ||
    rest.some((line) => LABEL.test(line.slice(0, LINE_CHARS)))
  );
}

/** The last line belongs to what the line before it announces, or the head of its paragraph when no code is between. */
function isMaterial(beforeLast: string, lines: string[]): boolean {
  const [head = "", ...rest] = lines.slice(lines.findLastIndex((line) => line.trim() === "") + 1);
  return announcesMaterial(beforeLast) || (announcesMaterial(head) && !rest.includes(CODE));
}

function announcesMaterial(line: string): boolean {
  const [start, mark] = [line.slice(0, LINE_CHARS), line.trimEnd().at(-1)];
  return mark === ":" ? MATERIAL.test(start) : mark === "?" && PROMPT.test(start);
}

/** Without characters that cannot be seen, and without those that this module puts in. */
export function dropInvisible(text: string): string {
  return text.replace(/[\uE000-\uE002\u00AD\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu, "");
}

/**
 * Code, quotations and addresses become one character each, and so do the marks around code, indented and quoted lines
 * and rows of a table; characters that cannot be seen go. Code that is never closed goes on to the end.
 */
function maskForeign(text: string): string {
  return dropInvisible(text)
    .replace(/\r\n?/gu, "\n")
    .replace(/(?<=\p{L})[`´’ʼ](?=\p{L})/gu, "'")
    .replace(/^[^\S\n]*(```|~~~)(?!.*\1)[\s\S]*?(?:^[^\S\n]*\1.*$|(?![\s\S]))/gmu, CODE)
    .replace(/^(?:[^\S\n]*(?:```|~~~|[>|])|(?: {4}|\t)[^\S\n]*(?=\S)).*/gmu, CODE)
    .replace(/(?<!\S)\/(?=[^\n/]*[()|[\]\\^$*])[^\n/]{1,200}\/[a-z]{0,6}(?=[\s.,;:!?)]|$)/gu, CODE)
    .replace(/(?<![\w$.])(search_web|ollama_web_\w+)\(\)/gu, "$1")
    .replace(/(?<![\w$.])[A-Za-z_$][\w$.]*\(\)/gu, CODE)
    .replace(/`+[^`\n]*`+/gu, CODE)
    .replace(/«[^«»]*»|“[^“”]*”|„[^„“”]*[“”]|‘[^‘’\n]*’|"[^"\n]*"/gu, QUOTE)
    .replace(/(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu, QUOTE)
    .replace(/\b(?:https?:\/\/|www\.)[^\s<>]+/giu, ADDRESS)
    .replace(/\s=[()]{1,9}(?!\S)/gu, ",")
    .replace(/[\p{Extended_Pictographic}\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}\uFE0F\u20E3]+/gu, ",");
}

function splitLine(line: string): Sentence[] {
  const text =
    line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS / 2)}${CODE}${line.slice(-LINE_CHARS / 2)}` : line;
  const item = /^\s*(?:[-*+•–—]|\d+[.)])\s/u.exec(text)?.[0] ?? "";
  const sentences = text
    .slice(item.length)
    .replace(/(?<![\p{L}\p{N}_*])[*_]{1,3}(?=\p{L})|(?<=[\p{L}\p{N}.!?…:])[*_]{1,3}(?![\p{L}\p{N}_*])/gu, "")
    .split(/(?<=[.!?…])(?<!(?:e\.g|i\.e|т\.е|напр)\.)(?=[\s,)]|$)/iu)
    .map((sentence) => ({
      clauses: splitClauses(sentence.replace(/[.!?…\s]+$/u, "")),
      question: /\?[.!?…\s)]*$/u.test(sentence),
      item: item !== "",
    }))
    .filter((sentence) => sentence.clauses.length > 0);
  return sentences.map((sentence) => ({ ...sentence, ownLine: sentences.length === 1 }));
}

/**
 * A mark, or an "and" before a wish of its own: "explain it and don't search the web", "stop searching and answer".
 * Or where a comma is often forgotten: «реши не используя поиск», "don't google it it's our package".
 */
const MARK =
  /(\s-{1,2}\s|[,;:()—–]|(?<=(?:stop|quit|хватит|перестань) (?:googling|гуглить))\s(?:and|и)\s|\s(?=не (?:гугля|используя|пользуясь|прибегая|заходя)(?!\p{L}))|\s(?=(?:это (?:наш|внутренн|мо[йяе](?!\p{L}))|it's (?:our|my|(?:an? )?internal)(?!\p{L})))|\s(?:и|а|но|and|but)\s(?=(?:больше |просто |please |just )?(?:не (?:ищи|гугли|используй|лезь|надо)|don't|do not|never|stop|поищи|(?:по|за)гугли|(?:ответь|отвечай|продолжай|найди|answer|continue|find|tell me|google (?:(?:the|this|that) error|(?:it|this|that)(?=\s*(?:$|[,;:()]))))(?!\p{L}))))/iu;
/** The wish that a message opens with, and the order after it, without a mark between. */
const OPENING =
  /^(\s*(?:без (?:веб-?|интернет-?)?(?:поиска|гугла)|(?:no|without) (?:web )?search(?:ing)?|(?:no|without) googling)(?: в (?:интернете|сети)| the web)?(?: пожалуйста| плиз| please)?)\s(?=(?:скажи|объясни|ответь|расскажи|напиши|исправь|поправь|почини|explain(?! plan)|tell me)(?!\p{L}))/iu;

/** A condition that leaves it to the agent, and the order after it: «если надо погугли», "when in doubt google it". */
const IF_NEEDED =
  /^(\s*(?:если (?:что|надо|нужно)|при необходимости|(?:if|when) (?:needed|necessary|in doubt|unsure)))\s(?=(?:то |можешь |можно |you can |just )?(?:пои(?:щи|скать)|(?:по|за)?гугли|ищи|search|google|look)(?!\p{L}))/iu;

function splitClauses(sentence: string): Clause[] {
  const clauses: Clause[] = [];
  const parts = sentence
    .replace(/,\s*(пожалуйста|плиз|please)\s*,/giu, " $1 ")
    .replace(/(?<=не хочу),(?=\s+чтобы(?!\p{L}))/iu, "")
    .replace(OPENING, "$1, ")
    .replace(IF_NEEDED, "$1, ")
    .split(MARK);
  // Every other part is a mark.
  parts.forEach((part, index) => {
    if (index % 2 === 1 || part.trim() === "") return;
    clauses.push({ text: part.trim(), words: toWords(part), introduced: parts[index - 1] === ":" });
  });
  return clauses;
}

function toWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/(?<!\p{L})w\/o(?!\p{L})/gu, "without")
    .replace(/интренет/gu, "интернет")
    .replace(/(?<!\p{L})безпоиска(?!\p{L})/gu, "без поиска")
    .replace(/(?<!\p{L})s(?:erach|each|aerch|earhc)(?!\p{L})/gu, "search")
    .replace(/\s+/gu, " ")
    .trim();
}
