import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { usageOf } from "../../sites/local/usage.ts";
import type { Usage } from "../../sites/local/usage.ts";
import { MEMORY_MAX_BYTES, Watchdog } from "../../sites/local/watchdog.ts";

/** A process of which every figure is set by hand. */
class Process {
  pid: number | undefined = 1;
  used: Usage = { cpuMs: 0, memoryBytes: 1, transfers: 0 };
  isAnswering = true;
  asked = 0;
  readonly ended: string[] = [];

  patient() {
    return {
      pid: () => this.pid,
      usage: async (pid: number) => (this.pid === pid ? this.used : undefined),
      answers: async (withinMs: number) => {
        this.asked += 1;
        if (!this.isAnswering) await setTimeout(withinMs, undefined, { ref: false });
        return this.isAnswering;
      },
      end: (pid: number, why: string) => {
        this.ended.push(`${pid} ${why}`);
        this.pid = undefined;
      },
    };
  }

  uses(more: Partial<Usage>): void {
    const { used } = this;
    this.used = {
      cpuMs: used.cpuMs + (more.cpuMs ?? 0), memoryBytes: more.memoryBytes ?? used.memoryBytes, transfers: used.transfers + (more.transfers ?? 0),
    };
  }
}

/** Long enough for the watchdog to have looked and asked. */
const looked = (): Promise<void> => setTimeout(80);

let watchdog: Watchdog;
afterEach(() => watchdog[Symbol.asyncDispose]());

async function watched(memoryMax?: number): Promise<Process> {
  const process = new Process();
  watchdog = new Watchdog(process.patient(), { lookMs: 10, ...(memoryMax !== undefined && { memoryMax }) });
  await looked();
  return process;
}

describe("the watchdog", () => {
  test("ends a process that computes for 1.5 s without an answer, and not one of 1.49 s", async () => {
    const process = await watched();
    process.isAnswering = false;
    process.uses({ cpuMs: 1_490 });
    await looked();
    expect(process.ended).toEqual([]);
    process.uses({ cpuMs: 10 });
    await looked();
    expect(process.ended).toEqual(["1 computed for 1.5 s without answering anybody"]);
  });

  test("leaves alone one that computes and answers", async () => {
    const process = await watched();
    for (let round = 0; round < 3; round++) {
      process.uses({ cpuMs: 1_400 });
      await looked();
    }
    expect(process.ended).toEqual([]);
  });

  test("leaves alone one that is too busy with others to answer", async () => {
    const process = await watched();
    process.isAnswering = false;
    for (let round = 0; round < 3; round++) {
      process.uses({ cpuMs: 1_400, transfers: 1 });
      await looked();
    }
    expect(process.ended).toEqual([]);
  });

  test("gives one that is just starting four times as long", async () => {
    const process = await watched();
    Object.assign(process, { pid: 2, isAnswering: false });
    process.uses({ cpuMs: 100 });
    await looked();
    process.uses({ cpuMs: 5_990 });
    await looked();
    expect(process.ended).toEqual([]);
    process.uses({ cpuMs: 10 });
    await looked();
    expect(process.ended).toEqual(["2 computed for 6.0 s without answering anybody"]);
  });

  test.each([[MEMORY_MAX_BYTES - 1, 0], [MEMORY_MAX_BYTES, 0], [MEMORY_MAX_BYTES + 1, 1]])("of one that uses %i bytes ends %i", async (memoryBytes, count) => {
    const process = await watched();
    process.uses({ memoryBytes });
    await looked();
    expect(process.ended).toHaveLength(count);
  });

  test("watches the process that took the place of one it ended", async () => {
    const process = await watched(100);
    process.uses({ memoryBytes: 101 });
    await looked();
    Object.assign(process, { pid: 2, used: { cpuMs: 0, memoryBytes: 1, transfers: 0 } });
    await looked();
    expect(process.ended).toEqual(["1 used 0 MB of memory, more than 0 MB"]);
    process.uses({ memoryBytes: 101 });
    await looked();
    expect(process.ended).toHaveLength(2);
  });

  test("asks one that does nothing seldom", async () => {
    const process = await watched();
    const { asked } = process;
    await setTimeout(500);
    expect(process.asked).toBe(asked);
  });
});

describe("what a process uses", () => {
  test("is read of a living one, and of a dead one there is nothing", async () => {
    watchdog = new Watchdog(new Process().patient());
    const begin = await usageOf(process.pid);
    // Not by the clock: a busy machine gives this process less than that.
    for (const before = process.cpuUsage(); process.cpuUsage(before).user < 120_000; ) Math.random();
    const end = await usageOf(process.pid);
    expect((end?.cpuMs ?? 0) - (begin?.cpuMs ?? 0)).toBeGreaterThanOrEqual(100);
    expect(end?.memoryBytes).toBeGreaterThan(20_000_000);
    expect(await usageOf(2 ** 22 + 1)).toBeUndefined();
  });
});
