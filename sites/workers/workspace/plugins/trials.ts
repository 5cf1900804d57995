import { TRIALS_SURVIVED_TO_CLEAR, TRIAL_WAIT_MS } from "../../../../manifests/bounds/watchdog.ts";
import type { PluginOutcome } from "../../../../runtime/plugins/calls/calls.ts";
import { type Probation, type VersionAtSite, clears, survives } from "../../../../runtime/plugins/calls/probation.ts";
import { LATE, within } from "../../../../sandbox/within.ts";
import type { TrialTurns } from "./trialTurns.ts";

/** Makes calls of plugins on probation take turns with all others on the machine. */
export class Trials {
  readonly #probation: Probation;
  readonly #turns: TrialTurns;
  /** The trial call of each version. Other calls of that version wait for its outcome. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** For each version, how many trial calls in a row were cut short while the process survived. */
  readonly #survived = new Map<string, number>();

  constructor(probation: Probation, turns: TrialTurns) {
    this.#probation = probation;
    this.#turns = turns;
  }

  /**
   * Runs a call; undefined if its trial turn did not come in time. The wait for other calls of the version is at most
   * `TRIAL_WAIT_MS` in total, because each waiting call holds a place that other plugins need.
   */
  async run(version: VersionAtSite, call: () => Promise<PluginOutcome>): Promise<PluginOutcome | undefined> {
    const key = JSON.stringify([version.site, version.plugin, version.digest]);
    const until = Date.now() + TRIAL_WAIT_MS;
    while (this.#probation.has(version)) {
      const before = this.#underWay.get(key);
      if (!before) return this.#first(key, version, call);
      if ((await within(Math.max(0, until - Date.now()), before)) === LATE) return undefined;
    }
    return call();
  }

  async #first(
    key: string,
    version: VersionAtSite,
    call: () => Promise<PluginOutcome>,
  ): Promise<PluginOutcome | undefined> {
    const trial = this.#tried(key, version, call);
    this.#underWay.set(
      key,
      trial.catch(() => undefined),
    );
    try {
      return await trial;
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #tried(
    key: string,
    version: VersionAtSite,
    call: () => Promise<PluginOutcome>,
  ): Promise<PluginOutcome | undefined> {
    const turn = await this.#turns.take(version);
    if (!turn) return undefined;
    try {
      const done = await call();
      if (clears(done) || this.#hasSurvived(key, done)) this.#clear(key, version);
      return done;
    } finally {
      await turn.leave();
    }
  }

  #hasSurvived(key: string, done: PluginOutcome): boolean {
    if (!survives(done)) return false;
    const times = (this.#survived.get(key) ?? 0) + 1;
    this.#survived.set(key, times);
    return times >= TRIALS_SURVIVED_TO_CLEAR;
  }

  #clear(key: string, version: VersionAtSite): void {
    this.#survived.delete(key);
    this.#probation.clear(version);
  }
}
