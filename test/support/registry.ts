import { rmSync } from "node:fs";
import { AuthStorage, ModelRegistry } from "@mariozechner/pi-coding-agent";
import { makeHome, type Provider } from "./pi.ts";

/** pi's own model registry with API keys for these providers and these entries in models.json. */
export function makeRegistry(keysFor: string[], providers: Record<string, Provider> = {}): ModelRegistry {
  const home = makeHome(providers);
  const keys = keysFor.map((provider) => [provider, { type: "api_key" as const, key: `key-of-${provider}` }]);
  try {
    const storage = AuthStorage.inMemory(Object.fromEntries(keys));
    return ModelRegistry.create(storage, `${home.agent}/models.json`);
  } finally {
    rmSync(home.home, { recursive: true });
  }
}
