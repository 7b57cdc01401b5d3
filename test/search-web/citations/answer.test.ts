import { describe, expect, it } from "vitest";
import { hasCitationMarks, parseAnswer } from "../../../extensions/search-web/citations.ts";

const X = "https://a.example/x";
const THOUGHT = "https://guess.example/z";

describe("leaves thinking out", () => {
  it.each([
    ["in tags", `<think>\n${THOUGHT}\n</think>\n\nSee ${X}.`],
    ["in tags of other names", `<thinking>${THOUGHT}</thinking><thought>${THOUGHT}</thought>See ${X}.`],
    ["in the tags of Seed", `<seed:think>${THOUGHT}</seed:think>See ${X}.`],
    ["in tags of reasoning", `<reasoning>${THOUGHT}</reasoning>\nSee ${X}.`],
    ["in the tokens of Mistral", `[THINK]Maybe ${THOUGHT}[/THINK]See ${X}.`],
    ["after the token of Mistral alone", `See ${X}.\n[THINK]Or ${THOUGHT}`],
    ["before the closing token of Mistral alone", `Maybe ${THOUGHT}[/THINK]See ${X}.`],
    ["in a tag that closes itself", `<think/>See ${X}.`],
    ["in capitals and with attributes", `<THINK signature="x">${THOUGHT}</THINK>\nSee ${X}.`],
    ["without the opening tag", `Maybe ${THOUGHT}.\n</think>\nSee ${X}.`],
    ["without the opening tag, twice", `Maybe ${THOUGHT}.\n</think>\nOr ${THOUGHT}.\n</think>\nSee ${X}.`],
    ["that was never closed", `See ${X}.\n<think>Or ${THOUGHT}`],
    ["in tags inside tags", `<think>a <think>${THOUGHT}</think> ${THOUGHT}</think>See ${X}.`],
    ["with a fence that it leaves open", `<think>\n\`\`\`js\n${THOUGHT}\n</think>\nSee ${X}.`],
    ["with its closing tag in a fence", `<think>\n\`\`\`\n</think>\n\`\`\`\n${THOUGHT}\n</think>\nSee ${X}.`],
    [
      "with both tags in a fence",
      `<think>\n\`\`\`\n<think>\n</think>\n\`\`\`\n${THOUGHT}\n</think>\nSee ${X}.`,
    ],
    ["that names its own tag", `<think>The tag \`</think>\` and ${THOUGHT}</think>See ${X}.`],
    [
      "in a fold with a title",
      `<details><summary>Thinking…</summary>\n\n${THOUGHT}\n\n</details>\nSee ${X}.`,
    ],
    [
      "in a fold with a duration",
      `<details open><summary>Thought for 12 seconds</summary>${THOUGHT}</details>See ${X}.`,
    ],
    [
      "in a fold with a Chinese title",
      `<details><summary>已深度思考（用时 5 秒）</summary><pre>${THOUGHT}</pre></details>See ${X}.`,
    ],
    [
      "in a fold with a Russian title",
      `<details><summary>💭 Ход мыслей</summary>${THOUGHT}</details>See ${X}.`,
    ],
    [
      "in a fold by its attribute",
      `<details type="reasoning" done="true"><summary>5 s</summary>${THOUGHT}</details>\nSee ${X}.`,
    ],
    ["in a fold without a title", `<details><pre>${THOUGHT}</pre></details>See ${X}.`],
    [
      "in a fold that was never closed",
      `<details><summary>思考过程</summary><pre>${THOUGHT}</pre>\n\nSee ${X}.`,
    ],
    [
      "in a fold inside a fold",
      `<details><summary>Reasoning</summary><details>${THOUGHT}</details>${THOUGHT}</details>See ${X}.`,
    ],
  ])("%s", (_form, text) => {
    expect(parseAnswer(text)).toMatchObject({ answer: `See ${X}.`, sources: [X] });
  });

  it("and keeps what stands around it apart", () => {
    expect(
      parseAnswer("One. <think>x</think> Two.\n\n<think>y</think>\n\nThree<think>z</think>four.").answer,
    ).toBe("One. Two.\n\nThree four.");
  });

  it("and gives an empty answer when nothing else was said", () => {
    expect(parseAnswer(`<think>${THOUGHT}`)).toEqual({ answer: "", sources: [], citations: [] });
    expect(parseAnswer(`${THOUGHT}\n</think>\n`)).toEqual({ answer: "", sources: [], citations: [] });
  });

  it.each([
    ["tags in inline code", "Models write `<think>` and `</think>`."],
    ["tags that a sentence names", "R1 reasons between <think> and </think> tags, then answers."],
    ["an opening tag that a sentence names", `В теге <think>, затем ответ. См. ${X}.`],
    ["a closing tag that a sentence names", "Рассуждение кончается тегом </think>, после него ответ."],
    ["a tag in quotes", 'He wrote "<think>" tags. End.'],
    ["tags in a fence", "Like so:\n\n```xml\n<think>\n```\n\nand on."],
    [
      "tags in a fence after thinking that leaves one open",
      "Like so:\n\n```xml\n</think>\n```\n\nand on.",
      "<think>\n```js\nx\n</think>\n",
    ],
    ["tags in indented code", "Like so:\n\n    <think>x</think>\n\nand on."],
    ["other folds", "<details><summary>Configuration</summary>\n\nsteps\n\n</details>"],
    [
      "folds whose title only starts like thinking",
      "<details><summary>Thoughts on pricing</summary>high</details>",
    ],
    ["folds with an exercise", "<details><summary>思考题答案</summary>42</details>"],
    ["a word in brackets", "[Think] is a conference: [THINK](https://think.example/).\n\n[think] is none."],
    ["a label of a link", `See [THINK][1].\n\nIt is [THINK]:\n\n[THINK]: a conference`],
    ["other tags", "<thinker>x</thinker> and <b>bold</b>"],
  ])("but not %s", (_kind, text, thinking = "") => {
    expect(parseAnswer(thinking + text).answer).toBe(text);
  });
});

