const NETWORK =
  /(?<![\w-])(?:curl|wget|lynx|w3m|links|elinks|httpie|xh|aria2c|ddgr|googler)(?![\w-])|urllib|requests\.get|fetch\(|https?\.get\(|Invoke-WebRequest/i;
const ENGINE =
  /(?:google|bing|duckduckgo|yandex|brave|startpage|ecosia|kagi|baidu|searx|qwant|mojeek|tavily|serpapi)\.|(?<![\w-])(?:ddgr|googler)(?![\w-])/i;

/** How a shell command goes to the web around the search tool: to a search engine, elsewhere, or not at all. */
export function readDetour(command: string): "engine" | "network" | "none" {
  if (!NETWORK.test(command)) return "none";
  return ENGINE.test(command) ? "engine" : "network";
}
