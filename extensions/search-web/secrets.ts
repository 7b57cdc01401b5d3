import { unescape as decodePercent } from "node:querystring";
import type { Api, Model } from "@mariozechner/pi-ai";
import { stripUnsafe } from "../ollama-web/untrusted.ts";

/** What pi resolves for a request. */
export interface RequestAuth {
  apiKey?: string | undefined;
  headers?: Record<string, string | null | undefined> | undefined;
}

/** A shorter value is no secret, and would blank words. */
const MIN_SECRET_CHARS = 4;
/** From here on a value is hidden inside longer words too. */
const MIN_UNLIKELY_CHARS = 8;
/** Of a longer value no regular expression can be made, and the error would show it; its case is not guessed. */
const MAX_PATTERN_CHARS = 2_000;
const SECRET_PARAMETER = /key|token|secret|auth|pass|sig|code/i;

/**
 * Every value that a request to `model` may carry and no text may show: the key, the headers, and the credentials in its
 * address, each also without a scheme such as `Bearer`.
 */
export function listSecrets(
  { baseUrl, headers }: Pick<Model<Api>, "baseUrl" | "headers">,
  auth: RequestAuth,
): string[] {
  const values = [auth.apiKey, ...Object.values({ ...headers }), ...Object.values({ ...auth.headers })];
  return [...values, ...addressSecrets(baseUrl)].flatMap((value) => {
    const text = value?.trim() ?? "";
    return [text, text.replace(/^(?:bearer|basic|token|apikey) +/i, "")];
  });
}

function addressSecrets(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  const named = [...searchParams].filter(([name]) => SECRET_PARAMETER.test(name)).map(([, value]) => value);
  return [username, password, ...[username, password].map((text) => decodePercent(text)), ...named];
}

/**
 * `text` with `…` for each secret, in any case, as it is or as JSON or a URL writes it. The text may have gone through
 * `stripUnsafe` already. Linear in its length.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .flatMap((secret) => [secret, stripUnsafe(secret)])
    .filter((secret) => secret.length >= MIN_SECRET_CHARS)
    .flatMap((secret) => [secret, ...jsonForms(secret), encodeURIComponent(secret.toWellFormed())]);
  return [...new Set(forms)].sort((a, b) => b.length - a.length).reduce(hideForm, text);
}

function hideForm(text: string, form: string): string {
  return form.length > MAX_PATTERN_CHARS ? text.replaceAll(form, "…") : text.replace(toPattern(form), "…");
}

/** As most programs write it, as PHP does, and as Go does. */
function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  const toEscape = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;
  return [json, json.replaceAll("/", "\\/"), json.replace(/[<>&]/g, toEscape)];
}

function toPattern(form: string): RegExp {
  const literal = form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return form.length < MIN_UNLIKELY_CHARS
    ? new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "giu")
    : new RegExp(literal, "giu");
}
