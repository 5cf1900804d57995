import { COLLECT_ANSWER_MS, COLLECT_GROWTH_BYTES, COLLECT_LOOK_MS } from "../../../manifests/bounds/watchdog.ts";
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
  /** Ends early when the signal aborts. */
  collect(pid: number, signal: AbortSignal): Promise<unknown>;
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
    if (pid !== this.#pid) [this.#pid, this.#leastBytes] = [pid, Infinity];
    const bytes = pid === undefined ? undefined : await this.#process.memoryBytes(pid);
    if (pid === undefined || bytes === undefined) return;
    this.#leastBytes = Math.min(this.#leastBytes, bytes);
    if (bytes - this.#leastBytes < COLLECT_GROWTH_BYTES) return;
    await this.#process.collect(pid, this.#over.signal);
    this.#leastBytes = (await this.#process.memoryBytes(pid)) ?? Infinity;
  }
}

/**
 * Collects the garbage of a workerd's own workers, one after another, so that requests go on in between. Isolates of
 * plugins stay out: they are small, and the watchdog enters them. A search of the watchdog, or the end of the run, ends it early.
 */
export async function collectIsolates(
  inspector: Pick<Inspector, "isolates" | "collect">,
  isWanted: () => boolean,
): Promise<void> {
  for (const isolate of await inspector.isolates()) {
    if (isWanted()) return;
    if (pluginOfIsolate(isolate) === undefined) await inspector.collect(isolate, COLLECT_ANSWER_MS);
  }
}
