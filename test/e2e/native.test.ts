import { afterEach, describe, expect, it } from "vitest";
import { LOST_SOURCES_LINE } from "../../extensions/search-web/format.ts";
import { HOSTS } from "../support/hosts.ts";
import { answer } from "../support/model-stand-in.ts";
import { type Scenario, type ScenarioOptions, startScenario } from "../support/scenario.ts";

const A = "https://a.example.org/node-24";
const B = "https://b.example.org/npm-11";

describe.each(HOSTS)("sources out of raw events on $name $version", (host) => {
  const showsEvents = host.name.startsWith("@earendil-works/");
  let scenario: Scenario;
  const start = async (options: Omit<ScenarioOptions, "host"> = {}) => {
    scenario = await startScenario({ host, ...options });
    return scenario;
  };
  afterEach(() => scenario?.close());

  it.each([
    ["citations", { extra: { citations: [A, B] } }],
    [
      "annotations",
      {
        delta: {
          annotations: [A, B].map((url) => ({
            type: "url_citation",
            url_citation: { url, title: "A page" },
          })),
        },
      },
    ],
    [
      "citations with cite_index",
      { delta: { citations: [A, B].map((url, i) => ({ cite_index: i + 1, url })) } },
    ],
  ])("finds the sources that a plain proxy sends only as %s", async (form, options) => {
    const { search, searchModel } = await start();
    searchModel(answer("Node.js 24 is LTS [1]. Its npm is version 11 [2].", options));

    const { details, text, isError } = await search();

    expect(isError).toBe(false);
    expect(details.answer).toBe("Node.js 24 is LTS [1]. Its npm is version 11 [2].");
    if (!showsEvents) {
      expect(details).toMatchObject({ sources: [], citations: [], grounded: false });
      expect(text.split("\n").at(-1)).toBe(LOST_SOURCES_LINE);
      return;
    }
    const title = form === "annotations" ? { title: "A page" } : {};
    expect(details).toMatchObject({ sources: [A, B], grounded: true });
    expect(details.citations).toEqual([
      { numbers: [1], url: A, origin: "provider", ...title },
      { numbers: [2], url: B, origin: "provider", ...title },
    ]);
    expect(text.split("\n").slice(-2)).toEqual([`[1] ${A}`, `[2] ${B}`]);
  });

  it("lists a source once that stands in the text and in the events", async () => {
    const { search, searchModel } = await start();
    searchModel(answer(`Node.js 24 is LTS [1].\n\n[1] ${A}`, { extra: { citations: [A] } }));
    const { details } = await search();
    expect(details.citations).toEqual([{ numbers: [1], url: A, origin: showsEvents ? "provider" : "text" }]);
  });
});
