/**
 * Counts a plugin's consecutive failures, and quarantines it after too many. Only a member ends a quarantine; the count
 * then starts at zero.
 */
import {
  FAILURES_TO_QUARANTINE,
  STALLED_AFTER_MS,
  UNEXPLAINED_TO_QUARANTINE,
} from "../../../manifests/bounds/plugins.ts";
import type { CallFailureCode } from "../../../manifests/faults/callFailure.ts";
import { hookKind, isHook } from "../../../manifests/hooks/lookup.ts";
import { type Powers, first } from "../../powers/powers.ts";
import type { PluginCall } from "./calls.ts";
import { type CalledVersion, type InvocationRef, type Invocations, INTERRUPTED, STOPPED } from "./invocations.ts";
import type { Probation } from "./probation.ts";
import { type ProcessEnding, type ProcessRun, type ProcessRuns, runAt } from "./processRuns.ts";

/** Quarantines a plugin at a site. Does nothing if it is already inactive. */
export type QuarantinePlugin = (site: string, plugin: string, digest: string, reason: string) => void;

/** The records and states that decide about quarantine and probation. */
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

/** Failures that a plugin itself causes, in words for members. All others are caused by us or the operator. */
const SAYS: Readonly<Partial<Record<CallFailureCode, string>>> = {
  plugin_failed: "it failed",
  plugin_answer: "its answer did not have the documented shape",
  plugin_late: "it did not answer in time",
  plugin_broken: "it stopped unexpectedly",
  [INTERRUPTED]: "it was running when the process ended",
};

/** Tells whether the plugin itself made a call fail. */
export const isOwnFailure = (code: CallFailureCode): boolean => Object.hasOwn(SAYS, code);

/** Failures that a caller's input can cause. */
const THROWN: ReadonlySet<CallFailureCode> = new Set(["plugin_failed", "plugin_answer"]);

type Called = Pick<PluginCall, "point" | "name" | "willRetry">;

/** Points whose input a stranger chooses: anybody who knows a route, or a model that calls a tool again and again. */
const OPEN_POINTS: ReadonlySet<string> = new Set(["routes", "tools", "resources"]);

/** Tells whether a stranger may have chosen the input. */
const takesStrangersInput = ({ point, name }: Called): boolean =>
  OPEN_POINTS.has(point) || (point === "hooks" && isHook(name) && hookKind(name).isFromVisitors === true);

/**
 * Tells whether a failure counts against the plugin. Anybody can call a public route or send a form, and a model
 * repeats a tool's call that failed. Such input may make the plugin throw, but must not get it quarantined. A call that will be repeated has not failed yet.
 */
export const counts = (call: Called, code: CallFailureCode): boolean =>
  isOwnFailure(code) && !(THROWN.has(code) && (takesStrangersInput(call) || call.willRetry === true));

export class PluginHealth {
  readonly #parts: HealthParts;
  /** The time in milliseconds since the epoch at which each version's isolate last broke. */
  readonly #brokeAt = new Map<string, number>();

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  succeeded(subject: Subject): void {
    if (this.#failures(subject) > 0) this.#record(subject, 0);
  }

  failed(subject: Subject, code: CallFailureCode, weight = 1): void {
    if (code === "plugin_broken" && !this.#isAnotherBreak(subject)) return;
    const failures = this.#failures(subject) + weight;
    const isTooMany = failures >= FAILURES_TO_QUARANTINE;
    this.#parts.powers.sql.atomically(() => {
      this.#record(subject, isTooMany ? 0 : failures);
      if (isTooMany) this.#parts.quarantine(subject.site, subject.plugin, subject.digest, reasonOf(code, weight));
    });
  }

  /**
   * Tells whether a break is a new one. One broken isolate ends all running calls of the plugin, so these count as one
   * failure.
   */
  #isAnotherBreak({ site, plugin, digest, startedAt }: Subject): boolean {
    const [name, now] = [JSON.stringify([site, plugin, digest]), this.#parts.powers.now()];
    const brokeAt = this.#brokeAt.get(name) ?? Number.NEGATIVE_INFINITY;
    // A break that seems to lie in the future was recorded before the clock was set back.
    if (startedAt <= brokeAt && brokeAt <= now) return false;
    this.#brokeAt.set(name, now);
    return true;
  }

