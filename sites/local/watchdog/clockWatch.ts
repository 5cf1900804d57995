import { CLOCK_LOOK_MS, CLOCK_READ_MAX_MS, CLOCK_SET_BACK_MS } from "../../../manifests/bounds/watchdog.ts";

/** The clock on the wall, and one that nobody sets; both in milliseconds. */
export interface Clocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const CLOCKS: Clocks = { wall: Date.now, steady: () => performance.now() };

/**
 * Notices that the machine's clock was set back. The time of an object in workerd then stands still until the clock has
 * caught up, and its timers and alarms with it. Changes would have no answer until then. Only another process begins at
 * the present time.
 */
export class ClockWatch implements Disposable {
  readonly #clocks: Clocks;
  readonly #setBack: (milliseconds: number) => void;
  readonly #timer = setInterval(() => this.look(), CLOCK_LOOK_MS).unref();
  /** Milliseconds by which the clock on the wall is ahead of the steady one. */
  #ahead: number | undefined;

  constructor(setBack: (milliseconds: number) => void, clocks: Clocks = CLOCKS) {
    this.#clocks = clocks;
    this.#setBack = setBack;
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
    const back = (this.#ahead ?? ahead) - ahead;
    this.#ahead = ahead;
    if (back >= CLOCK_SET_BACK_MS) this.#setBack(back);
  }
}
