import { readCore } from "./clause-core.ts";
import { CODE } from "./clauses.ts";

/** What stands beside "the web" as another part of a project: "the web and mobile packages". */
const OTHER_PART =
  "(?:the )?(?:mobile|native|desktop|api|workers?|admin|server|backend|cli|ios|android|electron|wi-?fi|bluetooth|lan|database)(?!\\p{L})";
/** "the web" is the web unless a noun follows: "the web server", "the internet module". */
const AFTER_WEB = `(?=$| ?,(?! ?${OTHER_PART})| (?:and|or)(?! ${OTHER_PART})(?!\\p{L})| (?:for|to|about|again|if|what|how|why|when|who|whether|please|pls|now|then|instead|first|too|but|that|an?|any|some)(?!\\p{L}))`;
/** «В гугл таблице» is a table, «в интернет магазине» a shop. */
const NOT_PRODUCT =
  "(?! (?:банк|магазин|шлюз|соединени|трафик|провайдер|таблиц|док(?:ах?|е|у)?(?!\\p{L})|диск|драйв|карт|почт|форм|календар|аналит|плей|консол|метрик|облак|sheets?|docs?|drive|play|analytics|console|cloud|maps|forms?|calendar)|\\.\\p{L})";
/** Where to look, as the first words of what follows the verb. */
const WEB_FIRST = new RegExp(
  [
    `^(?:(?:это|его|ее|их|еще) )?(?:(?:в|через) (?:интернет|инет|гугл|google|яндекс)${NOT_PRODUCT}|по интернету)(?![\\p{L}-])`,
    "^онлайн(?=$|,| (?:док[уи](?!\\p{L})|документац|гайд|туториал|стать[юи]|инструкци))",
    `^(?:(?:all )?(?:in|on|over|across|through|around|from) )?(?:the (?:whole |entire |open )?(?:web|internet|net)|online)${AFTER_WEB}`,
    "^online which(?!\\p{L})",
    `^(?:(?:on|with) )?(?:web|internet|google|duckduckgo|bing|stack ?overflow|reddit|wikipedia)${AFTER_WEB}`,
  ].join("|"),
  "u",
);
/** Where to look, further on. */
const WEB_PLACE = new RegExp(
  [
    `(?<!\\p{L})(?:в|во|по) (?:интернет[еу]|инет[еу]|веб[еу]|гугл[еу]|яндекс[еу]|google${NOT_PRODUCT})(?![\\p{L}-]| ли(?!\\p{L}))`,
    `(?<!\\p{L})(?:in|on|over|across|from) the (?:whole |entire |open )?(?:web|internet|net)${AFTER_WEB}`,
    `(?<!\\p{L})on (?:google|duckduckgo|bing|stack ?overflow|reddit|wikipedia)${AFTER_WEB}`,
    "(?<!\\p{L})на (?:stack ?overflow|reddit|реддите|хабре|википедии)(?!\\p{L})",
    `(?<!(?<!\\p{L})(?:is|are|was|were|be|been|being|\\p{L}+'(?:s|re)|back|still|currently|go|goes|users?) |[\\p{L}-])online${AFTER_WEB}`,
  ].join("|"),
  "u",
);
/** «В сети» without what makes it another net. */
const NET =
  /(?<!\p{L})в сети(?!\p{L})(?! (?:петри|предприят|дорог|метро|хопфилд|кафе|магазин|компани|офис|организац|wi-?fi|vpn|docker|k8s|kubernetes|ethernet|tor(?!\p{L})|bitcoin|ethereum|биткоин|блокчейн|электро|социальн|принтер|роутер|маршрутизатор|сканер|камер|компьютер|клиент|заказчик))/u;
