import {
  CALLS_AT_ONCE_PER_PLUGIN,
  CALLS_AT_ONCE_PER_WORKSPACE,
  CALLS_WAITING_PER_PLUGIN,
} from "../../../manifests/bounds/calls.ts";

interface Waiting {
  readonly key: string;
  start(): void;
}

/**
 * Chooses the call that goes next. A workspace runs a bounded number of calls at once, and a plugin fewer. A slow
 * plugin therefore delays its own calls and no other plugin's.
 */
export class ConcurrencyLimit {
  readonly #underWay = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  /** Runs `work` when it is `key`'s turn; undefined, at once, when too many of its calls wait already. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isFree(key)) this.#count(key, 1);
    else if (!(await this.#queued(key))) return undefined;
    try {
      return await work();
    } finally {
      this.#count(key, -1);
      this.#startNext();
    }
  }

  #isFree(key: string): boolean {
    return this.#total < CALLS_AT_ONCE_PER_WORKSPACE && (this.#underWay.get(key) ?? 0) < CALLS_AT_ONCE_PER_PLUGIN;
  }

  /** Waits for the turn. The starter counts the call before it wakes it, so that no other call slips in between. */
  async #queued(key: string): Promise<boolean> {
    if (this.#waiting.filter((waiting) => waiting.key === key).length >= CALLS_WAITING_PER_PLUGIN) return false;
    await new Promise<void>((start) => this.#waiting.push({ key, start }));
    return true;
  }

  #startNext(): void {
    const next = this.#waiting.find(({ key }) => this.#isFree(key));
    if (!next) return;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== next);
    this.#count(next.key, 1);
    next.start();
  }

  #count(key: string, by: 1 | -1): void {
    const left = (this.#underWay.get(key) ?? 0) + by;
    this.#total += by;
    if (left > 0) this.#underWay.set(key, left);
    else this.#underWay.delete(key);
  }
}
