import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { RUNS_KEPT } from "../../../manifests/bounds/watchdog.ts";
import type { Culprit, ProcessEnding, ProcessRuns } from "../../../runtime/plugins/calls/processRuns.ts";
import { processRunsShape } from "../../../runtime/plugins/calls/processRuns.ts";

const OWNER_ONLY = 0o600;

type Write = (path: string, text: string) => void;

/**
 * Keeps in a file how each run of the workers' process ended. An ending is stored before we cause it. So the next start
 * knows which plugin to charge, whatever dies in between. A run without an ending is one that we did not see ending.
 */
export class Runs {
  readonly #path: string;
  readonly #now: () => number;
  /** A clock that only goes on, and its time when this program began the present run. */
  readonly #lasting: () => number;
  #begun: number | undefined;
  readonly #write: Write;
  #runs: ProcessRuns;

  constructor(
    path: string,
    now: () => number,
    write: Write = writeDurably,
    lasting: () => number = () => performance.now(),
  ) {
    this.#path = path;
    this.#now = now;
    this.#lasting = lasting;
    this.#write = write;
    this.#runs = readRuns(path);
  }

  /** Oldest first. */
  get all(): ProcessRuns {
    return this.#runs;
  }

  /** Notes that a process begins, and that everything in the one before has ended. */
  began(): void {
    this.#begun = this.#lasting();
    this.#keep([...this.#runs, { began: this.#now(), ending: null }]);
  }

  /** Notes that its starter is about to stop it. */
  stopped(): void {
    this.#end({ how: "stopped" });
  }

  /**
   * Notes that the process is about to be killed, or has broken down. Returns the plugin to blame: the culprit, or the
   * plugin whose trial is running, or null.
   */
  ended(culprit: Culprit | null): Culprit | null {
    const blamed = culprit ?? this.trial ?? null;
    this.#end({ how: "ended", culprit: blamed });
    return blamed;
  }

  /** The plugin on probation whose call has its turn in the process that runs. */
  get trial(): Culprit | undefined {
    const last = this.#runs.at(-1);
    return last?.ending === null ? last.trial : undefined;
  }

  /** Notes the plugin whose trial begins; undefined ends the trial. */
  tries(plugin: Culprit | undefined): void {
    const last = this.#runs.at(-1);
    if (last?.ending !== null) return;
    const { began, ending } = last;
    this.#keep([...this.#runs.slice(0, -1), { began, ending, ...(plugin && { trial: plugin }) }]);
  }

  /** The first ending is the one that was brought about. */
  #end(ending: ProcessEnding): void {
    const last = this.#runs.at(-1);
    if (last?.ending === null) this.#keep([...this.#runs.slice(0, -1), { began: this.#beganAnew(last.began), ending }]);
  }

  /**
   * Tells the beginning of a run that ends now. Calls of the run have times of the present clock. If that was set back
   * behind the run's beginning, the beginning goes back with it, or no call would lie in the run.
   */
  #beganAnew(noted: number): number {
    if (this.#begun === undefined) return noted;
    const now = this.#now();
    return now >= noted ? noted : Math.round(now - (this.#lasting() - this.#begun));
  }

  /** Keeps the runs. If the disk is full, the workers still learn of them, and the next write stores them. */
  #keep(runs: ProcessRuns): void {
    this.#runs = runs.slice(-RUNS_KEPT);
    try {
      this.#write(this.#path, JSON.stringify(this.#runs));
    } catch {
      // A run that ends while the disk is full counts as one that we did not see ending.
    }
  }
}

/** Reads the runs. Without a readable file, calls are judged by their age alone. */
function readRuns(path: string): ProcessRuns {
  try {
    return processRunsShape.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return [];
  }
}

/** The old text or the new one, whenever it is cut off. */
function writeDurably(path: string, text: string): void {
  const fresh = `${path}.new`;
  const file = openSync(fresh, "w", OWNER_ONLY);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
}
