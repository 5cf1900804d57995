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
import { Resting } from "./resting.ts";
import type { Usage } from "./usage.ts";
import { TIME, type WatchTime } from "./watchTime.ts";

/**
 * workerd limits neither processor time nor memory, and one thread runs every worker: a plugin that spins stops all of
 * them. The watchdog kills such a process. It measures processor time, not wall-clock time, so that a busy machine does
 * not look like a busy plugin.
 *
 * The only sign of life is the answer to the watchdog's own request. A plugin that computes in slices lets other
 * requests in between, but each of them still waits. While the watchdog waits for an answer, it repeatedly looks which
 * plugin holds the thread. A plugin is only charged for time in which the watchdog saw it, or between two consecutive
 * sightings. So no plugin is charged for many tenants or for our own work. Longer use is added up over a window.
 */

/** The watched process, and the ways to examine and end it. */
export interface WatchedProcess {
  /** Undefined while the process starts. */
  pid(): number | undefined;
  usage(pid: number): Promise<Usage | undefined>;
  /** True if the workers answer a request in time. */
  answers(withinMs: number): Promise<boolean>;
  /** The plugin that holds the thread. Null if there is none; undefined if that is unknown. */
  busyPlugin(pid: number): Promise<BusyPlugin | null | undefined>;
  /** The plugin that exceeds its memory limit. Null if there is none; undefined if that is unknown. */
  heaviest(pid: number): Promise<Heavy | null | undefined>;
  /** Kills the process. `culprit` is the plugin to charge; null if it is unknown. */
  end(pid: number, why: string, culprit: PluginAtWork | null): void;
}

interface WatchdogOptions {
  readonly memoryMax?: number;
  readonly lookMs?: number;
  readonly time?: WatchTime | undefined;
}

/** A process's usage at one moment. */
interface Moment {
  readonly usage: Usage;
  readonly at: number;
}

/** The process's last answer, or the first look at it. */
interface Sign extends Moment {
  readonly pid: number;
  readonly answered: boolean;
  /** The last change of transfers. A process that answers late but serves clients is only busy. */
  moved: Moment;
  /** Processor time since the sign at which the watchdog last searched for the thread, in milliseconds. */
  soughtMs: number;
  /** The plugin that the last search found, with the processor time up to which it is charged. */
  sight: { readonly plugin: PluginAtWork; readonly upTo: number } | undefined;
  /** Processor time by plugin since the sign, in milliseconds. */
  readonly seen: Map<string, { readonly plugin: PluginAtWork; ms: number }>;
}

/** A plugin that holds the thread since a search found it. */
interface Held {
  readonly busy: BusyPlugin;
  /** The last sign of life at that search. A later answer ends the sequence of sightings. */
  readonly sign: Sign;
  /** The process's processor time up to which the plugin is charged, in milliseconds. */
  countedTo: number;
}

export class Watchdog implements AsyncDisposable {
  readonly #process: WatchedProcess;
  readonly #memoryMax: number;
  readonly #lookMs: number;
  readonly #time: WatchTime;
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;
  /** Id of the watched process. It is remembered because finding it reads every process of the machine. */
  #pid: number | undefined;
  #sign: Sign | undefined;
  #asking = false;
  #seeking = false;
  #weighing = false;
  /** The plugin above its memory limit, and the process's memory at that measurement in bytes. */
  #heaviest: Heavy | undefined;
  #weighedAt = 0;
  /** The time at which the memory exceeded its limit; undefined while it does not. */
  #fullSince: number | undefined;
  /** True once the isolates were measured after `#fullSince`. */
  #isWeighed = false;
  #held: Held | undefined;
  /** True if the last look found little memory in use, so that its owner does not matter. */
  #hasRoom = true;
  #cpu = new CpuAccounting();
  readonly #resting = new Resting();

  constructor(watched: WatchedProcess, options: WatchdogOptions = {}) {
    this.#process = watched;
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

  /** Rests while a debugger may hold the thread. The process gets the time of a new one afterwards. */
  rest(): Disposable {
    return this.#resting.begin();
  }

  /**
   * The plugin that may have crashed the process, as a full heap makes V8 do; undefined if there is none. With free
   * memory, a crash has another cause, whatever plugin was computing.
   */
  get suspect(): PluginAtWork | undefined {
    return this.#heaviest?.plugin ?? (this.#hasRoom ? undefined : (this.#seenFor(CULPRIT_SEEN_MS) ?? undefined));
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      await this.#look().catch(() => undefined); // A look may fail, for example without memory or file descriptors. The next one follows.
      const isHeld = this.#held !== undefined || this.#seeking;
      await this.#time.wait(isHeld ? this.#lookMs / WATCHDOG_LOOKS_WHILE_HELD : this.#lookMs, this.#over.signal);
    }
  }

