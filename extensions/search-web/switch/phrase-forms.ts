import type { Core } from "./clause-core.ts";

/**
 * How much a phrase says by itself. `web` names the web or an engine and counts whatever else is said; `verb`
 * ("don't search") not beside words of code; `toggle` ("turn off search") nor beside a page that could have a search;
 * `noun` ("no search") only alone or beside a question or a request; `report` ("search off") only alone; `order`
 * ("search") only where nothing else is said.
 */
export type Kind = "web" | "verb" | "toggle" | "noun" | "report" | "order";

export interface Form {
  state: "off" | "on";
  language: "ru" | "en";
  kind: Kind;
  /** The clause has to name the web too: "don't use" says nothing, "don't use the web" does. */
  needsWeb?: true;
  words: RegExp;
}

const NO_RU =
  "(?:не (?:надо|нужно|стоит|следует|требуется|будем|смей|вздумай)|хватит|довольно|кончай(?:те)?|заканчивай(?:те)?|завязывай|хар[еэ]|хорош|перестань(?:те)?|прекрати(?:те)?|прекращай|(?:можешь|можете) (?:перестать|прекратить)|нельзя|(?:я )?запрещаю|запрещено)";
const NOT_RU = "(?:не (?:надо|нужно|стоит|разрешаю)|нельзя|запрещаю|запрещено)";
const SEARCH_RU = "(?:поиск|search)";
const USE_RU = "(?:использ|польз|юза|вызыва|трога|дерга|запуска|применя)\\p{L}+";
const ANSWER_RU =
  "(?:(?:(?:я )?(?:просил|сказал|говорил)[аи]?|(?:(?:можешь|можете|можно|попробуй|надо|нужно) )?(?:ответ(?:ь|ьте|ить)|отвечай(?:те)?|объясни(?:те|ть)?|объясняй|скажи(?:те)?|сказать|расскажи(?:те)?|рассказать|продолж(?:ай|айте|им)|работа(?:й|йте|ем)|подумай|думай|обойдись|обойдитесь|обойдемся|обойтись|справься|справишься|реши(?:ть)?|решай)) )?";
const NO_EN =
  "(?:(?:(?:could|would) you )?not|don't|do not|dont|never|let's not|(?:you )?(?:must|may|should)(?: not|n't)|(?:you )?(?:don't|do not) (?:need|have) to|(?:i )?(?:don't|do not|dont) (?:want|need) you to|(?:there is |there's )?no need to|don't you dare|(?:be sure |make sure |try )not to|(?:you are not|you're not|you aren't) (?:allowed|permitted|supposed) to|you (?:can't|cannot|can not)|i (?:forbid|don't allow) you to|i (?:told|asked) you not to|(?:i would|i'd) rather you (?:didn't|did not|don't)|(?:i would|i'd) prefer you (?:not to|didn't|don't))";
const YOU_EN = "(?:(?:can|could|would|will) you |let's )?";
const STOP_EN = `(?:${YOU_EN}(?:stop|quit|avoid|cease|skip|refrain from)|no|no (?:more|further))`;
const ANSWER_EN =
  "(?:(?:(?:can|could|would|will) you |you can |try to )?(?:answer|reply|respond|explain|tell|continue|proceed|work|think|go on|carry on|solve) )?";

