import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import {
  COMPUTING_MAX_MS,
  COMPUTING_SEEK_MS,
  COMPUTING_WINDOW_MS,
  CULPRIT_SEEN_MS,
  OWN_MEMORY_PART,
  PLUGIN_HEAVY_PART,
  PLUGIN_MEMORY_MAX_BYTES,
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
import { type PluginAtWork, attemptName, stemOf } from "../../../sandbox/isolateName.ts";
import { type Heavy, type BusyPlugin, findHeaviest } from "../../../sites/machine/watchdog/busyPlugin.ts";
import { CpuAccounting } from "../../../sites/machine/watchdog/cpuAccounting.ts";
import { readUsage, type Usage } from "../../../sites/machine/watchdog/usage.ts";
import { Watchdog } from "../../../sites/machine/watchdog/watchdog.ts";
import type { WatchTime } from "../../../sites/machine/watchdog/watchTime.ts";

/** A process whose figures the test sets. */
class Process {
  pid: number | undefined = 1;
  used: Usage = { cpuMs: 0, memoryBytes: 1, transfers: 0 };
  isAnswering = true;
  /** The plugin that holds the thread; undefined if that is unknown. */
  inside: { plugin: PluginAtWork; left?: Usage } | null | undefined = null;
  /** The result of the next measurement. */
  heaviest: Heavy | null | undefined = null;
  weighed = 0;
  asked = 0;
  sought = 0;
  forgotten = 0;
  /** The number of times the watchdog has read the usage. */
  looks = 0;
  readonly culprits: (string | null)[] = [];
  readonly ended: string[] = [];

  patient() {
    return {
      pid: () => {
        this.looks += 1;
        return this.pid;
      },
      usage: async (pid: number) => {
        this.looks += 1;
        return this.pid === pid ? this.used : undefined;
      },
      answers: async (withinMs: number) => {
        this.asked += 1;
        for (const end = performance.now() + withinMs; !this.isAnswering && performance.now() < end;)
          await setTimeout(1, undefined, { ref: false });
        return this.isAnswering;
      },
      busyPlugin: async (): Promise<BusyPlugin | null | undefined> => {
        this.sought += 1;
        const { inside, used } = this;
        if (!inside) return inside;
        return {
          plugin: inside.plugin,
          since: used,
          get left() {
            return inside.left;
          },
          forget: () => (this.forgotten += 1),
        };
      },
      heaviest: async () => {
        this.weighed += 1;
        return this.heaviest;
      },
      end: (pid: number, why: string, culprit: PluginAtWork | null) => {
        this.ended.push(`${pid} ${why}`);
        this.culprits.push(culprit && culprit.plugin);
        this.pid = undefined;
      },
    };
  }

  uses(more: Partial<Usage>): void {
    const { used } = this;
    this.used = {
      cpuMs: used.cpuMs + (more.cpuMs ?? 0),
      memoryBytes: more.memoryBytes ?? used.memoryBytes,
      transfers: used.transfers + (more.transfers ?? 0),
    };
  }
}

let watched: Process;
let watchdog: Watchdog;

/** Waits until the watchdog has looked and asked several times. */
async function looked(): Promise<void> {
  const before = watched.looks;
  while (watched.looks < before + 8) await setTimeout(2);
}

afterEach(() => watchdog[Symbol.asyncDispose]());

async function watch(memoryMax?: number): Promise<Process> {
  const process = new Process();
  watched = process;
  watchdog = new Watchdog(process.patient(), { lookMs: 3, ...(memoryMax !== undefined && { memoryMax }) });
  await looked();
  return process;
}

describe("the watchdog", () => {
  test("ends a process that computes for 1.5 s without an answer, and not a process after 1.49 s", async () => {
    const process = await watch();
    process.isAnswering = false;
    process.uses({ cpuMs: SPIN_CPU_MS - 10 });
    await looked();
    expect(process.ended).toEqual([]);
    process.uses({ cpuMs: 10 });
    await looked();
    expect(process.ended).toEqual(["1 computed for 1.5 s without answering any request"]);
  });

  test("does not end a process that computes and answers", async () => {
    const process = await watch();
    for (let round = 0; round < 3; round++) {
      process.uses({ cpuMs: 1_400 });
      await looked();
    }
    expect(process.ended).toEqual([]);
  });

  test("does not end a busy process if no plugin holds the thread", async () => {
    const process = await watch();
    process.isAnswering = false;
    for (let round = 0; round < 3; round++) {
      process.uses({ cpuMs: 1_400, transfers: 1 });
      await looked();
    }
    expect(process.ended).toEqual([]);
  });

  test("gives a starting process four times as long", async () => {
    const process = await watch();
    Object.assign(process, { pid: 2, isAnswering: false });
    process.uses({ cpuMs: 100 });
    await looked();
    process.uses({ cpuMs: STARTING_CPU_MS - 10 });
    await looked();
    expect(process.ended).toEqual([]);
    process.uses({ cpuMs: 10 });
    await looked();
    expect(process.ended).toEqual(["2 computed for 6.0 s without answering any request"]);
  });

  test.each([
    [PROCESS_MEMORY_MAX_BYTES - 1, 0],
    [PROCESS_MEMORY_MAX_BYTES, 0],
    [PROCESS_MEMORY_MAX_BYTES + 1, 1],
  ])("at %i bytes of memory, with a plugin that may hold them, ends %i processes", async (memoryBytes, count) => {
    const process = await watch();
    process.heaviest = { plugin: atWork("a.hoards"), bytes: 1 };
    process.uses({ memoryBytes });
    await looked();
    expect(process.ended).toHaveLength(count);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])(
    "at %i bytes beyond the platform's own part, with light plugins, ends %i processes and charges no plugin",
    async (more, count) => {
      const process = await watch();
      process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES + 1 });
      await looked();
      process.uses({ memoryBytes: OWN_MEMORY_PART * PROCESS_MEMORY_MAX_BYTES + more });
      await looked();
      expect(process.culprits).toEqual(Array.from({ length: count }, () => null));
    },
  );

  test("ends a process whose plugins cannot be measured, after it has waited for a measurement", async () => {
    const process = await watch();
    process.heaviest = undefined;
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES + 1 });
    await expect.poll(() => process.culprits, { timeout: 5_000 }).toEqual([null]);
  });

  test("watches the next process after it has ended one", async () => {
    const process = await watch(100);
    process.heaviest = { plugin: atWork("a.hoards"), bytes: 1 };
    process.uses({ memoryBytes: 101 });
    await looked();
    Object.assign(process, { pid: 2, used: { cpuMs: 0, memoryBytes: 1, transfers: 0 } });
    await looked();
    expect(process.ended).toEqual(["1 used 0 MB of memory, more than 0 MB"]);
    process.uses({ memoryBytes: 101 });
    await looked();
    expect(process.ended).toHaveLength(2);
  });

  test("seldom checks an idle process", async () => {
    const process = await watch();
    const { asked } = process;
    await setTimeout(500);
    expect(process.asked).toBe(asked);
  });
});