/** Begins a clause whose "on the web" says where things happen: "check how it looks on the web". */
const HAPPENS =
  /(?<!\p{L})(?:котор\p{L}+|(?:где|куда|откуда|почему|как|что) (?:мы|он|она|оно|они|наш\p{L}*|у нас|код|бот|агент|модель|сайт|страница|приложение|сервис|сервер)|whether|if(?! there(?:'s| is) an? )|how(?! to )|why|where|which|that (?:\p{L}+s|are|can|go|run|work))(?!\p{L})/u;
const DENIED_WEB =
  /(?<!\p{L})(?:не (?:в|по) (?:интернет|сет|веб|гугл)|без (?:интернет|сет|веб|гугл)|(?:not|without) (?:on |in |from )?(?:the )?(?:web|internet|online|google))/u;

/** What a search in the project, its files or its running system looks for: beginnings of Russian words. */
const LOCAL_RU =
  "код(?!екс)|проект|репо|файл|папк|директор|каталог|функци|метод|класс|переменн|констант|интерфейс|тест|лог(?:и|ах|ов|е|у)?(?!\\p{L})|" +
  "модул|импорт|экспорт|использован|используе|упоминан|вхожден|вызов|вызыва|опечат|дубл|баг|ошибк|строк|коммит|ветк|" +
  "баз[аеуы](?!\\p{L})|таблиц|конфиг|настройк|зависимост|скрипт|шаблон|компонент|эндпоинт|роут|миграци|" +
  "схем|комментари|символ|слов[оа](?!\\p{L})|текст|паттерн|регуляр|определени|определя|объявл|реализ|парс|утеч|" +
  "исходник|граф[аеу]?(?!\\p{L})|стор[еау]?(?!\\p{L})|стейт|манифест|цикл(?!он)|заметк|переписк|контекст|трейс|стек|дамп|контейнер|устройств|узел|узл|хост(?!инг)|порт(?!ал|уг)|запрос|сервер|" +
  "обработчик|хендлер|(?:рип)?греп|замени|переимену|исправ|удали|здесь|тут(?!\\p{L})|выше(?!\\p{L})|ниже(?!\\p{L})|тип[аыу]?(?!\\p{L})|пол[ея](?!\\p{L})|кнопк|массив";
const LOCAL_EN =
  "repos?|repository|code|codebase|project|files?|filenames?|folders?|director(?:y|ies)|dirs?|functions?|methods?|class(?:es)?|" +
  "variables?|constants?|types?|interfaces?|tests?|specs?|logs?|modules?|imports?|exports?|usages?|references?|" +
  "occurrences?|mentions?|calls?|callers?|definitions?|defined|declarations?|implementations?|bugs?|errors?|warnings?|lines?|" +
  "commits?|branch(?:es)?|git|diffs?|grep|rg|ripgrep|database|db|tables?|columns?|configs?|configuration|settings?|readme|" +
  "changelog|dependenc(?:y|ies)|scripts?|components?|endpoints?|routes?|migrations?|schemas?|comments?|symbols?|strings?|(?<!(?:own|simpler?|plain|other|few) )words?|" +
  "patterns?|regex(?:es)?|leaks?|duplicates?|todos?|fixmes?|(?<!open )source|src|dist|workspace|output|index|docs?|handlers?|hooks?|" +
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
  /^(?:в|во|по|на|среди|внутри|под|за|из|через|там|у (?:себя|меня|нас)|in|inside|within|through|among|across|under)(?!\p{L})/u;
/** "retry", or "retry in utils". */
const ONE_NAME = /^[\p{Script=Latin}\p{N}.-]+(?: in [\p{Script=Latin}\p{N}.-]+)?$/u;
const WHERE = /(?<!\p{L})(?:где|куда|откуда|where)(?!\p{L})/u;

/** What one looks for in one's own project, and the web has no answer to. */
const FINDING_RU =
  "перебором|лишн|неиспольз|захардкож|хардкод|дублирующ|пробел|отступ|стил[иея](?!\\p{L})|гонки(?=$| данных| в )|дедлок|секреты(?=$| в | на )|причин[уы](?=$| (?:пад|баг|ошиб|утеч|сбо|эт))|" +
  "(?:похож|узк|слаб|проблемн|подобн|все)\\p{L}* мест|уязвимости в|на диске|гит[ае]?(?!\\p{L})|ключ(?!ев)|проблем|косяк|битые|пустые|магические|зависш|процесс(?!ор)|фиче-?флаг|локаль|" +
  "иконк|картинк[иу] (?:без|лого)|несоответстви|противоречи|упрост|остальн|други[ех]|такие же|нет ли (?:еще|тут|там|у)|не (?:забы|оста|потеря|пропусти)|у нас|наш(?:а|е|и|у|ей|ем|их|им|ими)?(?!\\p{L})|мо[йяеи](?!\\p{L})|хелпер|окружени|что (?:тут |здесь )?(?:сломал|не так)|" +
  "кто (?:\\p{L}+ )?(?:меняет|вызывает|трогает|дергает|использует|импортирует)|почему (?:\\p{L}+ )?(?:пада|не работа|тормоз|лома|висн)|переводы без";
const FINDING_EN =
  "unused|unhandled|unsafe|existing|helpers?|inline|commented|my|our|largest|biggest|hard[- ]?coded|leftover|broken|empty|missing|race conditions?|deadlocks?|secrets?|bottlenecks?|places (?:that|where)|similar places|spots|whitespace|root cause|snippets?|css|assets|" +
  "magic numbers|(?:sql )?injections?|n\\+1s?|(?:security|performance) issues|problems$|anything|any use|the rest|more of|ways to simplify|process(?:es)? on|icons? without|feature flags?|" +
  "who (?:calls|uses|changes|mutates|sets|imports)|(?:how|where|why|when) (?:we|i)(?! (?:can|could|should)(?!\\p{L}))|customers?|orders?|invoices?|\\p{L}+ by (?:name|email|id|phone|tag|zip|date)|in (?:jira|slack|notion|confluence|linear|trello)";
/** What one computes or looks for in one's own data, by how its name begins. */
const DATA_RU =
  "(?:(?:локаль|глобаль)н\\p{L}+ )?(?:минимум|максимум|экстремум)|кор(?:ень|ни)(?!\\p{L})|прост\\p{L}+ числ|(?:сам\\p{L}+ )?(?:кратчайш|коротк|длинн)\\p{L}+ пут|(?:нужн|подходящ)\\p{L}+ мест|путь из|под(?:строк|множеств|последовательн|массив)|пересечени|" +
  "общ\\p{L}+ (?:пред[ок]|знаменат|делит)|решени\\p{L} (?:уравн|систем|по\\p{L}+[еч]е(?!\\p{L})|короче|проще)|(?:ближайш|соседн|максимальн|минимальн)\\p{L}+ (?:точк|сосед|вершин|элемент|сумм)|\\p{L}+[ыи]м поиском|" +
  "(?:пользовател|клиент|заказ|товар|запис)\\p{L}* (?:без|за|из)(?!\\p{L})|(?:сообщени\\p{L}|письм\\p{L}) от |тикет|задачу в |мертв\\p{L}+ (?:ссыл|ветк)|(?:устаревш|висящ|нестабильн|граничн|большие объект)|" +
  "разниц\\p{L} между верси|(?:выбросы|пропуски) в данных|(?:pr|mr|issue) (?:про|от)(?!\\p{L})|кто (?:это|лома|слома)";
const DATA_EN =
  "(?:(?:local|global) )?(?:minim|maxim)um(?=$| (?:of|in|on|over|value)(?!\\p{L}))|roots? of|prime numbers|(?:short|long)est (?:path|route|common|line|word|sub)|(?:nearest|closest) (?:point|neighbo|node|ancestor)|" +
  "path (?:from|between|in)|sub(?:string|set|sequence|array)|optimal (?:param|split|value)|best (?:hyperparam|split|move|fit)|(?:smaller|shorter|cleaner|simpler) (?:example|solution|way|version|name)|same(?!\\p{L})|" +
  "differences? between versions|(?:users|messages|emails?|items|rows) (?:with|without|from|that|who|in)(?!\\p{L})|(?:outdated|dangling|dead|stale|stuck|failed|expired|orphaned|untranslated|infinite|zombie) \\p{L}+$|" +
  "open ports|free (?:port|memory|disk)|running process|large objects|slow (?:quer|tests)|entry points?|side effects|edge cases|event listeners|merge (?:conflicts|base)|null values|" +
  "places? to (?:add|put|insert|log|hook)|opportunities to|similar (?:logic|code)|(?:security )?holes|(?:pr|mr|pull request|issue|ticket)s? (?:about|by|from)(?!\\p{L})|products without";
const DATA = new RegExp(`^(?:for )?(?:(?:the|an?|any|some|all|все) )?(?:${DATA_RU}|${DATA_EN})`, "u");
const FINDING = new RegExp(`(?<!\\p{L})(?:${FINDING_RU}|(?:${FINDING_EN})(?!\\p{L}))`, "u");
/** News and articles are not in the project, whatever they are about. */
const ABOUT =
  /^(?:про|об?|информаци\p{L}+|инф[уы]|стать\p{L}+|новост\p{L}+|свеж\p{L}+|последн\p{L}+|отзыв\p{L}*|for (?:the )?(?:latest|newest|current|recent|news|articles?|info|information|reviews?))(?!\p{L})/u;

/** What one word is enough to search the web for. */
const NEWS =
  /^(?:информаци|инф[уы]|стат(?:ь|истик)|новост|новинк|свеж|последн|актуальн|документаци|спецификаци|мануал|руководств|инструкци|гайд|туториал|урок|лекци|доклад|библиотек|альтернатив|аналог|вариант|способ|решени|ответ|пример|отзыв|обзор|рейтинг|мнени|исследовани|цен[уы]|курс|погод|рецепт|видео|фильм|книг|билет|рейс|отел|гостиниц|ресторан|ваканси|расписани|еще$|news|articles?|info|information|reviews?|alternatives|prices|weather|tutorials?|guides?|documentation|solutions|answers|libraries|recipes|videos?|books?|movies?|flights?|tickets|hotels?|restaurants?|jobs)/u;

/** What can have a search of its own, which "no search" then speaks of. */
const SEARCHABLE =
  /(?<!\p{L})(?:каталог|спис(?:ок|к)|страниц|таблиц|форм[аыуе]|кнопк|меню|селект|дропдаун|выпада|компонент|виджет|интерфейс|экран|сайт|приложени|магазин|лендинг|шапк|футер|сайдбар|панел|модал|фильтр|сортировк|пагинац|верст|макет|карточ|товар|инпут|автокомплит|дашборд|админк|галере|бот[а-я]*(?!\p{L})|режим|mvp(?!\p{L})|прототип|catalog|lists?(?! (?:the|all|me|some|every) |\p{L})|pages?(?!\p{L})|tables?(?!\p{L})|forms?(?!\p{L})|button|menu|select(?!\p{L})|dropdown|component|widget|screen|website|app(?!\p{L})|apps(?!\p{L})|shop|landing|header|footer|sidebar|panel|modal|filter|sorting|pagination|layout|cards?(?!\p{L})|products|input|autocomplete|dashboard|gallery|(?:build|write|make|create|implement|сделай|напиши|создай|собери) (?:[\p{L}-]+ ){0,3}(?:agent|assistant|chat-?bot|агент|ассистент)|^(?:agent|assistant|chat-?bot|агент|ассистент)|bot(?!\p{L})|mode(?!\p{L})|index)/u;

/** The web or a search engine is named as where to look. `words` follow the verb. */
export function namesWeb(words: string): boolean {
  if (DENIED_WEB.test(words) || (PLACE.test(words) && LOCAL_WORD.test(words.split(" ", 2).join(" "))))
    return false;
  if (WEB_FIRST.test(words)) return true;
  const place = WEB_PLACE.exec(words);
  if (place) return !HAPPENS.test(words.slice(0, place.index));
  // «В сети» is the web only where nothing of a network or a project is spoken of.
  return NET.test(words) && !LOCAL_WORD.test(words);
}

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
  const object = words.replace(/(?:^|,? )(?:again|снова|now)$/u, "");
  return PLACE.test(object) || WHERE.test(object) || (ONE_NAME.test(object) && !NEWS.test(object));
}

/** Without the web being named, this is sought in the project: "unused styles", «узкие места». */
export function namesFinding(words: string): boolean {
  return DATA.test(words) || (FINDING.test(words) && !ABOUT.test(words));
}

/**
 * One noun, which is too little to search the web for, and is of the work at hand: "search for a match", «поищи дубликаты»,
 * «найди свежий бэкап». News and the like are sought by one word.
 */
export function isBare(object: string): boolean {
  const { words } = readCore(object);
  const plain = words.replace(
    /^(?:for )?(?:(?:latest|newest|current|recent|последн|свеж|актуальн|новы)\p{L}* )?/u,
    "",
  );
  return /^[\p{L}-]+$/u.test(plain) && !NEWS.test(plain);
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
