import { pause, visit } from "./driver.ts";

const PAUSE_MS = 50;

/** A visitor who requests uncached pages one after the other while the site is attacked. */
export class Bystander {
  readonly #over = new AbortController();
  readonly #asking: Promise<void>;
  #served = performance.now();
  #longestMs = 0;
  #outages = 0;

  constructor(port: number, hostname: string) {
    this.#asking = this.#ask(port, hostname);
  }

  /**
   * The number of outages, and the longest time between two pages in seconds. An outage begins with a failed request
   * and ends with the next page.
   */
  async leaves(): Promise<{ readonly outages: number; readonly longest: string }> {
    this.#over.abort();
    await this.#asking;
    return { outages: this.#outages, longest: `${(this.#longestMs / 1000).toFixed(1)} s` };
  }

  async #ask(port: number, hostname: string): Promise<void> {
    for (let isServed = true, n = 0; !(isServed && this.#over.signal.aborted); n++) {
      const { status } = await visit(port, hostname, `/?bystander=${n}`).catch(() => ({ status: 0 }));
      if (isServed && status !== 200) this.#outages += 1;
      isServed = status === 200;
      if (isServed) this.#serve();
      await pause(PAUSE_MS);
    }
  }

  #serve(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#served);
    this.#served = now;
  }
}
