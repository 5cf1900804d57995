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

/** The longest turn in milliseconds, for a workspace that never reports the end of its call. */
const TURN_MAX_MS = CALL_MAX_WALL_MS + 2 * CALL_GRACE_MS;

interface Waiting {
  readonly plugin: Culprit;
  answer(granted: boolean): void;
}

/**
 * Lets plugins on probation run one at a time. The tenant whose last turn is longest ago comes first, then the order of
 * requests. So a tenant with many slow plugins does not delay other tenants. The plugin's name is on disk before its
 * call begins, so the next start knows it.
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

  /**
   * Waits for the plugin's turn. False after `TRIAL_WAIT_MS`, if the queue is full, or if the client has disconnected.
   */
  take(plugin: Culprit, left: AbortSignal): Promise<boolean> {
    // A turn for a disconnected client would block all others until its timeout.
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
   * Ends the turn after the call. The plugin stays responsible for the process a little longer, because its effects may
   * show late.
   */
  leave(plugin: Culprit): void {
    if (isDeepStrictEqual(this.#runs.trial, plugin)) this.#endIn(TRIAL_SETTLE_MS);
  }

  /** Ends all turns after a restart: the current turn ended with its process, and waiting calls as well. */
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

  /** The number of the last turn of the call's tenant; 0 if it had none. */
  #turnOf({ plugin }: Waiting): number {
    return this.#lastTurn.get(plugin.tenant) ?? 0;
  }
}