const atWork = (plugin: string, digest = "sha256-a"): PluginAtWork => ({ tenant: "t", site: "s", plugin, digest });

describe("the plugin that holds the thread", () => {
  test.each([
    [COMPUTING_SEEK_MS - 10, 0],
    [COMPUTING_SEEK_MS, 1],
    [COMPUTING_SEEK_MS + 10, 1],
  ])("is searched for after %i ms of computing without an answer %i times", async (cpuMs, times) => {
    const process = await watch();
    process.isAnswering = false;
    process.uses({ cpuMs });
    await looked();
    expect(process.sought).toBe(times);
  });

  test("is searched for again only after twice as much computing", async () => {
    const process = await watch();
    process.isAnswering = false;
    for (const [more, times] of [
      [COMPUTING_SEEK_MS, 1],
      [COMPUTING_SEEK_MS - 10, 1],
      [10, 2],
    ] as const) {
      process.uses({ cpuMs: more });
      await looked();
      expect(process.sought).toBe(times);
    }
  });

  test.each([
    [CULPRIT_SEEN_MS - 10, null],
    [CULPRIT_SEEN_MS, "a.spins"],
    [CULPRIT_SEEN_MS + 10, "a.spins"],
  ])("is charged after it was seen for %i ms: %s", async (seenMs, culprit) => {
    const process = await watch();
    Object.assign(process, { isAnswering: false, inside: { plugin: atWork("a.spins") } });
    process.uses({ cpuMs: 1_490 - seenMs });
    await looked();
    process.uses({ cpuMs: seenMs });
    await looked();
    expect(process.ended).toEqual([]);
    process.uses({ cpuMs: 0, memoryBytes: PROCESS_MEMORY_MAX_BYTES + 1 });
    await looked();
    expect(process.culprits).toEqual([culprit]);
    expect(process.forgotten).toBe(1);
  });

  test("is none while the platform's own code computes", async () => {
    const process = await watch();
    process.isAnswering = false;
    for (const cpuMs of [1_000, 500]) {
      process.uses({ cpuMs });
      await looked();
    }
    expect([process.ended.length, process.culprits]).toEqual([1, [null]]);
  });

  test("is not charged once it has left the thread", async () => {
    const process = await watch();
    const inside: NonNullable<Process["inside"]> = { plugin: atWork("a.left") };
    Object.assign(process, { isAnswering: false, inside });
    for (const cpuMs of [300, 400]) {
      process.uses({ cpuMs });
      await looked();
    }
    inside.left = process.used;
    process.inside = null;
    // A plugin that was seen may be seen again, so the search gets the same time once more.
    process.uses({ cpuMs: 2 * SPIN_CPU_MS - 700 - 10 });
    await looked();
    expect(process.ended).toEqual([]);
    process.uses({ cpuMs: 10 });
    await looked();
    expect([process.ended.length, process.culprits]).toEqual([1, [null]]);
  });
});

