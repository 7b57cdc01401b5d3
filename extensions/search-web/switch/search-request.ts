import { trimFree } from "./clause-core.ts";
import type { Clause } from "./clauses.ts";
import { namesLocal, namesWeb, startsLocal } from "./web-object.ts";

const ASK_RU =
  /^(?:(?:можешь|можете|сможешь|надо|нужно|хочу чтобы) )?(поищи(?:те)?|поискать|поищешь|найди(?:те)?|найдешь|найти|ищи(?:те)?|(?:за|по|про|на)?гугли(?:те)?|(?:за|по|про)гугл(?:ить|ишь)|посмотри(?:те)?|посмотреть|глянь|проверь(?:те)?|проверить|узнай|узнать|уточни|почитай|спроси)(?=[ ,]|$)/u;
const ASK_EN =
  /^(?:(?:(?:can|could|would|will) you|you (?:can|may|should)|i (?:want|need) you to|i'd like you to|let's|go ahead and|go ahead|feel free to|go|try to) (?:please )?)?(search|google|look|find(?: out)?|check|browse|(?:do|run|perform|make|try)(?: an?| another| some| quick)* (?:web |google |internet |online )?search(?:es)?)(?=[ ,]|$)/u;
const GOOGLED =
  /^(?:it|this|that|them|the|a|an|for|what|what's|how|why|when|who|which|whether|if|latest|current|some|again|around|about)(?!\p{L})|^\uE001/u;
const FRESH_RU = /(?<!\p{L})(?:актуальн|свеж|новост)/u;

/**
 * The language of a request to search the web, such as «поищи свежие новости», or `undefined` when `clauses`, from the verb
 * to the end of the sentence, are none: another verb, or an object that could stand in the project.
 */
export function matchRequest(clauses: Clause[]): "ru" | "en" | undefined {
  const words = trimFree(clauses.map((clause) => clause.words).join(", "));
  const text = clauses.map((clause) => clause.text).join(", ");
  const russian = ASK_RU.exec(words);
  if (russian) return asksInRussian(russian[1] ?? "", afterVerb(words, russian[0]), text) ? "ru" : undefined;
  const english = ASK_EN.exec(words);
  if (english) return asksInEnglish(english[1] ?? "", afterVerb(words, english[0]), text) ? "en" : undefined;
  return undefined;
}

function asksInRussian(verb: string, object: string, text: string): boolean {
  const local = namesLocal(text, object);
  if (verb.includes("гугл")) return !(local && startsLocal(object));
  // To look or to read «в сети» can mean a network as well.
  if (namesWeb(object))
    return /^(?:пои|най|ищ)/u.test(verb) || /(?<!\p{L})(?:интернет|гугл|онлайн)/u.test(object);
  if (verb.startsWith("пои")) return !local && !startsLocal(object);
  return /^(?:най|ищ)/u.test(verb) && FRESH_RU.test(object) && !local;
}

function asksInEnglish(verb: string, object: string, text: string): boolean {
  const local = namesLocal(text, object);
  if (verb === "google") return GOOGLED.test(object) && !local;
  if (verb === "look" && /^(?:(?:it|this|that|them|these) up|up (?:it|this|that))(?:$|,)/u.test(object))
    return !local;
  if (verb === "search")
    return namesWeb(object) || (object.startsWith("for ") && !local && !startsLocal(object.slice(4)));
  if (/ search/u.test(verb))
    return /web|google|internet|online/u.test(verb) ? !startsLocal(object) : namesWeb(object);
  return namesWeb(object) && !local;
}

function afterVerb(words: string, verb: string): string {
  return words.slice(verb.length).replace(/^[ ,]+/u, "");
}
