/** What the search model answers in a turn: text, and the addresses of its numbered sources. */
export interface Found {
  text: string;
  sources: string[];
}

export interface Turn {
  say: string;
  /** Whether the agent shall search for this, or not. */
  expect: "search" | "no-search";
  found?: Found;
  /** Before it, the conversation is compacted into this summary. */
  summary?: string;
}

export interface Dialogue {
  id: string;
  kind: "should-search" | "near-miss" | "revocation";
  language: "ru" | "en";
  turns: Turn[];
}

/** The folder that every dialogue takes place in. */
export const PROJECT: Record<string, string> = {
  "README.md": "# Shop\n\nA small shop. Licence: MIT. How to set it up: [setup](docs/setup.md).\n",
  "docs/setup.md": "# Setup\n\nRun `npm start`. The server listens on port 8443.\n",
  "src/dates.js": "// TODO: time zones\nexport const parseDate = (text) => new Date(text);\n",
  "src/config.js":
    "import { readFileSync } from 'node:fs';\nexport const config = JSON.parse(readFileSync('shop.json'));\n",
  "src/price.js": "export const formatPrice = (cents) => (cents / 100).toFixed(2) + ' €';\n",
  "shop.json": '{ "name": "shop", "version": "2.4.1" }\n',
};

const found = (text: string, ...sources: string[]): Found => ({ text, sources });

function ask(id: string, language: Dialogue["language"], say: string, answer: Found): Dialogue {
  return { id, kind: "should-search", language, turns: [{ say, expect: "search", found: answer }] };
}

function hold(id: string, language: Dialogue["language"], ...says: string[]): Dialogue {
  return { id, kind: "near-miss", language, turns: says.map((say) => ({ say, expect: "no-search" })) };
}

const NODE = found(
  "Node.js 24 is the active LTS line [1], supported until April 2028 [2].",
  "https://nodejs.org/en/about/previous-releases",
  "https://github.com/nodejs/release",
);
const BUN = found("Bun 1.4 brought a faster test runner [1].", "https://bun.example/blog/bun-v1.4");
const DENO = found("Deno 3.1 is the newest release [1].", "https://deno.example/blog/v3.1");
const GO = found("Go 1.27 is the newest release [1].", "https://go.dev/doc/devel/release");

/** The literal triggers of the skill are among them. Two answers come without sources. */
export const SHOULD_SEARCH: Dialogue[] = [
  ask("ru-search-for", "ru", "Поищи, какая версия Node.js сейчас LTS", NODE),
  ask("ru-current-about", "ru", "Найди актуальное про Bun", BUN),
  ask("ru-check-link", "ru", "Проверь ссылку https://deno.example/blog/v3.1", DENO),
  ask(
    "ru-fresh-fact",
    "ru",
    "Какой сейчас курс доллара к рублю?",
    found("Сегодня 81,20 ₽ [1].", "https://cbr.example/daily"),
  ),
  ask("ru-no-sources", "ru", "Поищи отзывы о ноутбуке Kestrel 16", found("Отзывы в основном хорошие.")),
  ask("en-search-for", "en", "Search for the latest release of Deno", DENO),
  ask(
    "en-current-about",
    "en",
    "What is current about HTTP/3 support in browsers?",
    found("All major browsers support HTTP/3 [1].", "https://caniuse.example/http3"),
  ),
  ask("en-fresh-fact", "en", "Which Go version was released last?", GO),
  ask(
    "en-outside-fact",
    "en",
    "What does npm's unpublish policy allow today?",
    found("Unpublishing is free for 72 hours [1].", "https://docs.npmjs.com/policies/unpublish"),
  ),
  ask(
    "en-no-sources",
    "en",
    "Search for reviews of the Kestrel 16 laptop",
    found("Reviews are mostly good."),
  ),
];

/** Searches of the code base, and questions about what is already there or well known. */
export const NEAR_MISSES: Dialogue[] = [
  hold("ru-in-project", "ru", "Поищи в проекте, где читается конфиг"),
  hold("ru-function", "ru", "Найди функцию formatPrice и скажи, что она делает"),
  hold("ru-link-in-readme", "ru", "Проверь ссылку в README: есть ли такой файл?"),
  hold(
    "ru-said-before",
    "ru",
    "Наш сервер зовут Kestrel, порт 8443. Запомни.",
    "Какой порт у нашего сервера?",
  ),
  hold("ru-arithmetic", "ru", "Сколько будет 17 умножить на 23?"),
  hold("en-in-code", "en", "Search the code for the function that parses dates"),
  hold("en-todos", "en", "Find every TODO in this repository"),
  hold("en-readme", "en", "What does the README say about the licence?"),
  hold("en-said-here", "en", "Our release is on Friday, 14 March. On which weekday is our release?"),
  hold("en-stable-knowledge", "en", "What is the difference between TCP and UDP?"),
];

const stop = (say: string): Turn => ({ say, expect: "no-search", found: NODE });
const revoke = (id: string, language: Dialogue["language"], ...turns: Turn[]): Dialogue => ({
  id,
  kind: "revocation",
  language,
  turns,
});

export const REVOCATIONS: Dialogue[] = [
  revoke(
    "ru-until-asked",
    "ru",
    stop("Без поиска: что нового в Node 24?"),
    stop("А какая сейчас последняя версия Bun?"),
    { say: "Поищи, что нового в Bun", expect: "search", found: BUN },
  ),
  revoke(
    "en-until-asked",
    "en",
    stop("No search, please. What is the latest Rust version?"),
    stop("And the latest of Go?"),
    { say: "Search the web for the latest Go version", expect: "search", found: GO },
  ),
  revoke("ru-after-compaction", "ru", stop("Не ищи в интернете. Расскажи про Deno."), {
    ...stop("Какая сейчас последняя версия Deno?"),
    summary: "The user asked about Deno, and the assistant described it.",
  }),
  revoke("ru-double-negation", "ru", {
    say: "Не отвечай без поиска: какая последняя версия Bun?",
    expect: "search",
    found: BUN,
  }),
  revoke("en-double-negation", "en", {
    say: "Don't answer without searching the web: what is the active Node LTS?",
    expect: "search",
    found: NODE,
  }),
  revoke(
    "en-own-words",
    "en",
    stop("From here on, leave the web alone. What is new in Node 24?"),
    stop("And which Rust version is the newest?"),
  ),
];

export const DIALOGUES: Dialogue[] = [...SHOULD_SEARCH, ...NEAR_MISSES, ...REVOCATIONS];