/** A plugin holds the thread for `cpuMs`, then a visitor is served. */
async function bursts(process: Process, plugin: string, cpuMs: number): Promise<void> {
  const inside: NonNullable<Process["inside"]> = { plugin: atWork(plugin) };
  Object.assign(process, { isAnswering: false, inside });
  process.uses({ cpuMs: COMPUTING_SEEK_MS });
  await looked();
  process.uses({ cpuMs });
  await looked();
  inside.left = process.used;
  Object.assign(process, { isAnswering: true, inside: null });
  process.uses({ transfers: 1 });
  await looked();
}

describe("a plugin that repeatedly computes just below the limit", () => {
  const BURST_MS = 1_000;

  test("gets the process ended exactly when it exceeds its share", async () => {
    const process = await watch();
    for (let had = 0; had < COMPUTING_MAX_MS; had += BURST_MS) await bursts(process, "a.bursts", BURST_MS);
    expect(process.ended).toEqual([]);
    await bursts(process, "a.bursts", 10);
    expect([process.ended, process.culprits]).toEqual([["1 computed for 5.0 s of 30.0 s in one plugin"], ["a.bursts"]]);
  });

  test("is not charged for other plugins' use, nor for many plugins' common use", async () => {
    const process = await watch();
    for (let n = 0; n < 6; n++)
      for (const plugin of ["a.one", "a.two"]) await bursts(process, plugin, COMPUTING_MAX_MS / 6 - 10);
    for (let n = 0; n < 12; n++) {
      process.uses({ cpuMs: 1_400, transfers: 1 });
      await looked();
    }
    expect(process.ended).toEqual([]);
  });

  test("is not charged for use after it has left the thread", async () => {
    const process = await watch();
    const inside: NonNullable<Process["inside"]> = { plugin: atWork("a.waits") };
    Object.assign(process, { isAnswering: false, inside });
    process.uses({ cpuMs: COMPUTING_SEEK_MS });
    await looked();
    inside.left = process.used;
    process.inside = null;
    for (let n = 0; n < 8; n++) {
      process.uses({ cpuMs: 1_400, transfers: 1 });
      await looked();
    }
    expect(process.ended).toEqual([]);
  });
});

