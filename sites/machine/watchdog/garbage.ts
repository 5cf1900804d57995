import {
  COLLECT_ANSWER_MS,
  COLLECT_GROWTH_BYTES,
  COLLECT_LOOK_MS,
  COLLECT_TRIES,
} from "../../../manifests/bounds/watchdog.ts";
import { pluginOfIsolate } from "../../../sandbox/isolateName.ts";
import type { Inspector } from "./inspector.ts";
import { Resting } from "./resting.ts";
import { TIME, type WatchTime } from "./watchTime.ts";

/** A process, and the way to collect its garbage. */
export interface CollectedProcess {
  /** Undefined while the process starts. */
  pid(): number | undefined;
  /** Memory of the process in bytes; undefined if it has ended. */
  memoryBytes(pid: number): Promise<number | undefined>;
  /** Collects all isolates, or only these. Answers those that did not answer. Ends early when the signal aborts. */
  collect(pid: number, signal: AbortSignal, only?: readonly string[]): Promise<readonly string[]>;
}

/**
 * Collects a process's garbage whenever its memory has grown. V8 lets a heap become large before its first collection,
 * and many heaps share one process here. Its own switches for that make workerd refuse its compiled code.
 */
export class GarbageCollection implements AsyncDisposable {
  readonly #process: CollectedProcess;
  readonly #over = new AbortController();
  readonly #working: Promise<void>;
  #pid: number | undefined;
  readonly #resting = new Resting();
  /** The least memory since the last collection. */
  #leastBytes = Infinity;
  /** The isolates that have not answered since the last collection, and how often they are asked again. */
  #silent: readonly string[] = [];
  #tries = 0;

  constructor(collected: CollectedProcess, time: Pick<WatchTime, "wait"> = TIME) {
    this.#process = collected;
    this.#working = this.#work(time);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#working;
  }

  rest(): Disposable {
    return this.#resting.begin();
  }

  async #work({ wait }: Pick<WatchTime, "wait">): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await wait(COLLECT_LOOK_MS, signal);
      if (!signal.aborted) await this.#look().catch(() => undefined); // A process may end meanwhile.
    }
  }

  async #look(): Promise<void> {
    if (this.#resting.isOn) return;
    const pid = this.#process.pid();
    if (pid !== this.#pid) [this.#pid, this.#leastBytes, this.#silent] = [pid, Infinity, []];
    const bytes = pid === undefined ? undefined : await this.#process.memoryBytes(pid);
    if (pid === undefined || bytes === undefined) return;
    this.#leastBytes = Math.min(this.#leastBytes, bytes);
    if (bytes - this.#leastBytes >= COLLECT_GROWTH_BYTES) await this.#collect(pid);
    else if (this.#silent.length > 0 && this.#tries > 0) await this.#collect(pid, this.#silent);
  }

  async #collect(pid: number, only?: readonly string[]): Promise<void> {
    this.#tries = only ? this.#tries - 1 : COLLECT_TRIES;
    this.#silent = await this.#process.collect(pid, this.#over.signal, only);
    this.#leastBytes = (await this.#process.memoryBytes(pid)) ?? Infinity;
  }
}

/**
 * Collects the garbage of a workerd's own workers, or only of some, one after another, so that requests go on in between.
 * Isolates of plugins stay out: they are small, and the watchdog enters them. A search of the watchdog, or the end of
 * the run, ends it early. Answers the isolates that did not answer, or were not asked.
 */
export async function collectIsolates(
  inspector: Pick<Inspector, "isolates" | "collect">,
  isWanted: () => boolean,
  only?: readonly string[],
): Promise<readonly string[]> {
  const all = (await inspector.isolates()).filter((isolate) => pluginOfIsolate(isolate) === undefined);
  const asked = all.filter((isolate) => only?.includes(isolate) ?? true);
  const done = new Set<string>();
  for (const isolate of asked) {
    if (isWanted()) break;
    if (await inspector.collect(isolate, COLLECT_ANSWER_MS)) done.add(isolate);
  }
  return asked.filter((isolate) => !done.has(isolate));
}
