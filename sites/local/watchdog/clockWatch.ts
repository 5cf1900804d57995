import {
  CLOCK_LOOK_MS,
  CLOCK_READ_MAX_MS,
  CLOCK_REST_MS,
  CLOCK_SET_BACK_MS,
  CLOCK_WENT_FORWARD_MS,
} from "../../../manifests/bounds/watchdog.ts";

/** The clock on the wall, and one that nobody sets; both in milliseconds. */
export interface Clocks {
  readonly wall: () => number;
  readonly steady: () => number;
}

const CLOCKS: Clocks = { wall: Date.now, steady: () => performance.now() };

/** Steps of the clock that nobody was told of yet: milliseconds by which the wall's was ahead of the steady one. */
interface UntoldSteps {
  readonly before: number;
  readonly farthest: number;
}

/** Called with milliseconds. */
export interface ClockChanges {
  readonly setBack: (milliseconds: number) => void;
  readonly wentForward: (milliseconds: number) => void;
}

/**
 * Notices that the machine's clock was set. When it was set back, time stands still for an object in workerd
 * until the clock has caught up, timers and alarms included. Changes would have no answer until then. When it went
 * forward, as while a machine slept, alarms ring that much late. Only another process begins at the present time.
 * A clock that keeps swinging would have each process ended before it answers, so the steps of a while count as one.
 */
export class ClockWatch implements Disposable {
  readonly #clocks: Clocks;
  readonly #changes: ClockChanges;
  readonly #timer = setInterval(() => this.look(), CLOCK_LOOK_MS).unref();
  /** Milliseconds by which the clock on the wall is ahead of the steady one. */
  #ahead: number | undefined;
  #untold: UntoldSteps | undefined;
  /** No change is told before this time of the steady clock. */
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
    // A program that stood still between the readings knows nothing.
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

  /** A clock that went forward and came back stands still in workerd until the farthest time comes again. */
  #tell({ before, farthest }: UntoldSteps, ahead: number): void {
    if (farthest - ahead >= CLOCK_SET_BACK_MS) this.#changes.setBack(farthest - ahead);
    else if (ahead - before >= CLOCK_WENT_FORWARD_MS) this.#changes.wentForward(ahead - before);
  }
}

const isStep = (milliseconds: number): boolean =>
  milliseconds >= CLOCK_WENT_FORWARD_MS || -milliseconds >= CLOCK_SET_BACK_MS;
