import {
  CLOCK_LOOK_MS,
  CLOCK_READ_MAX_MS,
  CLOCK_REST_MS,
  CLOCK_SET_BACK_MS,
  CLOCK_WENT_FORWARD_MS,
} from "../../../manifests/bounds/watchdog.ts";

/** The system clock and a monotonic clock, both in milliseconds. */
export interface Clocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const CLOCKS: Clocks = { wall: Date.now, steady: () => performance.now() };

/** Steps of the system clock that are not reported yet, as its lead over the monotonic clock in milliseconds. */
interface UntoldSteps {
  readonly before: number;
  readonly farthest: number;
}

/** Called with the size of the change in milliseconds. */
export interface ClockChanges {
  readonly setBack: (milliseconds: number) => void;
  readonly wentForward: (milliseconds: number) => void;
}

/**
 * Detects changes of the system clock. After a step back, Durable Objects in workerd stand still until the clock has
 * caught up, with their timers, alarms and answers. After a step forward, for example by a sleeping machine, alarms
 * fire late by that much. Only a new process uses the current time. Steps within a rest period are reported as one,
 * because an unstable clock would otherwise kill each new process.
 */
export class ClockWatch implements Disposable {
  readonly #clocks: Clocks;
  readonly #changes: ClockChanges;
  readonly #timer = setInterval(() => this.look(), CLOCK_LOOK_MS).unref();
  /** The lead of the system clock over the monotonic one, in milliseconds. */
  #ahead: number | undefined;
  #untold: UntoldSteps | undefined;
  /** The monotonic time until which no change is reported. */
  #restsUntil = 0;

  constructor(changes: ClockChanges, clocks: Clocks = CLOCKS) {
    this.#clocks = clocks;
    this.#changes = changes;
    this.look();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  look(): void {
    const { wall, steady } = this.#clocks;
    const before = steady();
    const ahead = wall() - before;
    // This program was suspended between the two readings, so they cannot be compared.
    if (steady() - before > CLOCK_READ_MAX_MS) return;
    this.#note(ahead);
    if (!this.#untold || before < this.#restsUntil) return;
    this.#restsUntil = before + CLOCK_REST_MS;
    this.#tell(this.#untold, ahead);
    this.#untold = undefined;
  }

  #note(ahead: number): void {
    const last = this.#ahead ?? ahead;
    this.#ahead = ahead;
    if (isStep(ahead - last)) this.#untold ??= { before: last, farthest: last };
    if (this.#untold) this.#untold = { ...this.#untold, farthest: Math.max(this.#untold.farthest, ahead) };
  }

  /**
   * Reports the step. After a step forward and back, workerd stands still until the farthest time, so that counts as a
   * step back.
   */
  #tell({ before, farthest }: UntoldSteps, ahead: number): void {
    if (farthest - ahead >= CLOCK_SET_BACK_MS) this.#changes.setBack(farthest - ahead);
    else if (ahead - before >= CLOCK_WENT_FORWARD_MS) this.#changes.wentForward(ahead - before);
  }
}

const isStep = (milliseconds: number): boolean =>
  milliseconds >= CLOCK_WENT_FORWARD_MS || -milliseconds >= CLOCK_SET_BACK_MS;
