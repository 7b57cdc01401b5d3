/** Reads of JSON from outside: whatever stands there, the answer has the type asked for. */

/** `undefined` for text that is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The record, or an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The list, or an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text, or an empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * A tool's arguments without those that are null: so models write that they give none, where pi would read the text
 * "null". pi checks what is left.
 */
export function dropNulls<Arguments>(args: unknown): Arguments {
  return JSON.parse(JSON.stringify(args ?? {}), (_name, value) => value ?? undefined);
}

/** The same without empty texts, which a model gives that fills in every argument of a tool. */
export function dropBlanks<Arguments>(args: unknown): Arguments {
  return JSON.parse(JSON.stringify(dropNulls(args)), (_name, value) => (value === "" ? undefined : value));
}
