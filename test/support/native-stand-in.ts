import { openStream, type Reply } from "./model-stand-in.ts";

/** A source as a provider's events name it. */
export interface StandInSource {
  url: string;
  title: string;
}

/** What a vendor's server does with one question. */
export interface NativeAnswer {
  /** The text blocks of the answer, in order. */
  texts: string[];
  /** Pages that the search found; absent when the model does not search. */
  found?: StandInSource[];
  /** Pages that the answer cites. */
  cited?: StandInSource[];
  /** The vendor's word for why its search failed, the last one where there was another. */
  error?: string;
  /** A call of a tool of ours beside the text. */
  toolCall?: true;
  stopReason?: string;
}

function sendEvents(...events: ({ type?: string } & Record<string, unknown>)[]): Reply {
  return (response) => {
    openStream(response);
    for (const event of events) {
      if (event.type) response.write(`event: ${event.type}\n`);
      response.write(`data: ${JSON.stringify(event)}\n\n`);
    }
    response.end();
  };
}

/** Anthropic's Messages API, which DeepSeek copies. */
export function messagesAnswer(answer: NativeAnswer): Reply {
  const { texts, found, cited = [], error, toolCall } = answer;
  const blocks: { start: Record<string, unknown>; deltas?: Record<string, unknown>[] }[] = [];
  const pages = found?.map((page) => ({ type: "web_search_result", ...page, encrypted_content: "…" }));
  const failure = error && { type: "web_search_tool_result_error", error_code: error };
  for (const content of [pages, failure]) {
    if (!content) continue;
    blocks.push(
      { start: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} } },
      { start: { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content } },
    );
  }
  for (const [index, text] of texts.entries()) {
    const deltas: Record<string, unknown>[] = [{ type: "text_delta", text }];
    for (const page of index === 0 ? cited : []) {
      const citation = { type: "web_search_result_location", ...page, cited_text: "…", encrypted_index: "…" };
      deltas.push({ type: "citations_delta", citation });
    }
    blocks.push({ start: { type: "text", text: "" }, deltas });
  }
  if (toolCall) blocks.push({ start: { type: "tool_use", id: "toolu_1", name: "bash", input: {} } });
  const usage = { input_tokens: 120, output_tokens: 30 };
  const stop_reason = answer.stopReason ?? (toolCall ? "tool_use" : "end_turn");
  return sendEvents(
    {
      type: "message_start",
      message: { id: "msg_1", type: "message", role: "assistant", model: "stand-in", content: [], usage },
    },
    ...blocks.flatMap(({ start, deltas = [] }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  );
}

/** OpenAI's Responses API, also as the Codex backend speaks it. */
export function responsesAnswer(answer: NativeAnswer): Reply {
  const { texts, found, cited = [], error, toolCall } = answer;
  const items: Record<string, unknown>[] = [];
  if (found || error) {
    const sources = found?.map(({ url }) => ({ type: "url", url }));
    const action = { type: "search", query: "a query", ...(sources ? { sources } : {}) };
    items.push({ type: "web_search_call", id: "ws_1", status: error ? "failed" : "completed", action });
  }
  const annotations = cited.map((page) => ({ type: "url_citation", ...page, start_index: 0, end_index: 4 }));
  for (const [index, text] of texts.entries()) {
    const content = [{ type: "output_text", text, annotations: index === 0 ? annotations : [] }];
    items.push({
      type: "message",
      id: `msg_${index}`,
      role: "assistant",
      status: "completed",
      content,
      text,
    });
  }
  if (toolCall) {
    items.push({ type: "function_call", id: "fc_1", call_id: "call_1", name: "bash", arguments: "{}" });
  }
  const usage = {
    input_tokens: 120,
    output_tokens: 30,
    total_tokens: 150,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return sendEvents(
    { type: "response.created", response: { id: "resp_1", status: "in_progress" } },
    ...items.flatMap(({ text, ...item }, output_index) => [
      {
        type: "response.output_item.added",
        output_index,
        item: item.type === "message" ? { ...item, content: [] } : item,
      },
      ...(typeof text === "string" ? streamText(text, output_index, annotations) : []),
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.completed", response: { id: "resp_1", status: "completed", output: items, usage } },
  );
}

function streamText(delta: string, output_index: number, annotations: Record<string, unknown>[]) {
  const place = { output_index, content_index: 0, item_id: "msg_0" };
  return [
    {
      type: "response.content_part.added",
      ...place,
      part: { type: "output_text", text: "", annotations: [] },
    },
    { type: "response.output_text.delta", ...place, delta },
    ...annotations.map((annotation, annotation_index) => ({
      type: "response.output_text.annotation.added",
      ...place,
      annotation_index,
      annotation,
    })),
  ];
}

/** Google's generateContent stream; `supports` names the stretches of the text and the places of their pages. */
export function googleAnswer(
  answer: NativeAnswer & { supports?: { text: string; chunks: number[] }[] },
): Reply {
  const { texts, found, supports = [], toolCall } = answer;
  const whole = Buffer.from(texts.join(""));
  const groundingMetadata = found && {
    webSearchQueries: ["a query"],
    groundingChunks: found.map(({ url, title }) => ({ web: { uri: url, title } })),
    groundingSupports: supports.map(({ text, chunks }) => {
      const startIndex = whole.indexOf(text);
      const segment = { startIndex, endIndex: startIndex + Buffer.byteLength(text), text };
      return { segment, groundingChunkIndices: chunks };
    }),
  };
  const chunks = texts.map((text) => ({ candidates: [{ content: { role: "model", parts: [{ text }] } }] }));
  const call = toolCall ? [{ functionCall: { name: "bash", args: {} } }] : [];
  const last = {
    candidates: [
      {
        content: { role: "model", parts: call },
        finishReason: answer.stopReason ?? "STOP",
        ...(groundingMetadata ? { groundingMetadata } : {}),
      },
    ],
    usageMetadata: { promptTokenCount: 120, candidatesTokenCount: 30, totalTokenCount: 150 },
  };
  return sendEvents(...chunks, last);
}

/** A token such as a ChatGPT login holds, as far as pi's Codex adapter reads it. */
export function chatgptToken(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { "https://api.openai.com/auth": { chatgpt_account_id: "account-1" } };
  return `${part({ alg: "none" })}.${part(claims)}.signature`;
}
