import { LEAVE_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { PluginOutcome } from "./calls.ts";
import type { PluginRoute } from "./declaredRoutes.ts";

export interface RouteAnswer {
  readonly status: number;
  /** The plugin's answer as JSON. */
  readonly json: string;
  /** The address at another site where the visitor goes on, or null. */
  readonly leave: string | null;
}

interface Asked {
  readonly plugin: ActivePlugin;
  readonly route: PluginRoute;
  /** True if a member asks. Only members learn the reason of a failure. */
  readonly isMember: boolean;
}

interface Answered {
  readonly status?: number;
  readonly body?: unknown;
  /** The address where the visitor goes on. It stands alone. */
  readonly leave?: string;
}

/** The answer of a route or webhook. Throws a `Refusal` if the plugin has given none. */
export function routeAnswer(outcome: PluginOutcome | undefined, { plugin, route, isMember }: Asked): RouteAnswer {
  const fails = (reason: string, says: string): never => {
    throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: plugin.id, ...(isMember ? { reason, says } : {}) });
  };
  if (!outcome) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: plugin.id });
  if (!outcome.ok) return fails(outcome.code, outcome.message);
  const answer = outcome.value as Answered;
  if (answer.leave === undefined)
    return { status: answer.status ?? 200, json: JSON.stringify(answer.body) ?? "null", leave: null };
  const leave = placeToLeaveFor(answer.leave, route);
  return leave === undefined
    ? fails(
        "plugin_answer",
        "The route may not send a visitor to this address. Its manifest names the hosts in leaves.",
      )
    : { status: 200, json: JSON.stringify({ leave }), leave };
}

/** Visible ASCII without what hides a host: user names, codes, and backslashes, which the URL parser takes for slashes. */
const PLAIN = /^https:\/\/[^\s\\@%/?#\u0000-\u0020\u007f-\uffff]+(?:[/?#][\u0021-\u005b\u005d-\u007e]*)?$/;

/** The address as the URL parser writes it, or undefined. It keeps its fragment, which checkout pages need. */
function placeToLeaveFor(text: string, { leaves = [] }: PluginRoute): string | undefined {
  if (text.length > LEAVE_MAX_CHARS || !PLAIN.test(text)) return undefined;
  const url = URL.parse(text);
  const isFine = url?.protocol === "https:" && url.username === "" && url.password === "" && url.port === "";
  return url && isFine && leaves.includes(url.hostname) ? url.href : undefined;
}
