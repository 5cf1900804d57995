import { describe, expect, test } from "vitest";
import { STORE_TURN_BYTES } from "../../../manifests/bounds/media.ts";
import { bodyInTurns } from "../../../sites/platform/stores/turns.ts";

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
