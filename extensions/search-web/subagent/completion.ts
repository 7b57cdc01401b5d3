import { type Api, type AssistantMessage, type Context, complete, type Model } from "@mariozechner/pi-ai";
import { isRecord, recordOf } from "../../shared-web/json.ts";
import type { ModelCatalog } from "../model.ts";

/** `onProviderStreamEvent` is read by pi 1.x alone. */
export type CompleteOptions = NonNullable<Parameters<typeof complete>[2]> & {
  onProviderStreamEvent?: (event: unknown) => void;
};

/** pi's model registry, as far as one completion needs it. `complete` is there from pi 1.x on. */
export interface SearchRegistry extends ModelCatalog {
  complete?(model: Model<Api>, context: Context, options: CompleteOptions): Promise<AssistantMessage>;
  getProviderAuthStatus(provider: string): { source?: string };
  getApiKeyAndHeaders(
    model: Model<Api>,
  ): Promise<{ ok: true; apiKey?: string; headers?: Record<string, string> } | { ok: false; error: string }>;
}

/** No credentials could be found for a model that is said to have some. */
export class NoCredentials extends Error {
  override readonly name = "NoCredentials";
}

/**
 * One completion with the credentials of `model`, on either pi line. `sent` is the model to send, which may speak another
 * API than the one in the registry. Failures of the provider come back as a message, or are thrown as pi throws them.
 */
export async function completeWith(
  registry: SearchRegistry,
  model: Model<Api>,
  sent: Model<Api>,
  context: Context,
  options: CompleteOptions,
): Promise<AssistantMessage> {
  // The registry sends by the API that the provider is registered for, whatever the model says.
  if (registry.complete && sent === model) return await registry.complete(model, context, options);
  const auth = await registry.getApiKeyAndHeaders(model);
  if (!auth.ok) throw new NoCredentials(auth.error);
  const { apiKey, headers } = auth;
  return await complete(sent, context, {
    ...options,
    ...(registry.complete ? {} : { onPayload: leavingThinking(options.onPayload) }),
    ...(apiKey ? { apiKey } : {}),
    ...(headers ? { headers } : {}),
  });
}

/**
 * pi 0.73 turns thinking off by `effort: "none"`, whatever the model; one that cannot do without refuses the request, as
 * many do at OpenRouter. pi 1.x knows which they are.
 */
function leavingThinking(onPayload: CompleteOptions["onPayload"]): NonNullable<CompleteOptions["onPayload"]> {
  return async (payload, model) => {
    const sent = (await onPayload?.(payload, model)) ?? payload;
    if (!isRecord(sent) || recordOf(sent.reasoning).effort !== "none") return sent;
    const { reasoning: _off, ...rest } = sent;
    return rest;
  };
}
