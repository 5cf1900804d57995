import { isDeepStrictEqual } from "node:util";
import { CALL_GRACE_MS, CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import {
  TRIALS_WAITING,
  TRIALS_WAITING_PER_TENANT,
  TRIAL_SETTLE_MS,
  TRIAL_TENANTS_REMEMBERED,
  TRIAL_WAIT_MS,
} from "../../../manifests/bounds/watchdog.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import type { Culprit } from "../../../runtime/plugins/calls/processRuns.ts";
import type { Runs } from "./runs.ts";

/** Longest turn, in milliseconds, of a plugin whose workspace never says that its call is over. */
const TURN_MAX_MS = CALL_MAX_WALL_MS + 2 * CALL_GRACE_MS;

interface Waiting {
  readonly plugin: Culprit;
  answer(granted: boolean): void;
}

/**
 * Lets plugins on probation run one at a time. The tenant whose last turn is longest ago comes first, then the order in
 * which they ask. So a tenant with many slow plugins keeps nobody else from a turn. The disk holds the plugin's name
 * before its call begins, so the next start knows it.
 */
export class MachineTrials {
  readonly #runs: Pick<Runs, "trial" | "tries">;
  #waiting: Waiting[] = [];
  #ending: NodeJS.Timeout | undefined;
  #turns = 0;
  /** The number of each tenant's last turn. */
  readonly #lastTurn = new BoundedMap<string, number>(TRIAL_TENANTS_REMEMBERED);

  constructor(runs: Pick<Runs, "trial" | "tries">) {
    this.#runs = runs;
  }

  /** Waits for the plugin's turn. False after `TRIAL_WAIT_MS`, if too many wait, or if the caller has left. */
  take(plugin: Culprit, left: AbortSignal): Promise<boolean> {
    // A turn of a caller who has left would keep everybody waiting until it ends by itself.
    if (left.aborted) return Promise.resolve(false);
    if (this.#runs.trial === undefined && this.#waiting.length === 0) return Promise.resolve(this.#begin(plugin));
    if (this.#isFullFor(plugin)) return Promise.resolve(false);
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        waiting.answer(false);
      };
      const late = setTimeout(giveUp, TRIAL_WAIT_MS).unref();
      const waiting: Waiting = { plugin, answer: (granted) => (clearTimeout(late), resolve(granted)) };
      left.addEventListener("abort", giveUp);
      this.#waiting.push(waiting);
    });
  }

  /**
   * Ends the turn after the call. The plugin answers for the process a little longer, until its leftovers have been
   * noticed.
   */
  leave(plugin: Culprit): void {
    if (isDeepStrictEqual(this.#runs.trial, plugin)) this.#endIn(TRIAL_SETTLE_MS);
  }

  /** The process is another one: the turn ended with the one before, and so did everybody who waited. */
  restart(): void {
    clearTimeout(this.#ending);
    for (const { answer } of this.#waiting.splice(0)) answer(false);
  }

  #isFullFor({ tenant }: Culprit): boolean {
    const ofTenant = this.#waiting.filter(({ plugin }) => plugin.tenant === tenant).length;
    return ofTenant >= TRIALS_WAITING_PER_TENANT || this.#waiting.length >= TRIALS_WAITING;
  }

  #begin(plugin: Culprit): true {
    this.#lastTurn.set(plugin.tenant, (this.#turns += 1));
    this.#runs.tries(plugin);
    this.#endIn(TURN_MAX_MS);
    return true;
  }

  #endIn(ms: number): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.#next(), ms).unref();
  }

  #next(): void {
    this.#runs.tries(undefined);
    const [next] = this.#waiting.toSorted((one, other) => this.#turnOf(one) - this.#turnOf(other));
    if (!next) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    next.answer(this.#begin(next.plugin));
  }

  /** The number of the last turn of a waiting call's tenant; 0 before the first. */
  #turnOf({ plugin }: Waiting): number {
    return this.#lastTurn.get(plugin.tenant) ?? 0;
  }
}
