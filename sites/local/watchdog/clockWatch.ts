import {
  CLOCK_LOOK_MS,
  CLOCK_READ_MAX_MS,
  CLOCK_SET_BACK_MS,
  CLOCK_WENT_FORWARD_MS,
} from "../../../manifests/bounds/watchdog.ts";

/** The clock on the wall, and one that nobody sets; both in milliseconds. */
export interface Clocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const CLOCKS: Clocks = { wall: Date.now, steady: () => performance.now() };

/** Called with milliseconds. */
export interface ClockChanges {
  readonly setBack: (milliseconds: number) => void;
  readonly wentForward: (milliseconds: number) => void;
}

/**
 * Notices that the machine's clock was set. When it was set back, time stands still for an object in workerd
 * until the clock has caught up, timers and alarms included. Changes would have no answer until then. When it went
 * forward, as while a machine slept, alarms ring that much late. Only another process begins at the present time.
 */
export class ClockWatch implements Disposable {
  readonly #clocks: Clocks;
  readonly #changes: ClockChanges;
  readonly #timer = setInterval(() => this.look(), CLOCK_LOOK_MS).unref();
  /** Milliseconds by which the clock on the wall is ahead of the steady one. */
  #ahead: number | undefined;

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
    // A program that stood still between the readings knows nothing.
    if (steady() - before > CLOCK_READ_MAX_MS) return;
    const forward = ahead - (this.#ahead ?? ahead);
    this.#ahead = ahead;
    if (forward >= CLOCK_WENT_FORWARD_MS) this.#changes.wentForward(forward);
    if (-forward >= CLOCK_SET_BACK_MS) this.#changes.setBack(-forward);
  }
}