describe("a plugin's computing time in a window", () => {
  test.each([
    [COMPUTING_MAX_MS - 1, false],
    [COMPUTING_MAX_MS, false],
    [COMPUTING_MAX_MS + 1, true],
  ])("is too much at %i ms: %s", (cpuMs, isTooMuch) => {
    const shares = new CpuAccounting();
    shares.add({ plugin: atWork("a.a"), cpuMs: cpuMs - 1_000, at: 0 });
    shares.add({ plugin: atWork("a.a", "sha256-b"), cpuMs: 1_000, at: 1_000 });
    expect(shares.greediest(2_000)).toEqual(isTooMuch ? { plugin: atWork("a.a", "sha256-b"), cpuMs } : undefined);
  });

  test.each([
    [COMPUTING_WINDOW_MS - 1, true],
    [COMPUTING_WINDOW_MS, false],
    [COMPUTING_WINDOW_MS + 1, false],
  ])("is counted for %i ms: %s", (later, counts) => {
    const shares = new CpuAccounting();
    shares.add({ plugin: atWork("a.a"), cpuMs: COMPUTING_MAX_MS + 1, at: 0 });
    expect(shares.greediest(later) !== undefined).toBe(counts);
  });
});

describe("the use of a process", () => {
  test("is read for a living process, and undefined for a dead one", async () => {
    watchdog = new Watchdog(new Process().patient());
    const begin = await readUsage(process.pid);
    // Measures processor time, because a busy machine gives this process less than the clock shows.
    for (const before = process.cpuUsage(); process.cpuUsage(before).user < 120_000;) Math.random();
    const end = await readUsage(process.pid);
    expect((end?.cpuMs ?? 0) - (begin?.cpuMs ?? 0)).toBeGreaterThanOrEqual(100);
    expect(end?.memoryBytes).toBeGreaterThan(20_000_000);
    expect(await readUsage(2 ** 22 + 1)).toBeUndefined();
  });
});

