import { describe, expect, it } from "vitest";
import { parseAnswer } from "../../extensions/search-web/citations.ts";
import { readWebAddress } from "../../extensions/search-web/urls/web-address.ts";
import { findUrls, urlIdentity } from "../../extensions/search-web/urls.ts";

/** What a text in prose gives, as it is shown. */
function read(text: string): string[] {
  return parseAnswer(text).sources;
}

describe("a URL ends at", () => {
  it.each([
    [
      "white space of any kind",
      "https://a.example/x\thttps://b.example/y\u00a0z https://c.example/z\u3000文",
    ],
    ["angle brackets, quotes and pipes", '<https://a.example/x>https://b.example/y"|https://c.example/z|'],
    ["typographic quotes", "«https://a.example/x» “https://b.example/y” „https://c.example/z“"],
    ["single quotes around it", "'https://a.example/x'y ['https://b.example/y','https://c.example/z']"],
    ["ASCII punctuation after it", "https://a.example/x... https://b.example/y!? (https://c.example/z);"],
    ["Cyrillic punctuation", "(см. https://a.example/x), «https://b.example/y»; https://c.example/z…"],
    ["dashes of any script", "https://a.example/x—да, https://b.example/y–нет, https://c.example/z―"],
    ["CJK punctuation", "见https://a.example/x。另见https://b.example/y，https://c.example/z）"],
    ["Arabic punctuation", "https://a.example/x، https://b.example/y؟ https://c.example/z؛"],
    ["Devanagari and Thai marks", "https://a.example/x। https://b.example/y॥ https://c.example/z๏"],
    [
      "an emoji",
      "🔗https://a.example/x🚀 https://b.example/y👍🏽 https://c.example/z1️⃣".replace("z1", "z\u200d1"),
    ],
    ["arrows and other symbols", "https://a.example/x→https://b.example/y✓ https://c.example/z©"],
    [
      "CJK letters after a letter or digit",
      "https://a.example/x查看 https://b.example/y를 https://c.example/zです",
    ],
    [
      "CJK letters after a bracket",
      "https://a.example/x(中文说明) https://b.example/y)中 https://c.example/z[注]",
    ],
    [
      "CJK letters after a full stop",
      "https://a.example/x.然后 https://b.example/y,另外 https://c.example/z!好",
    ],
    ["Markdown emphasis", "**https://a.example/x**后 *https://b.example/y*, ~~https://c.example/z~~"],
    [
      "a closing bracket that nothing opened",
      "(https://a.example/x)y [https://b.example/y] {https://c.example/z}",
    ],
    ["a marker", "https://a.example/x[1] https://b.example/y[2][3]. https://c.example/z[1, 2]"],
    ["the URL after it", "https://a.example/x,https://b.example/yhttps://c.example/z"],
    [
      "an entity that is no ampersand",
      "https://a.example/x&lt;b&gt; https://b.example/y&quot; https://c.example/z&nbsp;",
    ],
    [
      "such an entity by its number",
      "https://a.example/x&apos; https://b.example/y&#39; https://c.example/z&#x27;",
    ],
    [
      "the next entry of a list",
      "https://a.example/x[2]:https://b.example/y[3]:[Title](https://c.example/z)",
    ],
    [
      "an escaped quote or line break of JSON",
      '"https://a.example/x\\" https://b.example/y\\nhttps://c.example/z\\\\',
    ],
    ["tags", "https://a.example/x<br>https://b.example/y</p><b>https://c.example/z</b>"],
    [
      "zero-width and bidi characters",
      "\u2066https://a.example/x\u2069 https://b.example/y\u200b \u202ahttps://c.example/z\u202c",
    ],
    [
      "private-use characters and lone surrogates",
      "https://a.example/x\ue200 https://b.example/y\ud800 https://c.example/z\udc00",
    ],
  ])("%s", (_rule, text) => {
    expect(read(text)).toEqual(["https://a.example/x", "https://b.example/y", "https://c.example/z"]);
  });
});

it.each([
  "https://a.example[1]",
  "https://a.example!So",
  "https://a.example(中文)",
  "https://a.example，见",
  "https://a.example:",
  "https://a.example中",
])("ends a host without a path: %s", (text) => {
  expect(read(text)).toEqual(["https://a.example"]);
});

