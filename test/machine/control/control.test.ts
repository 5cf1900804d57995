import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PAUSE_MAX_MS } from "../../../manifests/bounds/operators.ts";
import { type ControlFile, controlIn } from "../../../sites/cli/debugging/controlFile.ts";
import { whilePaused } from "../../../sites/machine/control/asking.ts";
import { openControl } from "../../../sites/machine/control/control.ts";
import { guard, type Guarded } from "../../../sites/machine/runner/guarded.ts";
import { processes, type Process } from "../../../sites/machine/runner/processes.ts";
import { killProcess } from "../../support/killProcess.ts";
import { testFolder, type TestFolder } from "../testFolder.ts";

/** Takes the place of workerd: a busy process under a guardian. */
const BUSY = [process.execPath, "-e", "process.stdout.write('begun'); for (;;);"];

let here: TestFolder;
let busy: Guarded;
let control: AsyncDisposable;
let said: string[];

const ofGroup = (): Process[] => processes().filter((one) => one.group === busy.pid);
const worker = (): Process | undefined => ofGroup().find(({ command }) => command.startsWith(process.execPath));
const isStopped = (): boolean => worker()?.isStopped === true;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((done) => setTimeout(done, 5));
}

const fileOf = (): ControlFile => {
  const file = controlIn({ control: here.at("control.json") });
  if (!file) throw new Error("No run can be reached.");
  return file;
};

beforeEach(async () => {
  here = testFolder();
  said = [];
  busy = guard(BUSY, process.env);
  await once(busy.stdout, "data");
  control = await openControl({
    folder: { control: here.at("control.json") },
    port: 8787,
    processes: {
      get pid() {
        return worker()?.pid;
      },
      ofPlugins: { inspector: undefined, rest: () => ({ [Symbol.dispose]: () => undefined }) },
    },
    tell: (line) => said.push(line),
  });
});

afterEach(async () => {
  await control[Symbol.asyncDispose]();
  await busy.stop();
  here[Symbol.dispose]();
});

test("a backup pauses the workers, and not their guardian", async () => {
  const seen = await whilePaused(fileOf(), () => [isStopped(), ofGroup().filter((one) => one.isStopped).length]);
  expect([seen, isStopped()]).toEqual([[true, 1], false]);
  expect(said).toEqual([expect.stringMatching(/^A backup paused the workers for \d+ ms\.$/)]);
});

test("the workers continue when the holder's process is gone", async () => {
  const { control: port, word } = fileOf();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.write(`${word}\n`);
  await until(isStopped);
  socket.destroy();
  await until(() => !isStopped());
  expect(await whilePaused(fileOf(), isStopped)).toBe(true);
});

test("a pause fails if a worker was killed meanwhile", async () => {
  const killed = whilePaused(fileOf(), () => killProcess(worker()?.pid));
  await expect(killed).rejects.toThrow(/could not be paused for long enough/);
});

test.each(["", "wrong", "x".repeat(300)])("a request with the secret %j cannot pause the workers", async (word) => {
  const socket = connect({ port: fileOf().control, host: "127.0.0.1" });
  socket.on("error", () => undefined).write(`${word}\n`);
  await once(socket.resume(), "close");
  expect(isStopped()).toBe(false);
});

test("the secret is readable for the folder's owner only, and removed with the run", async () => {
  const path = here.at("control.json");
  expect([statSync(path).mode & 0o777, (JSON.parse(readFileSync(path, "utf8")) as ControlFile).port]).toEqual([
    0o600, 8787,
  ]);
  await control[Symbol.asyncDispose]();
  expect(existsSync(path)).toBe(false);
});

test("a run that ends releases its workers", async () => {
  const { control: port, word } = fileOf();
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined).write(`${word}\n`);
  await until(isStopped);
  await control[Symbol.asyncDispose]();
  await until(() => !isStopped());
  expect(controlIn({ control: here.at("control.json") })).toBe(undefined);
});

test.each([
  [PAUSE_MAX_MS - 1, true],
  [PAUSE_MAX_MS, false],
  [PAUSE_MAX_MS + 1, false],
])("the workers are still paused after %i ms: %s", async (ms, isHeld) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { control: port, word } = fileOf();
    const socket = connect({ port, host: "127.0.0.1" });
    socket.write(`${word}\n`);
    await once(socket, "data");
    expect(isStopped()).toBe(true);
    const closed = once(socket, "close");
    vi.advanceTimersByTime(ms);
    if (isHeld) socket.write("done\n");
    const [reply] = isHeld ? await once(socket, "data") : [];
    await closed;
    expect(String(reply)).toBe(isHeld ? "whole\n" : "undefined");
  } finally {
    vi.useRealTimers();
  }
  await until(() => !isStopped());
});

test("a connection that says nothing keeps no backup waiting", async () => {
  // The control gives up a silent client after a time, which a busy machine may need for the backup. It may try again.
  await vi.waitFor(async () => {
    const silent = connect({ port: fileOf().control, host: "127.0.0.1" }).on("error", () => undefined);
    await once(silent, "connect");
    await whilePaused(fileOf(), () => undefined);
    const isOpen = !silent.closed && silent.readyState === "open";
    await once(silent.resume(), "close");
    expect(isOpen).toBe(true);
  }, 60_000);
});
