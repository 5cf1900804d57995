/**
 * Counts a plugin's failures in a row, and takes the plugin out of its site after too many. Only a member puts it back;
 * the count then starts at zero.
 */
import {
  FAILURES_TO_QUARANTINE,
  STALLED_AFTER_MS,
  UNEXPLAINED_TO_QUARANTINE,
} from "../../../manifests/bounds/plugins.ts";
import { hookKind, isHook } from "../../../manifests/hooks/lookup.ts";
import type { Powers } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";
import type { PluginCall } from "./calls.ts";
import type { CalledVersion, InvocationRef, Invocations } from "./invocations.ts";
import { INTERRUPTED, STOPPED } from "./invocations.ts";
import type { Probation } from "./probation.ts";
import type { ProcessEnding, ProcessRun, ProcessRuns } from "./processRuns.ts";
import { runAt } from "./processRuns.ts";

/** Takes a plugin out of a site until a member puts it back. Does nothing if the plugin is already out. */
export type QuarantinePlugin = (site: string, plugin: string, digest: string, reason: string) => void;

/** The records and states that decide on a plugin's quarantine and probation. */
export interface HealthParts {
  readonly powers: Powers;
  readonly invocations: Invocations;
  readonly probation: Probation;
  readonly quarantine: QuarantinePlugin;
}

interface Subject {
  readonly site: string;
  readonly plugin: string;
  readonly digest: string;
  /** The time at which the call began, in milliseconds since the epoch. */
  readonly startedAt: number;
}

/** The failures that a plugin itself causes, in words for members. We or an operator cause all others. */
const SAYS: Readonly<Record<string, string>> = {
  plugin_failed: "it failed",
  plugin_answer: "its answer did not have the documented shape",
  plugin_late: "it did not answer in time",
  plugin_broken: "it broke off",
  [INTERRUPTED]: "it was running when the process was ended",
};

/** Tells whether the plugin itself made a call fail. */
export const isOwnFailure = (code: string): boolean => Object.hasOwn(SAYS, code);

/** Failures that a caller's input can cause. If anybody may call, the caller causes them as much as the plugin does. */
const THROWN: ReadonlySet<string> = new Set(["plugin_failed", "plugin_answer"]);

type Called = Pick<PluginCall, "point" | "name" | "willRetry">;

/** Tells whether the input may come from anybody, without a login. */
const isForStrangers = ({ point, name }: Called): boolean =>
  point === "routes" || (point === "hooks" && isHook(name) && hookKind(name).isFromStrangers === true);

/**
 * Tells whether a failure counts against the plugin. Anybody can call a public route or send a form. Such input may
 * make the plugin throw, but must not switch it off. A call that is tried again has not failed yet.
 */
export const counts = (call: Called, code: string): boolean =>
  isOwnFailure(code) && !(THROWN.has(code) && (isForStrangers(call) || call.willRetry === true));

export class PluginHealth {
  readonly #parts: HealthParts;
  /** The time at which each version last broke off, in milliseconds since the epoch. */
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

  /**
   * Tells whether a break is a new one. One break ends every call of the plugin that is under way, so together they
   * count as one failure.
   */
  #isAnotherBreak({ site, plugin, digest, startedAt }: Subject): boolean {
    const [name, now] = [JSON.stringify([site, plugin, digest]), this.#parts.powers.now()];
    const brokeAt = this.#brokeAt.get(name) ?? Number.NEGATIVE_INFINITY;
    // A break in the future was noted before the clock was set back.
    if (startedAt <= brokeAt && brokeAt <= now) return false;
    this.#brokeAt.set(name, now);
    return true;
  }

