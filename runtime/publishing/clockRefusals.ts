import { CLOCK_REFUSALS_TOLD } from "../../manifests/bounds/publishing.ts";
import type { Refusal } from "../../manifests/refusals/refusal.ts";

/** Releases by the clock that were refused in a row: their number, and the last reason. */
export interface ClockRefused {
  readonly times: number;
  readonly code: string;
  readonly reason: string;
}

/** The refused releases by the clock of each site. A restart forgets them, and the next refusals count again. */
export class ClockRefusals {
  readonly #sites = new Map<string, ClockRefused>();

  timesOf(site: string): number {
    return this.#sites.get(site)?.times ?? 0;
  }

  /** Records a refusal. True if it is the one at which people are told. */
  record(site: string, { code, message }: Refusal): boolean {
    const times = this.timesOf(site) + 1;
    this.#sites.set(site, { times, code, reason: message });
    return times === CLOCK_REFUSALS_TOLD;
  }

  forget(site: string): void {
    this.#sites.delete(site);
  }

  /** The refusals that people should know of. One or two may be another publication that was running. */
  told(site: string): ClockRefused | null {
    const found = this.#sites.get(site);
    return found && found.times >= CLOCK_REFUSALS_TOLD ? found : null;
  }
}