  /**
   * Judges calls that ended with their process, once when a workspace wakes and before it calls a plugin. The machine's
   * runner reports how each process ended. An intended stop blames no plugin. An end because of a plugin blames that
   * plugin alone, even if its call was over. After an unexplained end, the plugins that ran go on probation.
   */
  judgeInterrupted(runs: ProcessRuns = [], tenant?: string): void {
    const { powers, invocations } = this.#parts;
    powers.sql.atomically(() => {
      for (const [index, run] of runs.entries()) {
        const next = runs[index + 1]?.began ?? Number.POSITIVE_INFINITY;
        this.#chargeCulprit(run, next, tenant);
        this.#suspectPlugins(run, next);
      }
      const fateOf = ({ startedAt }: InvocationRef): Fate => fateIn(runAt(runs, startedAt), runs.at(-1));
      const { explained = [], suspected = [], unknown = [] } = Object.groupBy(invocations.unfinished(), fateOf);
      for (const call of explained) invocations.cutOff(call, STOPPED);
      for (const call of suspected) invocations.cutOff(call, INTERRUPTED);
      this.#shareBlame(unknown);
    });
  }

  /**
   * Puts the plugins of a process with an unexplained end on probation. If no runner saw the end, for example after a
   * power cut, only plugins with an unfinished call. Such an end counts towards no quarantine: something outside also
   * ended the runner.
   */
  #suspectPlugins({ began, ending }: ProcessRun, next: number): void {
    if (next === Number.POSITIVE_INFINITY || (ending !== null && !isUnexplained(ending))) return;
    for (const called of this.#parts.invocations.calledBetween(began, next))
      if (called.atWork || ending) this.#suspect(called, began, ending !== null);
  }

  #suspect(version: CalledVersion, run: number, wasSeen: boolean): void {
    const { probation, quarantine } = this.#parts;
    const called = { ...version, atWork: version.atWork && wasSeen };
    const times = probation.suspect(called, run);
    if (times === undefined || times < UNEXPLAINED_TO_QUARANTINE || !called.atWork) return;
    probation.forget(called);
    quarantine(
      called.site,
      called.plugin,
      called.digest,
      `it was running each of the ${times} times the process ended, and no other cause was found`,
    );
  }

  /**
   * Blames the culprit's last call. An interrupted call was blamed when it was judged, so a plugin that a member put
   * back is not blamed twice.
   */
  #chargeCulprit({ began, ending }: ProcessRun, next: number, tenant: string | undefined): void {
    if (ending?.how !== "ended" || !ending.culprit || ending.culprit.tenant !== tenant) return;
    const call = this.#parts.invocations.lastBetween(ending.culprit, began, next);
    if (!call || call.outcome === INTERRUPTED) return;
    this.#parts.invocations.cutOff(call, INTERRUPTED);
    this.failed(call, INTERRUPTED, FAILURES_TO_QUARANTINE);
  }

  /**
   * Distributes the blame for calls that ended for an unknown reason. A single call that ran long enough to stall a
   * machine gets all of it. Several such calls share it: each counts for less, and a plugin that stalls repeatedly
   * reaches quarantine. A call that had just begun counts as one failure, because another call caused the end.
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

  /** Stores the failure count of a version. Another version starts at zero. */
  #record({ site, plugin, digest }: Subject, failures: number): void {
    const query = "INSERT OR REPLACE INTO plugin_health (site, plugin, digest, failures) VALUES (?, ?, ?, ?)";
    this.#parts.powers.sql.all(query, site, plugin, digest, failures);
  }
}

const reasonOf = (code: CallFailureCode, weight: number): string =>
  weight >= FAILURES_TO_QUARANTINE
    ? (SAYS[code] ?? code)
    : `it failed ${FAILURES_TO_QUARANTINE} times in a row; the last time ${SAYS[code] ?? code}`;

/**
 * The way in which the end of a call's process is judged: its runner's report explains it, the report does not, or
 * there is none.
 */
type Fate = "explained" | "suspected" | "unknown";

function fateIn(run: ProcessRun | undefined, last: ProcessRun | undefined): Fate {
  // A runner that has lost its record of that run says nothing against the plugin.
  if (!run) return last ? "suspected" : "unknown";
  if (run === last && run.ending === null) return "unknown";
  return run.ending === null || isUnexplained(run.ending) ? "suspected" : "explained";
}

const isUnexplained = (ending: ProcessEnding): boolean => ending.how === "ended" && ending.culprit === null;
