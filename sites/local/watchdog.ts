import { setTimeout } from "node:timers/promises";
import { COMPUTING_SEEK_MS, COMPUTING_WINDOW_MS, CULPRIT_SEEN_MS } from "../../manifests/bounds.ts";
import type { PluginAtWork } from "../../sandbox/isolateName.ts";
import type { Holder } from "./holder.ts";
import { Shares } from "./shares.ts";
import type { Usage } from "./usage.ts";

/**
 * workerd enforces no limit of processor time or memory, and one thread runs every worker: a plugin that spins stops
 * all of them. The watchdog ends such a process. Time is counted in what the process used, not by the clock on the
 * wall, so that a busy machine, which makes everybody late, does not look like a plugin that spins.
 *
 * A plugin that stops just before that, again and again, is found by what it uses of a longer time. What counts is only
 * time in which the thread was seen in that very plugin and served nobody: neither many tenants nor our own work, however
 * long, is charged to anybody.
 */

/** Between two looks, in milliseconds. */
const LOOK_MS = 150;
/** How many times as often while a plugin has the thread: what it uses between the last look and its leaving is charged to nobody. */
const LOOKS_WHILE_HELD = 5;
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
  /** The plugin its thread is in; undefined when it is in none, or that cannot be told. */
  holder(pid: number): Promise<Holder | undefined>;
  /** `culprit` is who did it, null when that is not known. */
  end(pid: number, why: string, culprit: PluginAtWork | null): void;
}

/** What a process had used when it was last seen doing something for somebody. */
interface Sign {
  readonly pid: number;
  readonly usage: Usage;
  readonly at: number;
  readonly answered: boolean;
}

/** A plugin that has the thread, since it was seen to. */
interface Held {
  readonly holder: Holder;
  /** Processor time of the process up to which the plugin has been charged, and how much of it, in milliseconds. */
  countedTo: number;
  seenMs: number;
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
  #seeking = false;
  /** Processor time since a sign of life at which the thread was last looked for. */
  readonly #sought = new WeakMap<Sign, number>();
  #held: Held | undefined;
  #shares = new Shares();

  constructor(patient: Patient, { memoryMax = MEMORY_MAX_BYTES, lookMs = LOOK_MS } = {}) {
    this.#patient = patient;
    this.#memoryMax = memoryMax;
    this.#lookMs = lookMs;
    this.#watching = this.#watch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#watching;
    this.#release();
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#look().catch(() => undefined); // What cannot be looked at now, as without memory or files left, is looked at next time.
      await setTimeout(this.#held ? this.#lookMs / LOOKS_WHILE_HELD : this.#lookMs, undefined, { signal: this.#over.signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const pid = (this.#pid ??= this.#patient.pid());
    const usage = pid === undefined ? undefined : await this.#patient.usage(pid);
    if (pid === undefined || usage === undefined) return void (this.#pid = undefined);
    const sign = this.#signOf(pid, usage);
    this.#charge(usage);
    const why = complaint({ sign, usage, now: performance.now(), memoryMax: this.#memoryMax });
    if (why !== undefined) return this.#end(pid, why, this.#culprit);
    const greedy = this.#shares.greediest(performance.now());
    if (greedy) return this.#end(pid, `computed for ${seconds(greedy.cpuMs)} of ${seconds(COMPUTING_WINDOW_MS)} in one plugin`, greedy.plugin);
    this.#seek(pid, sign, usage);
    if (!isQuiet(sign, usage)) this.#ask(pid);
  }

  #end(pid: number, why: string, culprit: PluginAtWork | null): void {
    this.#pid = undefined;
    this.#sign = undefined;
    this.#release();
    this.#shares = new Shares();
    this.#patient.end(pid, why, culprit);
  }

  /** Only what it used while it was seen to have the thread, from one look to the next. */
  #charge({ cpuMs, transfers }: Usage): void {
    const held = this.#held;
    if (!held) return;
    if (!held.holder.holds || held.holder.since.transfers !== transfers) return this.#release();
    const used = cpuMs - held.countedTo;
    held.countedTo = cpuMs;
    held.seenMs += used;
    this.#shares.add({ plugin: held.holder.plugin, cpuMs: used, at: performance.now() });
  }

  get #culprit(): PluginAtWork | null {
    return this.#held && this.#held.seenMs >= CULPRIT_SEEN_MS ? this.#held.holder.plugin : null;
  }

  #release(): void {
    this.#held?.holder.forget();
    this.#held = undefined;
  }

  /** Every time it has computed twice as long for nobody: looking in vain, while we ourselves compute, must cost little. */
  #seek(pid: number, sign: Sign, { cpuMs }: Usage): void {
    const computed = cpuMs - sign.usage.cpuMs;
    if (this.#seeking || this.#held || computed < Math.max(COMPUTING_SEEK_MS, 2 * (this.#sought.get(sign) ?? 0))) return;
    this.#sought.set(sign, computed);
    this.#seeking = true;
    void this.#find(pid).catch(() => undefined).finally(() => (this.#seeking = false));
  }

  async #find(pid: number): Promise<void> {
    const holder = await this.#patient.holder(pid);
    if (!holder || this.#pid !== pid) return holder?.forget();
    this.#held = { holder, countedTo: holder.since.cpuMs, seenMs: 0 };
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
    void this.#hear(pid).catch(() => undefined).finally(() => (this.#asking = false));
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
  if (cpuMs >= (sign.answered ? SPIN_CPU_MS : STARTING_CPU_MS)) return `computed for ${seconds(cpuMs)} without answering anybody`;
  return now - sign.at >= SILENT_MS ? `answered nobody for ${SILENT_MS / 1000} s` : undefined;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
