import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  COMPUTING_SEEK_MS,
  COMPUTING_WINDOW_MS,
  CULPRIT_SEEN_MS,
  OWN_MEMORY_PART,
  PLUGIN_HEAVY_PART,
  PROCESS_MEMORY_MAX_BYTES,
  SILENT_MS,
  SPIN_CPU_MS,
  SPIN_PLUGIN_PART,
  STARTING_CPU_MS,
  THREAD_HELD_MAX_MS,
  WATCHDOG_ASK_CPU_MS,
  WATCHDOG_ASK_IDLE_MS,
  WATCHDOG_ASK_MS,
  WATCHDOG_LOOKS_WHILE_HELD,
  WATCHDOG_LOOK_MS,
  WEIGH_AGAIN_PART,
  WEIGH_FROM_PART,
  WEIGH_MS,
  WEIGH_UP_TO_PART,
} from "../../../manifests/bounds/watchdog.ts";
import type { PluginAtWork } from "../../../sandbox/isolateName.ts";
import type { Heavy, BusyPlugin } from "./busyPlugin.ts";
import { CpuAccounting } from "./cpuAccounting.ts";
import type { Usage } from "./usage.ts";

/**
 * workerd enforces no limit of processor time or memory, and one thread runs every worker: a plugin that spins stops
 * all of them. The watchdog ends such a process. Time is counted in what the process used, not by the clock on the
 * wall. So a busy machine, which makes everybody late, does not look like a plugin that spins.
 *
 * The only sign of life is the answer to our own question. A plugin that computes in slices lets others have a turn in
 * between, and each of them waits all the same. While the watchdog waits for an answer, it looks again and again where
 * the thread is. It charges a plugin only the time in which it saw it, or between two sights of it in a row. So it
 * charges no plugin for many tenants or for our own work, however long. Use over a longer time is added up.
 */

/** The process that is watched, and what can be done about it. */
export interface Patient {
  /** Undefined while it is being started. */
  pid(): number | undefined;
  usage(pid: number): Promise<Usage | undefined>;
  /** Tells whether the workers answer a request. */
  answers(withinMs: number): Promise<boolean>;
  /** The plugin its thread is in; null when it is in none, undefined when that cannot be told. */
  busyPlugin(pid: number): Promise<BusyPlugin | null | undefined>;
  /** The plugin that holds more memory than any may; null when none does, undefined when that cannot be told. */
  heaviest(pid: number): Promise<Heavy | null | undefined>;
  /** `culprit` is who did it, null when that is not known. */
  end(pid: number, why: string, culprit: PluginAtWork | null): void;
}

/** The clock of a watchdog, which only goes on, and its wait between two looks; both in milliseconds. */
export interface WatchTime {
  now(): number;
  /** Settles after so long, or at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

const TIME: WatchTime = {
  now: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined),
};

interface WatchdogOptions {
  readonly memoryMax?: number;
  readonly lookMs?: number;
  readonly time?: WatchTime;
}

/** The use of a process at one moment. */
interface Moment {
  readonly usage: Usage;
  readonly at: number;
}

/** The last answer of the process, or the first sight of it. */
interface Sign extends Moment {
  readonly pid: number;
  readonly answered: boolean;
  /** The last transfer: a process that answers late but serves many is only busy. */
  moved: Moment;
  /** Processor time since then at which the thread was last looked for. */
  soughtMs: number;
  /** The plugin that the last search found, and the processor time up to which it has been charged. */
  sight: { readonly plugin: PluginAtWork; readonly upTo: number } | undefined;
  /** Processor time plugins were seen to use since then, in milliseconds. */
  readonly seen: Map<string, { readonly plugin: PluginAtWork; ms: number }>;
}

/** A plugin that has the thread, since it was seen to. */
interface Held {
  readonly busy: BusyPlugin;
  /** The last sign of life when it was seen. An answer since then ends the row of sights. */
  readonly sign: Sign;
  /** Processor time of the process up to which the plugin has been charged, in milliseconds. */
  countedTo: number;
}

export class Watchdog implements AsyncDisposable {
  readonly #patient: Patient;
  readonly #memoryMax: number;
  readonly #lookMs: number;
  readonly #time: WatchTime;
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;
  /** The last watched process. Finding it costs reading about every process. */
  #pid: number | undefined;
  #sign: Sign | undefined;
  #asking = false;
  #seeking = false;
  #weighing = false;
  /** The plugin that was last seen to hold too much memory, and what the process had then, in bytes. */
  #heaviest: Heavy | undefined;
  #weighedAt = 0;
  /** The time since which the memory exceeds its limit. */
  #fullSince: number | undefined;
  /** True once the isolates were weighed since then. */
  #isWeighed = false;
  #held: Held | undefined;
  /** True if the memory was below the part from which its owner matters, at the last look. */
  #hasRoom = true;
  #cpu = new CpuAccounting();

