/** Every sentence that a model reads before a search. Each character of the first three is paid for in each request. */
export const TOOL_DESCRIPTION =
  "Ask the web one question; returns an answer with numbered sources. Use it when the answer needs fresh or outside facts, not for this code base or what is already in context. One call per question. Never after the user said no search. Keep the [n] and list the sources you use.";

export const QUERY_DESCRIPTION = "A whole question, with names, versions and dates";

export const TOOL_SNIPPET = "Answer a question from the web, with sources";

/** The search model's system prompt. `today` is the local date as YYYY-MM-DD. */
export function searchSystemPrompt(today: string): string {
  return `Today is ${today}. Search the web to answer the user's question; do not answer from memory alone.
Answer in the language of the question, short and factual. Put the number of its source after each claim: [1][2].
End with the list of sources, one per line: [1] URL. List only pages that the search really found, each with its full address; never write an address from memory. If the search found nothing, say so and list nothing.`;
}

/** The user's local date as YYYY-MM-DD. */
export function localDate(now: Date): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-${String(now.getDate()).padStart(2, "0")}`;
}
