import { readCore, trimFree } from "./clause-core.ts";
import { ADDRESS, type Clause, CODE, dropInvisible, QUOTE, readSentences, type Sentence } from "./clauses.ts";
import { type Form, type Kind, matchEnding, matchForm } from "./phrase-forms.ts";
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
  /** It asks politely, or says that the web is meant. */
  isPlain?: boolean;
  /** The message begins with it. */
  isFirst: boolean;
  /** Nothing but politeness and particles. */
  filler: boolean;
}

interface Topic {
  /** Code, files, the project. */
  local: boolean;
  /** A page, a list: what can have a search of its own. */
  searchable: boolean;
  /** Something is asked or ordered. */
  request: boolean;
  /** What is there is to be mended or read. */
  upkeep: boolean;
  sentences: ReadonlySet<Sentence>;
}

const PHRASE_CHARS = 60;

/** Every phrase holds one of these; most messages of a session do not, and need no more reading. */
const SUBJECT =
  /ищ|иск|гугл|на(?:йд|йт)|интернет|инет|сет[иь]|веб|онлайн|search|googl|look|web|internet|the net|online/iu;

const REQUEST =
  /^(?:(?:я )?хочу (?:понять|узнать|разобраться)|i(?:'m| am) curious|i wonder|i(?: want|'d like) to (?:know|understand|learn)|(?:у меня|i have a) (?:вопрос|question)|что|чем|чего|как|почему|зачем|когда|кто|где|как(?:ой|ая|ие|ое)|сколько|в чем|объясни|поясни|расскажи|опиши|ответь|отвечай|скажи|сравни|назови|перечисли|дай|приведи|покажи|подскажи|посоветуй|помоги|напомни|разбери|посчитай|переведи|сформулируй|придумай|предложи|оцени|реши|продолж(?:ай|и)|используй|explain|tell|describe|compare|answer|list|give|summari[sz]e|define|what|what's|how|why|when|who|which|where|show|help|name|suggest|recommend|outline|translate|solve|calculate|continue|think|use|remind|is|are|can|could|do|does|did|will|should)(?!\p{L})|^(?:напиши|write|draft)(?= ).* (?:эссе|стих|письмо|хайку|рассказ|сказк|essay|poem|haiku|story|letter|summary)/u;
/** Work on what is there, which builds nothing that could have a search. */
const UPKEEP =
  /^(?:исправь|поправь|почини|отрефактори|посмотри|прочитай|прочти|изучи|разберись|fix|refactor|debug|review|read|look at)(?!\p{L})/u;
const OPENER =
  /^(?:важно|условие|одно условие|напоминаю|правило|задача|задание|вопрос|просьба|еще|note|important|reminder|ps|nb|rule|task|question|request|one (?:more )?thing)$/u;
/** "I told you, don't search" is the user's own word. */
const OWN_WORD =
  /^(?:(?:ну|но|but) )?(?:я (?:же |уже |тебе )*(?:сказал|говорил|просил|попросил)[аи]?|i (?:already |just )?(?:said|told you|asked you))$/u;
/** What a colon sets off after these is what they say, to the end of the sentence: "write a prompt: …, don't search". */
const WRITTEN = /(?<!\p{L})(?:промпт|инструкци|текст|фраз|(?:prompt|instruction|text|phrase)s?(?!\p{L}))/u;
/** Another than the agent: "it must not search the web". */
const OTHERS =
  /^(?:(?:and|but|so) )?(?:it|he|she|they) (?:must|should|may|can|could|will|would|shall|does|do|needs?)(?:n't| )/u;
const REPORT =
  /(?<!\p{L})(?:сказал|сказан|говорит|пишет|написал|написан|гласит|просит|попросил|says?|said|saying|told|tells|wrote|reads|label|title)/u;
const SUPPOSED =
  /^(?:когда|если (?:я|он|она|кто)|when|whenever|if (?:i|he|she|they|someone|the user))(?!\p{L})/u;
/** The wish is for what happens then, mostly in code: "if the query is empty, don't search". */
const CONDITION =
  /^(?:(?:и|а|но|and|but) )?(?:если|когда|пока (?:нет|не|идет|(?:\p{L}+ )?\p{L}+(?:ется|ится|ятся)|\p{L}+ \p{L}+[ая]ет|\p{L}+ не)|on (?:an? )?(?:\p{L}+ )?(?:input|query|errors?|failure|timeout|click|blur|focus|change|mount|load|submit)|if|when|whenever|while|unless|until|once|in case|as long as|in \p{L}+ mode)(?!\p{L})/u;
/** Conditions that are politeness, or that leave it to the agent or the user. */
const LEFT_TO_US =
  /^(?:(?:и|а|но|and|but) )?(?:если (?:что|можно|можешь|можете|возможно|получится|надо|нужно|понадобится|потребуется|захочешь|сомневаешься|не (?:сложно|трудно|против|знаешь|уверен|помнишь|хватает|хватит))|if (?:possible|needed|necessary|required|in doubt|unsure|you (?:can|could|need|want|must|have to|are not sure|aren't sure|are unsure|don't know|like|prefer))|when (?:in doubt|needed|necessary|unsure)|(?:unless|until) i|пока я)(?!\p{L})/u;
/** But "can you work without search?" asks what the agent is able to do. */
const POLITE = /^(?:можешь|можете|можно|(?:can|could|would|will) you(?! work))(?!\p{L})/u;
const ORDER = /^(?:можешь|можете|(?:can|could|would|will) you)(?!\p{L})/u;
/** At the end of a wish, asks for no more than a nod: "don't search, ok?" */
const NOD = /^(?:ок|окей|ладно|хорошо|договорились|ok|okay)$/u;
const PLEASE = /(?<!\p{L})(?:пожалуйста|пжл?|плиз|плз|please|pls|plz)(?!\p{L})/u;
/** Beside an order to edit something else, the tool as a piece of code. */
const TOUCHED = /(?:трога\p{L}*|touch) (?:the )?search_web/u;
const SEARCH = /поиск|search|гугл|google/u;
/** After "no search:" a task is what shall be done so. */
const TASK =
  /^(?:напиши|сделай|почини|исправь|поправь|добавь|перепиши|отрефактори|реализуй|write|make|fix|add|build|implement|refactor|rewrite|create|update)(?!\p{L})/u;
const WHERE = /^(?:где|куда|откуда|where|which file)(?!\p{L})/u;

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
  const filler = isFiller(clause.words) || (next?.introduced === true && OPENER.test(core.words));
  const reading: Reading = { clause, next, sentence, filler, isFirst };
  if (filler || OTHERS.test(clause.words) || isReported(sentence, index)) return reading;
  const isCode = TOUCHED.test(clause.words) && sentence.clauses.length > 1;
  const form = isCode ? undefined : matchForm(core);
  if (isConditional(sentence.clauses, index, form ? sentence.clauses.length : index)) return reading;
  if (form && isAsked(sentence, index, form)) return reading;
  if (form && core.web && !/^(?:noun|report)$/u.test(form.kind))
    return { ...reading, decision: { ...form, kind: "web" } };
  if (form)
    return {
      ...reading,
      decision: form,
      isPlain: isPolite(sentence) || (core.web && SEARCH.test(core.words)),
    };
  const ending = namesSearchable(clause.words) ? undefined : matchEnding(trimFree(clause.words));
  if (ending) return { ...reading, decision: { state: "off", language: ending, kind: "web" } };
  const language = matchRequest(clauses);
  return language ? { ...reading, decision: { state: "on", language, kind: "web" } } : reading;
}

/** The clause is what somebody says or would say, or what stands somewhere: `the title is: no search`. */
function isReported(sentence: Sentence, index: number): boolean {
  const before = sentence.clauses.slice(0, index);
  const opener = before.at(-1);
  if (opener === undefined) return false;
  const start = trimFree(before[0]?.words ?? "");
  if (SUPPOSED.test(start) && !LEFT_TO_US.test(start)) return true;
  if (!REQUEST.test(start) && before.some(({ words }) => REPORT.test(words) && !OWN_WORD.test(words)))
    return true;
  const told = sentence.clauses.slice(0, index + 1);
  if (told.some(({ introduced }, place) => introduced && WRITTEN.test(told[place - 1]?.words ?? "")))
    return true;
  if (!sentence.clauses[index]?.introduced) return false;
  const core = readCore(opener.words);
  return !(OPENER.test(core.words) || core.words === "" || matchForm(core));
}

/** Another of the clauses before `end` says when. What follows a request to search can be what is asked: "when …". */
function isConditional(clauses: Clause[], index: number, end: number): boolean {
  return clauses
    .slice(0, end)
    .some(({ words }, other) => other !== index && CONDITION.test(words) && !isFiller(words));
}

function isFiller(words: string): boolean {
  const core = readCore(words);
  return (core.words === "" && !core.web) || LEFT_TO_US.test(words);
}

function isPolite({ clauses }: Sentence): boolean {
  return clauses.some(({ words }) => PLEASE.test(words));
}

/** "Without search?" alone asks; "can you answer without search?" and "can you search?" tell. */
function isAsked(sentence: Sentence, index: number, { kind, state }: Form): boolean {
  const { words = "" } = sentence.clauses[index] ?? {};
  if (!sentence.question || (kind === "noun" && POLITE.test(words)) || (state === "on" && ORDER.test(words)))
    return false;
  const end = sentence.clauses.at(-1)?.words ?? "";
  if (words !== end && NOD.test(end)) return false;
  return sentence.clauses.every(({ words }, other) => other === index || readCore(words).words === "");
}

/** What the clauses speak of that neither decide nor fill. */
function readTopic(readings: Reading[]): Topic {
  const rest = readings.filter(({ decision, filler }) => decision === undefined && !filler);
  return {
    local: rest.some(({ clause }) => namesLocal(clause.text, clause.words)),
    searchable: rest.some(({ clause }) => namesSearchable(clause.words)),
    request: rest.some(({ clause, sentence }) => sentence.question || REQUEST.test(trimFree(clause.words))),
    upkeep: rest.some(({ clause }) => UPKEEP.test(trimFree(clause.words))),
    sentences: new Set(rest.map(({ sentence }) => sentence)),
  };
}

/** Nothing in the message says that the decision is about another search than the agent's on the web. */
function stands({ decision, sentence, next, isPlain, isFirst }: Reading, topic: Topic): boolean {
  if (decision === undefined) return false;
  if (decision.kind === "web") return true;
  if (decision.kind === "verb") return !topic.local && !WHERE.test(next?.words ?? "");
  if (next?.introduced && !sentence.question && !REQUEST.test(next.words) && !TASK.test(next.words))
    return false;
  if (sentence.item) return false;
  const isAlone = !topic.sentences.has(sentence);
  if (decision.kind === "noun" && isAlone && sentence.ownLine && topic.request) return true;
  if (topic.searchable) return false;
  if (decision.kind === "report") return isAlone;
  if (decision.kind === "toggle") return !topic.local;
  const isWhole = isAlone && (isFirst || topic.upkeep || topic.sentences.size === 0);
  return topic.request || isPlain || isWhole || next?.introduced === true;
}

function shorten(text: string): string {
  const shown = Array.from(text.replaceAll(CODE, "…").replaceAll(QUOTE, "…").replaceAll(ADDRESS, "…"));
  return shown.length > PHRASE_CHARS ? `${shown.slice(0, PHRASE_CHARS).join("")}…` : shown.join("");
}
