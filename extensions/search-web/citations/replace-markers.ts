import { NAMED, type NamedMarker, OPAQUE, readNumbers } from "./markers.ts";

/** A marker that does not stay as it is: what stands in its place, nothing when no reader can resolve it. */
interface Marker {
  start: number;
  end: number;
  replacement: string;
}

/** OpenAI's mark of a thing that the sentence names: its kind, and the name that stays. */
const ENTITY = /^\ue200entity\ue202?\["[^"\\\n]{0,80}","([^"\\\n]{1,200})"/;

const ENDS_URL = /^[.,;:!?)]{0,8}(?:$|[\s\p{Pe}\p{Pf}\p{Pi}]|(?![!-~])\p{Po})/u;
const END_OF_WORD = /^$|[\s\p{Pe}\p{Pf}\p{Po}]/u;

/** `text` without the markers that only its provider could resolve. `masked` is `text` with its code blanked out. */
export function dropOpaqueMarkers(text: string, masked: string): string {
  // The closing tag is opaque only beside an opening one that carries an index.
  const tags = /<cite index=/i.test(masked) ? String.raw`|<cite index=[^<>]{0,80}>|<\/cite>` : "";
  const pattern = new RegExp(`(?!${NAMED})(?:${OPAQUE}${tags})`, "gi");
  const markers: Marker[] = [];
  for (let mark = pattern.exec(masked); mark !== null; mark = pattern.exec(masked)) {
    markers.push({ start: mark.index, end: pattern.lastIndex, replacement: ENTITY.exec(mark[0])?.[1] ?? "" });
  }
  return replaceMarkers(text, markers);
}

/** `text` with `[N]` for `[citation:N]` where `isSource(N)`, and without the others. */
export function resolveMarkers(
  text: string,
  markers: readonly NamedMarker[],
  isSource: (number: number) => boolean,
): string {
  // Each spelling once: a text may repeat `[citation:1-50]` very often.
  const spellings = [...new Set(markers.map(({ spelling }) => spelling))];
  const named = spellings.map((spelling) => ({ spelling, numbers: readNumbers(spelling) }));
  const isZeroBased = named.some(({ numbers }) => numbers.includes(0)) && !isSource(0);
  const replacements = new Map<string, string>();
  for (const { spelling, numbers } of isZeroBased ? [] : named) {
    replacements.set(
      spelling,
      numbers
        .filter(isSource)
        .map((number) => `[${number}]`)
        .join(""),
    );
  }
  return replaceMarkers(
    text,
    markers.map(({ start, end, spelling }) => ({
      start,
      end,
      replacement: replacements.get(spelling) ?? "",
    })),
  );
}

function replaceMarkers(text: string, markers: readonly Marker[]): string {
  let kept = "";
  let from = 0;
  for (const marker of joinRuns(text, markers)) {
    const { start, end, replacement } = marker.replacement === "" ? withSpace(text, marker) : marker;
    const isApart = replacement === "" && ENDS_URL.test(text.slice(end, end + 9));
    kept += text.slice(from, start) + (!isApart && followsUrl(text, start) ? " " : "") + replacement;
    from = end;
  }
  return kept + text.slice(from);
}

/** Markers that go and stand together are one. */
function joinRuns(text: string, markers: readonly Marker[]): Marker[] {
  const runs: Marker[] = [];
  for (const marker of markers) {
    const last = runs.at(-1);
    const isBeside = last !== undefined && /^[ \t]*$/.test(text.slice(last.end, marker.start));
    if (isBeside && last.replacement === "" && marker.replacement === "") last.end = marker.end;
    else runs.push(marker);
  }
  return runs;
}

/** A removed marker takes its parentheses along and the space before it, at the start of a line the space after it. */
function withSpace(text: string, { start, end }: Marker): Marker {
  let [first, last] = [start, end];
  if (text[first - 1] === "(" && text[last] === ")") {
    first--;
    last++;
  }
  if (first === 0 || text[first - 1] === "\n") {
    while (/[ \t]/.test(text[last] ?? "")) last++;
  } else if (END_OF_WORD.test(text[last] ?? "")) {
    while (/[ \t]/.test(text[first - 1] ?? "")) first--;
  }
  return { start: first, end: last, replacement: "" };
}

/** Whether a URL ends at `index`, which must not go on with what stands there instead of a marker. */
function followsUrl(text: string, index: number): boolean {
  return /(?:https?:\/\/|www\.)\S{0,300}$/i.test(text.slice(Math.max(0, index - 300), index));
}
