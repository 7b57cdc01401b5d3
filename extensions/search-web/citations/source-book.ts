import type { WebAddress } from "../urls/web-address.ts";

/**
 * One source of an answer. `numbers` holds, ascending, the markers `[n]` that stand for it, as the text or the provider's
 * data numbers its sources; it is empty when neither does, and no two sources share a number. `origin` is "provider" when
 * the provider's data named the URL, "text" when only the model's text did.
 */
export interface Citation {
  numbers: number[];
  url: string;
  title?: string;
  origin: "provider" | "text";
}

/** Where a title comes from: the better source of titles wins. */
export type TitleOrigin = "link" | "provider" | "list";

interface Draft {
  url: string;
  numbers: Set<number>;
  origin: Citation["origin"];
  title: string | undefined;
  titleRank: number;
}

const TITLE_RANK: Readonly<Record<TitleOrigin, number>> = { link: 1, provider: 2, list: 3 };

/** The sources of one answer, each once. */
export class SourceBook {
  private readonly drafts = new Map<string, Draft>();
  private readonly owners = new Map<number, string>();

  /** Takes a source in, or what is new about a known one. `https` wins over `http`. */
  add(
    { id, url }: WebAddress,
    origin: Citation["origin"],
    title?: string,
    titleOrigin: TitleOrigin = "link",
  ): void {
    const draft = this.drafts.get(id) ?? { url, numbers: new Set(), origin, title: undefined, titleRank: 0 };
    if (/^http:/i.test(draft.url) && !/^http:/i.test(url)) draft.url = url;
    if (origin === "provider") draft.origin = origin;
    if (title !== undefined && TITLE_RANK[titleOrigin] > draft.titleRank) {
      draft.title = title;
      draft.titleRank = TITLE_RANK[titleOrigin];
    }
    this.drafts.set(id, draft);
  }

  /** Makes the source answer to `number`, unless another one does. */
  number(id: string, number: number): void {
    if (this.owners.has(number)) return;
    this.owners.set(number, id);
    this.drafts.get(id)?.numbers.add(number);
  }

  /** The identity of the source that answers to `number`. */
  owner(number: number): string | undefined {
    return this.owners.get(number);
  }

  get hasNumbers(): boolean {
    return this.owners.size > 0;
  }

  /**
   * By number, and where the numbers leave a place free, by appearance: the source `[n]` stands at place n, counted from 1,
   * or from 0 when there is a `[0]`, as far as there are sources enough.
   */
  citations(): Citation[] {
    const drafts = [...this.drafts.values()];
    const others = drafts.filter(({ numbers }) => numbers.size === 0);
    const numbered = drafts.flatMap((draft) =>
      draft.numbers.size === 0 ? [] : [{ draft, first: lowest(draft.numbers) }],
    );
    numbered.sort((a, b) => a.first - b.first);
    const base = numbered[0]?.first === 0 ? 0 : 1;
    const placed: Draft[] = [];
    let next = 0;
    for (const { draft, first } of numbered) {
      const free = Math.max(0, first - base - placed.length);
      for (const other of others.slice(next, next + free)) placed.push(other);
      next = Math.min(others.length, next + free);
      placed.push(draft);
    }
    return placed.concat(others.slice(next)).map(toCitation);
  }
}

/** Spread into `Math.min`, a text with very many numbers would overflow the stack. */
function lowest(numbers: ReadonlySet<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

function toCitation({ numbers, url, title, origin }: Draft): Citation {
  const sorted = [...numbers].sort((a, b) => a - b);
  return title === undefined ? { numbers: sorted, url, origin } : { numbers: sorted, url, title, origin };
}
