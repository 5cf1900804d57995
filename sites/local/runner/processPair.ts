import type { Problem } from "../problem.ts";
import { limitsOfSandbox } from "./limits.ts";
import type { Runtimes } from "./prepareRuntime.ts";
import { Supervisor } from "./supervisor.ts";
import type { SupervisorInput } from "./supervisor.ts";

/** The settings that both processes of a run share. */
export interface ProcessesInput extends Omit<SupervisorInput, "config" | "port" | "limits"> {
  readonly runtimes: Runtimes;
}

/** The processes of a run: one for everything, or two when code of strangers has its own. */
export class Processes implements AsyncDisposable {
  readonly #main: Supervisor;
  readonly #sandbox: Supervisor | undefined;

  constructor({ runtimes: { main, sandbox }, ...input }: ProcessesInput) {
    if (!sandbox) {
      this.#main = new Supervisor({ ...input, ...main });
      return;
    }
    const limits = limitsOfSandbox();
    const strange = new Supervisor({ ...input, ...sandbox, limits });
    this.#sandbox = strange;
    this.#main = new Supervisor({ ...input, ...main, watched: false, ...whenMainEnds(() => strange.renew()) });
  }

  /** Settles when one of them cannot be kept serving. */
  get broken(): Promise<Problem> {
    return Promise.race([this.#main.broken, ...(this.#sandbox ? [this.#sandbox.broken] : [])]);
  }

  unlessBroken<T>(work: T | Promise<T>): Promise<T> {
    return Promise.race([work, this.broken.then((problem) => Promise.reject(problem))]);
  }

  /** Id of the process that serves visitors. */
  get pid(): number | undefined {
    return this.#main.pid;
  }

  /** Id of the process in which plugin code runs. */
  get sandboxPid(): number | undefined {
    return (this.#sandbox ?? this.#main).pid;
  }

  async ready(): Promise<void> {
    await Promise.all([this.#sandbox?.ready(), this.#main.ready()]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#main[Symbol.asyncDispose](), this.#sandbox?.[Symbol.asyncDispose]()]);
  }
}

/**
 * No plugin ends the process that serves visitors, so its end is on no record; calls that it made end with it, and so
 * does the other process, which charges nobody.
 */
const whenMainEnds = (ends: () => void): Pick<SupervisorInput, "runs" | "trials"> => ({
  runs: { began: () => undefined, stopped: () => undefined, ended: () => (ends(), null) },
  trials: { restart: () => undefined },
});
