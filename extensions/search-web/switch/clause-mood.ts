import { readCore, trimFree } from "./clause-core.ts";
import type { Clause, Sentence } from "./clauses.ts";
import { matchForm } from "./phrase-forms.ts";

/** How a question or an order begins. */
const ASKS = [
  "(?:я )?хочу (?:понять|узнать|разобраться)|(?:(?:у меня|есть|еще|один|короткий|быстрый|i have|an?|one|another|last|quick) )*(?:вопрос|question)",
  "что|чем|чего|как(?! (?:договор|просил|решил|обсужд))|почему|зачем|когда|кто|где|как(?:ой|ая|ие|ое)|сколько|в чем",
  "объясни|поясни|расскажи|опиши|ответь|отвечай|скажи|сравни|назови|перечисли|дай|приведи|покажи|подскажи",
  "посоветуй|помоги|(?:по)?думай|напомни|разбери|посчитай|переведи|сформулируй|придумай|предложи|оцени|реши|продолж(?:ай|и)|используй",
  "i(?:'m| am) curious|i wonder|i(?: want|'d like) to (?:know|understand|learn)",
  "what|how|why|when|who|which|where|is|are|can|could|do|does|did|will|should",
  "explain|tell|describe|compare|answer|list|give|summari[sz]e|define|show|help|name|suggest|recommend|outline|remind",
  "translate|solve|calculate|continue|think|use",
].join("|");
const REQUEST = new RegExp(
  `^(?:${ASKS})(?!\\p{L})|^(?:напиши|write|draft)(?= ).* (?:эссе|стих|письмо|хайку|рассказ|сказк|essay|poem|haiku|story|letter|summary)`,
  "u",
);
const OPENER =
  /^(?:важно|условие|одно условие|условия|напоминаю|правил[оа]|задача|задание|вопрос|еще(?: раз)?|повторяю|note|important|reminder|ps|nb|rules?|task|question|request|one (?:more )?thing)$/u;
/** "I told you, don't search" is the user's own word. */
const OWN_WORD =
  /^(?:(?:ну|но|but) )?(?:я (?:же |уже |тебе )*(?:сказал|говорил|просил|попросил)[аи]?|i (?:already |just )?(?:said|told you|asked you))$/u;
/** What a colon sets off after these is what they say, to the end of the sentence: "write a prompt: …, don't search". */
const WRITTEN =
  /(?<!\p{L})(?:промпт|инструкци|текст|фраз|например|пример[аы]?(?!\p{L})|вариант|режим|переключател|(?:prompt|instruction|text|phrase|example|option|mode|choice|switche?)s?(?!\p{L}))/u;
/** Another than the agent: "it must not search the web", «мне погуглить?» */
const OTHERS =
  /^(?:а )?(?:мне|нам) (?:самому |самой |самим )?\p{L}+ть(?!\p{L})|^(?:(?:and|but|so) )?(?:it|he|she|they) (?:must|should|may|can|could|will|would|shall|does|do|needs?)(?:n't| )/u;
const REPORT =
  /(?<!\p{L})(?:сказал|сказан|говорит|пишет|написал|написан|гласит|просит|попросил|say|said|told|tells|wrote|reads|label|title)/u;
/** The wish is for what happens then, mostly in code: "if the query is empty, don't search". */
const CONDITION =
  /^(?:(?:и|а|но|and|but) )?(?:если|когда|как только|as soon as|пока (?:не|(?:\p{L}+ )?(?!хватит)\p{L}+(?:ется|ится|ятся|[аяеи]т)|\p{L}+ не)|on (?:an? )?(?:\p{L}+ )?(?:input|query|errors?|failure|timeout|click|blur|focus|change|mount|load|submit)|if|when|whenever|while|unless|until|once|in case|as long as|in \p{L}+ mode)(?!\p{L})/u;
/** Whose search a program shall switch, or at which point of its run: "for guests, disable search". */
export const SCOPE =
  /^(?:(?:after|before|upon|on|после|перед|при)(?! (?:this|that|we|you|i|the other|этого|этим|тем|чем)(?!\p{L}))|for (?:\p{L}+ ){0,2}(?!questions|answers|tasks|messages)\p{L}+s$|для (?!вопросов|ответов)\p{L}+(?:ей|ов|ев)$)(?!\p{L})/u;
/** Conditions that are politeness, or that leave it to the agent or the user. */
const LEFT_TO_US =
  /^(?:(?:и|а|но|and|but) )?(?:при необходимости|если (?:что|можно|можешь|можете|возможно|получится|надо|нужно|понадобится|потребуется|захочешь|сомневаешься|непонятно|я не (?:прошу|попрошу|скажу|разрешу)|не (?:попрошу|понятно|понимаешь|сложно|трудно|против|знаешь|уверен|помнишь|хватает|хватит))|if (?:possible|needed|necessary|required|in doubt|unsure|you (?:can|could|need|want|must|have to|don't know|like|prefer|get stuck)|you(?: are|'re) (?:not sure|unsure|stuck)|you aren't sure)|when (?:in doubt|needed|necessary|unsure)|(?:unless|until) i|пока я)(?!\p{L})/u;

/** Something is asked or ordered. */
export function isRequest(words: string): boolean {
  return REQUEST.test(words);
}

/** Nothing but politeness and particles, or what opens the wish that follows. */
export function isFiller(words: string): boolean {
  const core = readCore(words).words;
  return core === "" || LEFT_TO_US.test(words) || OWN_WORD.test(words) || OPENER.test(core);
}

/** The clause is what somebody says or would say or shall do, or what stands somewhere: `the title is: no search`. */
export function isReported(sentence: Sentence, index: number): boolean {
  const before = sentence.clauses.slice(0, index);
  if (OTHERS.test(sentence.clauses[index]?.words ?? "")) return true;
  const first = before[0]?.words ?? "";
  if (
    (!isRequest(trimFree(first)) || OTHERS.test(first)) &&
    before.some(({ words }) => REPORT.test(words) && !OWN_WORD.test(words) && !LEFT_TO_US.test(words))
  )
    return true;
  const told = sentence.clauses.slice(0, index + 1);
  if (told.some(({ introduced }, place) => introduced && WRITTEN.test(told[place - 1]?.words ?? "")))
    return true;
  const colon = told.findLastIndex(({ introduced }) => introduced);
  const opener = told[colon - 1];
  if (opener === undefined || isFiller(opener.words)) return false;
  // The first of a list, or a further one after nothing but such phrases.
  return told.slice(colon, -1).every(({ words }) => matchForm(readCore(words)) !== undefined);
}

/** Another of the clauses before `end` says when. What follows a request to search can be what is asked: "when …". */
export function isConditional(clauses: Clause[], index: number, end: number): boolean {
  return clauses
    .slice(0, end)
    .some(({ words }, other) => other !== index && CONDITION.test(words) && !isFiller(words));
}
