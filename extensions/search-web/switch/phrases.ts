import { readCore, trimFree } from "./clause-core.ts";
import { isConditional, isFiller, isReported, isRequest, SCOPE } from "./clause-mood.ts";
import { ADDRESS, type Clause, CODE, dropInvisible, QUOTE, readSentences, type Sentence } from "./clauses.ts";
import { type Form, type Kind, matchEnding, matchForm, matchOrder } from "./phrase-forms.ts";
import { matchRequest } from "./search-request.ts";
import { namesLocal, namesSearchable } from "./web-object.ts";

export interface Decision {
  state: "off" | "on";
  /** The words that decided, as the user wrote them, shortened. */
  phrase: string;
  language: "ru" | "en";
}

interface Reading {
  clause: Clause;
  next: Clause | undefined;
  sentence: Sentence;
  /** What the clause decides, before the rest of the message is looked at. */
  decision?: { state: "off" | "on"; language: "ru" | "en"; kind: Kind };
  /** It says please beside an order to write, or that the web is meant. */
  isPlain?: boolean;
  /** The message begins with it. */
  isFirst: boolean;
  /** Nothing but politeness and particles. */
  filler: boolean;
}

interface Topic {
  /** Code, files, the project. */
  local: boolean;
  /** The same, but not in an order to work on it: a place where one could search. */
  place: boolean;
  /** A page, a list: what can have a search of its own. */
  searchable: boolean;
  /** Something is asked or ordered. */
  request: boolean;
  /** What is there is to be mended or read. */
  upkeep: boolean;
  /** Nothing else is spoken of than such work, and not what shall come of it, which "no search" could describe. */
  onlyUpkeep: boolean;
  sentences: ReadonlySet<Sentence>;
}

const PHRASE_CHARS = 60;

/** Every phrase holds one of these; most messages of a session do not, and need no more reading. */
const SUBJECT =
  /ищ|иск|гугл|на(?:йд|йт)|интернет|инет|сет[иь]|веб|онлайн|search|serach|seach|saerch|searhc|googl|look|find|web|internet|the net|online/iu;

/** Work on what is there, which builds nothing that could have a search. */
const UPKEEP =
  /^(?:исправь|поправь|почини|отрефактори|посмотри|прочитай|прочти|изучи|разберись|fix|refactor|debug|review|read|look at)(?!\p{L})/u;
/** Tells what shall be there then, or in which case: "refactor it into two panes", "fix it so that …". */
const OUTCOME = /(?<!\p{L})(?:когда|если|чтобы|when|if|while|so|into|to an?)(?!\p{L})/u;
/** But "can you work without search?" asks what the agent is able to do. */
const POLITE = /^(?:можешь|можете|можно|(?:can|could|would|will) you(?! work))(?!\p{L})/u;
/** How the thing asked about is to be done: «как решить, не используя поиск?» */
const MANNER = /^не \p{L}+я(?!\p{L})/u;
const HOW = /^(?:а |и )?(?:как|можно ли)(?!\p{L})/u;
const ORDER = /^(?:можешь|можете|(?:can|could|would|will) you)(?!\p{L})/u;
const WRITE = /^(?:(?:на)?пиши|write)(?!\p{L})/u;
const PLEASE = /(?<!\p{L})(?:пожалуйста|пжл?|плиз|плз|please|pls|plz)(?!\p{L})/u;
/** Beside an order to edit something else, the tool as a piece of code. */
const TOUCHED = /(?:трога\p{L}*|touch) (?:the )?search_web/u;
const SEARCH = /поиск|search|гугл|google/u;
/** After "no search:" or "don't search," a task is what shall be done so. */
const TASK =
  /^(?:(?:на)?пиши|сделай|почини|исправь|поправь|добавь|перепиши|отрефактори|реализуй|write|make|fix|add|build|implement|refactor|rewrite|create|update)(?!\p{L})/u;

/**
 * What the user's own words say about web search: `undefined` when they say nothing. The last clause that decides
 * wins. Precision first: a clause counts only when all of it is such a phrase and nothing beside it speaks of another
 * search. Time is linear in the length of `text`.
 */
export function readDecision(text: string): Decision | undefined {
  if (!SUBJECT.test(dropInvisible(text))) return undefined;
  const readings = readSentences(text).flatMap((sentence, place) =>
    sentence.clauses.map((_, index) => readClause(sentence, index, place === 0)),
  );
  const topic = readTopic(readings);
  const last = readings.findLast((reading) => stands(reading, topic));
  if (last?.decision === undefined) return undefined;
  const { state, language } = last.decision;
  return { state, phrase: shorten(last.clause.text), language };
}

