import { CODE } from "./clauses.ts";

/** "the web" is the web unless a noun follows: "the web server", "the internet module". */
const AFTER_WEB =
  "(?=$| ?,| (?:for|to|and|or|about|again|if|what|how|why|when|who|whether|please|now|instead|first|too|but|that)(?!\\p{L}))";
const WEB = new RegExp(
  [
    "(?<!\\p{L})(?:в|во|по|из|через) (?:интернет[уе]?|инет[уе]?|вебе?|гугле?|google|яндексе?)(?![\\p{L}-])",
    "(?<!\\p{L})онлайн(?![\\p{L}-])",
    `(?<!\\p{L})the (?:whole |entire |open )?(?:web|internet|net)${AFTER_WEB}`,
    `^(?:web|internet|google|duckduckgo|bing)${AFTER_WEB}`,
    "(?<!\\p{L})(?:on|with) (?:google|duckduckgo|bing)(?!\\p{L})",
    `(?<!(?:is|are|was|were|be|been|being|\\p{L}+'(?:s|re)|back|still|currently|go|goes|users?) |[\\p{L}-])online${AFTER_WEB}`,
  ].join("|"),
  "u",
);
const DENIED_WEB =
  /(?<!\p{L})(?:не (?:в|по) (?:интернет|сет|веб|гугл)|без (?:интернет|сет|веб|гугл)|(?:not|without) (?:on |in |from )?(?:the )?(?:web|internet|online|google))/u;

/** What a search in the project, its files or its running system looks for: beginnings of Russian words. */
const LOCAL_RU =
  "код(?!екс)|проект|репо|файл|папк|директор|каталог|функци|метод|класс|переменн|констант|интерфейс|тест|лог(?:и|ах|ов|е|у)?(?!\\p{L})|" +
  "модул|импорт|экспорт|использован|используе|упоминан|вхожден|вызов|вызыва|опечат|дубл|баг|ошибк|строк|коммит|ветк|" +
  "баз[аеуы](?!\\p{L})|таблиц|конфиг|настройк|зависимост|скрипт|шаблон|компонент|эндпоинт|роут|миграци|" +
  "схем|комментари|символ|слов[оа](?!\\p{L})|текст|паттерн|регуляр|определени|определя|объявл|реализ|парс|утеч|" +
  "исходник|граф[аеу]?(?!\\p{L})|стор[еау]?(?!\\p{L})|стейт|манифест|цикл(?!он)|заметк|переписк|контекст|трейс|стек|дамп|контейнер|устройств|узел|узл|хост|порт(?!ал|уг)|запрос|сервер|" +
  "обработчик|хендлер|(?:рип)?греп|замени|переимену|исправ|удали|здесь|тут(?!\\p{L})|выше(?!\\p{L})|ниже(?!\\p{L})|тип[аыу]?(?!\\p{L})|пол[ея](?!\\p{L})|кнопк|массив";
const LOCAL_EN =
  "repos?|repository|code|codebase|project|files?|filenames?|folders?|director(?:y|ies)|dirs?|functions?|methods?|class(?:es)?|" +
  "variables?|constants?|types?|interfaces?|tests?|specs?|logs?|modules?|imports?|exports?|usages?|references?|" +
  "occurrences?|mentions?|calls?|callers?|definitions?|defined|declarations?|implementations?|bugs?|errors?|warnings?|lines?|" +
  "commits?|branch(?:es)?|git|diffs?|grep|rg|ripgrep|database|db|tables?|columns?|configs?|configuration|settings?|readme|" +
  "changelog|dependenc(?:y|ies)|scripts?|components?|endpoints?|routes?|migrations?|schemas?|comments?|symbols?|strings?|words?|" +
  "patterns?|regex(?:es)?|leaks?|duplicates?|todos?|fixmes?|source|src|dist|workspace|output|index|docs?|handlers?|hooks?|" +
  "fields?|keys?|parameters?|args?|arguments?|servers?|pages?|buttons?|selectors?|records?|containers?|lockfile|env|replace|rename|delete|remove|fix|here|above|below";
