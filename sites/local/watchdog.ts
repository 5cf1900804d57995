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
 * The only sign of life is the answer to our own question: a plugin that computes in slices lets others have a turn in
 * between, and each of them waits all the same. While an answer is awaited, it is looked again and again where the thread
 * is, and only time in which it was seen in a plugin is charged, to that plugin: neither many tenants nor our own work,
 * however long, is charged to anybody. What a plugin uses in a longer time is added up.
 */

/** Between two looks, in milliseconds. */
const LOOK_MS = 150;
/** How many times as often while a plugin has the thread: what it uses between the last look and its leaving is charged to nobody. */
const LOOKS_WHILE_HELD = 5;
/**
 * Processor time without an answer, in milliseconds, in which a plugin had its part of the thread or nobody transferred a
 * byte: three times the longest step of publishing 10,000 pages.
 */
const SPIN_CPU_MS = 1_500;
/** The part of that time that makes it a plugin's doing: about half of what it uses is seen, the doors take the rest. */
const PART_OF_SPIN = 1 / 3;
/** The same for a process that has not answered yet: compiling the workers takes about a second of it. */
const STARTING_CPU_MS = 6_000;
/** The same by the clock on the wall, for a process that waits for something that never comes. */
const SILENT_MS = 20_000;
/** Processor time since the last sign of life that makes us ask for another, in milliseconds. */
const ASK_CPU_MS = 250;
/** The longest without asking a process that does nothing, in milliseconds: asking costs it a request. */
const ASK_IDLE_MS = 3_000;
/** Most processor time that one look charges, in milliseconds: a door that stays closed for longer while others are served is stuck. */
const HELD_MAX_MS = 1_000;
/** Memory from which it is looked whose it is, as a part of the most; and the longest wait for that when the most is reached, in milliseconds. */
const WEIGH_FROM = 1 / 2;
const WEIGH_MS = 500;
/** How far above the most memory may get while that is waited for. */
const WEIGH_UP_TO = 1.25;
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
  /** The plugin that holds more memory than any may; undefined when none does, or that cannot be told. */
  heaviest(pid: number): Promise<PluginAtWork | undefined>;
  /** `culprit` is who did it, null when that is not known. */
  end(pid: number, why: string, culprit: PluginAtWork | null): void;
}

/** What a process had used at some moment. */
interface Moment {
  readonly usage: Usage;
  readonly at: number;
}

/** When it last answered, or was seen for the first time. */
interface Sign extends Moment {
  readonly pid: number;
  readonly answered: boolean;
  /** When it last moved a byte: one that answers late but serves many is busy. */
  moved: Moment;
  /** Processor time since then at which the thread was last looked for. */
  soughtMs: number;
  /** Processor time plugins were seen to use since then, in milliseconds. */
  readonly seen: Map<string, { readonly plugin: PluginAtWork; ms: number }>;
}

/** A plugin that has the thread, since it was seen to. */
interface Held {
  readonly holder: Holder;
  /** Processor time of the process up to which the plugin has been charged, in milliseconds. */
  countedTo: number;
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
  #weighing = false;
  /** The plugin that was last seen to hold too much memory, and when there was more than may be. */
  #heaviest: PluginAtWork | undefined;
  #fullSince: number | undefined;
  /** Whether it was looked since then whose it is. */
  #isWeighed = false;
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

  /** Who may be why the process has just ended by itself: V8 gives up when a heap is full. Undefined when nobody was seen to. */
  get suspect(): PluginAtWork | undefined {
    return this.#heaviest ?? this.#seenFor(CULPRIT_SEEN_MS) ?? undefined;
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#look().catch(() => undefined); // What cannot be looked at now, as without memory or files left, is looked at next time.
      await setTimeout(this.#held || this.#seeking ? this.#lookMs / LOOKS_WHILE_HELD : this.#lookMs, undefined, { signal: this.#over.signal, ref: false }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const pid = (this.#pid ??= this.#patient.pid());
    const usage = pid === undefined ? undefined : await this.#patient.usage(pid);
    if (pid === undefined || usage === undefined) return void (this.#pid = undefined);
    const sign = this.#signOf(pid, usage);
    this.#charge(usage);
    this.#weigh(pid, usage);
    const now = performance.now();
    if (this.#isFull(usage, now)) return this.#end(pid, `used ${megabytes(usage.memoryBytes)} of memory, more than ${megabytes(this.#memoryMax)}`, this.#heaviest ?? this.#seenFor(CULPRIT_SEEN_MS));
    const why = complaint({ sign, usage, now });
    if (why !== undefined) return this.#end(pid, why, this.#seenFor(leastPart(sign, usage)));
    const greedy = this.#shares.greediest(now);
    if (greedy) return this.#end(pid, `computed for ${seconds(greedy.cpuMs)} of ${seconds(COMPUTING_WINDOW_MS)} in one plugin`, greedy.plugin);
    this.#seek(pid, sign, usage);
    if (!isQuiet(sign, usage)) this.#ask(pid);
  }

  #end(pid: number, why: string, culprit: PluginAtWork | null): void {
    this.#pid = undefined;
    this.#sign = undefined;
    this.#release();
    this.#shares = new Shares();
    this.#heaviest = undefined;
    this.#fullSince = undefined;
    this.#patient.end(pid, why, culprit);
  }

  /** Only what it used while it was seen to have the thread, from one look to the next, and up to when it left. */
  #charge(usage: Usage): void {
    const held = this.#held;
    if (!held) return;
    const { holder } = held;
    const upTo = (holder.left ?? usage).cpuMs;
    const used = Math.max(0, upTo - held.countedTo);
    held.countedTo = upTo;
    this.#shares.add({ plugin: holder.plugin, cpuMs: used, at: performance.now() });
    this.#see(holder.plugin, used);
    if (holder.left || (holder.since.transfers !== usage.transfers && upTo - holder.since.cpuMs >= HELD_MAX_MS)) this.#release();
  }

  #see(plugin: PluginAtWork, ms: number): void {
    const { seen } = this.#sign ?? {};
    const name = JSON.stringify(plugin);
    seen?.set(name, { plugin, ms: (seen.get(name)?.ms ?? 0) + ms });
  }

