import { expect, it } from "vitest";
import { standsIn } from "../../../extensions/search-web/switch/named-addresses.ts";

const MESSAGE = `посмотри (https://nodejs.org/en/blog/) и example.com:8080/a?b=1, потом [это](http://site.example/x),
https://ru.wikipedia.org/wiki/Москва и https://en.wikipedia.org/wiki/Deno_(software). Пиши на me@mail.example!`;

it.each([
  ["https://nodejs.org/en/blog/"],
  ["nodejs.org/en/blog"],
  ["http://NodeJS.org/en/blog/#top"],
  ["https://example.com:8080/a?b=1"],
  ["https://site.example/x"],
  ["https://ru.wikipedia.org/wiki/%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0"],
  ["https://ru.wikipedia.org/wiki/Москва"],
  ["https://en.wikipedia.org/wiki/Deno_(software)"],
  ['"https://nodejs.org/en/blog/"'],
  ["https://www.nodejs.org/en/blog/"],
])("finds %s in the user's message", (address) => {
  expect(standsIn(address, ["hi", MESSAGE])).toBe(true);
});

it.each([
  ["https://nodejs.org/"],
  ["https://nodejs.org/en"],
  ["https://nodejs.org/en/blog/release"],
  ["https://example.com:8080/a"],
  ["https://example.com/a?b=1"],
  ["https://user@nodejs.org/en/blog/"],
  ["https://mail.example/"],
  ["https://www2.nodejs.org/en/blog/"],
  ["https://www.www.nodejs.org/en/blog/"],
  ["https://www.nodejs.org/en"],
  ["https://html.duckduckgo.com/html/?q=nodejs.org/en/blog"],
  ["ftp://nodejs.org/en/blog/"],
  ["not an address"],
  [""],
])("does not find %j", (address) => {
  expect(standsIn(address, [MESSAGE])).toBe(false);
});

it.each([
  ["https://a.example/x", "compare https://a.example/x,https://b.example/y"],
  ["https://b.example/y", "compare https://a.example/x;https://b.example/y"],
  ["https://a.example/x", "see [https://a.example/x](https://a.example/x)"],
  ["https://a.example/x", "see [a.example/x](https://a.example/x)."],
  ["https://a.example/x", "请看https://a.example/x。然后回答"],
  ["https://a.example/x", "那是什么（https://a.example/x）"],
  ["https://a.example/x", "https://a.example/x—что там"],
  ["https://a.example/x", "the page https://a.example/x\u200b"],
  ["https://a.example/x", "open a.example/x's links"],
  ["https://my_site.example/x", "open https://my_site.example/x"],
  ["https://a.example/Deno_(software)", "https://a.example/Deno_%28software%29"],
  ["https://bücher.example/x", "https://xn--bcher-kva.example/x"],
  ["http://a.example:80/x", "https://a.example:443/x"],
  ["https://a.example/x", "www.a.example/x"],
  ["https://www.com/x", "www.com/x"],
  ["https://a.example/%d0%9c", "https://a.example/%D0%9C"],
])("finds %s in «%s»", (address, text) => {
  expect(standsIn(address, [text])).toBe(true);
});

it("stays linear on hostile text", () => {
  for (const unit of ["a", "a.", "https://", "-", "http://a.b/)"]) {
    const start = performance.now();
    standsIn("https://example.com/", [unit.repeat(200_000)]);
    expect(performance.now() - start).toBeLessThan(5_000);
  }
});
