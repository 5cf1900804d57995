import { Refusal } from "../../manifests/refusals/refusal.ts";

/**
 * The running actions of this workspace: one at a time for each member and action. They are calls of this process and
 * end with it, so they need no row.
 */
export class RunningActions {
  readonly #running = new Map<string, AbortController>();

  async alone<T>(key: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#running.has(key)) throw new Refusal("ACTION_RUNNING");
    const controller = new AbortController();
    this.#running.set(key, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }

  /** False if no such action was running. */
  cancel(key: string): boolean {
    const controller = this.#running.get(key);
    controller?.abort();
    return controller !== undefined;
  }
}
