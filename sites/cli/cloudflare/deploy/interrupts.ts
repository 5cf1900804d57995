/** Ctrl-C during a deployment. The first lets the running step finish; the second ends it. */
export class Interrupts implements Disposable {
  readonly #now = new AbortController();
  readonly #listener: () => void;
  #asked = 0;

  constructor(tell: (line: string) => void) {
    this.#listener = () => {
      this.#asked++;
      if (this.#asked === 1) tell("Stopping after this step. Press Ctrl-C again to end it now.");
      else this.#now.abort();
    };
    process.on("SIGINT", this.#listener);
    process.on("SIGTERM", this.#listener);
  }

  get isStopping(): boolean {
    return this.#asked > 0;
  }

  /** Aborted at the second Ctrl-C. */
  get now(): AbortSignal {
    return this.#now.signal;
  }

  [Symbol.dispose](): void {
    process.off("SIGINT", this.#listener);
    process.off("SIGTERM", this.#listener);
  }
}