describe("a plugin that computes in slices, with other requests in between", () => {
  /** The plugin holds the thread at every look, while no request is answered. */
  async function sliced(process: Process, cpuMs: number, ofPlugin: number): Promise<void> {
    const inside: NonNullable<Process["inside"]> = { plugin: atWork("a.slices") };
    process.inside = inside;
    await looked();
    process.uses({ cpuMs: ofPlugin, transfers: 1 });
    inside.left = process.used;
    process.inside = null;
    process.uses({ cpuMs: cpuMs - ofPlugin, transfers: 1 });
    await looked();
  }

  test.each([
    [SPIN_PLUGIN_PART * SPIN_CPU_MS - 10, 0],
    [SPIN_PLUGIN_PART * SPIN_CPU_MS, 1],
    [SPIN_PLUGIN_PART * SPIN_CPU_MS + 10, 1],
  ])("is the cause of a missing answer when it was seen for %i of 1,500 ms: %i ended", async (ofPlugin, ended) => {
    const process = await watch();
    process.isAnswering = false;
    process.uses({ cpuMs: COMPUTING_SEEK_MS, transfers: 1 });
    await sliced(process, 1_500 - COMPUTING_SEEK_MS, ofPlugin);
    expect(process.culprits).toEqual(ended === 1 ? ["a.slices"] : []);
  });

  /** The thread is seen leaving the plugin. The process has computed for `cpuMs` when it is seen again. */
  async function glimpsed(process: Process, plugin: string, cpuMs: number): Promise<void> {
    process.uses({ cpuMs, transfers: 1 });
    process.inside = { plugin: atWork(plugin), left: process.used };
    await looked();
    process.inside = undefined;
    await looked();
  }

  test.each([
    [THREAD_HELD_MAX_MS - 10, ["a.slices"]],
    [THREAD_HELD_MAX_MS, ["a.slices"]],
    [THREAD_HELD_MAX_MS + 10, []],
  ])("is charged for %i ms between two sightings: %j ended", async (between, ended) => {
    const process = await watch();
    process.isAnswering = false;
    await glimpsed(process, "a.slices", 1_500 - between);
    expect(process.ended).toEqual([]);
    await glimpsed(process, "a.slices", between);
    expect(process.culprits).toEqual(ended);
  });

  test.each([
    ["another plugin", { plugin: atWork("a.other") }],
    ["none", null],
  ])("is not charged for the time in between if %s is seen in it", async (_, inside) => {
    const process = await watch();
    process.isAnswering = false;
    await glimpsed(process, "a.slices", 500);
    process.inside = inside && { ...inside, left: process.used };
    await looked();
    process.inside = undefined;
    await glimpsed(process, "a.slices", 990);
    await glimpsed(process, "a.slices", 10);
    expect(process.ended).toEqual([]);
  });

  test("is not charged as long as health requests are answered", async () => {
    const process = await watch();
    for (let n = 0; n < 6; n++) await sliced(process, 1_000, 900);
    expect(process.ended).toEqual([]);
  });
});

describe("the plugin with the most memory", () => {
  const MOST = PROCESS_MEMORY_MAX_BYTES * PLUGIN_HEAVY_PART;
  const heavy = (bytes = MOST): Heavy => ({ plugin: atWork("a.hoards"), bytes });

  test.each([
    [-1, []],
    [0, []],
    [1, ["1 used 512 MB of memory in one plugin"]],
  ])("gets the process ended at %i bytes above its part: %j", async (more, ended) => {
    const process = await watch();
    process.heaviest = heavy(MOST + more);
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES - 1 });
    await looked();
    expect([process.ended, process.culprits]).toEqual([ended, ended.map(() => "a.hoards")]);
  });

  test("stays known when a measurement fails, and is cleared by one that finds it light", async () => {
    const process = await watch();
    process.heaviest = heavy();
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES / 2 });
    await looked();
    process.heaviest = undefined;
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES * 0.75 });
    await looked();
    expect(watchdog.suspect?.plugin).toBe("a.hoards");
    process.heaviest = null;
    await looked();
    expect(watchdog.suspect).toBeUndefined();
  });

  test("is not measured again while memory does not grow", async () => {
    const process = await watch();
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES / 2 });
    await looked();
    await looked();
    expect(process.weighed).toBe(1);
  });

  test("is charged at the memory limit, even if it does not hold the thread", async () => {
    const process = await watch();
    process.heaviest = heavy();
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES + 1 });
    await looked();
    expect(process.culprits).toEqual(["a.hoards"]);
  });

  test("is not a plugin that computed before a measurement found all plugins light", async () => {
    const process = await watch();
    const inside: NonNullable<Process["inside"]> = { plugin: atWork("a.computed") };
    Object.assign(process, { isAnswering: false, inside });
    process.uses({ cpuMs: COMPUTING_SEEK_MS });
    await looked();
    process.uses({ cpuMs: CULPRIT_SEEN_MS + 10, transfers: 1 });
    inside.left = process.used;
    process.inside = null;
    await looked();
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES + 1, transfers: 1 });
    await looked();
    expect([process.ended, process.weighed > 0]).toEqual([[], true]);
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES * OWN_MEMORY_PART + 1, transfers: 1 });
    await looked();
    expect([process.ended.length, process.culprits]).toEqual([1, [null]]);
  });

  test.each([
    [-1, undefined],
    [0, "a.computes"],
    [1, "a.computes"],
  ])(
    "is not a plugin that only computed, if the process ends itself with space left: %i bytes more, %s",
    async (more, suspect) => {
      const process = await watch();
      Object.assign(process, { isAnswering: false, inside: { plugin: atWork("a.computes") } });
      process.uses({ cpuMs: COMPUTING_SEEK_MS });
      await looked();
      process.uses({ cpuMs: CULPRIT_SEEN_MS, memoryBytes: PROCESS_MEMORY_MAX_BYTES * WEIGH_FROM_PART + more });
      await looked();
      process.pid = undefined;
      await looked();
      expect([watchdog.suspect?.plugin, process.ended]).toEqual([suspect, []]);
    },
  );

  test("is suspected if the process ends itself, and no plugin is if memory was free", async () => {
    const process = await watch();
    process.heaviest = heavy();
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES * WEIGH_FROM_PART - 1 });
    await looked();
    expect(watchdog.suspect).toBeUndefined();
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES - 1 });
    await looked();
    process.pid = undefined;
    await looked();
    expect([watchdog.suspect?.plugin, process.ended]).toEqual(["a.hoards", []]);
  });

  test.each([
    [-1, 0],
    [0, 1],
    [1, 1],
  ])("is searched for from three eighths of the limit: %i bytes more, %i", async (more, isWeighed) => {
    const process = await watch();
    process.uses({ memoryBytes: PROCESS_MEMORY_MAX_BYTES * WEIGH_FROM_PART + more });
    await looked();
    expect(process.weighed).toBe(isWeighed);
  });
});