  constructor(patient: Patient, options: WatchdogOptions = {}) {
    this.#patient = patient;
    this.#memoryMax = options.memoryMax ?? PROCESS_MEMORY_MAX_BYTES;
    this.#lookMs = options.lookMs ?? WATCHDOG_LOOK_MS;
    this.#time = options.time ?? TIME;
    this.#watching = this.#watch();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#watching;
    this.#release();
  }

  /**
   * The plugin that may have ended the process, as V8 does when a heap is full; undefined if none was seen. A process
   * with room left was ended by something else, whatever computed in it.
   */
  get suspect(): PluginAtWork | undefined {
    return this.#heaviest?.plugin ?? (this.#hasRoom ? undefined : (this.#seenFor(CULPRIT_SEEN_MS) ?? undefined));
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#look().catch(() => undefined); // A look may fail, as without memory or files left; the next one follows.
      const isHeld = this.#held !== undefined || this.#seeking;
      await this.#time.wait(isHeld ? this.#lookMs / WATCHDOG_LOOKS_WHILE_HELD : this.#lookMs, this.#over.signal);
    }
  }

  async #look(): Promise<void> {
    const pid = (this.#pid ??= this.#patient.pid());
    const usage = pid === undefined ? undefined : await this.#patient.usage(pid);
    if (pid === undefined || usage === undefined) return void (this.#pid = undefined);
    const sign = this.#signOf(pid, usage);
    this.#charge(usage);
    this.#weigh(pid, usage);
    const now = this.#time.now();
    const glut = this.#glut(usage, now);
    if (glut) return this.#end(pid, glut.why, glut.culprit);
    const why = complaint({ sign, usage, now });
    const spinner = this.#seenFor(leastPart(sign, usage));
    const isSettled = spinner !== null || !this.#isWorthSeeking(sign, usage);
    if (why !== undefined && isSettled) return this.#end(pid, why, spinner);
    const greedy = this.#cpu.greediest(now);
    if (greedy)
      return this.#end(
        pid,
        `computed for ${seconds(greedy.cpuMs)} of ${seconds(COMPUTING_WINDOW_MS)} in one plugin`,
        greedy.plugin,
      );
    this.#seek(pid, sign, usage);
    if (!isQuiet({ sign, usage, now })) this.#ask(pid);
  }

  /** Without another sight of it no plugin is named, so that is worth as much time again. */
  #isWorthSeeking({ seen, usage: before }: Sign, usage: Usage): boolean {
    return (this.#seeking || seen.size > 0) && usage.cpuMs - before.cpuMs < 2 * SPIN_CPU_MS;
  }

