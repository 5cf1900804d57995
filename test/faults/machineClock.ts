import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";

const SOURCE = join(import.meta.dirname, "machineClock.c");
const COMPILER = "cc";

/** A faked clock needs Linux and a C compiler. */
export const canSetClock = process.platform === "linux" && spawnSync(COMPILER, ["--version"]).status === 0;

/** A faked system clock for programs that start with its environment. The machine's own clock stays. */
export class MachineClock implements Disposable {
  readonly #file: number;
  #aheadSeconds = 0;
  /** The environment of programs that use this clock, and of their children. */
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

  /** Seconds by which this clock is ahead of the machine's. */
  get aheadSeconds(): number {
    return this.#aheadSeconds;
  }

  now(): number {
    return Date.now() + this.#aheadSeconds * 1_000;
  }

  /** Moves the clock by this many seconds. */
  put(seconds: number): void {
    this.#aheadSeconds += seconds;
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.#aheadSeconds));
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }
}