  /**
   * Judges the calls that ended with their process. The workspace does this once when it wakes, before it calls any
   * plugin. The process's runner says how the process ended. A stopped process charges no plugin. A process that ended
   * for a plugin charges that plugin alone, even if its call was over. A process that ended for an unknown reason puts
   * the plugins that ran in it on probation.
   */
  judgeInterrupted(runs: ProcessRuns = [], tenant?: string): void {
    const { powers, invocations } = this.#parts;
    powers.sql.atomically(() => {
      for (const [index, run] of runs.entries()) {
        const next = runs[index + 1]?.began ?? Number.POSITIVE_INFINITY;
        this.#chargeCulprit(run, next, tenant);
        this.#suspectThose(run, next);
      }
      const fateOf = ({ startedAt }: InvocationRef): Fate => fateIn(runAt(runs, startedAt), runs.at(-1));
      const { explained = [], suspected = [], unknown = [] } = Object.groupBy(invocations.unfinished(), fateOf);
      for (const call of explained) invocations.cutOff(call, STOPPED);
      for (const call of suspected) invocations.cutOff(call, INTERRUPTED);
      this.#shareBlame(unknown);
    });
  }

  /**
   * Suspects the plugins that ran in a process with an unexplained end. If no runner saw the end, for example after a
   * power cut, only plugins in the middle of a call are suspects.
   */
  #suspectThose({ began, ending }: ProcessRun, next: number): void {
    if (next === Number.POSITIVE_INFINITY || (ending !== null && !isUnexplained(ending))) return;
    for (const called of this.#parts.invocations.calledBetween(began, next))
      if (called.atWork || ending) this.#suspect(called, began);
  }

  #suspect(called: CalledVersion, run: number): void {
    const { probation, quarantine } = this.#parts;
    const times = probation.suspect(called, run);
    if (times === undefined || times < UNEXPLAINED_TO_QUARANTINE || !called.atWork) return;
    probation.forget(called);
    quarantine(
      called.site,
      called.plugin,
      called.digest,
      `it was running each of the ${times} times the process ended and nobody else was found to be why`,
    );
  }

  /**
   * Charges the culprit's last call. An interrupted last call carries the charge already, so a plugin that was put back
   * is not charged twice.
   */
  #chargeCulprit({ began, ending }: ProcessRun, next: number, tenant: string | undefined): void {
    if (ending?.how !== "ended" || !ending.culprit || ending.culprit.tenant !== tenant) return;
    const call = this.#parts.invocations.lastBetween(ending.culprit, began, next);
    if (!call || call.outcome === INTERRUPTED) return;
    this.#parts.invocations.cutOff(call, INTERRUPTED);
    this.failed(call, INTERRUPTED, FAILURES_TO_QUARANTINE);
  }

  /**
   * Shares the blame for calls that ended for an unknown reason. A single call that ran long enough to stall a machine
   * takes the whole blame. Several such calls share it: each counts for less, and a plugin that stalls again reaches
   * quarantine. A call that had just begun counts as one failure, because another call ended it.
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

  /** Records the count of one version. Another version of the plugin starts at zero. */
  #record({ site, plugin, digest }: Subject, failures: number): void {
    const query = "INSERT OR REPLACE INTO plugin_health (site, plugin, digest, failures) VALUES (?, ?, ?, ?)";
    this.#parts.powers.sql.all(query, site, plugin, digest, failures);
  }
}

const reasonOf = (code: string, weight: number): string =>
  weight >= FAILURES_TO_QUARANTINE
    ? (SAYS[code] ?? code)
    : `it failed ${FAILURES_TO_QUARANTINE} times in a row; the last time ${SAYS[code] ?? code}`;

/**
 * The fate of a call that was cut off. Its run explains the end or does not explain it, or there is no record of the
 * run.
 */
type Fate = "explained" | "suspected" | "unknown";

function fateIn(run: ProcessRun | undefined, last: ProcessRun | undefined): Fate {
  if (!run || (run === last && run.ending === null)) return "unknown";
  return run.ending === null || isUnexplained(run.ending) ? "suspected" : "explained";
}

const isUnexplained = (ending: ProcessEnding): boolean => ending.how === "ended" && ending.culprit === null;
