import type { PluginCall, PluginCalls, PluginOutcome } from "../../runtime/plugins/calls/calls.ts";

/** One call of the plugin and its outcome. */
export interface Witnessed {
  readonly point: PluginCall["point"];
  readonly name: string;
  readonly outcome: PluginOutcome;
}

/** Passes calls on and remembers their outcomes, because the hook runner reports none. */
export class Witness implements PluginCalls {
  readonly #calls: PluginCalls;
  #seen: Witnessed[] = [];

  constructor(calls: PluginCalls) {
    this.#calls = calls;
  }

  async all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]> {
    const outcomes = await this.#calls.all(calls);
    for (const [index, outcome] of outcomes.entries()) {
      const { point = "hooks", name = "" } = calls[index] ?? {};
      this.#seen.push({ point, name, outcome });
    }
    return outcomes;
  }

  /** Takes the calls since the last time. */
  take(): readonly Witnessed[] {
    const seen = this.#seen;
    this.#seen = [];
    return seen;
  }
}
