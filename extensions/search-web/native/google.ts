import { isRecord, listOf, recordOf, textOf } from "../../shared-web/json.ts";
import { type EventReader, SourceList } from "./evidence.ts";
import { placeMarks, type Support, type TextPart } from "./marks.ts";

/** More stretches than any answer has; what comes after them is left out. */
const MAX_SUPPORTS = 2_000;

/**
 * Chunks of Google's generateContent stream (https://ai.google.dev/gemini-api/docs/google-search). The grounding comes
 * with the last chunks; its addresses are redirects and its titles the names of the sites.
 */
export function createGoogleReader(): EventReader {
  const cited = new SourceList();
  const supports: Support[] = [];
  const parts: TextPart[] = [];
  let chunkUrls: unknown[] = [];
  let searched = false;

  const readPart = (value: unknown, index: number) => {
    const part = recordOf(value);
    if (typeof part.text !== "string") return;
    const isThought = part.thought === true;
    const last = parts.at(-1);
    // A stream cuts one part into many chunks; a chunk's later parts are parts of their own.
    if (last && index === 0 && last.isThought === isThought) last.text += part.text;
    else parts.push({ isThought, text: part.text });
  };

  const readGrounding = (grounding: Record<string, unknown>) => {
    const chunks = listOf(grounding.groundingChunks).map((chunk) => recordOf(recordOf(chunk).web));
    for (const { uri, title } of chunks) cited.add(uri, { title });
    if (chunks.length > 0) chunkUrls = chunks.map(({ uri }) => uri);
    if (chunks.length > 0 || listOf(grounding.webSearchQueries).length > 0) searched = true;
    const numberOf = new Map(cited.all().map(({ url }, index) => [url, index + 1]));
    for (const value of listOf(grounding.groundingSupports)) {
      const { segment, groundingChunkIndices } = recordOf(value);
      const numbers = listOf(groundingChunkIndices).flatMap((index) => {
        const url = typeof index === "number" ? chunkUrls[index] : undefined;
        return (typeof url === "string" ? numberOf.get(url) : undefined) ?? [];
      });
      if (isRecord(segment) && numbers.length > 0 && supports.length < MAX_SUPPORTS) {
        supports.push(readSegment(segment, numbers));
      }
    }
  };

  return {
    read(value) {
      const candidate = recordOf(listOf(recordOf(value).candidates)[0]);
      for (const [index, part] of listOf(recordOf(candidate.content).parts).entries()) readPart(part, index);
      if (isRecord(candidate.groundingMetadata)) readGrounding(candidate.groundingMetadata);
    },
    evidence: () => ({
      cited: cited.all().map((source, index) => ({ ...source, number: index + 1 })),
      found: [],
      searched,
      marked: placeMarks(parts, supports),
    }),
  };
}

function readSegment(segment: Record<string, unknown>, numbers: number[]): Support {
  const count = (value: unknown) => (typeof value === "number" ? value : 0);
  const { partIndex, startIndex, endIndex, text } = segment;
  return {
    part: count(partIndex),
    startByte: count(startIndex),
    endByte: count(endIndex),
    text: textOf(text),
    numbers,
  };
}
