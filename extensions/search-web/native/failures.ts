import { oneLine } from "../../ollama-web/untrusted.ts";
import type { SearchErrorCode } from "../errors.ts";

const FAILURES: Record<string, [SearchErrorCode, string]> = {
  too_many_requests: ["unavailable", "its web search takes no more requests now"],
  unavailable: ["unavailable", "its web search is unavailable"],
  max_uses_exceeded: ["quota", "its web search was used up for this request"],
  query_too_long: ["bad-response", "the query is too long for its web search"],
  request_too_large: ["bad-response", "the query is too long for its web search"],
};

/** What a vendor's word for a failed search means, as a code and the reason for people. */
export function describeSearchFailure(word: string): { code: SearchErrorCode; detail: string } {
  const known = Object.hasOwn(FAILURES, word) ? FAILURES[word] : undefined;
  if (known) return { code: known[0], detail: known[1] };
  return { code: "bad-response", detail: `its web search failed: ${oneLine(word, 60)}` };
}
