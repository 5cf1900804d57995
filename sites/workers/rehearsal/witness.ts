import type { PluginCall, PluginCalls, PluginOutcome } from "../../../runtime/plugins/calls/calls.ts";

/** One call of a plugin and its outcome. */
export interface Witnessed {
  readonly plugin: string;
  readonly point: PluginCall["point"];
  readonly name: string;
  readonly outcome: PluginOutcome;
}

/**
 * The outcome of a call that never ends. Nothing can interrupt its code, so the sandbox stops answering and its process
 * must be killed.
 */
const ENDLESS: PluginOutcome = {
  ok: false,
  code: "plugin_late",
  message: "The plugin did not answer in time: it computes without an end, or takes all memory.",
};

/** Forwards calls and remembers their outcomes, because the hook runner does not report them. */
export class Witness implements PluginCalls {
  readonly #calls: PluginCalls;
  #seen: Witnessed[] = [];
  #isSilent = false;

  constructor(calls: PluginCalls) {
    this.#calls = calls;
  }

  async all(calls: readonly PluginCall[]): Promise<readonly PluginOutcome[]> {
    const outcomes = (await this.#calls.all(calls)).map((outcome) => this.#judged(outcome));
    for (const [index, outcome] of outcomes.entries()) {
      const { point = "hooks", name = "", plugin } = calls[index] ?? {};
      this.#seen.push({ plugin: plugin?.id ?? "", point, name, outcome });
    }
    return outcomes;
  }

  /** True if the sandbox has stopped answering since the last call of this method. */
  takeSilence(): boolean {
    const isSilent = this.#isSilent;
    this.#isSilent = false;
    return isSilent;
  }

  #judged(outcome: PluginOutcome): PluginOutcome {
    if (outcome.ok || outcome.code !== "sandbox_silent") return outcome;
    this.#isSilent = true;
    return ENDLESS;
  }

  /** Returns and clears the remembered calls. */
  take(): readonly Witnessed[] {
    const seen = this.#seen;
    this.#seen = [];
    return seen;
  }
}
