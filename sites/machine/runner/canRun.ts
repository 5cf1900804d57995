/** Finds out whether workerd can run on this machine, before anything of the data is touched. */
import { execFile } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { promisify } from "node:util";
import { Problem } from "../process/problem.ts";
import { workerdPath } from "./platform.ts";

/** The longest wait for the version, in milliseconds. It takes a tenth of a second on an idle machine. */
const VERSION_MS = 30_000;

const SYSTEM = `${process.platform} on ${process.arch}`;

/** Throws with the reason if workerd cannot run. `find` answers the path of the program. */
export async function refuseIfWorkerdCannotRun(find: () => string = workerdPath): Promise<void> {
  const path = found(find);
  try {
    await promisify(execFile)(path, ["--version"], { timeout: VERSION_MS, killSignal: "SIGKILL" });
  } catch (error) {
    throw new Problem(`workerd, which runs the sites, cannot run on this machine: ${whyOf(path, error as Failed)}`, {
      cause: error,
    });
  }
}

/** The error of a program that did not start, or did not end well. */
interface Failed extends Error {
  readonly code?: string | number | null;
  readonly signal?: NodeJS.Signals | null;
  readonly killed?: boolean;
  readonly stderr?: string;
}

function found(find: () => string): string {
  try {
    return find();
  } catch (error) {
    throw new Problem(
      `workerd, which runs the sites, is not installed for this system (${SYSTEM}). Install the package again on this machine, with its optional dependencies: npm ci`,
      { cause: error },
    );
  }
}

function whyOf(path: string, { code, signal, killed, stderr = "", message }: Failed): string {
  if (code === "ENOENT") return existsSync(path) ? NO_LOADER : `there is no ${path}. Install the package again: npm ci`;
  if (code === "EACCES")
    return isExecutable(path) ? message : `${path} is not executable. Install the package again: npm ci`;
  if (killed) return `it did not answer within ${VERSION_MS / 1000} s.`;
  const line = stderr.split("\n").find((one) => one.trim() !== "");
  if (/GLIBC(?:XX)?_[\d.]+/.test(stderr)) return `its C library is too old (${line?.trim()}). ${NEWER}`;
  return signal ? `it ended by ${signal}. Its processor may lack what workerd needs.` : (line?.trim() ?? message);
}

const NEWER = "Use a system with a newer glibc, such as Debian 12.";

/** The kernel reports a missing loader of a program as a missing file. */
const NO_LOADER = `it needs glibc, which this system lacks, as Alpine does. ${NEWER}`;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
