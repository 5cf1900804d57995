import { setTimeout } from "node:timers/promises";
import type { Usage } from "./usage.ts";

/**
 * workerd enforces no limit of processor time or memory, and one thread runs every worker: a plugin that spins stops
 * all of them. The watchdog ends such a process. Time is counted in what the process used, not by the clock on the
 * wall, so that a busy machine, which makes everybody late, does not look like a plugin that spins.
 */

/** Between two looks, in milliseconds. */
const LOOK_MS = 150;
/** Processor time without an answer and without a single transfer, in milliseconds: three times the longest step of publishing 10,000 pages. */
const SPIN_CPU_MS = 1_500;
/** The same for a process that has not answered yet: compiling the workers takes about a second of it. */
const STARTING_CPU_MS = 6_000;
/** The same by the clock on the wall, for a process that waits for something that never comes. */
const SILENT_MS = 20_000;
/** Processor time since the last sign of life that makes us ask for another, in milliseconds. */
const ASK_CPU_MS = 250;
/** The longest without asking a process that does nothing, in milliseconds: asking costs it a request. */
const ASK_IDLE_MS = 3_000;
/** Longest wait for one answer, in milliseconds; then the question is put again. */
const ASK_MS = 5_000;
/** Most memory of the process that runs the workers, in bytes: six times what it begins with, and below what V8 gives up at. */
export const MEMORY_MAX_BYTES = 1.25 * 1024 ** 3;

/** The process that is watched, and what can be done about it. */
export interface Patient {
  /** Undefined while it is being started. */
  pid(): number | undefined;
  usage(pid: number): Promise<Usage | undefined>;
  /** Whether the workers answer a request. */
  answers(withinMs: number): Promise<boolean>;
  end(pid: number, why: string): void;
}

/** What a process had used when it was last seen doing something for somebody. */
interface Sign {
  readonly pid: number;
  readonly usage: Usage;
  readonly at: number;
  readonly answered: boolean;
}

export class Watchdog implements AsyncDisposable {
  readonly #patient: Patient;
  readonly #memoryMax: number;
  readonly #lookMs: number;
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;
  /** The process looked at last. Finding it means reading about every process there is. */
  #pid: number | undefined;
  #sign: Sign | undefined;
  #asking = false;

  constructor(patient: Patient, { memoryMax = MEMORY_MAX_BYTES, lookMs = LOOK_MS } = {}) {
    this.#patient = patient;
    this.#memoryMax = memoryMax;
    this.#lookMs = lookMs;
    this.#watching = this.#watch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#look();
      await setTimeout(this.#lookMs, undefined, { signal: this.#over.signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const pid = (this.#pid ??= this.#patient.pid());
    const usage = pid === undefined ? undefined : await this.#patient.usage(pid);
    if (pid === undefined || usage === undefined) return void (this.#pid = undefined);
    const sign = this.#signOf(pid, usage);
    const why = complaint({ sign, usage, now: performance.now(), memoryMax: this.#memoryMax });
    if (why === undefined) return isQuiet(sign, usage) ? undefined : this.#ask(pid);
    this.#pid = undefined;
    this.#sign = undefined;
    this.#patient.end(pid, why);
  }

  /** The last sign of life; a process seen for the first time and one that moves data give a new one. */
  #signOf(pid: number, usage: Usage): Sign {
    const before = this.#sign?.pid === pid ? this.#sign : undefined;
    if (before?.usage.transfers === usage.transfers) return before;
    this.#sign = { pid, usage, at: performance.now(), answered: before?.answered ?? false };
    return this.#sign;
  }

  /** One question at a time: a process that stands still gets no heap of them to answer later. */
  #ask(pid: number): void {
    if (this.#asking) return;
    this.#asking = true;
    void this.#hear(pid).finally(() => (this.#asking = false));
  }

  async #hear(pid: number): Promise<void> {
    const answers = await this.#patient.answers(ASK_MS);
    const usage = answers ? await this.#patient.usage(pid) : undefined;
    if (usage && this.#pid === pid) this.#sign = { pid, usage, at: performance.now(), answered: true };
  }
}

const isQuiet = ({ usage: { cpuMs }, at, answered }: Sign, now: Usage): boolean =>
  answered && now.cpuMs - cpuMs < ASK_CPU_MS && performance.now() - at < ASK_IDLE_MS;

interface Seen {
  readonly sign: Sign;
  readonly usage: Usage;
  readonly now: number;
  readonly memoryMax: number;
}

/** Why a process has to be ended, if it has to. */
function complaint({ sign, usage, now, memoryMax }: Seen): string | undefined {
  if (usage.memoryBytes > memoryMax) return `used ${megabytes(usage.memoryBytes)} of memory, more than ${megabytes(memoryMax)}`;
  const cpuMs = usage.cpuMs - sign.usage.cpuMs;
  if (cpuMs >= (sign.answered ? SPIN_CPU_MS : STARTING_CPU_MS)) return `computed for ${(cpuMs / 1000).toFixed(1)} s without answering anybody`;
  return now - sign.at >= SILENT_MS ? `answered nobody for ${SILENT_MS / 1000} s` : undefined;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
