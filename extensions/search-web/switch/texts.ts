import type { SwitchState } from "./state.ts";

/** In the footer while search is off. */
export const FOOTER_OFF = "search off";

/** Tells the user of a change, in their language, with how to undo it. */
export function describeChange({ on, cause, language }: SwitchState): string {
  const why = cause === undefined ? "" : `: ${cause}`;
  if (language === "ru") {
    return on
      ? `Веб-поиск снова включён${why}. Выключить: «без поиска» или /search-off.`
      : `Веб-поиск выключен до конца сессии${why}. Включить снова: «поищи в интернете …» или /search-on.`;
  }
  return on
    ? `Web search is on again${why}. To turn it off, say “no search” or type /search-off.`
    : `Web search is off until the session ends${why}. To turn it on again, say “search the web for …” or type /search-on.`;
}

/** Answers a command that changes nothing. */
export function describeNoChange({ on, language }: SwitchState): string {
  if (language === "ru") return on ? "Веб-поиск и так включён." : "Веб-поиск и так выключен.";
  return on ? "Web search is already on." : "Web search is already off.";
}

/** The line of `/search-status`. */
export function describeSwitch({ on, cause, language }: SwitchState): string {
  if (on) return cause === undefined ? "Search is on" : `Search is on: ${cause}`;
  const words = language === "ru" ? "«поищи в интернете …»" : "“search the web for …”";
  return `Search is OFF until the session ends: ${cause}. Turn it on with /search-on or ${words}`;
}

const DETOUR = "Do not go around this with bash, curl or another tool.";
const WAY_BACK =
  "If the user's last message asks for a search, tell the user to say «поищи в интернете …» or “search the web for …”, or to type /search-on.";

/** What the agent's model reads in the place of a search. */
export function blockSearch({ cause }: SwitchState): string {
  return `Blocked: the user turned web search off for this session (${cause}). Answer without searching. ${DETOUR} ${WAY_BACK}`;
}

/** What the agent's model reads in the place of a page that the user did not name. */
export function blockFetch({ cause }: SwitchState): string {
  return `Blocked: the user turned web search off for this session (${cause}), so only addresses that the user wrote can be opened. Answer without this page. ${DETOUR} ${WAY_BACK}`;
}
