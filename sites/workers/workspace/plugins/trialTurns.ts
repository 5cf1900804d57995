import { visibleJson } from "../../../../manifests/visible.ts";
import { RUNS_ANSWER_MS, TRIAL_WAIT_MS } from "../../../../manifests/bounds/watchdog.ts";
import type { Culprit } from "../../../../runtime/plugins/calls/processRuns.ts";
import type { VersionAtSite } from "../../../../runtime/plugins/calls/probation.ts";

/** The machine's one turn for calling a plugin on probation. */
export interface TrialTurn {
  /** Ends the turn. Never rejects: if the runner cannot be reached, it ends the turn itself after a while. */
  leave(): Promise<void>;
}

export interface TrialTurns {
  /** Undefined if the turn did not come in time, or the runner did not answer. */
  take(version: VersionAtSite): Promise<TrialTurn | undefined>;
}

/** Used without a runner. Then no plugin is put on probation, and no call waits. */
export const FREE_TURNS: TrialTurns = { take: async () => ({ leave: async () => undefined }) };

/** Turns given by the machine's runner, which knows the plugins of all tenants. */
export class RunnersTurns implements TrialTurns {
  readonly #address: string;
  readonly #tenantOf: (site: string) => string;

  constructor(address: string, tenantOf: (site: string) => string) {
    this.#address = address;
    this.#tenantOf = tenantOf;
  }

  async take({ site, plugin, digest }: VersionAtSite): Promise<TrialTurn | undefined> {
    const culprit: Culprit = { tenant: this.#tenantOf(site), site, plugin, digest };
    if ((await this.#ask("PUT", culprit)) !== 204) return undefined;
    return { leave: () => this.#ask("DELETE", culprit).then(() => undefined) };
  }

  async #ask(method: "PUT" | "DELETE", culprit: Culprit): Promise<number | undefined> {
    try {
      const response = await fetch(`${this.#address}/trial`, {
        method,
        body: JSON.stringify(culprit),
        redirect: "manual",
        signal: AbortSignal.timeout(TRIAL_WAIT_MS + RUNS_ANSWER_MS),
      });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      console.error(visibleJson({ event: "trial_turn_unknown", plugin: culprit.plugin, error: String(error) }));
      return undefined;
    }
  }
}