/** A clock that the test sets, with the requested waits. */
class Hands implements WatchTime {
  at = 1_000;
  readonly waits: number[] = [];

  now(): number {
    return this.at;
  }

  wait(ms: number): Promise<void> {
    this.waits.push(ms);
    return setTimeout(2);
  }
}

async function watchByHand(): Promise<{ readonly process: Process; readonly hands: Hands }> {
  const [process, hands] = [new Process(), new Hands()];
  watched = process;
  watchdog = new Watchdog(process.patient(), { time: hands });
  await looked();
  return { process, hands };
}

describe("the watchdog's timing", () => {
  test.each([
    [SILENT_MS - 1, []],
    [SILENT_MS, [`1 answered no request for ${SILENT_MS / 1000} s`]],
    [SILENT_MS + 1, [`1 answered no request for ${SILENT_MS / 1000} s`]],
  ])("ends a process that is idle and does not answer for the bound: %i ms", async (ms, ended) => {
    const { process, hands } = await watchByHand();
    process.isAnswering = false;
    hands.at += ms;
    await looked();
    expect(process.ended).toEqual(ended);
  });

  test("rests while a debugger may hold the thread, and then begins as with a new process", async () => {
    const { process, hands } = await watchByHand();
    const [first, second] = [watchdog.rest(), watchdog.rest()];
    process.isAnswering = false;
    process.uses({ cpuMs: 10 * STARTING_CPU_MS });
    hands.at += 2 * SILENT_MS;
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    await setTimeout(20);
    expect(process.ended).toEqual([]);
    second[Symbol.dispose]();
    await looked();
    expect(process.ended).toEqual([]);
    hands.at += SILENT_MS;
    await looked();
    expect(process.ended).toEqual([`1 answered no request for ${SILENT_MS / 1000} s`]);
  });

  test.each([
    [WATCHDOG_ASK_IDLE_MS - 1, 0],
    [WATCHDOG_ASK_IDLE_MS, 1],
    [WATCHDOG_ASK_IDLE_MS + 1, 1],
  ])("checks a process that was idle for %i ms %i times", async (ms, times) => {
    const { process, hands } = await watchByHand();
    const { asked } = process;
    hands.at += ms;
    await looked();
    expect(process.asked - asked).toBe(times);
  });

  test.each([
    [WATCHDOG_ASK_CPU_MS - 1, 0],
    [WATCHDOG_ASK_CPU_MS, 1],
    [WATCHDOG_ASK_CPU_MS + 1, 1],
  ])("checks a process that has computed for %i ms %i times", async (cpuMs, times) => {
    const { process } = await watchByHand();
    const { asked } = process;
    process.uses({ cpuMs });
    await looked();
    expect(process.asked - asked).toBe(times);
  });

  test.each([
    [WATCHDOG_ASK_MS - 1, true],
    [WATCHDOG_ASK_MS, true],
    [WATCHDOG_ASK_MS + 1, false],
  ])("accepts an answer after %i ms as a sign of life: %s", async (ms, isHeard) => {
    const [process, hands] = [new Process(), new Hands()];
    watched = process;
    const patient = {
      ...process.patient(),
      answers: async (withinMs: number) => ((process.asked += 1), ms <= withinMs),
    };
    watchdog = new Watchdog(patient, { time: hands });
    await looked();
    process.uses({ cpuMs: WATCHDOG_ASK_CPU_MS });
    await looked();
    const { asked } = process;
    await looked();
    expect(process.asked > asked).toBe(!isHeard);
  });

  test("follows the interval, which is shorter while a plugin holds the thread", async () => {
    const { process, hands } = await watchByHand();
    expect(new Set(hands.waits)).toEqual(new Set([WATCHDOG_LOOK_MS]));
    Object.assign(process, { isAnswering: false, inside: { plugin: atWork("a.stays") } });
    process.uses({ cpuMs: COMPUTING_SEEK_MS });
    await looked();
    expect(hands.waits.at(-1)).toBe(WATCHDOG_LOOK_MS / WATCHDOG_LOOKS_WHILE_HELD);
  });
});