describe("a URL keeps", () => {
  it.each([
    [
      "balanced brackets",
      "(https://en.wikipedia.org/wiki/C_(language)_(1978))",
      "https://en.wikipedia.org/wiki/C_(language)_(1978)",
    ],
    ["square brackets of a query", "https://a.example/?f[a]=1&f[b]=2.", "https://a.example/?f[a]=1&f[b]=2"],
    ["a number in brackets after a question mark", "https://a.example/?x[1]", "https://a.example/?x[1]"],
    ["an apostrophe inside", "https://a.example/it's.", "https://a.example/it's"],
    [
      "a Cyrillic path",
      "https://ru.wikipedia.org/wiki/Ёж_(животное),",
      "https://ru.wikipedia.org/wiki/Ёж_(животное)",
    ],
    ["a CJK path", "见https://zh.wikipedia.org/wiki/人工智能。", "https://zh.wikipedia.org/wiki/人工智能"],
    [
      "digits between CJK letters",
      "https://ja.wikipedia.org/wiki/第2次世界大戦、",
      "https://ja.wikipedia.org/wiki/第2次世界大戦",
    ],
    [
      "the middle dot of a Japanese name",
      "https://ja.wikipedia.org/wiki/スティーブ・ジョブズ。",
      "https://ja.wikipedia.org/wiki/スティーブ・ジョブズ",
    ],
    [
      "a Hangul path",
      "https://ko.wikipedia.org/wiki/서울특별시 에서",
      "https://ko.wikipedia.org/wiki/서울특별시",
    ],
    ["an Arabic path", "https://ar.wikipedia.org/wiki/القاهرة،", "https://ar.wikipedia.org/wiki/القاهرة"],
    [
      "a Devanagari path with combining marks",
      "https://hi.wikipedia.org/wiki/दिल्ली।",
      "https://hi.wikipedia.org/wiki/दिल्ली",
    ],
    ["an international host", "https://пример.рф/путь, да", "https://пример.рф/путь"],
    ["a CJK host", "https://例え.テスト/パス", "https://例え.テスト/パス"],
    [
      "a URL after a slash or an equals sign",
      "https://web.archive.org/web/2020/https://a.example/x",
      "https://web.archive.org/web/2020/https://a.example/x",
    ],
    [
      "a URL as a parameter",
      "https://a.example/r?u=https://b.example/y&z=1",
      "https://a.example/r?u=https://b.example/y&z=1",
    ],
    ["a fragment that is no directive", "https://a.example/#/route?x=1", "https://a.example/#/route?x=1"],
    ["what stands between `_`", "_https://a.example/a_b_c_", "https://a.example/a_b_c"],
    ["a list of values in a query", "https://a.example/css?family=A|B", "https://a.example/css?family=A|B"],
    ["the ampersand of an entity", "https://a.example/?x=1&amp;y=2", "https://a.example/?x=1&y=2"],
    [
      "the ampersand of an entity by its number",
      "https://a.example/?x=1&#38;y=2&#x26;z=3",
      "https://a.example/?x=1&y=2&z=3",
    ],
    ["the slash of an entity", "https://a.example/x&#47;y&#x2F;z", "https://a.example/x/y/z"],
    ["letters after an entity", "https://a.example/?x=1&amp;城=2", "https://a.example/?x=1&城=2"],
    ["characters that Markdown escapes", "https://a.example/x\\_y\\*z\\(1\\)", "https://a.example/x_y*z(1)"],
    ["slashes that JSON escapes", '"https:\\/\\/a.example\\/x"', "https://a.example/x"],
    ["its letters around a zero-width character", "https://a.exam\u200bple/x\u2060y", "https://a.example/xy"],
  ])("%s", (_rule, text, url) => {
    expect(read(text)).toEqual([url]);
  });
});

it("ends a query before the next entry of a list", () => {
  const text = "https://a.example/?q=1[2]: [2024 notes](https://b.example/y)";
  expect(read(text)).toEqual(["https://a.example/?q=1", "https://b.example/y"]);
});

