import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { giveBackMemory } from "../../sites/machine/memory.ts";
import { once } from "../../sites/machine/process/once.ts";
import { loadedModules } from "../support/loadedModules.ts";

/** Libraries that a start without their use does without, and a module of Node that brings a `fetch` of 14 MB along. */
const NOT_AT_A_START = [
  "@simplewebauthn/server",
  "acme-client",
  "acorn",
  "esbuild",
  "liquidjs",
  "nodemailer",
  "oauth4webapi",
  "oidc-provider",
  "node:http",
];

test("a start loads no library that few starts use", () => {
  const loaded = loadedModules(fileURLToPath(new URL("../../sites/machine/start.ts", import.meta.url)));
  expect(loaded.size).toBeGreaterThan(200);
  expect(NOT_AT_A_START.filter((name) => loaded.has(name))).toEqual([]);
});

test("work is done once, and again after a failure", async () => {
  const [first, later] = [Promise.reject(new Error("not yet")), Promise.resolve("done")];
  const results = [first, later];
  const work = once(() => results.shift() ?? Promise.reject(new Error("done twice")));
  await expect(work()).rejects.toThrow("not yet");
  await expect(Promise.all([work(), work()])).resolves.toEqual(["done", "done"]);
});

test("unreferenced memory is freed", async () => {
  const dropped = new WeakRef({ of: "the start" });
  await giveBackMemory();
  expect(dropped.deref()).toBeUndefined();
});