function readClause(sentence: Sentence, index: number, isFirst: boolean): Reading {
  const clauses = sentence.clauses.slice(index);
  const [clause = { text: "", words: "", introduced: false }, next] = clauses;
  const core = readCore(clause.words);
  const filler = isFiller(clause.words);
  const reading: Reading = { clause, next, sentence, filler, isFirst };
  if (filler || isReported(sentence, index)) return reading;
  const isCode = TOUCHED.test(clause.words) && sentence.clauses.length > 1;
  const form = isCode ? undefined : matchForm(core);
  if (isConditional(sentence.clauses, index, form ? sentence.clauses.length : index)) return reading;
  if (form?.kind === "toggle" && sentence.clauses.slice(0, index).some(({ words }) => SCOPE.test(words)))
    return reading;
  if (form && isAsked(sentence, index, form)) return reading;
  if (form && core.web && !/^(?:noun|report|order)$/u.test(form.kind))
    return { ...reading, decision: { ...form, kind: "web" } };
  if (form)
    return {
      ...reading,
      decision: form,
      isPlain: isPolite(sentence, index) || (form.state === "off" && core.web && SEARCH.test(core.words)),
    };
  const ending = namesSearchable(clause.words) ? undefined : matchEnding(trimFree(clause.words));
  if (ending) return { ...reading, decision: { state: "off", language: ending, kind: "web" } };
  const language = matchRequest(clauses);
  if (language) return { ...reading, decision: { state: "on", language, kind: "web" } };
  const ordered = sentence.question ? undefined : matchOrder(trimFree(clause.words));
  return ordered ? { ...reading, decision: { state: "on", language: ordered, kind: "order" } } : reading;
}

/** The wish itself says please, and comes with an order to write something. */
function isPolite({ clauses }: Sentence, index: number): boolean {
  const [wish, after] = clauses.slice(index);
  const please =
    PLEASE.test(wish?.words ?? "") || (PLEASE.test(after?.words ?? "") && isFiller(after?.words ?? ""));
  return please && clauses.some(({ words }) => WRITE.test(trimFree(words)));
}

/** "Without search?" alone asks; "can you answer without search?" and "can you search?" tell. */
function isAsked(sentence: Sentence, index: number, { kind }: Form): boolean {
  const { words = "" } = sentence.clauses[index] ?? {};
  const asks = sentence.question || HOW.test(sentence.clauses[0]?.words ?? "");
  if (asks && index > 0 && MANNER.test(words)) return true;
  if (!sentence.question) return false;
  if ((kind === "noun" ? POLITE : ORDER).test(words)) return false;
  const before = sentence.clauses.slice(0, -1);
  return index === before.length && before.every(({ words }) => readCore(words).words === "");
}

/** What the clauses speak of that neither decide nor fill. */
function readTopic(readings: Reading[]): Topic {
  const rest = readings.filter(({ decision, filler }) => decision === undefined && !filler);
  const upkeep = rest.filter(({ clause }) => UPKEEP.test(trimFree(clause.words)));
  const locals = rest.filter(({ clause }) => namesLocal(clause.text, clause.words));
  return {
    local: locals.length > 0,
    place: locals.some(({ clause }) => !TASK.test(trimFree(clause.words))),
    searchable: rest.some(({ clause }) => namesSearchable(clause.words)),
    request: rest.some(({ clause, sentence }) => sentence.question || isRequest(trimFree(clause.words))),
    upkeep: upkeep.length > 0,
    onlyUpkeep: upkeep.length === rest.length && !rest.some(({ clause }) => OUTCOME.test(clause.words)),
    sentences: new Set(rest.map(({ sentence }) => sentence)),
  };
}

/** Nothing in the message says that the decision is about another search than the agent's on the web. */
function stands({ decision, sentence, next, isPlain, isFirst }: Reading, topic: Topic): boolean {
  if (decision === undefined) return false;
  if (decision.kind === "web") return true;
  if (decision.kind === "verb") return !topic.place;
  if (next?.introduced && !sentence.question && !isRequest(next.words) && !TASK.test(next.words))
    return false;
  if (sentence.item) return false;
  const isAlone = !topic.sentences.has(sentence);
  if (decision.kind === "noun" && isAlone && sentence.ownLine && topic.request) return true;
  if (topic.searchable) return false;
  if (decision.kind === "report") return isAlone;
  if (decision.kind === "order") return topic.sentences.size === 0;
  if (decision.kind === "toggle") return !topic.local;
  const asks = sentence.question || sentence.clauses.some(({ words }) => isRequest(trimFree(words)));
  const isWhole = isAlone && (isFirst || topic.request || topic.upkeep || !topic.local);
  const isOfTask = next !== undefined && TASK.test(trimFree(next.words));
  return asks || isWhole || topic.onlyUpkeep || isPlain === true || isOfTask;
}

function shorten(text: string): string {
  const shown = Array.from(text.replaceAll(CODE, "…").replaceAll(QUOTE, "…").replaceAll(ADDRESS, "…"));
  return shown.length > PHRASE_CHARS ? `${shown.slice(0, PHRASE_CHARS).join("")}…` : shown.join("");
}
