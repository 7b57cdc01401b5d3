import { expect, it } from "vitest";
import { readOwnWords } from "../../../extensions/search-web/switch/own-words.ts";
import { TypedInput } from "../../../extensions/search-web/switch/typed-input.ts";

const message = (id: string, text: string) => ({ id, text, words: readOwnWords(text) });
const prompt = { own: true, starts: true };
const queued = { own: true, starts: false };
const foreign = { own: false, starts: false };

it("has nothing to say of a message that stands in the session as it was typed", () => {
  const typed = new TypedInput();
  typed.add("no search", prompt);
  expect(typed.words).toEqual(["no search"]);
  expect(typed.deliver([message("1", "no search")])).toEqual([]);
  expect(typed.words).toEqual([]);
});

it("gives no words to another extension's message", () => {
  const typed = new TypedInput();
  typed.add("no search", foreign);
  expect(typed.deliver([message("1", "no search")])).toEqual([{ id: "1", words: "" }]);
});

it("gives a template only what the user added to it", () => {
  const typed = new TypedInput();
  typed.add("/review src/a.ts", prompt);
  expect(typed.deliver([message("1", "Review src/a.ts.\nno search")])).toEqual([
    { id: "1", words: "src/a.ts" },
  ]);
});

it("knows a queued template that leaves out or parts what it was given", () => {
  for (const text of ['/two "a b" c', "/short foo"]) {
    const typed = new TypedInput();
    typed.add("hi", queued);
    typed.add(text, queued);
    const words = readOwnWords(text);
    expect(typed.deliver([message("1", "First a b then c. No search.")])).toEqual([{ id: "1", words }]);
    expect(typed.words).toEqual(["hi"]);
  }
});

it("keeps a message that starts a run when the next one is typed before the run begins", () => {
  const typed = new TypedInput();
  typed.add("no search", prompt);
  typed.drop({ starts: false });
  typed.add("hi", prompt);
  expect(typed.deliver([message("1", "no search")])).toEqual([]);
  typed.drop({ starts: true });
  expect(typed.words).toEqual([]);
});

it("tells a skill by its name", () => {
  const typed = new TypedInput();
  typed.add("/skill:other", queued);
  typed.add("/skill:web-search без поиска", queued);
  const expanded = '<skill name="web-search" location="/s">\nno search\n</skill>\n\nбез поиска';
  expect(typed.deliver([message("1", expanded)])).toEqual([]);
  expect(typed.words).toEqual([""]);
});

it("takes the first message of a run for the prompt that started it, whatever its text became", () => {
  const typed = new TypedInput();
  typed.add("не ищи", prompt);
  expect(typed.deliver([message("1", "do not look"), message("2", "more")])).toEqual([
    { id: "1", words: "не ищи" },
  ]);
});

it("leaves alone a message that nobody announced", () => {
  const typed = new TypedInput();
  typed.add("поищи в интернете", queued);
  expect(typed.deliver([message("1", "no search")])).toEqual([]);
  expect(typed.words).toEqual(["поищи в интернете"]);
});

it("matches each message once", () => {
  const typed = new TypedInput();
  expect(typed.deliver([message("1", "hi")])).toEqual([]);
  typed.add("/template", prompt);
  expect(typed.deliver([message("1", "hi"), message("2", "no search")])).toEqual([{ id: "2", words: "" }]);
});

it("keeps the addresses alone of messages under way when a command overrules them", () => {
  const typed = new TypedInput();
  const text = "no search, only https://a.example/x and [b](https://b.example)";
  typed.add("no search", queued);
  typed.add(text, queued);
  typed.overrule();
  expect(typed.deliver([message("1", "no search"), message("2", text)])).toEqual([
    { id: "1", words: "" },
    { id: "2", words: "https://a.example/x\nhttps://b.example" },
  ]);
});