describe("a Markdown destination", () => {
  it.each([
    ["may hold brackets", "[x](https://a.example/f(1)(2)) y", "https://a.example/f(1)(2)"],
    ["may stand in angle brackets", "[x](<https://a.example/a_(b>) y", "https://a.example/a_(b"],
    ["may hold spaces, encoded", "[x](https://a.example/a b c.pdf)", "https://a.example/a%20b%20c.pdf"],
    ["may have a title", "[x](https://a.example/x 'The (title)') y", "https://a.example/x"],
    ["may stand after a line break", "[x]\n(https://a.example/x)", "https://a.example/x"],
    ["may stand between full-width parentheses", "[x]（https://a.example/x）。", "https://a.example/x"],
    [
      "may mix letters, encoded to stand alone",
      "[x](https://zh.wikipedia.org/wiki/GPT模型)",
      "https://zh.wikipedia.org/wiki/GPT%E6%A8%A1%E5%9E%8B",
    ],
    [
      "may hold a dash, encoded to stand alone",
      "[x](https://en.wikipedia.org/wiki/A–B)",
      "https://en.wikipedia.org/wiki/A%E2%80%93B",
    ],
    ["ends with a sentence that goes on", "[x](https://a.example/x，见下文)", "https://a.example/x"],
    ["may be cut short", "[x](https://a.example/x", "https://a.example/x"],
    [
      "is joined over a line break in angle brackets",
      "<https://a.example/annual-\n  report.html>",
      "https://a.example/annual-report.html",
    ],
    ["is not joined elsewhere", "https://a.example/annual-\nreport.html", "https://a.example/annual-"],
    ["may be a chat program's", "<https://a.example/x|A title>", "https://a.example/x"],
    [
      "may be an HTML attribute",
      "<a class='x' href='https://a.example/?x=1&amp;y=2'>t</a>",
      "https://a.example/?x=1&y=2",
    ],
  ])("%s", (_rule, text, url) => {
    expect(read(text)).toEqual([url]);
  });
});

it.each([
  [
    "images",
    "![x](https://a.example/x.png) <img src='https://a.example/y.png' srcset='https://a.example/y.png 2x'> <video poster='https://a.example/v.png'></video> ![z][z]\n\n[z]: https://a.example/z.png",
  ],
  [
    "code",
    "`curl https://a.example/x`\n\n```sh\ncurl https://a.example/y\n```\n\n~~~\nhttps://a.example/z\n~~~",
  ],
  ["indented code", "Run:\n\n    curl https://a.example/x\n\nDone."],
  ["HTML code", "<pre>https://a.example/x https://a.example/y</pre> <code>curl https://a.example/z</code>"],
  [
    "credentials",
    "https://user:secret@a.example/x https://user@a.example/y https://google.com@evil.example/z",
  ],
  [
    "this machine",
    "http://localhost:3000/x http://127.0.0.1/y http://0.0.0.0/z http://2130706433/ http://0x7f.1/ http://[::1]/",
  ],
  [
    "private networks",
    "http://10.1.2.3/x http://172.16.0.1/y http://192.168.0.1/z http://100.64.0.1/ http://169.254.169.254/ http://198.18.0.1/",
  ],
  [
    "private names",
    "http://nas.local/x http://db.internal/y http://app.localhost/z http://intranet/ http://router.lan/ http://wiki.corp/",
  ],
  ["IPv6 addresses", "http://[fe80::1]/x http://[2606:4700::1111]/y"],
  [
    "other schemes",
    "ftp://a.example/x mailto:x@a.example javascript:alert(1) data:text/html,x git+https://a.example/x.git",
  ],
  ["mail addresses and file names", "x@a.example main.rs config.json a.example/x v1.2.3"],
  [
    "placeholders and broken URLs",
    "https://… https://<host>/x https:/a.example/x http://... https://api.{region}.example/ https://*.example/",
  ],
  ["`www.` in prose", "Visit www.a.example/x or mail x@www.a.example."],
])("leaves out %s", (_kind, text) => {
  expect(read(text)).toEqual([]);
});

it.each([
  [
    "the link around an image",
    "[![x](https://a.example/x.png)](https://a.example/page)",
    ["https://a.example/page"],
  ],
  [
    "inline code that is one URL",
    "`https://a.example/x` and <code>https://b.example/y</code>",
    ["https://a.example/x", "https://b.example/y"],
  ],
  ["a public IPv4 address", "http://93.184.216.34:8080/x", ["http://93.184.216.34:8080/x"]],
  ["an `@` in a path", "https://a.example/@user/post", ["https://a.example/@user/post"]],
  [
    "a scheme glued to a letter",
    "官网是https://a.example/x Linkhttps://b.example/y",
    ["https://a.example/x", "https://b.example/y"],
  ],
  [
    "a scheme glued to a number or bullet",
    "1.https://a.example/x ②https://b.example/y",
    ["https://a.example/x", "https://b.example/y"],
  ],
  ["a doubled scheme", "http://https://a.example/x", ["https://a.example/x"]],
  ["a scheme in capitals", "HTTPS://A.EXAMPLE/X", ["HTTPS://A.EXAMPLE/X"]],
  [
    "a search engine's redirect",
    "https://www.google.com/url?q=https://a.example/x",
    ["https://www.google.com/url?q=https://a.example/x"],
  ],
])("takes %s", (_kind, text, urls) => {
  expect(read(text)).toEqual(urls);
});

