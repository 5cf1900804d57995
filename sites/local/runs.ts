import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { RUNS_KEPT } from "../../manifests/bounds.ts";
import type { Culprit, ProcessEnding, ProcessRuns } from "../../runtime/plugins/processRuns.ts";
import { processRunsShape } from "../../runtime/plugins/processRuns.ts";

const OWNER_ONLY = 0o600;

type Write = (path: string, text: string) => void;

/**
 * How each run of the process that runs the workers ended, in a file. An ending is stored before it is brought about, so
 * that whatever is killed in between, the next start knows whom to charge, and whom not. A run without an ending is one
 * that nobody here saw ending.
 */
export class Runs {
  readonly #path: string;
  readonly #now: () => number;
  readonly #write: Write;
  #runs: ProcessRuns;

  constructor(path: string, now: () => number, write: Write = writeDurably) {
    this.#path = path;
    this.#now = now;
    this.#write = write;
    this.#runs = readRuns(path);
  }

  /** Oldest first. */
  get all(): ProcessRuns {
    return this.#runs;
  }

  /** A process begins, and whatever was still under way in the one before has ended. */
  began(): void {
    this.#keep([...this.#runs, { began: this.#now(), ending: null }]);
  }

  /** It is about to be stopped, by whoever started it. */
  stopped(): void {
    this.#end({ how: "stopped" });
  }

  /** It is about to be killed for what a plugin does; null when it is not known which. */
  ended(culprit: Culprit | null): void {
    this.#end({ how: "ended", culprit });
  }

  /** The first ending is the one that was brought about. */
  #end(ending: ProcessEnding): void {
    const last = this.#runs.at(-1);
    if (last?.ending === null) this.#keep([...this.#runs.slice(0, -1), { ...last, ending }]);
  }

  /** What cannot be written, as on a full disk, is still told to the workers, and is written with the next one. */
  #keep(runs: ProcessRuns): void {
    this.#runs = runs.slice(-RUNS_KEPT);
    try {
      this.#write(this.#path, JSON.stringify(this.#runs));
    } catch {
      // A run that ends while nothing can be written is one that nobody here saw ending.
    }
  }
}

/** What cannot be read is not known: then calls are judged by their age, as without any of this. */
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
