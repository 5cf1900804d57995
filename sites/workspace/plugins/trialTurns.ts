import { visibleJson } from "../../../manifests/visible.ts";
import { RUNS_ANSWER_MS, TRIAL_WAIT_MS } from "../../../manifests/bounds/watchdog.ts";
import type { Culprit } from "../../../runtime/plugins/calls/processRuns.ts";
import type { VersionAtSite } from "../../../runtime/plugins/calls/probation.ts";

/** The one turn of a machine at which a plugin on probation may be called. */
export interface TrialTurn {
  /** Never rejects: a runner that does not hear of it ends the turn by itself. */
  leave(): Promise<void>;
}

export interface TrialTurns {
  /** Undefined when it is not there in time, and when the runner does not answer. */
  take(version: VersionAtSite): Promise<TrialTurn | undefined>;
}

/** Without a runner that knows how processes end, no plugin is put on probation, and no call waits for its turn. */
export const FREE_TURNS: TrialTurns = { take: async () => ({ leave: async () => undefined }) };

/** Turns the runner of this machine gives, which knows the plugins of all tenants. */
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
