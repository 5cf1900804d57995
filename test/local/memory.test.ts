import { expect, test } from "vitest";
import { giveBackMemory } from "../../sites/local/memory.ts";

test("what nothing holds any more is given back", async () => {
  const dropped = new WeakRef({ of: "the start" });
  await giveBackMemory();
  expect(dropped.deref()).toBeUndefined();
});
