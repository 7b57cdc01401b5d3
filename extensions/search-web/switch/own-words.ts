/**
 * What the user wrote themselves: `text` without the blocks that pi puts into a message (`<skill>` of
 * `/skill:name`, `<file>` of an `@file` argument) and without the name of a leading `/name`.
 *
 * A block ends at its last closing tag, so that a file which holds a closing tag cannot speak for the user.
 */
export function readOwnWords(text: string): string {
  const words = dropBlocks(dropBlocks(text, "skill"), "file");
  return words
    .trim()
    .replace(/^\/[^\s/]+(?=\s|$)/u, "")
    .trim();
}

function dropBlocks(text: string, tag: "skill" | "file"): string {
  const start = text.indexOf(`<${tag} name="`);
  const closing = `</${tag}>`;
  const end = text.lastIndexOf(closing);
  if (start === -1 || end < start) return text;
  return `${text.slice(0, start)}\n${text.slice(end + closing.length)}`;
}
