import { OllamaError } from "./errors.ts";

export const HOSTED_ORIGIN = "https://ollama.com";

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
