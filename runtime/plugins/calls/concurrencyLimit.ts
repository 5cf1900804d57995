import {
  CALLS_AT_ONCE_PER_PLUGIN,
  CALLS_AT_ONCE_PER_WORKSPACE,
  CALLS_WAITING_PER_PLUGIN,
} from "../../../manifests/bounds/calls.ts";

/** The queue that a call waits in. */
export interface CallQueue {
  /** Calls with one key wait in one queue. */
  readonly key: string;
  /** Queues of one group share the limit of a single queue. */
  readonly group?: string | undefined;
}

interface Waiting {
  readonly queue: CallQueue;
  start(): void;
}

/**
 * Limits concurrent plugin calls: for the workspace, and lower for each plugin. So a slow plugin delays only its own
 * calls.
 */
export class ConcurrencyLimit {
  /** Numbers of running calls, by key and by group. */
  readonly #underWay = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  /** Runs `work` when the queue has a free place. Returns undefined at once if too many of the queue's calls wait. */
  async run<T>(queue: CallQueue, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isFree(queue)) this.#count(queue, 1);
    else if (!(await this.#queued(queue))) return undefined;
    try {
      return await work();
    } finally {
      this.#count(queue, -1);
      this.#startNext();
    }
  }

  #isFree(queue: CallQueue): boolean {
    return (
      this.#total < CALLS_AT_ONCE_PER_WORKSPACE &&
      namesOf(queue).every((name) => (this.#underWay.get(name) ?? 0) < CALLS_AT_ONCE_PER_PLUGIN)
    );
  }

  /**
   * Waits for a place. The call that frees the place counts it for this call before waking it, so that no other call
   * takes it.
   */
  async #queued(queue: CallQueue): Promise<boolean> {
    const waitingOfQueue = this.#waiting.filter((waiting) => waiting.queue.key === queue.key).length;
    if (waitingOfQueue >= CALLS_WAITING_PER_PLUGIN) return false;
    await new Promise<void>((start) => this.#waiting.push({ queue, start }));
    return true;
  }

  #startNext(): void {
    const next = this.#waiting.find(({ queue }) => this.#isFree(queue));
    if (!next) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    this.#count(next.queue, 1);
    next.start();
  }

  #count(queue: CallQueue, by: 1 | -1): void {
    this.#total += by;
    for (const name of namesOf(queue)) {
      const left = (this.#underWay.get(name) ?? 0) + by;
      if (left > 0) this.#underWay.set(name, left);
      else this.#underWay.delete(name);
    }
  }
}

const namesOf = ({ key, group }: CallQueue): string[] => [
  `key ${key}`,
  ...(group === undefined ? [] : [`group ${group}`]),
];
