/** A program where a command begins: a word such as `links` may as well be looked for in a file. */
const PROGRAM =
  /(?:^|[\n;&|(`"'])\s*(?:(?:do|then|else|if|while|until|!|sudo|time|nohup|exec|command|env|xargs|timeout\s+\S+|\w+=\S+)\s+(?:-\S+\s+|\d+\s+)*)*(?:[\w./~-]*\/)?(?:curl|wget|lynx|w3m|links|elinks|https?|xh|aria2c|ddgr|googler|Invoke-WebRequest)(?=\s|$)/i;
/** A line of code that an interpreter runs. */
const CODE =
  /(?<![\w./-])(?:python[\d.]*|node|deno|bun|ruby|perl|php)(?![\w-])[\s\S]*(?:urllib|requests\.get|fetch\(|https?\.get\()/i;
const ENGINE =
  /(?:google|bing|duckduckgo|yandex|brave|startpage|ecosia|kagi|baidu|searx|qwant|mojeek|tavily|serpapi)\.|(?<![\w-])(?:ddgr|googler)(?![\w-])/i;

/** How a shell command goes to the web around the search tool: to a search engine, elsewhere, or not at all. */
export function readDetour(command: string): "engine" | "network" | "none" {
  if (!PROGRAM.test(command) && !CODE.test(command)) return "none";
  return ENGINE.test(command) ? "engine" : "network";
}
