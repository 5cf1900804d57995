import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { guard } from "../../../sites/machine/runner/guarded.ts";
import { isAlive, processes, type Process } from "../../../sites/machine/runner/processes.ts";
import { killProcess } from "../../support/killProcess.ts";

/** A command with a child, like wrangler with workerd. It prints a line when both run. */
const FAMILY = ["bash", "-c", "sleep 300 & echo up; wait"];
/** The same, but both ignore SIGTERM. */
const STUBBORN = ["bash", "-c", "trap '' TERM; (trap '' TERM; sleep 300) & echo up; while true; do wait; done"];

const up = (stream: NodeJS.ReadableStream): Promise<unknown> => once(createInterface({ input: stream }), "line");

/** True for the guardian's subshell, which waits for the command. */
const isWaiting =
  (group: number) =>
  ({ pid, group: own, command }: Process): boolean =>
    own === group && pid !== group && command.startsWith("/bin/sh");

async function gone(group: number): Promise<boolean> {
  for (let tries = 0; tries < 200 && isAlive(group); tries += 1) await setTimeout(10);
  return !isAlive(group);
}

describe("a guarded command", () => {
  test.each([
    ["that obeys", FAMILY],
    ["that is deaf", STUBBORN],
  ])("%s is stopped with its children", async (_, command) => {
    const running = guard(command, process.env);
    await up(running.stdout);
    expect(processes().filter(({ group }) => group === running.pid).length).toBeGreaterThanOrEqual(3);
    await running.stop();
    expect(isAlive(running.pid)).toBe(false);
  });

  test("that ends also ends the processes that it started", async () => {
    const running = guard(["bash", "-c", "sleep 300 & exit 3"], process.env);
    expect(await running.exited).toBe(3);
    expect(isAlive(running.pid)).toBe(false);
  });

  test("that cannot be started reports that", async () => {
    const running = guard(["/no/such/program"], process.env);
    const said = once(createInterface({ input: running.stderr }), "line");
    expect(await running.exited).toBe(127);
    expect(await said).toEqual([expect.stringContaining("/no/such/program")]);
  });

  test.each([
    ["SIGKILL", 137],
    ["SIGTERM", 143],
  ] as const)("that %s ends leaves its own output, and no other", async (signal, code) => {
    const running = guard(["sh", "-c", `echo mine >&2; kill -${signal.slice(3)} $$; sleep 300`], process.env);
    const heard = text(running.stderr);
    expect([await running.exited, await heard]).toEqual([code, "mine\n"]);
  });

  test.each([
    ["its guardian", (group: number) => group],
    ["what waits beside it", (group: number) => processes().find(isWaiting(group))?.pid],
  ])("ends with %s", async (_, victim) => {
    const running = guard(FAMILY, process.env);
    await up(running.stdout);
    killProcess(victim(running.pid));
    expect(await running.exited).toBe(137);
    expect(isAlive(running.pid)).toBe(false);
  });

  test("can be stopped twice, and after its end", async () => {
    const running = guard(FAMILY, process.env);
    await up(running.stdout);
    await Promise.all([running.stop(), running.stop()]);
    await running.stop();
    expect(isAlive(running.pid)).toBe(false);
  });

  test.each(["SIGKILL", "SIGTERM"] as const)("does not outlive a runner that got %s", async (signal) => {
    const script = `import { guard } from ${JSON.stringify(new URL("../../../sites/machine/runner/guarded.ts", import.meta.url).href)};
      const running = guard(${JSON.stringify(FAMILY)}, process.env);
      running.stdout.once("data", () => console.log(running.pid));`;
    const runner = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(createInterface({ input: runner.stdout }), "line")) as [string];
    expect(isAlive(Number(line))).toBe(true);
    runner.kill(signal);
    expect(await gone(Number(line))).toBe(true);
  });
});
