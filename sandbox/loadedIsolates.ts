/**
 * The isolates of this sandbox, the least recently used first. The platform ends idle ones itself. On one machine
 * nobody does, and each keeps about four megabytes. So we end a plugin's isolates when its grant changes, and the
 * oldest when there are too many.
 */
import { ISOLATES_LOADED_MAX } from "../manifests/bounds/calls.ts";
import type { Failed } from "./invocation.ts";

/** An isolate's name for the loader, and its owner. */
export interface IsolateId {
  readonly name: string;
  /** The name without the number of the attempt. */
  readonly stem: string;
  readonly attempt: number;
  readonly owner: string;
}

interface Isolate {
  readonly id: IsolateId;
  /** Calls that are under way, as far as reported. */
  readonly calls: Set<CallUnderWay>;
  isLeaving: boolean;
  /** The reason why it was given no code. The loader asks one of several calls for it and fails them all. */
  refused?: Failed;
}

/** One call under way. */
export interface CallUnderWay {
  readonly isolate: Pick<Isolate, "id" | "calls" | "refused">;
  /** The latest end of the call, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * The calls and isolates of this sandbox. A call whose workspace dies is dropped without a report, so each counts for
 * its longest time at most. Following each call to its end (`waitUntil`) cost every call a tenth.
 */
export class LoadedIsolates {
  readonly #isolates = new Map<string, Isolate>();
  readonly #now: () => number;
  /** Isolates that end with their last call. */
  #leaving: readonly Isolate[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#isolates.size;
  }

  /** A call that may take so long, in milliseconds. */
  begin(id: IsolateId, wallMs: number): CallUnderWay {
    const isolate: Isolate = this.#isolates.get(id.name) ?? { id, calls: new Set(), isLeaving: false };
    this.#isolates.delete(id.name);
    this.#isolates.set(id.name, isolate);
    const call = { isolate, until: this.#now() + wallMs };
    isolate.calls.add(call);
    return call;
  }

  /** The isolates to end now that this call is over. */
  finish(call: CallUnderWay): IsolateId[] {
    call.isolate.calls.delete(call);
    return [...this.#leave(this.#over()), ...this.#leave(this.#excess())];
  }

  /** Forgets an isolate that broke off. */
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

  #isIdle({ calls }: Isolate): boolean {
    const now = this.#now();
    for (const call of calls) if (call.until <= now) calls.delete(call);
    return calls.size === 0;
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