/** By what they do, the language, and whether the clause names the web too. The first that fits a clause counts. */
const FORMS: Form[] = [
  ...forms(
    { state: "off", language: "ru" },
    [
      "web",
      `(?:не|${NO_RU}|(?:можно|можешь|можете) не) (?:за|по)?гугл(?:и|ите|ить)|гуглить ${NOT_RU}|не гугля`,
    ],
    [
      "verb",
      `(?:не|${NO_RU}|(?:я )?запретил[аи]?) (?:ищи|ищите|искать)|(?:я )?(?:просил|сказал|говорил)[аи]? не (?:искать|гуглить|ищи|гугли)|искать ${NOT_RU}|(?:я )?не хочу чтобы (?:искал|гуглил)[аи]?`,
    ],
    [
      "toggle",
      `(?:(?:от|вы)ключ(?:и|ите|им|ай|айте|аем)|(?:можешь|можете) (?:от|вы)ключить|вырубай|выруби|отруби|останови(?:те)?|прекрати(?:те)?|прекращай(?:те)?|запрети|запрещаю|заблокируй|стоп) ${SEARCH_RU}`,
      `не (?:используй(?:те)?|использовать|юзай|запускай|включай|вызывай|применяй|дергай) ${SEARCH_RU}|не пользуй(?:ся|тесь) поиском|не обращай(?:ся|тесь) к поиску`,
      `${NO_RU} (?:(?:использовать|запускать|включать) поиск|пользоваться поиском)`,
      "поиск (?:(?:от|вы)ключ(?:и|ите|ай|аем)|не (?:нужен|надо|нужно|требуется|использ(?:уй|овать)|включай|запускай)|запрещен|запрещаю)",
      "поиском не пользуй(?:ся|тесь)|(?:я )?запрещаю (?:пользоваться|использовать) поиск(?:ом)?",
      "поиска не (?:надо|нужно)|не надо поиска|не нужен поиск|хватит поиск(?:а|ов)|(?:завязывай|заканчивай|кончай|хватит) с поиском|никак(?:ого|их) поиск(?:а|ов)",
      "не трать(?:те)? (?:время|токены|силы) на (?:поиск|гугл)",
      "не делай(?:те)? поисковы(?:х|е) запрос(?:ов|ы)",
    ],
    ["report", "поиск (?:выкл|off)"],
    [
      "noun",
      `${ANSWER_RU}без (?:использования )?(?:поиск(?:а|ов)|гугл(?:ения|ежа)|search)`,
      `${ANSWER_RU}не (?:используя|прибегая к|пользуясь) поиск(?:а|у|ом)?`,
      "(?:можно|можешь) без (?:поиска|гугления)",
    ],
  ),
  ...forms(
    { state: "off", language: "ru", needsWeb: true },
    [
      "web",
      `(?:не|${NO_RU}) (?:лез|лаз|шар(?=\\p{L}+ся)|серф|рыск|дерга|подгляд|загляд|ход|заход|выход|смотр|обращ|использ|польз|юза|трога)\\p{L}+`,
      `(?:не|${NO_RU}) ${USE_RU} tool|tool (?:не|${NO_RU}) ${USE_RU}|tool ${USE_RU} ${NOT_RU}`,
      "(?:(?:от|вы)ключ(?:и|ите|ай|айте)|выруби|вырубай) tool|(?:можно|можешь|можете) не искать|поиск (?:тут|здесь) не (?:нужен|требуется)",
    ],
    [
      "noun",
      `${ANSWER_RU}(?:без(?: использования| обращения)?|никакого|не (?:ища|используя|заходя|заглядывая|залезая|пользуясь|прибегая к))(?: tool)?`,
    ],
    ["toggle", `(?:не|${NO_RU}) (?:дела|выполня|провод)\\p{L}+ (?:поиск(?:а|ов)?|search)`],
  ),
  ...forms(
    { state: "off", language: "en" },
    [
      "web",
      `${NO_EN} (?:google|(?:bother|go|start|keep) googling)|(?:${STOP_EN}|enough(?: with)?) googling(?: everything)?`,
    ],
    [
      "verb",
      `${NO_EN} (?:search|look up|(?:bother|go|start|keep) searching)|(?:${STOP_EN}|enough(?: with)?) (?:searching|looking up)`,
    ],
    ["report", "search off"],
    [
      "toggle",
      `${YOU_EN}(?:(?:turn|switch|shut) off search(?:ing|es)?(?: tool)?|(?:turn|switch|keep|leave) search off)`,
      `${YOU_EN}(?:disable|deactivate) search(?:ing|es)?(?: tool)?|(?:stop|enough)(?: with)? search(?:es)?|(?:avoid|refrain from|(?:let's )?skip|kill) search(?:es)?`,
      "search(?:ing|es)? (?:(?:(?:is |are )?not|isn't|aren't) (?:needed|required|necessary)|(?:is|are) (?:not (?:allowed|permitted)|forbidden|prohibited|banned|off[- ]limits))",
      `${NO_EN} (?:use|run|do|perform|call|make|start|try)(?: your)? search(?:es|ing)?(?: tool| engine| calls)?|${STOP_EN} (?:using|doing|running|making) search(?:es)?(?: tool)?`,
    ],
    [
      "noun",
      `${ANSWER_EN}(?:(?:i said |i'd prefer |i would prefer )?no (?:(?:more|further) )?(?:search(?:es|ing)?(?: (?:needed|required|necessary))?|поиск|google)|without (?:google|googling|looking up))`,
      `${ANSWER_EN}without (?:(?:doing|running|using|making) )?search(?:es|ing)?`,
    ],
  ),
  ...forms(
    { state: "off", language: "en", needsWeb: true },
    [
      "web",
      `${NO_EN} (?:go|go to|browse|look|check|consult|access|visit|surf|touch|(?:use|try)(?: tool)?|(?:call|run|invoke|query) tool)`,
      `${STOP_EN} (?:browsing|looking(?: up)?|going|checking|using(?: tool)?|(?:calling|running) tool)`,
      "search (?:is not|isn't) (?:needed|required|necessary) here|(?:turn|switch|shut) off tool|(?:turn|switch) tool off|(?:disable|deactivate) tool",
    ],
    [
      "noun",
      `(?:${ANSWER_EN}|(?:let's |(?:can|could) you )?do )without(?: browsing| going| search(?:es|ing)?|(?: using)?(?: tool)?)`,
      "no (?:more )?(?:look-?ups?|tool)|(?:there is |there's )?no need for search(?:es)?|i (?:don't|do not|dont) want search(?:es)?",
    ],
  ),

  ...forms(
    { state: "on", language: "ru" },
    [
      "verb",
      "(?:можно|можешь|можете|разрешаю|разрешено) (?:по|за)?(?:искать|гуглить)",
      "(?:искать|гуглить) (?:можно|разрешаю|разрешено|можешь)",
    ],
    [
      "toggle",
      `(?:включи(?:те)?|включай|верни(?:те)?|(?:можешь|можете) (?:включить|вернуть)|вруб(?:и|ай)|разблокируй|разреши|разрешаю|активируй|возобнови|используй(?:те)?|(?:за)?юзай|запусти) ${SEARCH_RU}`,
      "поиск (?:мож(?:но|ешь)(?: использовать| включить| включать)?|включи(?:те)?|включай|верни|разреши|разрешаю|разрешен|доступен)|(?:можно|можешь)(?: использовать)? поиск",
      "(?:пользуйся|воспользуй(?:ся|тесь)|(?:можно|можешь) (?:вос)?пользоваться) поиском|поиском (?:можно|можешь) пользоваться",
      "(?:отмени(?:те)?|отменяю|сними(?:те)?|снимаю) запрет на поиск|запрет на поиск (?:снят|снимаю|отменен|отменяю)",
    ],
    ["report", "поиск (?:вкл|on)"],
  ),
  ...forms(
    { state: "on", language: "ru", needsWeb: true },
    [
      "web",
      "(?:можно|можешь|можете|разрешаю)(?: (?:искать|поискать|смотреть|посмотреть|лезть|залезть|зайти|сходить|заходить|ходить|пользоваться|использовать|вызывать|выйти)(?: tool)?)?",
      "(?:используй(?:те)?|пользуйся|воспользуйся|вызови(?:те)?|(?:за)?юзай|юзни)(?: tool)?|(?:включи(?:те)?|верни(?:те)?|запусти(?:те)?) tool|(?:всегда )?ищи(?:те)?",
    ],
    ["noun", "(?:ответь )?с поиском"],
  ),
  ...forms(
    { state: "on", language: "en" },
    [
      "verb",
      "(?:you (?:can|may)|(?:you are|you're) (?:allowed|free) to|you have (?:my )?permission to|feel free to|go ahead|i allow you to|(?:it's|is)(?: fine| allowed)? to) (?:use |start )?(?:search(?:ing)?|google)|(?:start|try) googling|start searching",
    ],
    ["report", "search on"],
    [
      "toggle",
      "(?:search(?:ing|es)?|googling) (?:is|are)(?: allowed| permitted| on| enabled| back| back on| possible)?|(?:search(?:ing)?|googling) allowed",
      `${YOU_EN}(?:(?:turn|switch) search (?:back )?on|(?:turn|switch)(?: back)? on search|(?:re-?)?enable search(?:es|ing)?)|(?:let's )?(?:use|start using)(?: your)? search(?: tool)?`,
      "(?:resume|(?:i )?allow|restore|bring back|unblock|permit) search(?:ing|es)?",
    ],
  ),
  ...forms({ state: "on", language: "en", needsWeb: true }, [
    "web",
    "always search|(?:(?:you (?:can|may)|feel free to|go ahead) )?(?:go|browse|look|check|use(?: tool)?|(?:call|run|try) tool)",
    "(?:turn|switch)(?: back)? on tool|(?:turn|switch) tool (?:back )?on|(?:re-?)?enable tool",
  ]),
];

