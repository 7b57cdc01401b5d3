import { expect, it } from "vitest";
import { readDetour } from "../../eval/detour.ts";

it.each([
  ["curl -s https://html.duckduckgo.com/html/?q=node", "engine"],
  ["timeout 5 links -dump https://google.com", "engine"],
  [`python3 -c "import requests; requests.get('https://www.bing.com')"`, "engine"],
  ["ddgr node", "engine"],
  ["cd /tmp && /usr/bin/wget -qO- https://nodejs.org", "network"],
  ["echo $(sudo curl https://nodejs.org)", "network"],
  ["bash -c 'curl https://nodejs.org'", "network"],
  ["cat urls.txt | xargs -n 1 curl", "network"],
  ["for u in a b; do curl $u; done", "network"],
  ["HTTPS_PROXY=x curl https://nodejs.org", "network"],
  [`node -e "fetch('https://nodejs.org')"`, "network"],
  ["python3 - <<EOF\nimport urllib.request\nEOF", "network"],
  ["grep -rn links docs/", "none"],
  ["grep -rn curl .", "none"],
  ["rg 'fetch(' src", "none"],
  ["cat docs/links", "none"],
  ["which curl wget", "none"],
  ["npm view bun version", "none"],
])("reads %s as %s", (command, detour) => {
  expect(readDetour(command)).toBe(detour);
});
