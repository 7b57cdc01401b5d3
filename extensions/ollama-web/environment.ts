import { OllamaError } from "./errors.ts";

export type Env = Record<string, string | undefined>;

/** `ollama` in ~/.pi/search-model.json. */
export type OllamaMode = "auto" | "on" | "off";

export const HOSTED_ORIGIN = "https://ollama.com";

/** Whether Ollama may be asked. A host or key that cannot be used counts: the user set it, and is told what is wrong. */
export function hasRoute(env: Env, mode: OllamaMode = "auto"): boolean {
  if (mode !== "auto") return mode === "on";
  try {
    return readHost(env.OLLAMA_HOST) !== "" || readKey(env.OLLAMA_API_KEY) !== undefined;
  } catch (error) {
    if (error instanceof OllamaError) return true;
    throw error;
  }
}

/** OLLAMA_HOST without the space and the quotes around it, as Ollama takes them off; empty when it is not set. */
export function readHost(value: string | undefined): string {
  return (value ?? "")
    .trim()
    .replace(/^["']+|["']+$/g, "")
    .trim();
}

/**
 * OLLAMA_API_KEY without the space, the pair of quotes and the `Bearer ` around it; blank counts as unset. Throws
 * `OllamaError` `bad-key`, which does not print it.
 */
export function readKey(value: string | undefined): string | undefined {
  const key = unquote(
    unquote(value ?? "")
      .replace(/^bearer(?:\s+|$)/i, "")
      .trim(),
  );
  if (/[^\x20-\x7e]/.test(key)) throw new OllamaError("bad-key");
  return key || undefined;
}

function unquote(value: string): string {
  const text = value.trim();
  return (/^"(.*)"$/s.exec(text) ?? /^'(.*)'$/s.exec(text))?.[1]?.trim() ?? text;
}

/**
 * OLLAMA_KEY_ORIGIN: the one origin that the key may go to. https only, so that it never travels in the clear, and
 * explicit, so that it never follows OLLAMA_HOST. Throws `OllamaError` `bad-key-origin`.
 */
export function readKeyOrigin(value: string | undefined): string {
  const text = unquote(value ?? "");
  if (!text) return HOSTED_ORIGIN;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url?.protocol === "https:" && url.href === `${url.origin}/`;
  if (!url || !isOrigin) throw new OllamaError("bad-key-origin");
  return url.origin;
}
