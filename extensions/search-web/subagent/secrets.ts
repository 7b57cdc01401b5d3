import { unescape as decodePercent } from "node:querystring";
import type { Api, Model } from "@mariozechner/pi-ai";
import { stripUnsafe } from "../../shared-web/text/untrusted.ts";

/** What pi resolves for a request. */
export interface RequestAuth {
  apiKey?: string | undefined;
  headers?: Record<string, string | null | undefined> | undefined;
}

/** A shorter value is no secret, and would blank words. */
const MIN_SECRET_CHARS = 4;
/** From here on a value is hidden inside longer words too. */
const MIN_UNLIKELY_CHARS = 8;
/** A shorter value without a digit may be a word. */
const MIN_KEY_CHARS = 10;
/** Of a longer value no regular expression can be made, and the error would show it; its case is not guessed. */
const MAX_PATTERN_CHARS = 2_000;
const SECRET_PARAMETER = /key|token|secret|auth|pass|sig|code/i;

/**
 * Every value that a request to `model` may carry and no text may show: the key, the headers, and the credentials in its
 * address, each also without a scheme such as `Bearer`.
 */
export function listSecrets(model: Pick<Model<Api>, "baseUrl" | "headers">, auth: RequestAuth): string[] {
  return listValues(model, auth, () => true);
}

/**
 * Those of them that no good answer holds by chance: not the headers that name an application, and no dummy key such as
 * `lm-studio`.
 */
export function listKeys(model: Pick<Model<Api>, "baseUrl" | "headers">, auth: RequestAuth): string[] {
  const values = listValues(model, auth, (header) => SECRET_PARAMETER.test(header));
  return values.filter((value) => value.length >= (/\d/.test(value) ? MIN_UNLIKELY_CHARS : MIN_KEY_CHARS));
}

function listValues(
  { baseUrl, headers }: Pick<Model<Api>, "baseUrl" | "headers">,
  auth: RequestAuth,
  counts: (header: string) => boolean,
): string[] {
  const sent = [...Object.entries({ ...headers }), ...Object.entries({ ...auth.headers })];
  const values = sent.filter(([header]) => counts(header)).map(([, value]) => value);
  return [auth.apiKey, ...values, ...addressSecrets(baseUrl)].flatMap((value) => {
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
    .flatMap((secret) => {
      const written = [secret, ...jsonForms(secret)];
      // A gateway hands an upstream's JSON on as a string of its own.
      return [...written, ...written.flatMap(jsonForms), encodeURIComponent(secret.toWellFormed())];
    });
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
