import { describe, expect, test } from "vitest";
import { STORE_ALONE_MS, STORE_TURN_BYTES } from "../../../manifests/bounds/media.ts";
import { bodyInTurns, pipeInTurns, StoreTurns } from "../../../sites/platform/stores/turns.ts";

const filled = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => at % 251);

describe("a body that a store reads in turns", () => {
  test.each([0, 1, STORE_TURN_BYTES - 1, STORE_TURN_BYTES, STORE_TURN_BYTES + 1, 3 * STORE_TURN_BYTES])(
    "of %i bytes is whole",
    async (length) => {
      const bytes = filled(length);
      const body = bodyInTurns(bytes);
      expect(await new Response(body).bytes()).toEqual(bytes);
    },
  );

  test("lets others go first between two parts", async () => {
    const order: string[] = [];
    const reading = (async () => {
      for await (const part of bodyInTurns(filled(3 * STORE_TURN_BYTES))) order.push(`part of ${part.length}`);
    })();
    const other = (async () => {
      for (let turn = 0; turn < 2; turn++) {
        await scheduler.wait(0);
        order.push("other");
      }
    })();
    await Promise.all([reading, other]);
    expect(order.lastIndexOf("other")).toBeLessThan(order.length - 1);
  });

  test("that nobody reads to its end fails nobody", async () => {
    const reader = bodyInTurns(filled(2 * STORE_TURN_BYTES)).getReader();
    await reader.read();
    await expect(reader.cancel("enough")).resolves.toBeUndefined();
  });
});

/** A thread whose pauses take as long as given, the last one repeatedly. */
function threadOf(...pauses: readonly number[]) {
  let [at, count] = [0, 0];
  return {
    thread: {
      now: () => at,
      pause: async () => {
        at += pauses[Math.min(count, pauses.length - 1)] ?? 0;
        count += 1;
      },
    },
    get count() {
      return count;
    },
  };
}

describe("the turns of a file", () => {
  test.each([
    [STORE_ALONE_MS - 1, true],
    [STORE_ALONE_MS, true],
    [STORE_ALONE_MS + 1, false],
  ])("after a pause of %i ms: it is alone: %j", async (ms, isAlone) => {
    const turns = new StoreTurns(threadOf(ms).thread);
    expect(turns.isAlone).toBe(false);
    await turns.pause();
    expect(turns.isAlone).toBe(isAlone);
  });

  test("are whole streams from the first one, if a pause before it finds nobody", async () => {
    const free = threadOf(0);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const read = new Response(readable).bytes();
    await pipeInTurns(bodyInTurns(filled(4 * STORE_TURN_BYTES)), writable, new StoreTurns(free.thread));
    await writable.close();
    expect(free.count).toBe(2);
    expect(await read).toEqual(filled(4 * STORE_TURN_BYTES));
  });

  test("are whole streams while it is alone, and short once others use a pause", async () => {
    const busy = STORE_ALONE_MS + 1;
    const paused = threadOf(busy, busy, busy, busy, 0, busy, busy);
    const turns = new StoreTurns(paused.thread);
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const read = new Response(readable).bytes();
    const counts: number[] = [];
    const source = () => bodyInTurns(filled(4 * STORE_TURN_BYTES), new StoreTurns(threadOf(0).thread));
    for (let stream = 0; stream < 3; stream++) {
      await pipeInTurns(source(), writable, turns);
      counts.push(paused.count);
    }
    await writable.close();
    // The last of the first five pauses finds nobody, so the second stream has one pause, which finds others again.
    expect(counts).toEqual([5, 6, 11]);
    const all = await read;
    expect(all.length).toBe(3 * 4 * STORE_TURN_BYTES);
    expect(all.subarray(4 * STORE_TURN_BYTES, 8 * STORE_TURN_BYTES)).toEqual(filled(4 * STORE_TURN_BYTES));
  });
});
