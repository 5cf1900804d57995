import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("greedyRun.ts", import.meta.url));
/** Megabytes for the engine, the program and the greediest template together. */
const HEAP = ["--max-old-space-size=32", "--max-semi-space-size=4"];
const MADE = 400;
const EVERY = "12";

interface Taken {
  readonly count: number;
  readonly rendered: number;
}

test("no template made to be greedy takes more memory than a small heap has", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [...HEAP, PROGRAM, String(MADE), EVERY]);
  const { count, rendered } = JSON.parse(stdout) as Taken;
  expect(count).toBeGreaterThan(100);
  // Some must render: a bound that stopped all would show nothing.
  expect(rendered).toBeGreaterThan(0);
  expect(rendered).toBeLessThan(count);
});
