import { trimFree } from "./clause-core.ts";
import type { Clause } from "./clauses.ts";
import {
  endsLocal,
  isBare,
  namesFinding,
  namesLocal,
  namesSearchable,
  namesWeb,
  startsLocal,
} from "./web-object.ts";

const ASK_RU =
  /^(?:(?:можешь|можете|сможешь|не мог(?:ла|ли)? бы(?: ты| вы)?|обязательно|(?:надо|нужно)(?: бы)?|попробуй(?:те)?|хочу чтобы) )?(пои(?:щи(?:те)?|скать|щешь|щем)|на(?:йди(?:те)?|йдешь|йти)|ищи(?:те)?|(?:за|по|про|на)?гугли(?:те)?|(?:за|по|про)гугл(?:ить|ишь|им)|посмотри(?:те)?|посмотреть|глянь|чекни|(?:пере)?проверь(?:те)?|(?:пере)?проверить|узнай|узнать|уточни|почитай|спроси(?! меня(?!\p{L}))|разузнай|выясни|(?:по)?ресерчи|пошарь|поройся|порыскай|пробей)(?:-ка)?(?=[ ,]|$)/u;
const WANT_RU =
  /^(?:хочу|нужно|надо),? чтобы (?:ты )?(?:поискал[аи]?(?=[ ,])|наш(?:ел|ла|ли)(?=[ ,])|(?:за|по)гуглил[аи]?(?=[ ,]|$))/u;
const GO_RU = /^(?:сходи|зайди|слазай|слазь|залезь|загляни|выйди)(?:те)? в (?:интернет|инет|гугл)(?!\p{L})/u;
/** The noun with its verb, and what for: a web search alone can be what is to be built. */
const NOUN_RU =
  /^(?:сделай|проведи|выполни|запусти|давай|используй|вызови)(?:те)? (?:(?:поиск|search) (?:в|по) (?:интернете?|инете?|гуглу?)(?=$| по | про | на тему )|(?:веб|web|интернет|internet|онлайн|google|гугл)[- ]?(?:поиск|search)(?= (?:по|про|на тему) )|search_web(?=,? (?:чтобы|для|с запросом|по запросу) ))/u;
