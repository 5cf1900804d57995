import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

const SOURCE = join(import.meta.dirname, "machineClock.c");
const COMPILER = "cc";

/** A clock of one's own takes Linux and a compiler of C. */
export const canSetClock = process.platform === "linux" && spawnSync(COMPILER, ["--version"]).status === 0;

/** The clock on the wall of the programs that are started with its environment. The machine's own stays as it is. */
export class MachineClock implements Disposable {
  readonly #file: number;
  #aheadSeconds = 0;
  /** The environment of a program that lives by this clock, and of everything it starts. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(folder: string) {
    const [library, path] = [join(folder, "clock.so"), join(folder, "ahead")];
    const { status, stderr } = spawnSync(COMPILER, ["-shared", "-fPIC", "-O2", "-Werror", "-o", library, SOURCE]);
    if (status !== 0) throw new Error(`the clock does not compile: ${stderr.toString()}`);
    this.#file = openSync(path, "w");
    this.environment = { LD_PRELOAD: library, CLOCK_FILE: path };
    this.put(0);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  /** Seconds by which it is ahead of the machine's. */
  get aheadSeconds(): number {
    return this.#aheadSeconds;
  }

  now(): number {
    return Date.now() + this.#aheadSeconds * 1_000;
  }

  /** Puts it so many seconds forward, or back. */
  put(seconds: number): void {
    this.#aheadSeconds += seconds;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.#aheadSeconds));
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }
}
