/**
 * Counts how often a plugin failed in a row, and takes it out of its site when that is too often. Back by hand only:
 * the count starts at nothing then.
 */
import { FAILURES_TO_QUARANTINE, STALLED_AFTER_MS } from "../../manifests/bounds.ts";
import type { Powers } from "../powers.ts";
import { first } from "../powers.ts";
import type { PluginCall } from "./calls.ts";
import type { InvocationRef, Invocations } from "./invocations.ts";
import { INTERRUPTED, STOPPED } from "./invocations.ts";
import type { ProcessRun, ProcessRuns } from "./processRuns.ts";
import { runAt } from "./processRuns.ts";

/** Takes a plugin out of a site until somebody puts it back. Does nothing when it is out already. */
export type Quarantine = (site: string, plugin: string, digest: string, reason: string) => void;

export interface HealthParts {
  readonly powers: Powers;
  readonly invocations: Invocations;
  readonly quarantine: Quarantine;
}

interface Subject {
  readonly site: string;
  readonly plugin: string;
  readonly digest: string;
  /** When its call began, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** What a plugin itself did wrong. Everything else is ours, or an operator's. */
const SAYS: Readonly<Record<string, string>> = {
  plugin_failed: "it failed",
  plugin_answer: "its answer did not have the documented shape",
  plugin_late: "it did not answer in time",
  plugin_broken: "it broke off",
  [INTERRUPTED]: "it was running when the process was ended",
};

/** Whether it is the plugin's own doing that a call came to nothing. */
export const isOwnFailure = (code: string): boolean => Object.hasOwn(SAYS, code);

/** What may come of anything a caller sends. Where strangers call, it is their doing as much as the plugin's. */
const THROWN: ReadonlySet<string> = new Set(["plugin_failed", "plugin_answer"]);

type Called = Pick<PluginCall, "point" | "name" | "willRetry">;

/** Whether what a plugin gets was written by somebody who need not be anybody. */
const isForStrangers = ({ point, name }: Called): boolean => point === "routes" || (point === "hooks" && name === "formSubmitted");

/**
 * Whether a failure counts. Whoever can call a public route, or send a form, must not be able to switch a plugin off by
 * sending it what makes it throw; and what is tried again has not failed yet.
 */
export const counts = (call: Called, code: string): boolean =>
  isOwnFailure(code) && !(THROWN.has(code) && (isForStrangers(call) || call.willRetry === true));

export class PluginHealth {
  readonly #parts: HealthParts;
  /** When each version last broke off, in milliseconds since the epoch. */
  readonly #brokeAt = new Map<string, number>();

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  succeeded(subject: Subject): void {
    if (this.#failures(subject) > 0) this.#record(subject, 0);
  }

  failed(subject: Subject, code: string, weight = 1): void {
    if (code === "plugin_broken" && !this.#isAnotherBreak(subject)) return;
    const failures = this.#failures(subject) + weight;
    const isTooMany = failures >= FAILURES_TO_QUARANTINE;
    this.#parts.powers.sql.atomically(() => {
      this.#record(subject, isTooMany ? 0 : failures);
      if (isTooMany) this.#parts.quarantine(subject.site, subject.plugin, subject.digest, reasonOf(code, weight));
    });
  }

  /** What breaks off takes every call with it that is under way: as many as come at once are still one failure. */
  #isAnotherBreak({ site, plugin, digest, startedAt }: Subject): boolean {
    const [name, now] = [JSON.stringify([site, plugin, digest]), this.#parts.powers.now()];
    const brokeAt = this.#brokeAt.get(name) ?? Number.NEGATIVE_INFINITY;
    // A break that is still to come was noted before the clock was set back.
    if (startedAt <= brokeAt && brokeAt <= now) return false;
    this.#brokeAt.set(name, now);
    return true;
  }

  /**
   * Looks for calls that ended with their process; to be done once, when a workspace wakes, before it calls anything.
   * Whoever ran the process knows best: one that was stopped charges nobody, one that was ended for a plugin charges that
   * plugin, even when its call was over, and nobody else.
   */
  judgeInterrupted(runs: ProcessRuns = [], tenant?: string): void {
    const { powers, invocations } = this.#parts;
    powers.sql.atomically(() => {
      for (const [index, run] of runs.entries()) this.#chargeCulprit(run, runs[index + 1]?.began ?? Number.POSITIVE_INFINITY, tenant);
      const isExplained = ({ startedAt }: InvocationRef): boolean => isSettled(runAt(runs, startedAt));
      const { explained = [], unexplained = [] } = Object.groupBy(invocations.unfinished(), (call) => (isExplained(call) ? "explained" : "unexplained"));
      for (const call of explained) invocations.cutOff(call, STOPPED);
      this.#shareBlame(unexplained);
    });
  }

  /** Its last call carries the blame: a plugin that is put back is not charged again for what that call says already. */
  #chargeCulprit({ began, ending }: ProcessRun, next: number, tenant: string | undefined): void {
    if (ending?.how !== "ended" || !ending.culprit || ending.culprit.tenant !== tenant) return;
    const call = this.#parts.invocations.lastBetween(ending.culprit, began, next);
    if (!call || call.outcome === INTERRUPTED) return;
    this.#parts.invocations.cutOff(call, INTERRUPTED);
    this.failed(call, INTERRUPTED, FAILURES_TO_QUARANTINE);
  }

  /**
   * Of calls that ended nobody knows how. One that had run long enough to stall a whole machine is blamed for it, several
   * share the blame: each counts for less, and the one that stalls again reaches the end. A call that had just begun ended
   * because of somebody else.
   */
  #shareBlame(interrupted: readonly InvocationRef[]): void {
    const { powers, invocations } = this.#parts;
    const isOld = ({ startedAt }: InvocationRef): boolean => Math.abs(powers.now() - startedAt) >= STALLED_AFTER_MS;
    const share = Math.ceil(FAILURES_TO_QUARANTINE / Math.max(1, interrupted.filter(isOld).length));
    for (const call of interrupted) {
      invocations.cutOff(call, INTERRUPTED);
      this.failed(call, INTERRUPTED, isOld(call) ? share : 1);
    }
  }

  #failures({ site, plugin, digest }: Subject): number {
    const query = "SELECT failures FROM plugin_health WHERE site = ? AND plugin = ? AND digest = ?";
    return first<{ failures: number }>(this.#parts.powers.sql, query, site, plugin, digest)?.failures ?? 0;
  }

  /** Another version of a plugin starts with nothing against it. */
  #record({ site, plugin, digest }: Subject, failures: number): void {
    const query = "INSERT OR REPLACE INTO plugin_health (site, plugin, digest, failures) VALUES (?, ?, ?, ?)";
    this.#parts.powers.sql.all(query, site, plugin, digest, failures);
  }
}

const reasonOf = (code: string, weight: number): string =>
  weight >= FAILURES_TO_QUARANTINE ? (SAYS[code] ?? code) : `it failed ${FAILURES_TO_QUARANTINE} times in a row; the last time ${SAYS[code] ?? code}`;

/** Whether it is known why a run ended, and who did it if anybody did. */
const isSettled = (run: ProcessRun | undefined): boolean =>
  run?.ending?.how === "stopped" || (run?.ending?.how === "ended" && run.ending.culprit !== null);
