import type { PluginCall, PluginCalls, PluginOutcome } from "../../runtime/plugins/calls.ts";

/** One call that was made, and what came of it. */
export interface Witnessed {
  readonly point: PluginCall["point"];
  readonly name: string;
  readonly outcome: PluginOutcome;
}

/** Passes calls on and remembers what came of them: hooks are called by a runner that tells nobody. */
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

  /** What was seen since the last time. */
  take(): readonly Witnessed[] {
    const seen = this.#seen;
    this.#seen = [];
    return seen;
  }
}
