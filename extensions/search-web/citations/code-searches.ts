/** A line that closes fences. */
interface Closing {
  /** Where the line break before it stands. */
  index: number;
  length: number;
  /** The place among all of them of the next one that is longer. */
  longer: number;
}

/**
 * What the search for code looks for ahead of where it is. Asked for growing indexes, it looks at each line once for each kind,
 * whatever the text.
 */
export class CodeSearches {
  private readonly found = new Map<string, { from: number; index: number }>();
  private readonly closings = new Map<string, ClosingFences>();
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The first index from `from` on that `search` finds, which finds it too from any place between. `kind` names it. */
  first(kind: string, from: number, search: (text: string, from: number) => number): number {
    const known = this.found.get(kind);
    if (known && known.from <= from && from < known.index) return known.index;
    const index = search(this.text, from);
    this.found.set(kind, { from, index });
    return index;
  }

  /** The line break, the first from `from` on, before a line that closes `fence`; infinity when none does. */
  closing(fence: string, from: number): number {
    const mark = fence.slice(0, 1);
    const closings = this.closings.get(mark) ?? new ClosingFences(this.text, mark);
    this.closings.set(mark, closings);
    return closings.first(fence.length, from);
  }
}

/** The lines of a text that close fences of one mark. */
class ClosingFences {
  private readonly lines: Closing[] = [];
  private next = 0;

  constructor(text: string, mark: string) {
    const pattern = new RegExp(String.raw`\n[ \t>]*(${mark}{3,})[ \t\r]*(?=\n|$)`, "g");
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      this.lines.push({ index: match.index, length: match[1]?.length ?? 0, longer: 0 });
    }
    for (let place = this.lines.length - 1; place >= 0; place--) {
      const line = this.lines[place];
      if (line) line.longer = this.firstOf(line.length + 1, place + 1);
    }
  }

  first(length: number, from: number): number {
    while (this.next < this.lines.length && (this.lines[this.next]?.index ?? 0) < from) this.next++;
    return this.lines[this.firstOf(length, this.next)]?.index ?? Number.POSITIVE_INFINITY;
  }

  /** The place of the first line at or after `place` that is of `length` or more, or one past the last. */
  private firstOf(length: number, place: number): number {
    let line = this.lines[place];
    let at = place;
    while (line && line.length < length) {
      at = line.longer;
      line = this.lines[at];
    }
    return at;
  }
}