describe("memory that no measured isolate explains", () => {
  const FULL = PROCESS_MEMORY_MAX_BYTES + 1;

  test.each([
    [WEIGH_MS - 1, 0],
    [WEIGH_MS, 1],
    [WEIGH_MS + 1, 1],
  ])("ends the process after the time for a search: %i ms, %i", async (ms, count) => {
    const { process, hands } = await watchByHand();
    process.heaviest = undefined;
    process.uses({ memoryBytes: FULL });
    await looked();
    hands.at += ms;
    await looked();
    expect(process.ended).toHaveLength(count);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("ends the process at once far beyond the limit: %i bytes more, %i", async (more, count) => {
    const { process } = await watchByHand();
    process.heaviest = undefined;
    process.uses({ memoryBytes: WEIGH_UP_TO_PART * PROCESS_MEMORY_MAX_BYTES + more });
    await looked();
    expect(process.ended).toHaveLength(count);
  });

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])("is measured again when it has grown by a part of the limit: %i bytes more, %i times", async (more, times) => {
    const { process } = await watchByHand();
    const memoryBytes = WEIGH_FROM_PART * PROCESS_MEMORY_MAX_BYTES;
    process.uses({ memoryBytes });
    await looked();
    process.uses({ memoryBytes: memoryBytes + WEIGH_AGAIN_PART * PROCESS_MEMORY_MAX_BYTES + more });
    await looked();
    expect(process.weighed).toBe(times);
  });

  test.each([
    [PLUGIN_MEMORY_MAX_BYTES - 1, null],
    [PLUGIN_MEMORY_MAX_BYTES, null],
    [PLUGIN_MEMORY_MAX_BYTES + 1, "a.holds"],
  ])("is charged to a plugin whose isolate exceeds its bound: %i bytes, %s", async (bytes, heaviest) => {
    const name = `PLUGIN_LOADER:${attemptName(stemOf(atWork("a.holds"), []), 0)}`;
    const inspector = { isolates: async () => [name, "core:user:site"], weigh: async () => bytes };
    expect((await findHeaviest(inspector))?.plugin.plugin ?? null).toBe(heaviest);
  });
});
