/** A clause without the words that change nothing, so that one form covers every order and politeness. */
export interface Core {
  /** What is left, by single spaces; "" for «ладно, спасибо». The tool by its name is "tool". */
  words: string;
  /** The web or the internet stood in the clause and was taken out, or the tool stands there. */
  web: boolean;
}

const EDGE = "(?<![\\p{L}\\p{N}_'-])";
const END = "(?![\\p{L}\\p{N}_'-])";

/** How long and from what: «до конца сессии», "for now", "from memory". */
const SPAN = words([
  "до конца(?: этой| нашей)?(?: сессии| разговора| беседы| чата| диалога)?",
  "(?:в|на) (?:этой|этот|эту|этом|данной)(?: сессии| сессию| раз| разговоре| чате| диалоге| беседе)?",
  "пока (?:я )?(?:явно |сам )?не (?:попрошу|скажу|разрешу)",
  "с этого момента|отныне|в двух словах|перед ответом|before answering",
  "пока что|сегодня|today",
  "(?:из|своей) головы|из того,? что (?:ты )?знаешь|(?:just )?what you know|по памяти|своими (?:словами|знаниями)|на вопросы?|для этого(?: вопроса)?",
  "(?:for|in|during) (?:this|the rest of (?:the|this)|the whole|the entire|our)(?: session| conversation| chat| question| one| time)?",
  "this (?:time|session)|for now|from now on|at all|any ?more|any longer|going forward|right now",
  "(?:until|till|unless) i (?:explicitly |specifically )?(?:say|ask|tell|do)(?: you)?(?: so| otherwise| to| again| for it)?",
  "(?:just |only )?(?:from|use|using) (?:only )?(?:your )?(?:own )?(?:memory|knowledge)(?: only)?|your own (?:memory|knowledge)|(?:from|off) the top of your head|in (?:your own|plain|simple) words",
  "без (?:моего |моей )?(?:разрешения|спроса|просьбы)|без (?:воды|лишних слов)|without (?:my permission|asking(?: me)?(?: first)?)",
  "from here on(?: out)?|за этим|для (?:этого )?ответа",
  "for (?:it|this|that|anything|something|me|us|answers?|info|information)",
]);

const FREE = words([
  "и|а|но|же|да|ну|нет|так|вот|(?<!не )(?:только|просто)|лучше|давай(?:те)?(?:-ка)?|ладно|ок|окей|хорошо|слушай|стоп(?! поиск)|стой|погоди|хотя|впрочем|однако",
  "пожалуйста|плиз|плз|пж|пжл|пжлст|спасибо|спс|прошу|попрошу|просьба|пока|теперь|сейчас|больше|дальше|далее|опять|снова|обратно|вообще|никогда|нигде|никуда|впредь|чисто",
  "ничего|это|этого|ответ(?:ы|а)?|информацию|инфу|сам[аи]?|ты|мне|тебе|нам|тоже|также|потом|тогда|сразу|кстати|лишь|уже|все-таки|все же|все",
  "привет|здравствуй(?:те)?|добрый день|кратко|коротко|короче|бро|чувак|блин|(?:я )?серьезно",
  "and|but|so|(?<!(?:n't|not|dont) )just|then|also|ok|okay|please|pls|plz|thanks|thank you|thx|ty|things|stuff|now|again|yet|it|this(?: one)?|that|anything|something|yourself|me|us",
  "a|an|the(?! search (?:is|are)(?!\\p{L}))|any|ever|well|actually|wait|yes|yeah|yep|nope|nah|hey|hi|hello|briefly|instead|to be clear|alright|fine|sorry|btw|by the way",
  "already|dude|bro|damn|fucking|ffs|for god's sake|seriously|i'm serious|i mean it",
]);

const LEADING = new RegExp(`^(?:(?:${SPAN.source}|${FREE.source})[ ,]*)+`, "u");

const WEB = words([
  "(?:в|во|по|из|через) (?:интернет(?:[уе]|ах)?|инет[уе]?|нете|сети|сеть|веб[еу]?|гугле?|google|яндексе?)",
  "к (?:интернету|гуглу)|интернет(?:а|ом)?|гугл(?:а|ом)|вебом|онлайн",
  "(?:on |in |over |from |across )?the (?:whole |entire )?(?:web|internet|net)|online|(?:on|in|with) google|(?<=us(?:e|ing) )(?:google|internet)",
  "(?<=(?:использу|юза|дерга|трога)й(?:те)? )гугл",
]);
const TOOL = words([
  "(?<!(?:call|name) (?:it|this|that|the tool) )(?:(?:инструмент|тул)\\p{L}{0,3} )?(?:search_web|ollama_web_search)(?: tool)?",
]);
const WEB_SEARCH =
  /(?<![\p{L}\p{N}_-])(?:(?:веб|web|интернет|internet|онлайн|online|google|гугл)[- ]|веб|web)(?=(?:поиск|search|look-?ups?(?!\p{L})))/gu;

/** `clause` in small letters and with single spaces. */
export function readCore(clause: string): Core {
  const named = clause.replace(WEB_SEARCH, "\u0001").replace(WEB, "\u0001").replace(TOOL, "\u0001 tool ");
  const left = named.replaceAll("\u0001", " ").replace(SPAN, " ").replace(FREE, " ");
  return { words: left.replace(/\s+/gu, " ").trim(), web: named.includes("\u0001") };
}

/** `clause` without the free words at its start. */
export function trimFree(clause: string): string {
  return clause.replace(LEADING, "");
}

function words(forms: string[]): RegExp {
  return new RegExp(`${EDGE}(?:${forms.join("|")})${END}`, "gu");
}
