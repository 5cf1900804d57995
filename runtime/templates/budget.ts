/**
 * The remaining work of one rendering. It counts nodes and characters, and not time, because the same input must render
 * or fail everywhere, and Cloudflare's clocks stand still while code runs.
 */
export class Budget {
  #steps: number;
  #chars: number;

  constructor(steps: number, chars: number) {
    this.#steps = steps;
    this.#chars = chars;
  }

  step(): void {
    if (this.#steps <= 0) throw new RangeError("it renders more parts than allowed");
    this.#steps -= 1;
  }

  charge(chars: number): void {
    if (!(chars > 0)) return;
    const left = this.#chars - chars;
    this.#chars = Math.max(0, left);
    if (left < 0) throw new RangeError("it reads and writes more text than allowed");
  }

  /** Runs `action` with a part of this budget. Its use counts here, too, even if it throws. */
  portion<T>(steps: number, chars: number, action: (part: Budget) => T): T {
    const part = new Budget(Math.min(steps, this.#steps), Math.min(chars, this.#chars));
    const before = { steps: part.#steps, chars: part.#chars };
    try {
      return action(part);
    } finally {
      this.#steps -= before.steps - part.#steps;
      this.#chars -= before.chars - part.#chars;
    }
  }
}
