/**
 * The isolates this sandbox had made, the one used longest ago first. The platform ends idle ones by itself; on one
 * machine nobody does, and each keeps about four megabytes. So a plugin's are ended when its owner removes it or
 * changes what it may do, and the oldest when there are too many.
 */
import { ISOLATES_LOADED_MAX } from "../manifests/bounds.ts";
import type { Failed } from "./invocation.ts";

/** How the loader knows an isolate, and whose it is. */
export interface IsolateId {
  readonly name: string;
  /** The name without the number of the attempt. */
  readonly stem: string;
  readonly attempt: number;
  readonly owner: string;
}

/** What all calls share that meet one isolate. */
export interface Begun {
  /** Why it was given no code. The loader asks one of several calls for it and fails them all. */
  refused?: Failed;
}

interface Isolate extends Begun {
  readonly id: IsolateId;
  /** Calls it is in the middle of, as far as anybody has told. */
  calls: number;
  /** When the last of them is over at the latest, in milliseconds since the epoch. */
  until: number;
  isLeaving: boolean;
}

/**
 * A call whose workspace has gone is dropped in the middle, and nobody tells that it is over: so none is believed to go on
 * for longer than it may. Seeing each to its end cost every call an eighth.
 */
export class Loaded {
  readonly #isolates = new Map<string, Isolate>();
  readonly #now: () => number;
  /** Those that leave when their last call is over. */
  #leaving: readonly Isolate[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#isolates.size;
  }

  /** A call that may take so long, in milliseconds. */
  begin(id: IsolateId, wallMs: number): Begun {
    const now = this.#now();
    const isolate: Isolate = this.#isolates.get(id.name) ?? { id, calls: 0, until: 0, isLeaving: false };
    this.#isolates.delete(id.name);
    this.#isolates.set(id.name, isolate);
    isolate.calls = isolate.until > now ? isolate.calls + 1 : 1;
    isolate.until = Math.max(isolate.until, now + wallMs);
    return isolate;
  }

  /** The isolates to end now that this call is over. */
  finish({ name }: IsolateId): IsolateId[] {
    const isolate = this.#isolates.get(name);
    if (isolate && isolate.calls > 0) isolate.calls -= 1;
    return [...this.#leave(this.#over()), ...this.#leave(this.#excess())];
  }

  /** It is no more: it broke off. */
  forget({ name }: IsolateId): void {
    this.#isolates.delete(name);
    this.#leaving = this.#leaving.filter(({ id }) => id.name !== name);
  }

  /** An owner's isolates: those to end at once, and those that leave when their last call is over. */
  dismiss(owner: string): { readonly idle: IsolateId[]; readonly busy: IsolateId[] } {
    const all = [...this.#isolates.values()].filter(({ id, isLeaving }) => id.owner === owner && !isLeaving);
    const busy = all.filter((isolate) => !this.#isIdle(isolate));
    for (const isolate of busy) isolate.isLeaving = true;
    this.#leaving = [...this.#leaving, ...busy];
    return { idle: this.#leave(all.filter((isolate) => !busy.includes(isolate))), busy: busy.map(({ id }) => id) };
  }

  #isIdle({ calls, until }: Isolate): boolean {
    return calls === 0 || until <= this.#now();
  }

  #over(): Isolate[] {
    if (this.#leaving.length === 0) return [];
    const over = this.#leaving.filter((isolate) => this.#isIdle(isolate));
    this.#leaving = this.#leaving.filter((isolate) => !over.includes(isolate));
    return over;
  }

  #excess(): Isolate[] {
    if (this.#isolates.size <= ISOLATES_LOADED_MAX) return [];
    const idle = [...this.#isolates.values()].filter((isolate) => this.#isIdle(isolate));
    return idle.slice(0, this.#isolates.size - ISOLATES_LOADED_MAX);
  }

  #leave(isolates: readonly Isolate[]): IsolateId[] {
    for (const { id } of isolates) this.#isolates.delete(id.name);
    return isolates.map(({ id }) => id);
  }
}