it.each([
  [
    "tracking parameters",
    "https://a.example/x?utm_source=openai&y=1&UTM_Medium=z&fbclid=2&gclid=3#s",
    "https://a.example/x?y=1#s",
  ],
  [
    "the question mark when nothing follows it",
    "https://a.example/x?utm_source=openai",
    "https://a.example/x",
  ],
  ["a text fragment", "https://a.example/x#:~:text=a,-b", "https://a.example/x"],
  ["a text fragment after an anchor", "https://a.example/x#s:~:text=a", "https://a.example/x#s"],
  ["a search call's mark", "https://a.example/x#ws_call_id=ws_1", "https://a.example/x"],
])("cleans a URL of %s", (_kind, url, clean) => {
  expect(readWebAddress(url)?.url).toBe(clean);
});

it("keeps other parameters, fragments and spellings as they are", () => {
  const url = "https://A.example:443/Path/?ref=x&utm=1&q=%d0%b0+b#Part";
  expect(readWebAddress(url)?.url).toBe(url);
});

it.each([
  ["the case of the host", "https://A.Example/x", "https://a.example/x"],
  ["the default port", "https://a.example:443/x", "https://a.example/x"],
  ["http and https", "http://a.example/x", "https://a.example/x"],
  ["http's default port", "http://a.example:80/x", "https://a.example/x"],
  ["one trailing slash", "https://a.example/x/", "https://a.example/x"],
  ["the root's slash", "https://a.example/", "https://a.example"],
  ["encoded letters", "https://ru.wikipedia.org/wiki/%d0%81%D0%B6", "https://ru.wikipedia.org/wiki/Ёж"],
  ["encoded brackets", "https://a.example/x_%28y%29", "https://a.example/x_(y)"],
  ["the host's trailing dot", "https://a.example./x", "https://a.example/x"],
  ["tracking", "https://a.example/x?utm_source=y#:~:text=z", "https://a.example/x"],
])("takes two spellings for one source whatever %s", (_kind, first, second) => {
  expect(urlIdentity(first)).toBe(urlIdentity(second));
  expect(read(`${first} and ${second}`)).toHaveLength(1);
});

it.each([
  ["the case of the path", "https://a.example/X", "https://a.example/x"],
  ["a parameter", "https://a.example/x?a=1", "https://a.example/x?a=2"],
  ["the fragment", "https://a.example/x#a", "https://a.example/x#b"],
  ["a second slash", "https://a.example/x//", "https://a.example/x"],
  ["an encoded slash", "https://a.example/x%2Fy", "https://a.example/x/y"],
  ["the port", "https://a.example:8443/x", "https://a.example/x"],
  ["www", "https://www.a.example/x", "https://a.example/x"],
])("tells two sources apart by %s", (_kind, first, second) => {
  expect(urlIdentity(first)).not.toBe(urlIdentity(second));
});

it("shows the first spelling, the one with https when both stand there, at the first place", () => {
  expect(read("http://a.example/X/ https://b.example https://A.example/X https://a.example/X/")).toEqual([
    "https://A.example/X",
    "https://b.example",
  ]);
});

it("says where each URL stands", () => {
  expect(findUrls("see <https://a.example/x>, www.b.example")).toEqual([
    { url: "https://a.example/x", id: "a.example/x", start: 5, end: 24, form: "angle", hasScheme: true },
    { url: "https://www.b.example", id: "www.b.example", start: 27, end: 40, form: "bare", hasScheme: false },
  ]);
});

it("knows a public web address from anything else", () => {
  const read = (spelling: string) => readWebAddress(spelling)?.url;
  expect(["https://a.example/x", " http://a.example "].map(read)).toEqual([
    "https://a.example/x",
    "http://a.example",
  ]);
  for (const other of [
    "",
    "a.example",
    "ftp://a.example",
    "https://a",
    "not a url",
    "https://a.example:99999/",
  ])
    expect(read(other)).toBeUndefined();
  expect(urlIdentity("not a url")).toBe("not a url");
});
