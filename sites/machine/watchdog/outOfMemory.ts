import { constants } from "node:os";
import { procText } from "./procText.ts";

/** A shell adds this to the number of the signal that ended a command. */
const BY_SIGNAL = 128;

/**
 * The signals that people and other programs send to end a process. A crash has others, such as SIGSEGV and SIGABRT.
 */
const SENT = new Set(
  [constants.signals.SIGKILL, constants.signals.SIGTERM, constants.signals.SIGINT, constants.signals.SIGHUP].map(
    (signal) => BY_SIGNAL + signal,
  ),
);

/** The number of processes that Linux has killed for memory since its start; 0 on other systems. */
const killsForMemory = (): number => Number(/^oom_kill (\d+)$/m.exec(procText("/proc/vmstat"))?.[1] ?? 0);

/**
 * Tells a kill from outside apart from an end that a plugin can cause. The system kills with the same signal as people
 * when memory runs out, and counts that.
 */
export class OutOfMemory {
  readonly #kills: () => number;
  readonly #before: number;

  constructor(kills: () => number = killsForMemory) {
    this.#kills = kills;
    this.#before = kills();
  }

  /** True if a process with this exit code was killed by people or programs, and nothing for memory meanwhile. */
  isKilledFromOutside(code: number): boolean {
    return SENT.has(code) && this.#kills() === this.#before;
  }
}