  #end(pid: number, why: string, culprit: PluginAtWork | null): void {
    this.#pid = undefined;
    this.#sign = undefined;
    this.#release();
    this.#cpu = new CpuAccounting();
    this.#heaviest = undefined;
    this.#weighedAt = 0;
    this.#fullSince = undefined;
    this.#patient.end(pid, why, culprit);
  }

  /** Charges a plugin only for use between two looks that saw it hold the thread, and until it left. */
  #charge(usage: Usage): void {
    const held = this.#held;
    if (!held) return;
    const { busy } = held;
    const upTo = (busy.left ?? usage).cpuMs;
    const used = Math.max(0, upTo - held.countedTo);
    held.countedTo = upTo;
    held.sign.sight = { plugin: busy.plugin, upTo };
    this.#cpu.add({ plugin: busy.plugin, cpuMs: used, at: this.#time.now() });
    this.#see(busy.plugin, used);
    if (busy.left || (busy.since.transfers !== usage.transfers && upTo - busy.since.cpuMs >= THREAD_HELD_MAX_MS))
      this.#release();
  }

  #see(plugin: PluginAtWork, ms: number): void {
    const { seen } = this.#sign ?? {};
    const name = JSON.stringify(plugin);
    seen?.set(name, { plugin, ms: (seen.get(name)?.ms ?? 0) + ms });
  }

  /** The plugin that held the thread longest since the last sign of life, if it was long enough. */
  #seenFor(leastMs: number): PluginAtWork | null {
    const [longest] = [...(this.#sign?.seen.values() ?? [])].toSorted((a, b) => b.ms - a.ms);
    return longest && longest.ms >= leastMs ? longest.plugin : null;
  }

  /** The reason why the process has to be ended for its memory, if it has to, and the plugin known to hold it. */
  #glut(usage: Usage, now: number): { readonly why: string; readonly culprit: PluginAtWork | null } | undefined {
    const heavy = this.#heaviest;
    if (heavy && heavy.bytes > PLUGIN_HEAVY_PART * this.#memoryMax)
      return { why: `used ${megabytes(heavy.bytes)} of memory in one plugin`, culprit: heavy.plugin };
    if (!this.#isFull(usage, now)) return undefined;
    const why = `used ${megabytes(usage.memoryBytes)} of memory, more than ${megabytes(this.#memoryMax)}`;
    return { why, culprit: heavy?.plugin ?? (this.#isOurs ? null : this.#seenFor(CULPRIT_SEEN_MS)) };
  }

  /**
   * True if the last weighing found no heavy plugin and no plugin holds the thread. One that computed before does not
   * hold what was weighed.
   */
  get #isOurs(): boolean {
    return this.#isWeighed && this.#heaviest === undefined && this.#held === undefined;
  }

  /** True if the memory exceeds its limit and the search for its owner has had its time. */
  #isFull({ memoryBytes }: Usage, now: number): boolean {
    if (memoryBytes <= this.#memoryMax) this.#fullSince = undefined;
    else if (this.#fullSince === undefined) [this.#fullSince, this.#isWeighed] = [now, false];
    if (this.#fullSince === undefined) return false;
    if (this.#isOurs) return memoryBytes > OWN_MEMORY_PART * this.#memoryMax;
    return (
      this.#held !== undefined ||
      this.#heaviest !== undefined ||
      now - this.#fullSince >= WEIGH_MS ||
      memoryBytes > WEIGH_UP_TO_PART * this.#memoryMax
    );
  }

  /** Asking costs little, and not nothing: it is done when memory has grown, and when there is too much. */
  #weigh(pid: number, { memoryBytes }: Usage): void {
    this.#hasRoom = memoryBytes < WEIGH_FROM_PART * this.#memoryMax;
    if (this.#hasRoom) [this.#heaviest, this.#weighedAt] = [undefined, 0];
    else if (this.#isWeighingDue(memoryBytes)) {
      this.#weighing = true;
      void this.#ponder(pid, memoryBytes)
        .catch(() => undefined)
        .finally(() => (this.#weighing = false));
    }
  }

  #isWeighingDue(memoryBytes: number): boolean {
    if (this.#weighing || this.#seeking || this.#held) return false;
    return (
      memoryBytes >= this.#weighedAt + WEIGH_AGAIN_PART * this.#memoryMax ||
      (this.#fullSince !== undefined && !this.#isWeighed)
    );
  }

  /** An unanswered weighing leaves the earlier finding in place. */
  async #ponder(pid: number, memoryBytes: number): Promise<void> {
    const heaviest = await this.#patient.heaviest(pid);
    if (this.#pid !== pid || heaviest === undefined) return;
    [this.#heaviest, this.#isWeighed, this.#weighedAt] = [heaviest ?? undefined, true, memoryBytes];
  }

  #release(): void {
    this.#held?.busy.forget();
    this.#held = undefined;
  }

  /**
   * Looks where the thread is while a request waits. It does so at once after a look that found a plugin, else after as
   * much computing again, because vain looks must cost little.
   */
  #seek(pid: number, sign: Sign, { cpuMs }: Usage): void {
    const computed = cpuMs - sign.usage.cpuMs;
    const isSeen = sign.seen.size > 0;
    if (this.#seeking || this.#weighing || this.#held || computed < (isSeen ? 0 : sign.soughtMs) + COMPUTING_SEEK_MS)
      return;
    sign.soughtMs = computed;
    this.#seeking = true;
    void this.#find(pid)
      .catch(() => undefined)
      .finally(() => (this.#seeking = false));
  }

  async #find(pid: number): Promise<void> {
    const busy = await this.#patient.busyPlugin(pid);
    const sign = this.#sign;
    if (busy === null && sign) sign.sight = undefined;
    if (!busy || !sign || this.#pid !== pid) return busy?.forget();
    this.#held = { busy, sign, countedTo: chargedFrom(busy, sign) };
  }

  /** The last sign of life; a process seen for the first time gives one. */
  #signOf(pid: number, usage: Usage): Sign {
    const at = this.#time.now();
    if (this.#sign?.pid !== pid) this.#sign = signOf({ pid, usage, at, answered: false });
    if (this.#sign.moved.usage.transfers !== usage.transfers) this.#sign.moved = { usage, at };
    return this.#sign;
  }

  /** Asks one question at a time, so that a stalled process gets no backlog of questions. */
  #ask(pid: number): void {
    if (this.#asking) return;
    this.#asking = true;
    void this.#hear(pid)
      .catch(() => undefined)
      .finally(() => (this.#asking = false));
  }

  async #hear(pid: number): Promise<void> {
    const answers = await this.#patient.answers(WATCHDOG_ASK_MS);
    const usage = answers ? await this.#patient.usage(pid) : undefined;
    if (usage && this.#pid === pid) this.#sign = signOf({ pid, usage, at: this.#time.now(), answered: true });
  }
}

/** Two searches in a row that find one plugin charge it for the time between, too. One that works in slices is seen no other way. */
function chargedFrom({ plugin, since: { cpuMs } }: BusyPlugin, { sight }: Sign): number {
  const isSame = isDeepStrictEqual(sight?.plugin, plugin);
  return sight && isSame && cpuMs - sight.upTo <= THREAD_HELD_MAX_MS ? sight.upTo : cpuMs;
}

const signOf = ({ usage, at, ...sign }: Pick<Sign, "pid" | "usage" | "at" | "answered">): Sign => ({
  ...sign,
  usage,
  at,
  moved: { usage, at },
  soughtMs: 0,
  sight: undefined,
  seen: new Map(),
});

const isQuiet = ({ sign, usage, now }: Seen): boolean =>
  sign.answered && usage.cpuMs - sign.usage.cpuMs < WATCHDOG_ASK_CPU_MS && now - sign.at < WATCHDOG_ASK_IDLE_MS;

interface Seen {
  readonly sign: Sign;
  readonly usage: Usage;
  readonly now: number;
}

/** The reason why a process has to be ended, if it has to. */
function complaint({ sign, usage, now }: Seen): string | undefined {
  const [cpuMs, stillMs] = [usage.cpuMs - sign.usage.cpuMs, usage.cpuMs - sign.moved.usage.cpuMs];
  const most = sign.answered ? SPIN_CPU_MS : STARTING_CPU_MS;
  if (stillMs >= most || (cpuMs >= most && longestIn(sign) >= leastPart(sign, usage)))
    return `computed for ${seconds(cpuMs)} without answering anybody`;
  return now - sign.moved.at >= SILENT_MS ? `answered nobody for ${SILENT_MS / 1000} s` : undefined;
}

/**
 * The processor time in milliseconds for which a plugin must have held the thread since the last sign of life to be its
 * cause.
 */
const leastPart = (sign: Sign, usage: Usage): number =>
  Math.max(CULPRIT_SEEN_MS, SPIN_PLUGIN_PART * (usage.cpuMs - sign.usage.cpuMs));

const longestIn = ({ seen }: Sign): number => Math.max(0, ...[...seen.values()].map(({ ms }) => ms));

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