it.each([
  ["SEARCH\nThe answer.\nFINISHED", "The answer."],
  ["SEARCH\n\n<think>x</think>\nThe answer.\n\nFINISHED\n", "The answer."],
  ["SEARCHNode 24 is out.FINISHED", "Node 24 is out."],
  ["SEARCH根据搜索结果，是的。FINISHED", "根据搜索结果，是的。"],
  [`A [1].\n\n[1] ${X}\nFINISHED`, "A [1]."],
])("takes the stream's control words off: %j", (text, answer) => {
  expect(parseAnswer(text).answer).toBe(answer);
});

it.each([
  "The states are:\nPENDING\nRUNNING\nFINISHED",
  "SEARCH engines index pages.",
  "SEARCHING takes a while; the job is FINISHED",
  "```\nSEARCH\nFINISHED\n```",
  "Set `status` to `FINISHED`",
])("keeps control words that are words: %j", (text) => {
  expect(parseAnswer(text).answer).toBe(text);
});

it.each([
  ["A [citation:1].", "A."],
  ["A [citation:1] [citation:2], B.", "A, B."],
  ["甲[citation:3]。乙[citation: 4]", "甲。乙"],
  ["A [reference:0][reference:1]. B", "A. B"],
  ["A [web:1][post:2], B [web:1, 3].", "A, B."],
  ["A [cite: 1, 2]. [cite_start]B[cite_end]", "A. B"],
  ["A [cite:04b6e68c-2][cite:x_1] B", "A B"],
  ["甲【1†source】乙【10:13†来源】。", "甲乙。"],
  ["A \ue200cite\ue202turn0search0\ue202turn1news2\ue201 B", "A B"],
  ["A \ue200filecite\ue202turn0file1\ue201.", "A."],
  ["A \ue200navlist\ue202Title, so\ue202turn0news1,turn0news2\ue201 b", "A b"],
  ["A \ue200video\ue202Title\ue202turn0search1\ue201.", "A."],
  ['A \ue200entity\ue202["city","X","a: b"]\ue201 b', "A X b"],
  ["A \ue200url\ue202Title\ue202turn0search1\ue201 b", "A b"],
  ["A \ue200i\ue202turn0image0\ue202turn0image1\ue201 b", "A b"],
  ["A \ue200navlist\ue202Title\ue202turn0", "A"],
  ["A citeturn0search0turn0search3. B", "A. B"],
  ["A citeturn0search0", "A"],
  ["A [turn0search0], 【turn1view0】 B", "A, B"],
  ['A<grok:render card_id="1" type="x"><argument name="citation_id">3</argument></grok:render> B', "A B"],
  ["A<grok:render card_id='1'/>.", "A."],
  ["A :contentReference[oaicite:0]{index=0}. B[oaicite:1]", "A. B"],
  ["[webpage 1 begin]A[webpage 1 end]\nB", "A\nB"],
  ['<cite index="0-1">A is B</cite>, C.', "A is B, C."],
  ["A ([citation:1]) B (【1†source】).", "A B."],
  ["[citation:1] A", "A"],
  [`See ${X}[citation:1]b`, `See ${X} b`],
])("takes markers off that nobody can resolve: %j", (text, answer) => {
  expect(parseAnswer(text).answer).toBe(answer);
  expect(hasCitationMarks(text)).toBe(true);
});