  async #look(): Promise<void> {
    if (this.#resting.isOn) return this.#forget();
    const pid = (this.#pid ??= this.#process.pid());
    const usage = pid === undefined ? undefined : await this.#process.usage(pid);
    if (pid === undefined || usage === undefined) return void (this.#pid = undefined);
    const sign = this.#signOf(pid, usage);
    this.#charge(usage);
    this.#weigh(pid, usage);
    const now = this.#time.now();
    const fault = this.#memoryFault(usage, now);
    if (fault) return this.#end(pid, fault.why, fault.culprit);
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

  /** True if another search may still name the plugin. The process then gets the same time again. */
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
    this.#process.end(pid, why, culprit);
  }

  /** Charges the held plugin for the time since the last look, until it left the thread. */
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

  /** The plugin that held the thread longest since the last sign of life; null if none reached `leastMs`. */
  #seenFor(leastMs: number): PluginAtWork | null {
    const [longest] = [...(this.#sign?.seen.values() ?? [])].toSorted((a, b) => b.ms - a.ms);
    return longest && longest.ms >= leastMs ? longest.plugin : null;
  }

  /** The reason to end the process for its memory, with the plugin to charge; undefined if there is none. */
  #memoryFault(usage: Usage, now: number): { readonly why: string; readonly culprit: PluginAtWork | null } | undefined {
    const heavy = this.#heaviest;
    if (heavy && heavy.bytes > PLUGIN_HEAVY_PART * this.#memoryMax)
      return { why: `used ${megabytes(heavy.bytes)} of memory in one plugin`, culprit: heavy.plugin };
    if (!this.#isFull(usage, now)) return undefined;
    const why = `used ${megabytes(usage.memoryBytes)} of memory, more than ${megabytes(this.#memoryMax)}`;
    return { why, culprit: heavy?.plugin ?? (this.#isOurs ? null : this.#seenFor(CULPRIT_SEEN_MS)) };
  }

  /**
   * True if the last measurement found no heavy plugin and no plugin holds the thread. A plugin that computed earlier
   * does not own the measured memory.
   */
  get #isOurs(): boolean {
    return this.#isWeighed && this.#heaviest === undefined && this.#held === undefined;
  }

  /** True if the memory exceeds its limit and the search for its owner had enough time. */
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

  /**
   * Measures the isolates when memory has grown, and when it exceeds its limit. A measurement costs a little, so it
   * does not run at each look.
   */
  #weigh(pid: number, { memoryBytes }: Usage): void {
    this.#hasRoom = memoryBytes < WEIGH_FROM_PART * this.#memoryMax;
    if (this.#hasRoom) [this.#heaviest, this.#weighedAt] = [undefined, 0];
    else if (this.#isWeighingDue(memoryBytes)) {
      this.#weighing = true;
      void this.#measureIsolates(pid, memoryBytes)
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

  /** Takes over a measurement. Without an answer the last result stays. */
  async #measureIsolates(pid: number, memoryBytes: number): Promise<void> {
    const heaviest = await this.#process.heaviest(pid);
    if (this.#pid !== pid || heaviest === undefined) return;
    [this.#heaviest, this.#isWeighed, this.#weighedAt] = [heaviest ?? undefined, true, memoryBytes];
  }

  #forget(): void {
    this.#release();
    this.#sign = undefined;
  }

  #release(): void {
    this.#held?.busy.forget();
    this.#held = undefined;
  }

  /**
   * Searches for the plugin that holds the thread while a request waits. After a successful search the next follows at
   * once. After a failed one, the process must first compute for some time again, so that searches stay cheap.
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
    const busy = await this.#process.busyPlugin(pid);
    const sign = this.#sign;
    if (busy === null && sign) sign.sight = undefined;
    if (!busy || !sign || this.#pid !== pid) return busy?.forget();
    this.#held = { busy, sign, countedTo: chargedFrom(busy, sign) };
  }

  /** The last sign of life. A new process begins with one. */
  #signOf(pid: number, usage: Usage): Sign {
    const at = this.#time.now();
    if (this.#sign?.pid !== pid) this.#sign = signOf({ pid, usage, at, answered: false });
    if (this.#sign.moved.usage.transfers !== usage.transfers) this.#sign.moved = { usage, at };
    return this.#sign;
  }

  /** Sends one request at a time, so that a blocked process does not collect them. */
  #ask(pid: number): void {
    if (this.#asking) return;
    this.#asking = true;
    void this.#hear(pid)
      .catch(() => undefined)
      .finally(() => (this.#asking = false));
  }

  async #hear(pid: number): Promise<void> {
    const answers = await this.#process.answers(WATCHDOG_ASK_MS);
    const usage = answers ? await this.#process.usage(pid) : undefined;
    if (usage && this.#pid === pid) this.#sign = signOf({ pid, usage, at: this.#time.now(), answered: true });
  }
}

/**
 * The processor time from which a found plugin is charged. If two searches in a row find the same plugin, the time
 * between them counts. Otherwise a plugin that computes in slices would hardly be charged.
 */
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

/** The reason to end the process for its processor time or silence; undefined if there is none. */
function complaint({ sign, usage, now }: Seen): string | undefined {
  const [cpuMs, stillMs] = [usage.cpuMs - sign.usage.cpuMs, usage.cpuMs - sign.moved.usage.cpuMs];
  const most = sign.answered ? SPIN_CPU_MS : STARTING_CPU_MS;
  if (stillMs >= most || (cpuMs >= most && longestIn(sign) >= leastPart(sign, usage)))
    return `computed for ${seconds(cpuMs)} without answering any request`;
  return now - sign.moved.at >= SILENT_MS ? `answered no request for ${SILENT_MS / 1000} s` : undefined;
}

/** The least processor time that a plugin must have held the thread to count as the cause, in milliseconds. */
const leastPart = (sign: Sign, usage: Usage): number =>
  Math.max(CULPRIT_SEEN_MS, SPIN_PLUGIN_PART * (usage.cpuMs - sign.usage.cpuMs));

const longestIn = ({ seen }: Sign): number => Math.max(0, ...[...seen.values()].map(({ ms }) => ms));

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