const ASK_EN =
  /^(?:(?:(?:can|could|would|will) you|you (?:can|may|should)|(?:i )?(?:want|need) you to|i'd like you to|(?:would you |do you )?mind|let's|(?:you can )?go ahead(?: and)?|stop guessing and|feel free to|go|try to|try|(?:don't|do not) forget to|remember to|(?:make|be) sure to) (?:please )?)?((?<=try |start |mind )searching|search|googl(?:e|ing)|look|(?:have|take) a look|research|find(?: out)?|check|browse|(?:do|run|perform|make|try)(?: an?| another| some| quick)* (?:web |google |internet |online )?search(?:es)?|do(?: an?| some| quick)* google(?=$|,| (?:for|about|to|and|first)(?!\p{L})))(?=[ ,]|$)/u;
const NOUN_EN =
  /^(?:(?:use|call|run|try) (?:the )?(?:search_web|web ?search(?: tool)?)|web ?search)(?= (?:to|for) )|^(?:use|call|run) (?:the )?search_web with \uE001$|^use the (?:web|internet)(?= to (?:answer|find|check|look|verify))|^go online(?= (?:and (?!offline)|to ))/u;
const GOOGLED =
  /^(?:it|this|that|them|the|a|an|for|what|how|why|when|who|which|whether|if|latest|current|some|again|around|about)(?![\p{L}-])|^\uE001/u;
/** Asked for whatever else the sentence orders. */
const GOOGLED_SURELY =
  /^(?:\uE000$|(?:this|that|the) (?:[\p{L}-]+ )?(?:errors?|warnings?|exceptions?)(?: (?:message|code|text))?(?: (?:please|again|for me))?(?=$|,| and )|(?:around|how to)(?!\p{L})|(?:it|this|that) first(?!\p{L})|(?:it|this|that) and (?!(?:this|that)(?!\p{L})))/u;
/** "google the <noun> returns null" speaks of a thing of Google's, "google it is no way out" of the words. */
const REPORTED =
  /^(?:it|this|that) (?:или|or)(?!\p{L})|^(?:(?:it|this|that) |(?:the|an?) (?:[\p{L}\p{N}-]+ ){1,4})(?:is|are|was|were|returns?|does|doesn't|has|hasn't|fails?|shows?|flickers?|breaks?|throws?)(?!\p{L})/u;
const FIRST = /^(?:сначала|сперва|для начала|first)[ ,]+/u;
/** Where to look stands first or last: then the rest may be of anything. */
const ON_WEB =
  /^online,? (?:for|whether|if)(?!\p{L})|^up how to .* online$|^(?:this|that|the) (?:error|warning)(?: message)? up online$|^on the (?:web|internet)(?!\p{L})|(?<!\p{L})on the (?:web|internet)$/u;
/** "look it up", and not "look it up, in utils". */
const LOOKED_UP =
  /^(?:(?:it|this|that|them|these) up|up (?:it|this|that))(?:$|,(?! (?:in|if|from|within|inside|by) ))/u;
/** "check online docs", "read the changelog of Vite online". */
const ONLINE_TEXT =
  /^online (?:docs|the|an?|some)(?!\p{L})|(?:docs|documentation|changelog|guide|notes)(?: (?:of|for) [\p{L}\p{N}. ]{1,40})? online$/u;
const FRESH_RU = /(?<!\p{L})(?:актуальн|свеж|новост)/u;
const FRESH_EN =
  /^(?:up (?:the |some |any )?(?:latest|newest|recent) (?:stable )?(?:versions?|releases?|prices?|benchmarks?|reviews?|news|articles)|(?:me )?(?:the |some )?(?:latest|newest|recent) (?:news|articles)) (?:of|for|on|about) (?!(?:the|our|my|this|that|these|its?)(?!\p{L}))/u;

/**
 * The language of a request to search the web, such as «поищи свежие новости», or `undefined` when `clauses`, from the verb
 * to the end of the sentence, are none: another verb, or an object that could stand in the project.
 */
export function matchRequest(clauses: Clause[]): "ru" | "en" | undefined {
  const words = trimFree(clauses.map((clause) => clause.words).join(", ")).replace(FIRST, "");
  const text = dropPlease(clauses.map((clause) => clause.text).join(", "));
  if (NOUN_RU.test(words)) return namesSearchable(words) ? undefined : "ru";
  if (GO_RU.test(words) || (WANT_RU.test(words) && (words.includes("гугл") || namesWeb(words)))) return "ru";
  if (NOUN_EN.test(words)) return "en";
  const russian = ASK_RU.exec(words);
  if (russian) return asksInRussian(russian[1] ?? "", afterVerb(words, russian[0]), text) ? "ru" : undefined;
  const english = ASK_EN.exec(words);
  if (english) return asksInEnglish(english[1] ?? "", afterVerb(words, english[0]), text) ? "en" : undefined;
  return undefined;
}

function asksInRussian(verb: string, object: string, text: string): boolean {
  // «Загугли не срабатывает» speaks of the word, «загугли, это кнопка» too, «загуглить может» of somebody else.
  if (
    /^(?:не \p{L}+[еи]т|может|это (?:кнопка|команда|надпись|ссылка|фраза|пункт|глагол|слово))(?!\p{L})/u.test(
      object,
    )
  )
    return false;
  const local = namesLocal(text, object);
  if (verb.includes("гугл")) return !(local && startsLocal(object));
  // To look or to read «в сети» can mean a network as well.
  if (namesWeb(object))
    return (
      /^(?:пои|най|ищ)/u.test(verb) ||
      /(?<!\p{L})(?:интернет|инет|гугл|яндекс|онлайн)|^в google/u.test(object)
    );
  if (local || isBare(object)) return false;
  if (verb.startsWith("пои")) return !startsLocal(object) && !namesFinding(object);
  return /^(?:най|ищ)/u.test(verb) && FRESH_RU.test(object);
}

function asksInEnglish(verb: string, object: string, text: string): boolean {
  const local = namesLocal(text, object);
  if (verb.startsWith("googl"))
    return (GOOGLED.test(object) && !REPORTED.test(object) && !local) || GOOGLED_SURELY.test(object);
  if (LOOKED_UP.test(object) || FRESH_EN.test(object)) return !local;
  if (verb === "search" || verb === "searching") {
    const isLocal =
      local ||
      startsLocal(object.slice("for ".length)) ||
      endsLocal(text) ||
      isBare(object) ||
      namesFinding(object);
    return namesWeb(object) || (object.startsWith("for ") && !isLocal);
  }
  if (verb.endsWith(" google")) return true;
  if (/ search/u.test(verb))
    return /web|google|internet|online/u.test(verb) ? !startsLocal(object) : namesWeb(object);
  return (namesWeb(object) && (!local || ON_WEB.test(object))) || ONLINE_TEXT.test(object);
}

function afterVerb(words: string, verb: string): string {
  return dropPlease(words.slice(verb.length).replace(/^[ ,]+/u, ""));
}

function dropPlease(words: string): string {
  return words.replace(/(?:^|,? )(?:please|pls|plz|пожалуйста|плиз)$/iu, "");
}