it.each([
  ["[1][2] and [1, 3-5]"],
  ["[^1] and [^2^] and [[3]]"],
  ["【1】 and ［2］ and [Reference 3]"],
  ["[1]"],
  ["是的。¹"],
  ["Yes.^1^"],
  ["Yes ^1^."],
])("keeps markers that a reader can resolve: %j", (text) => {
  expect(parseAnswer(text).answer).toBe(text);
  expect(hasCitationMarks(text)).toBe(true);
});

it.each([
  ["arr[i] and `arr[1]`"],
  ["`[citation:1]` and `【1†source】`"],
  ["```\nx[1] [citation:1]\n```"],
  ["Intro:\n\n    y = [citation:1]\n\nEnd."],
  ["<cite>The Times</cite> and m² and 10⁶"],
  ["km^2^ and 10^6^ and x^2 + y^2"],
  ["cite this, return0search0, [cited] and [x]"],
  ["\ue200 and \ue201, \ue200a\n\ue201"],
])("keeps code and words that look like markers: %j", (text) => {
  expect(parseAnswer(text).answer).toBe(text);
  expect(hasCitationMarks(text)).toBe(false);
});

it("turns a named marker into a number where a numbered source answers to it", () => {
  const list = `\n\n[1] ${X}\n[2] https://b.example/y`;
  expect(parseAnswer(`A [citation:1][citation:7]. B [cite: 1, 2].${list}`).answer).toBe("A [1]. B [1][2].");
  expect(parseAnswer(`A [web:2].${list}`).answer).toBe("A [2].");
  expect(parseAnswer(`A [reference:0].\n\n[0] ${X}`).answer).toBe("A [0].");
  expect(parseAnswer(`A [reference:0][reference:1].${list}`).answer).toBe("A.");
  expect(parseAnswer(`A [citation:1].\n\nSources:\n- ${X}`).answer).toBe("A.");
});

it("leaves everything else to the letter", () => {
  const text = [
    "  # Title\r\n",
    "A  B\t[link](https://a.example/x?utm_source=openai) ![i](https://a.example/i.png)",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "```js\nconst x = arr[1]; // https://a.example/y [citation:1]\n\n\n```",
    "<b>x</b> &amp; \\_ \u200b\ud83c\udf89",
  ].join("\n\n");
  expect(parseAnswer(text).answer).toBe(text);
});

it("takes blank lines off both ends, but no indent of code", () => {
  expect(parseAnswer("\n \n    code\n\nText.\n\n").answer).toBe("    code\n\nText.");
});