  /** Who was seen to have the thread longest since the last sign of life, if it was for so long. */
  #seenFor(leastMs: number): PluginAtWork | null {
    const [longest] = [...(this.#sign?.seen.values() ?? [])].toSorted((a, b) => b.ms - a.ms);
    return longest && longest.ms >= leastMs ? longest.plugin : null;
  }

  /** Whether there is more memory than may be, and whose it is had its time to be found. */
  #isFull({ memoryBytes }: Usage, now: number): boolean {
    if (memoryBytes <= this.#memoryMax) this.#fullSince = undefined;
    else if (this.#fullSince === undefined) [this.#fullSince, this.#isWeighed] = [now, false];
    if (this.#fullSince === undefined) return false;
    return this.#held !== undefined || this.#heaviest !== undefined || this.#isWeighed || now - this.#fullSince >= WEIGH_MS || memoryBytes > WEIGH_UP_TO * this.#memoryMax;
  }

  #weigh(pid: number, { memoryBytes }: Usage): void {
    if (memoryBytes < WEIGH_FROM * this.#memoryMax) this.#heaviest = undefined;
    else if (!this.#weighing && this.#held === undefined) {
      this.#weighing = true;
      void this.#ponder(pid).catch(() => undefined).finally(() => (this.#weighing = false));
    }
  }

  async #ponder(pid: number): Promise<void> {
    const heaviest = await this.#patient.heaviest(pid);
    if (this.#pid === pid) [this.#heaviest, this.#isWeighed] = [heaviest, true];
  }

  #release(): void {
    this.#held?.holder.forget();
    this.#held = undefined;
  }

  /**
   * Looks where the thread is while a request waits: at once after a look that found a plugin, else only after as
   * much computing again, because looking in vain must cost little.
   */
  #seek(pid: number, sign: Sign, { cpuMs }: Usage): void {
    const computed = cpuMs - sign.usage.cpuMs;
    const isSeen = sign.seen.size > 0;
    if (this.#seeking || this.#held || computed < (isSeen ? 0 : sign.soughtMs) + COMPUTING_SEEK_MS) return;
    sign.soughtMs = computed;
    this.#seeking = true;
    void this.#find(pid).catch(() => undefined).finally(() => (this.#seeking = false));
  }

  async #find(pid: number): Promise<void> {
    const holder = await this.#patient.holder(pid);
    if (!holder || this.#pid !== pid) return holder?.forget();
    this.#held = { holder, countedTo: holder.since.cpuMs };
  }

  /** The last sign of life; a process seen for the first time gives one. */
  #signOf(pid: number, usage: Usage): Sign {
    if (this.#sign?.pid !== pid) this.#sign = signAt(pid, usage, false);
    if (this.#sign.moved.usage.transfers !== usage.transfers) this.#sign.moved = { usage, at: performance.now() };
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
    if (usage && this.#pid === pid) this.#sign = signAt(pid, usage, true);
  }
}

function signAt(pid: number, usage: Usage, answered: boolean): Sign {
  const at = performance.now();
  return { pid, usage, at, answered, moved: { usage, at }, soughtMs: 0, seen: new Map() };
}

const isQuiet = ({ usage: { cpuMs }, at, answered }: Sign, now: Usage): boolean =>
  answered && now.cpuMs - cpuMs < ASK_CPU_MS && performance.now() - at < ASK_IDLE_MS;

interface Seen {
  readonly sign: Sign;
  readonly usage: Usage;
  readonly now: number;
}

/** Why a process has to be ended, if it has to. */
function complaint({ sign, usage, now }: Seen): string | undefined {
  const [cpuMs, stillMs] = [usage.cpuMs - sign.usage.cpuMs, usage.cpuMs - sign.moved.usage.cpuMs];
  const most = sign.answered ? SPIN_CPU_MS : STARTING_CPU_MS;
  if (stillMs >= most || (cpuMs >= most && longestIn(sign) >= leastPart(sign, usage))) return `computed for ${seconds(cpuMs)} without answering anybody`;
  return now - sign.moved.at >= SILENT_MS ? `answered nobody for ${SILENT_MS / 1000} s` : undefined;
}

/** How much of the time since the last sign of life a plugin must be seen to have had to be why there was no other, in milliseconds. */
const leastPart = (sign: Sign, usage: Usage): number => Math.max(CULPRIT_SEEN_MS, PART_OF_SPIN * (usage.cpuMs - sign.usage.cpuMs));

const longestIn = ({ seen }: Sign): number => Math.max(0, ...[...seen.values()].map(({ ms }) => ms));

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
