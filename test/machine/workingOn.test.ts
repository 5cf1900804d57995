import { spawn, type ChildProcess } from "node:child_process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { killProcess } from "../support/killProcess.ts";
import { workerdOn, workingOn } from "../support/workingOn.ts";
import { testFolder, type TestFolder } from "./testFolder.ts";

let here: TestFolder;
let started: ChildProcess[];

beforeEach(() => {
  here = testFolder();
  started = [];
});
afterEach(() => {
  for (const { pid } of started) killProcess(pid);
  here[Symbol.dispose]();
});

/** A waiting process with this command line, in the tests' process group. */
function standsBy(commandLine: string): number | undefined {
  const child = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1000)"], {
    argv0: commandLine,
    stdio: "ignore",
  });
  started.push(child);
  return child.pid;
}

test("the workerd of an installation is not one that another test started", async () => {
  standsBy("workerd serve other.capnp");
  standsBy(`node svc start --data ${here.path}`);
  await expect.poll(() => workingOn(here.path)).toHaveLength(1);
  expect(workerdOn({ data: here.path })).toBeUndefined();
  const own = standsBy(`workerd serve ${here.at("config")}/runtime.capnp`);
  await expect.poll(() => workerdOn({ data: here.path })).toBe(own);
});

test("a kill without a running process is an error", () => {
  expect(() => killProcess(undefined)).toThrow("not running");
});
