import { readFileSync } from "node:fs";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { RUNS_KEPT } from "../../../manifests/bounds/watchdog.ts";
import {
  type Culprit,
  type ProcessEnding,
  type ProcessRuns,
  processRunsShape,
} from "../../../runtime/plugins/calls/processRuns.ts";

const OWNER_ONLY = 0o600;

type Write = (path: string, text: string) => void;

/**
 * Records in a file how each process of the workers ended. The record is written before this program ends a process, so
 * the next start knows which plugin to charge even after a crash. A run without an ending means that this program ended
 * first.
 */
export class Runs {
  readonly #path: string;
  readonly #now: () => number;
  /** A monotonic clock, and its time at the start of the current process. */
  readonly #lasting: () => number;
  #begun: number | undefined;
  readonly #write: Write;
  #runs: ProcessRuns;

  constructor(
    path: string,
    now: () => number,
    write: Write = (file, text) => writeWhole(file, text, OWNER_ONLY),
    lasting: () => number = () => performance.now(),
  ) {
    this.#path = path;
    this.#now = now;
    this.#lasting = lasting;
    this.#write = write;
    this.#runs = readRuns(path);
  }

  /** All runs, the oldest first. */
  get all(): ProcessRuns {
    return this.#runs;
  }

  /** Records the start of a process. All earlier processes have ended. */
  began(): void {
    this.#begun = this.#lasting();
    this.#keep([...this.#runs, { began: this.#now(), ending: null }]);
  }

  /** Records that the process will be stopped on purpose. */
  stopped(): void {
    this.#end({ how: "stopped" });
  }

  /**
   * Records that the process will be killed, or has crashed. Returns the plugin to charge: the culprit, else the plugin
   * whose trial is running, else null.
   */
  ended(culprit: Culprit | null): Culprit | null {
    const blamed = culprit ?? this.trial ?? null;
    this.#end({ how: "ended", culprit: blamed });
    return blamed;
  }

  /**
   * Records that something outside of this program killed the process, such as an operator. No plugin can do that, so
   * none is charged, not even one whose trial is running.
   */
  killed(): void {
    this.#end({ how: "stopped" });
  }

  /** The plugin on probation that runs now; undefined if there is none. */
  get trial(): Culprit | undefined {
    const last = this.#runs.at(-1);
    return last?.ending === null ? last.trial : undefined;
  }

  /** Records the plugin whose trial begins; undefined ends the trial. */
  tries(plugin: Culprit | undefined): void {
    const last = this.#runs.at(-1);
    if (last?.ending !== null) return;
    const { began, ending } = last;
    this.#keep([...this.#runs.slice(0, -1), { began, ending, ...(plugin && { trial: plugin }) }]);
  }

  /** Records an ending, unless the run has one already: the first is the cause. */
  #end(ending: ProcessEnding): void {
    const last = this.#runs.at(-1);
    if (last?.ending === null) this.#keep([...this.#runs.slice(0, -1), { began: this.#beganAnew(last.began), ending }]);
  }

  /**
   * The start of the ending run. The run's calls have times of the current clock. If that was set back behind the
   * start, the start moves back too, or no call would fall into the run.
   */
  #beganAnew(noted: number): number {
    if (this.#begun === undefined) return noted;
    const now = this.#now();
    return now >= noted ? noted : Math.round(now - (this.#lasting() - this.#begun));
  }

  /**
   * Stores the runs. At a full disk they stay in memory, where the workers still read them, and the next write stores
   * them.
   */
  #keep(runs: ProcessRuns): void {
    this.#runs = runs.slice(-RUNS_KEPT);
    try {
      this.#write(this.#path, JSON.stringify(this.#runs));
    } catch {
      // If this program ends while the disk is full, the last ending is lost.
    }
  }
}

/** Reads the runs; empty if the file cannot be read. The workspace then judges calls by their age alone. */
function readRuns(path: string): ProcessRuns {
  try {
    return processRunsShape.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return [];
  }
}
