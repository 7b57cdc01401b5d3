import { expect, it } from "vitest";
import { OllamaError } from "../../extensions/ollama-web/errors.ts";
import { parsePageAddress } from "../../extensions/ollama-web/page-address.ts";

it.each([
  ["https://example.com/a?b=1#c", "https://example.com/a?b=1#c"],
  ["http://example.com", "http://example.com/"],
  ["HTTP://EXAMPLE.COM/A", "http://example.com/A"],
  ["example.com", "https://example.com/"],
  ["  example.com/path \n", "https://example.com/path"],
  ["https://example.com/a/long\n-path", "https://example.com/a/long-path"],
  ["https://example.com/a b?u=http://c", "https://example.com/a%20b?u=http://c"],
  ["example.com:8443/x", "https://example.com:8443/x"],
  ["//example.com/x", "https://example.com/x"],
  ["пример.рф/путь", "https://xn--e1afmkfd.xn--p1ai/%D0%BF%D1%83%D1%82%D1%8C"],
  ["example.com.", "https://example.com./"],
  ["http://example.com\\@127.0.0.1/", "http://example.com/@127.0.0.1/"],
  ["8.8.8.8", "https://8.8.8.8/"],
  ["172.15.0.1", "https://172.15.0.1/"],
  ["172.32.0.1", "https://172.32.0.1/"],
  ["100.63.0.1", "https://100.63.0.1/"],
  ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
  ["https://[64:ff9b::808:808]/", "https://[64:ff9b::808:808]/"],
  ["localhost.example.com", "https://localhost.example.com/"],
  ['"https://example.com/a"', "https://example.com/a"],
  [" ' example.com/a ' ", "https://example.com/a"],
  ["`https://example.com/a`", "https://example.com/a"],
  ["«https://example.com/a»", "https://example.com/a"],
  ["“https://example.com/a”", "https://example.com/a"],
  ["<https://example.com/a>", "https://example.com/a"],
  ["(https://example.com/a_(b))", "https://example.com/a_(b)"],
])("opens %j as %s", (text, href) => {
  expect(parsePageAddress(text).href).toBe(href);
});

const PRIVATE = "it names this machine or a private network, and only public pages can be opened";
const SCHEME = "only http and https pages can be opened";

it.each([
  ["", "it is empty"],
  ["  \n", "it is empty"],
  ["https://a.example/\nhttps://b.example/", "it is more than one address; open them one by one"],
  ["https://a.example/x, https://b.example/y", "it is more than one address; open them one by one"],
  ["https://", "it is no web address"],
  ["exa mple.com", "it is no web address"],
  ["https://exa<mple.com", "it is no web address"],
  ["https://example.com:99999", "it is no web address"],
  ['"https://example.com', "it is no web address"],
  ["*https://example.com*", "it is no web address"],
  ["url=https://example.com", "it is no web address"],
  ['""', "it is empty"],
  ["ftp://example.com", SCHEME],
  ["file:///etc/passwd", SCHEME],
  ["javascript:alert(1)", SCHEME],
  ["data:text/html,hello", SCHEME],
  ["mailto:a@example.com", SCHEME],
  ["blob:https://example.com/x", SCHEME],
  ["https://user@example.com", "it holds a user name or password"],
  ["https://user:pass@example.com", "it holds a user name or password"],
  ["user:pass@example.com", SCHEME],
  ["//user@example.com", "it holds a user name or password"],
])("refuses %j: %s", (text, reason) => {
  expect(() => parsePageAddress(text)).toThrow(new OllamaError("bad-address", { reason }));
});

it.each([
  "localhost",
  "localhost:3000",
  "LOCALHOST.",
  "http://localhost..",
  "app.localhost",
  "printer.local",
  "printer.local.",
  "metadata.google.internal",
  "intranet",
  "router.lan",
  "localhost.localdomain",
  "nas.home.arpa",
  "nas.home",
  "wiki.intranet",
  "git.corp",
  "db.private",
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0x7f.1",
  "127.0.0.1.",
  "１２７.0.0.1",
  "0",
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "3232235777",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:a00:1]",
  "[::127.0.0.1]",
  "[fe80::1]",
  "[fc00::1]",
  "[fd12:3456::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[64:ff9b::a00:1]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2001:0:1::1]",
  "[0:0:0:0:0:0:0:1]",
])("refuses the private address %s with and without a scheme", (host) => {
  for (const text of [`http://${host.replace(/^http:\/\//, "")}/x`, host])
    expect(() => parsePageAddress(text)).toThrow(new OllamaError("bad-address", { reason: PRIVATE }));
});

it("refuses a private address in quotes as one", () => {
  expect(() => parsePageAddress('"http://localhost:3000"')).toThrow(
    new OllamaError("bad-address", { reason: PRIVATE }),
  );
});