/** "Explain CRDTs without web search": no clause of its own, but the web is named and the rest is a plain request. */
const ENDINGS: [Form["language"], RegExp][] = [
  [
    "ru",
    /^(?:объясни|поясни|расскажи|опиши|сравни|ответь|назови|перечисли)(?:те)? (?:(?!как |почему |что )[\p{L}\p{N}+#/.-]+ ){1,6}(?<! (?:и|или|чем) )без (?:(?:веб|web|интернет)[- ]поиска|поиска в (?:интернете|сети|вебе)|гугла|гугления)$/u,
  ],
  [
    "en",
    /^(?:please |(?:can|could|would) you )?(?:explain|describe|compare|summari[sz]e|define|answer|list|name) (?:(?!how |why |what )[\p{L}\p{N}+#/.'-]+ ){1,6}(?<! (?:and|or|vs|versus|than) )without (?:(?:a |any |using )?(?:web|internet|online) search|(?:searching|using) (?:the (?:web|internet)|online)|googling(?: it)?)$/u,
  ],
];

/** The language of a request that ends in a revocation. */
export function matchEnding(clause: string): Form["language"] | undefined {
  return ENDINGS.find(([, words]) => words.test(clause))?.[0];
}

const ORDERS: [Form["language"], RegExp][] = [
  ["ru", /^(?:ищи(?:те)?|(?:ответь )?с поиском)(?: (?:это|снова|опять|сейчас|теперь|пожалуйста))*$/u],
  [
    "en",
    /^(?:(?:go|you) )?(?:search(?: (?:it|this|that)(?: up)?)?|(?:with )?(?:web )?search)(?: (?:again|now|then|this time|please|pls|plz|if (?:needed|necessary|you (?:need|have|want) to)))*$/u,
  ],
];

/** The language of a bare "search", which is an order when nothing else is said. `clause` is without its first free words. */
export function matchOrder(clause: string): Form["language"] | undefined {
  return ORDERS.find(([, words]) => words.test(clause))?.[0];
}

/** The form that the whole of a clause has. */
export function matchForm(core: Core): Form | undefined {
  return FORMS.find(({ words, needsWeb }) => (core.web || needsWeb === undefined) && words.test(core.words));
}

/** Each kind with the patterns of its clauses. */
function forms(about: Omit<Form, "kind" | "words">, ...kinds: [Kind, ...string[]][]): Form[] {
  return kinds.map(([kind, ...words]) => ({
    ...about,
    kind,
    words: new RegExp(`^(?:${words.join("|")})$`, "u"),
  }));
}
