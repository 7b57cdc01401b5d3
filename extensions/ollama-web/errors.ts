/** What can go wrong before, during and after a request to Ollama. */
export type OllamaErrorCode =
  | "not-configured"
  | "switched-off"
  | "bad-host"
  | "bad-key"
  | "bad-key-origin"
  | "no-key"
  | "blank-query"
  | "bad-address"
  | "unauthorized"
  | "forbidden"
  | "not-signed-in"
  | "cloud-disabled"
  | "host-not-allowed"
  | "daemon-too-old"
  | "daemon-unreachable"
  | "quota"
  | "unavailable"
  | "network"
  | "timeout"
  | "redirect"
  | "too-large"
  | "bad-response"
  | "bad-argument"
  | "unknown-ref"
  | "no-such-result"
  | "result-gone"
  | "replay-failed"
  | "replay-blocked"
  | "file-exists"
  | "file-failed";

/** What a sentence can name. Every text in here is already cleaned, short and free of keys. */
export interface ErrorFacts {
  /** Who was asked: `ollama.com`, `The Ollama daemon at http://127.0.0.1:11434`. */
  server?: string;
  /** Whether `server` is a daemon: then other things help. */
  daemon?: boolean;
  status?: number;
  /** Ollama's own `error` text. */
  said?: string;
  /** What was wrong, as the end of a sentence. */
  reason?: string;
  /** Whether a key is set, so that nobody is told to set one. */
  hasKey?: boolean;
  /** One more sentence on what to do. */
  hint?: string;
}

/** A failure of Ollama's web search. The message is whole sentences for a person or a model; no key, no raw body. */
export class OllamaError extends Error {
  override readonly name = "OllamaError";
  readonly code: OllamaErrorCode;
  readonly facts: ErrorFacts;

  /** `earlier` is the failure of the route tried before this one; its sentence comes first. */
  constructor(
    code: OllamaErrorCode,
    facts: ErrorFacts = {},
    options: { cause?: unknown; earlier?: OllamaError } = {},
  ) {
    const sentence = SENTENCES[code](facts) + (facts.hint ? ` ${facts.hint}` : "");
    super(options.earlier ? `${options.earlier.message} ${sentence}` : sentence, { cause: options.cause });
    this.code = code;
    this.facts = facts;
  }
}

const KEYS_PAGE = "https://ollama.com/settings/keys";

/** ` (401: "unauthorized")`, ` (401)`, ` ("overloaded")` or nothing. */
function evidence({ status, said }: ErrorFacts): string {
  const parts = [status === undefined ? "" : `${status}`, said ? `"${said}"` : ""].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(": ")})` : "";
}

function orSetKey({ hasKey }: ErrorFacts): string {
  return hasKey ? "" : ", or set OLLAMA_API_KEY";
}

const SENTENCES: Record<OllamaErrorCode, (facts: ErrorFacts) => string> = {
  "not-configured": () =>
    `Ollama's web search is not set up: set OLLAMA_API_KEY (a free key from ${KEYS_PAGE}), or OLLAMA_HOST to a signed-in Ollama daemon, or "ollama": "on" in ~/.pi/search-model.json for the daemon on this machine.`,
  "switched-off": () =>
    `Ollama's web search is switched off: "ollama" is "off" in ~/.pi/search-model.json; take that out to search.`,
  "bad-host": ({ reason }) => `OLLAMA_HOST cannot be used: ${reason}.`,
  "bad-key": () =>
    `OLLAMA_API_KEY holds a control or non-ASCII character: copy the key again from ${KEYS_PAGE}.`,
  "bad-key-origin": () =>
    "OLLAMA_KEY_ORIGIN must be an https origin like https://gateway.example, without a path, user or password.",
  "no-key": () => `OLLAMA_HOST names ollama.com, which needs a key: set OLLAMA_API_KEY (from ${KEYS_PAGE}).`,
  "blank-query": () => "The search query is empty: say what to search for.",
  "bad-address": ({ reason }) => `The address was not opened: ${reason}.`,
  unauthorized: (facts) =>
    `${facts.server} rejected the key${evidence(facts)}: check OLLAMA_API_KEY, or make a new key at ${KEYS_PAGE}.`,
  forbidden: (facts) =>
    `${facts.server} refused the request${evidence(facts)}: the account or its plan may not include web search, see https://ollama.com/settings.`,
  "not-signed-in": (facts) =>
    `${facts.server} is not signed in${evidence(facts)}: run "ollama signin" there${orSetKey(facts)}.`,
  "cloud-disabled": (facts) =>
    `${facts.server} refused the request${evidence(facts)}: Ollama's cloud was switched off there, so nobody else was asked; switch it on there to search.`,
  "host-not-allowed": (facts) =>
    `${facts.server} refused the request without a reason${evidence(facts)}: it may not accept that host name, so give its IP address in OLLAMA_HOST.`,
  "daemon-too-old": (facts) =>
    `${facts.server} has no web search${evidence(facts)}: update it to Ollama 0.18.0 or newer${orSetKey(facts)}.`,
  quota: (facts) =>
    `${facts.server} refused because of a usage limit or the balance${evidence(facts)}: wait until the limit resets, or see https://ollama.com/settings.`,
  unavailable: (facts) => `${facts.server} is not available right now${evidence(facts)}: try again later.`,
  "daemon-unreachable": (facts) =>
    `${facts.server} could not be reached (${facts.reason}): start it, or correct OLLAMA_HOST${orSetKey(facts)}.`,
  network: ({ server, reason }) =>
    `${server} could not be reached, or broke off (${reason}): check the network connection.`,
  timeout: ({ server, reason }) => `${server} did not answer within ${reason}: try again later.`,
  redirect: (facts) =>
    `${facts.server} redirects to ${facts.reason}${evidence(facts)}, and redirects are not followed${facts.daemon ? ": set OLLAMA_HOST to the final address" : ": try again later"}.`,
  "too-large": ({ server, reason }) =>
    `${server} sent more than ${reason}, so its answer was not read: try another query or page.`,
  "bad-response": (facts) =>
    facts.reason
      ? `${facts.server} gave no usable answer: ${facts.reason}; ${facts.daemon ? "check that OLLAMA_HOST leads to an Ollama daemon" : "try again later"}.`
      : `${facts.server} gave no usable answer${evidence(facts)}: change the query or the address.`,
  "bad-argument": ({ reason }) => `ollama_web_read_full: ${reason}.`,
  "unknown-ref": ({ reason }) =>
    `No earlier result has the ref ${reason}: refs start with ws_s_ or fetch: and stand at the end of what ollama_web_search and ollama_web_fetch return.`,
  "no-such-result": ({ reason }) => `The search brought ${reason}: give resultIndex from 1 on.`,
  "result-gone": ({ reason }) =>
    `The search was sent again, but ${reason} is not among its results any more: run ollama_web_search anew, or ollama_web_fetch for that address.`,
  "replay-failed": ({ reason }) =>
    `The earlier text is no longer in memory, and asking for it again failed: ${reason}`,
  "replay-blocked": ({ reason }) =>
    `The earlier text is no longer in memory, and may not be asked for again: ${reason}`,
  "file-exists": ({ reason }) => `${reason} exists: pass overwrite true to replace it, or another path.`,
  "file-failed": ({ reason }) => `The file could not be written: ${reason}. Give another path.`,
};