const LOCAL_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:(?:${LOCAL_RU})|(?:${LOCAL_EN})(?![\\p{L}\\p{N}_]))`,
  "u",
);

/** Names of products that are written like identifiers or files. */
const PRODUCT =
  /(?<!\p{L})(?:(?:Node|Next|Vue|Nuxt|Nest|Three|Express)\.js|(?:Type|Java|Coffee)Script|Git(?:Hub|Lab)|OpenAI|ChatGPT|DeepSeek|YouTube|LinkedIn|PyTorch|TensorFlow|PostgreSQL|MySQL|SQLite|MongoDB|GraphQL|WebAssembly|FastAPI|iPhone|iPad|iOS|macOS)(?!\p{L})/giu;

/** Identifiers, calls, options, paths and file names, by their spelling. */
const CODE_TOKEN =
  /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]|(?:^|\s)[.~]{0,2}\/\p{L}|\p{L}\/(?:\s|$)|\p{Ll}\/\p{Ll}|\.(?:[cm]?[jt]sx?|json|md|py|go|rs|java|kt|swift|rb|php|cs|scala|exs?|lua|dart|tf|proto|gradle|prisma|svelte|c|h|cpp|css|html|ya?ml|toml|sh|txt|log|lock|sql|env|xml|csv|vue)(?!\p{L})|::|\(\)|--\p{L}/u;

const PLACE =
  /^(?:в|во|по|на|среди|внутри|под|за|из|через|in|inside|within|through|among|across|under)(?!\p{L})/u;
/** "retry", or "retry in utils". */
const ONE_NAME = /^[\p{Script=Latin}\p{N}.-]+(?: in [\p{Script=Latin}\p{N}.-]+)?$/u;
const WHERE = /(?<!\p{L})(?:где|куда|откуда|where)(?!\p{L})/u;

/** What can have a search of its own, which "no search" then speaks of. */
const SEARCHABLE =
  /(?<!\p{L})(?:каталог|спис(?:ок|к)|страниц|таблиц|форм[аыуе]|кнопк|меню|селект|дропдаун|выпада|компонент|виджет|интерфейс|экран|сайт|приложени|магазин|лендинг|шапк|футер|сайдбар|панел|модал|фильтр|сортировк|пагинац|верст|макет|карточ|товар|инпут|автокомплит|дашборд|админк|галере|бот[а-я]*(?!\p{L})|режим|catalog|lists?(?!\p{L})|pages?(?!\p{L})|tables?(?!\p{L})|forms?(?!\p{L})|button|menu|select(?!\p{L})|dropdown|component|widget|screen|website|app(?!\p{L})|apps(?!\p{L})|shop|landing|header|footer|sidebar|panel|modal|filter|sorting|pagination|layout|cards?(?!\p{L})|products|input|autocomplete|dashboard|gallery|bot(?!\p{L})|mode(?!\p{L})|index)/u;

/** The web or a search engine is named as what is searched. */
export function namesWeb(words: string): boolean {
  if (DENIED_WEB.test(words) || (PLACE.test(words) && LOCAL_WORD.test(words.split(" ", 2).join(" "))))
    return false;
  // «В сети» is the web only where nothing of a network or a project is spoken of.
  return WEB.test(words) || (NET.test(words) && !LOCAL_WORD.test(words));
}

/** «В сети» without what makes it another net. */
const NET =
  /(?<!\p{L})в сети(?!\p{L})(?! (?:петри|предприят|дорог|метро|хопфилд|кафе|магазин|компани|офис|организац|wi-?fi|vpn|docker|k8s|kubernetes|ethernet|tor(?!\p{L})|bitcoin|ethereum|биткоин|блокчейн|электро|социальн|клиент|заказчик))/u;

/** Code, files or something else that is not the web is named. `text` is as written, `words` to compare. */
export function namesLocal(text: string, words: string): boolean {
  return (
    text.includes(CODE) ||
    CODE_TOKEN.test(text.replace(PRODUCT, "")) ||
    LOCAL_WORD.test(words) ||
    DENIED_WEB.test(words)
  );
}

/** What follows «поищи» or "search for" could be a place or a name in the project: "in …", "where …", one Latin word. */
export function startsLocal(words: string): boolean {
  const object = words.replace(/(?:^|,? )(?:please|пожалуйста|again|снова|now|плиз)$/u, "");
  return PLACE.test(object) || WHERE.test(object) || ONE_NAME.test(object);
}

/** "… in the store", "… in our manifest": a thing of the project, while a name is written with a capital letter. */
export function endsLocal(text: string): boolean {
  return /(?<!\p{L})in (?:the|our|my|this) (?!world|news|city|country|market|industry|wild|web|internet)\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)?$/u.test(
    text,
  );
}

/** Something is named that can have a search of its own: a page, a list, an application. */
export function namesSearchable(words: string): boolean {
  return SEARCHABLE.test(words);
}
