import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  COLLECT_ANSWER_MS,
  COLLECT_GROWTH_BYTES,
  COLLECT_LOOK_MS,
  COLLECT_TRIES,
} from "../../../manifests/bounds/watchdog.ts";
import { attemptName, stemOf } from "../../../sandbox/isolateName.ts";
import { collectIsolates, GarbageCollection } from "../../../sites/machine/watchdog/garbage.ts";

const START = 200 * 1024 ** 2;

/** A process whose memory the test sets, and that is looked at when the test says so. */
class Process {
  id: number | undefined = 1;
  bytes: number | undefined = START;
  /** Memory after the next collection. */
  rest = START;
  collected = 0;
  /** The isolates that do not answer, and those that were asked again. */
  silent: readonly string[] = [];
  asked: readonly string[] | undefined;
  readonly waits: number[] = [];
  #go: () => void = () => undefined;
  readonly collection = new GarbageCollection(
    {
      pid: () => this.id,
      memoryBytes: async () => this.bytes,
      collect: async (_pid, _signal, only) => {
        this.asked = only;
        this.collected += 1;
        this.bytes = this.rest;
        if (this.rest < 0) throw new Error("ended meanwhile");
        return this.silent;
      },
    },
    {
      wait: (ms, signal) =>
        new Promise((resolve) => {
          this.waits.push(ms);
          this.#go = resolve;
          signal.addEventListener("abort", () => resolve());
        }),
    },
  );

  /** Looks once with this memory, and answers the number of collections. */
  async look(bytes: number | undefined): Promise<number> {
    this.bytes = bytes;
    const looked = this.waits.length;
    this.#go();
    while (this.waits.length === looked) await setImmediate();
    return this.collected;
  }
}

test("garbage is collected once memory has grown, counted from what the last collection left", async () => {
  const watched = new Process();
  await using _ = watched.collection;
  expect(await watched.look(START)).toBe(0);
  expect(await watched.look(START + COLLECT_GROWTH_BYTES - 1)).toBe(0);
  watched.rest = START + 10;
  expect(await watched.look(START + COLLECT_GROWTH_BYTES)).toBe(1);
  expect(await watched.look(START + COLLECT_GROWTH_BYTES + 9)).toBe(1);
  expect(await watched.look(START + COLLECT_GROWTH_BYTES + 11)).toBe(2);
  expect(new Set(watched.waits)).toEqual(new Set([COLLECT_LOOK_MS]));
});

test("memory that falls by itself lowers the mark, and a new process begins anew", async () => {
  const watched = new Process();
  await using _ = watched.collection;
  await watched.look(START);
  await watched.look(START / 2);
  watched.rest = START / 2;
  expect(await watched.look(START / 2 + COLLECT_GROWTH_BYTES)).toBe(1);
  watched.id = 2;
  expect(await watched.look(2 * START)).toBe(1);
  expect(await watched.look(2 * START + COLLECT_GROWTH_BYTES)).toBe(2);
});

test("a process that ends, or that is not there yet, ends no later look", async () => {
  const watched = new Process();
  await using _ = watched.collection;
  await watched.look(START);
  watched.rest = -1;
  expect(await watched.look(START + COLLECT_GROWTH_BYTES)).toBe(1);
  watched.id = undefined;
  expect(await watched.look(2 * START)).toBe(1);
  watched.id = 3;
  expect(await watched.look(undefined)).toBe(1);
  await watched.look(START);
  watched.rest = START;
  expect(await watched.look(START + COLLECT_GROWTH_BYTES)).toBe(2);
});

test("isolates that did not answer are asked again, some times, until they answer", async () => {
  const watched = new Process();
  await using _ = watched.collection;
  await watched.look(START);
  watched.silent = ["workspace"];
  expect(await watched.look(START + COLLECT_GROWTH_BYTES)).toBe(1);
  expect(watched.asked).toBeUndefined();
  for (let tries = 1; tries <= COLLECT_TRIES; tries++) expect(await watched.look(START)).toBe(1 + tries);
  expect(watched.asked).toEqual(["workspace"]);
  expect(await watched.look(START)).toBe(1 + COLLECT_TRIES);
  expect(await watched.look(START + COLLECT_GROWTH_BYTES)).toBe(2 + COLLECT_TRIES);
  watched.silent = [];
  expect(await watched.look(START)).toBe(3 + COLLECT_TRIES);
  expect(await watched.look(START)).toBe(3 + COLLECT_TRIES);
});

test("a new process is not asked for isolates of the one before", async () => {
  const watched = new Process();
  await using _ = watched.collection;
  await watched.look(START);
  watched.silent = ["workspace"];
  expect(await watched.look(START + COLLECT_GROWTH_BYTES)).toBe(1);
  watched.id = 2;
  expect(await watched.look(START)).toBe(1);
});

test("the end of a run ends a collection", async () => {
  const ended = Promise.withResolvers<void>();
  let bytes = START;
  const waits = [Promise.resolve(), Promise.resolve()];
  const collection = new GarbageCollection(
    {
      pid: () => 1,
      memoryBytes: async () => (bytes += COLLECT_GROWTH_BYTES),
      collect: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => resolve([]));
          ended.resolve();
        }),
    },
    { wait: async (_, signal) => waits.shift() ?? once(signal, "abort").then(() => undefined) },
  );
  await ended.promise;
  await expect(collection[Symbol.asyncDispose]()).resolves.toBeUndefined();
});

describe("the isolates of a process", () => {
  const plugin = `PLUGIN_LOADER:${attemptName(stemOf({ tenant: "a", site: "b", plugin: "c.d", digest: "e" }, []), 2)}`;

  const collecting = async (isWanted: () => boolean, only?: readonly string[], silent = ""): Promise<string[]> => {
    const events: string[] = [];
    const inspector = {
      isolates: async () => ["site", plugin, "workspace"],
      collect: async (isolate: string, withinMs: number) => {
        events.push(`${isolate} within ${withinMs}`);
        await Promise.resolve();
        events.push(`${isolate} done`);
        return isolate !== silent;
      },
    };
    const left = await collectIsolates(inspector, isWanted, only);
    return [...events, ...left.map((isolate) => `${isolate} left`)];
  };

  test("are collected one after another, and no plugin's", async () => {
    expect(await collecting(() => false)).toEqual([
      `site within ${COLLECT_ANSWER_MS}`,
      "site done",
      `workspace within ${COLLECT_ANSWER_MS}`,
      "workspace done",
    ]);
  });

  test("wait while the watchdog needs the inspector", async () => {
    let asked = 0;
    expect(await collecting(() => (asked += 1) > 1)).toEqual([
      `site within ${COLLECT_ANSWER_MS}`,
      "site done",
      "workspace left",
    ]);
    expect(await collecting(() => true)).toEqual(["site left", "workspace left"]);
  });

  test("are named if they did not answer, and asked alone then", async () => {
    expect((await collecting(() => false, undefined, "workspace")).at(-1)).toBe("workspace left");
    expect(await collecting(() => false, ["workspace", "gone"])).toEqual([
      `workspace within ${COLLECT_ANSWER_MS}`,
      "workspace done",
    ]);
  });
});
