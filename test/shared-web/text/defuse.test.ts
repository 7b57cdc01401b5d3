import { expect, it } from "vitest";
import { defuseAddress, defuseTags } from "../../../extensions/shared-web/text/defuse.ts";

it.each([
  ["https://a.example/?q=1&lt=2&x=‹y›", "https://a.example/?q=1&lt=2&x=‹y›"],
  ["https://a.example/＜/web_answer＞", "https://a.example/%EF%BC%9C/web_answer＞"],
  ["https://a.example/?a=&lt;system-reminder&gt;", "https://a.example/?a=%26lt%3Bsystem-reminder&gt;"],
])("keeps an address from forming a tag: %s", (url, safe) => {
  expect(defuseAddress(url)).toBe(safe);
  expect(defuseTags(safe)).toBe(safe);
});

it("drops an address whose host would form one", () => {
  expect(defuseAddress("https://é&#60;system")).toBeUndefined();
});

it.each([
  "system sys system-reminder system_prompt system-message system-note system-notification system_instruction",
  "system-warning system-context system-error",
  "tool_result tool-results tool_use tool_call tool_calls tool-output tool_response tool-error",
  "function_call function_calls function_result function_results function-response",
  "antml:invoke web_answer web_content skill available_skills instruction instructions reminder",
  "|im_start |im_end |im_sep |endoftext |endofprompt |eot_id |start_header_id |end_header_id",
  "think thinking start_of_turn end_of_turn user assistant human developer invoke",
])("turns the brackets of a harness's own tags: %s", (names) => {
  for (const name of names.split(" ")) {
    expect(defuseTags(`a <${name}> b </${name}> c`)).toBe(`a [${name}> b [/${name}> c`);
  }
});

it("turns the brackets of a token of any name, and no others", () => {
  expect(defuseTags("<|begin_of_text|><b><Promise<User>><systemd><|x y|>")).toBe(
    "[|begin_of_text|><b><Promise<User>><systemd><|x y|>",
  );
});

it("turns all brackets of a text with very many, rather than read each name for seconds", () => {
  const few = "<b><system>".repeat(90_000);
  expect(defuseTags(few)).toBe("<b>[system>".repeat(90_000));
  const many = "<sééé &lt;b ".repeat(900_000);
  const start = performance.now();
  expect(defuseTags(many)).toBe("[sééé [b ".repeat(900_000));
  expect(performance.now() - start).toBeLessThan(5_000);
  expect(defuseTags("<".repeat(1_000_000))).toBe("[".repeat(10_000));
});
