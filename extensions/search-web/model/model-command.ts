import type { ExtensionContext } from "@mariozechner/pi-coding-agent";
import { type Env, hasRoute } from "../../ollama-web/environment.ts";
import type { SearchConfig } from "../config.ts";
import { modeOf, tellResult } from "../tell.ts";
import {
  type CommandResult,
  describeChoices,
  formatOffer,
  listChoices,
  pickOffered,
  takeModels,
} from "./model-choice.ts";
import { writeSetting } from "./write-settings.ts";

/**
 * `/search-model`: with references it takes these models; without, the user chooses on the screen, or reads the list
 * where there is none.
 */
export async function chooseModel(
  args: string,
  ctx: ExtensionContext,
  deps: { home: string; env: Env; readConfig: () => SearchConfig; forgetTimeouts: () => void },
): Promise<void> {
  const config = deps.readConfig();
  const hasOllama = hasRoute(deps.env, config.ollama);
  const scope = { catalog: ctx.modelRegistry, sessionModel: ctx.model, config, hasOllama };
  const tell = ({ text, ok }: CommandResult) => tellResult(ctx, text, ok ? 0 : 1);
  const take = (wanted: string) =>
    takeModels(wanted, scope, (model) => {
      // The next search is to use what was chosen now.
      deps.forgetTimeouts();
      return writeSetting(deps.home, "model", model);
    });
  if (/[^\s,]/.test(args)) return tell(take(args));
  const choices = listChoices(scope);
  if (choices.length === 0 || modeOf(ctx) !== "tui") return tell(describeChoices(choices, scope));
  const offered = pickOffered(choices);
  const left = choices.length - offered.length;
  const more = left > 0 ? ` (${left} more by /search-model provider/id)` : "";
  const title = `Search model, cheapest first: $ per 1,000 searches + $ per million tokens in/out${more}`;
  const line = await ctx.ui.select(title, offered.map(formatOffer));
  const chosen = offered.find((choice) => formatOffer(choice) === line);
  if (chosen) tell(take(chosen.name));
}
