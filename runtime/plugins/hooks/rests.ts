import { type Span, isWithin } from "../../../manifests/memory/span.ts";
import { hookKind } from "../../../manifests/hooks/lookup.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { JobId } from "./jobs.ts";
import { MINUTE_MS } from "./timers.ts";

type HookOfPlugin = Omit<JobId, "about">;

/** The least minutes between two calls of a hook. Undefined if each event has a call of its own. */
export const leastMinutes = ({ plugin }: ActivePlugin, hook: HookOfPlugin["hook"]): number | undefined =>
  hookKind(hook).gathers ? plugin.manifest.contributes.hooks?.find(({ on }) => on === hook)?.everyMinutes : undefined;

/**
 * The times after calls in which hooks gather events for the next call. They are in memory: after a restart, the next
 * call comes at once.
 */
export class HookRests {
  readonly #rests = new Map<string, Span>();

  begin(hook: HookOfPlugin, plugin: ActivePlugin, now: number): void {
    const minutes = leastMinutes(plugin, hook.hook);
    if (minutes !== undefined) this.#rests.set(keyOf(hook), { from: now, until: now + minutes * MINUTE_MS });
  }

  /** The end of a hook's rest; undefined if it has none. A rest that begins in the future comes from a changed clock. */
  end(hook: HookOfPlugin, now: number): number | undefined {
    const rest = this.#rests.get(keyOf(hook));
    return rest && isWithin(rest, now) ? rest.until : undefined;
  }

  /** The time from which a job can have been called. */
  readyAt({ createdAt, ...hook }: HookOfPlugin & { readonly createdAt: number }): number {
    return Math.max(createdAt, this.#rests.get(keyOf(hook))?.until ?? 0);
  }
}

const keyOf = ({ site, plugin, hook }: HookOfPlugin): string => JSON.stringify([site, plugin, hook]);
