/** The body as text; `undefined` once it is larger than `maxBytes`. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** What a body was that is no answer, as a clause. `json` is what `parseJson` made of it. */
export function describeBody(text: string, json: unknown): string {
  if (!text.trim()) return "the answer was empty";
  if (json !== undefined) return "the answer was JSON of another shape";
  return /^\s*</.test(text) ? "the answer was a web page, not JSON" : "the answer was no complete JSON";
}

export function describeBytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
