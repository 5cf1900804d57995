import { expect, test } from "vitest";
import { giveBackMemory } from "../../sites/machine/memory.ts";

test("unreferenced memory is freed", async () => {
  const dropped = new WeakRef({ of: "the start" });
  await giveBackMemory();
  expect(dropped.deref()).toBeUndefined();
});
