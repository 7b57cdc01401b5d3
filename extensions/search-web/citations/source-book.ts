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

interface Draft extends Citation {
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
    const draft = this.drafts.get(id) ?? { numbers: [], url, origin, titleRank: 0 };
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
    this.drafts.get(id)?.numbers.push(number);
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
    for (const { numbers } of drafts) numbers.sort((a, b) => a - b);
    const others = drafts.filter(({ numbers }) => numbers.length === 0);
    const numbered = drafts.filter(({ numbers }) => numbers.length > 0);
    numbered.sort((a, b) => lowest(a) - lowest(b));
    const base = numbered[0]?.numbers[0] === 0 ? 0 : 1;
    const placed: Draft[] = [];
    let next = 0;
    for (const draft of numbered) {
      const free = Math.max(0, lowest(draft) - base - placed.length);
      // Spread into one call, very many sources would overflow the stack.
      for (const other of others.slice(next, next + free)) placed.push(other);
      placed.push(draft);
      next += free;
    }
    return placed.concat(others.slice(next)).map(({ titleRank: _, ...citation }) => citation);
  }
}

function lowest({ numbers }: Draft): number {
  return numbers[0] ?? 0;
}
