import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MiniSearch from "minisearch";

/** A passage of a document that answers a question, with the document's public address. */
export interface Passage {
  title: string;
  url: string;
  text: string;
}

/** A full-text index over the documentation that ships in a package: what the demo's search model really searches. */
export function openLibrary(packageFolder: string): {
  find(question: string, count: number): Passage[];
  size: number;
} {
  const sections = readSections(packageFolder);
  const index = new MiniSearch({
    fields: ["title", "heading", "text"],
    searchOptions: { boost: { heading: 3, title: 2 }, prefix: (term) => term.length > 3, fuzzy: 0.1 },
    processTerm: (term) => (STOP_WORDS.has(term.toLowerCase()) ? null : term.toLowerCase()),
  });
  index.addAll(sections.map((section, id) => ({ id, ...section })));
  return {
    size: sections.length,
    find(question, count) {
      const passages = new Map<string, Passage>();
      for (const { id } of index.search(question)) {
        const section = sections[id];
        if (section && !passages.has(section.url)) {
          passages.set(section.url, { title: section.title, url: section.url, text: shorten(section.text) });
        }
        if (passages.size === count) break;
      }
      return [...passages.values()];
    },
  };
}

const STOP_WORDS = new Set(
  "a an and are can do does for how i in is it of on or pi the to what when where which with".split(" "),
);

interface Section extends Passage {
  heading: string;
}

function readSections(packageFolder: string): Section[] {
  const manifest: { repository: { url: string; directory: string } } = JSON.parse(
    readFileSync(join(packageFolder, "package.json"), "utf8"),
  );
  const { url, directory } = manifest.repository;
  const site = `${url.replace(/^git\+|\.git$/g, "")}/blob/main/${directory}`;
  const files = readdirSync(join(packageFolder, "docs")).filter((name) => name.endsWith(".md"));
  return ["README.md", ...files.map((name) => `docs/${name}`)].flatMap((path) => {
    const markdown = readFileSync(join(packageFolder, path), "utf8").replace(/```[\s\S]*?```/g, "");
    const title = /^# (.+)/m.exec(markdown)?.[1] ?? path;
    return markdown.split(/^#+ /m).flatMap((part) => {
      const [heading = "", ...rest] = part.split("\n");
      const text = rest.filter((line) => /^[\w*`]/.test(line) && line.length > 40).join(" ");
      return text ? [{ title, heading, text, url: `${site}/${path}` }] : [];
    });
  });
}

/** The first sentences, up to about 300 characters, as plain text. */
function shorten(text: string): string {
  const plain = text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`]/g, "");
  const end = plain.slice(0, 300).lastIndexOf(". ");
  return plain.length <= 300 ? plain : `${plain.slice(0, end > 80 ? end + 1 : 300).trim()}`;
}
