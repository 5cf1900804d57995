/**
 * The isolates of this sandbox, the least recently used first. Cloudflare ends idle isolates itself. On one machine the
 * runtime does not, and each isolate keeps about four megabytes. So the sandbox ends a plugin's isolates when its grant
 * changes, and the oldest idle ones above the limit.
 */
import { ISOLATES_LOADED_MAX } from "../manifests/bounds/calls.ts";
import type { Failed } from "./invocation.ts";

/** An isolate's name for the loader, with its parts. */
export interface IsolateId {
  readonly name: string;
  /** The name without the number of the attempt. */
  readonly stem: string;
  readonly attempt: number;
  readonly owner: string;
}

interface Isolate {
  readonly id: IsolateId;
  /** Calls that have begun and not reported their end. */
  readonly calls: Set<CallUnderWay>;
  isLeaving: boolean;
  /**
   * The reason why the loader got no code. The loader asks one of several waiting calls for the code, and fails all of
   * them.
   */
  refused?: Failed;
}

export interface CallUnderWay {
  readonly isolate: Pick<Isolate, "id" | "calls" | "refused">;
  /** The latest end of the call, in milliseconds since the epoch. */
  readonly until: number;
}

/**
 * The calls and isolates of this sandbox. A call whose workspace dies never reports its end, so each call counts at
 * most until its time limit. Following each call to its end with `waitUntil` made every call a tenth slower.
 */
export class LoadedIsolates {
  readonly #isolates = new Map<string, Isolate>();
  readonly #now: () => number;
  /** Busy isolates that end with their last call. */
  #leaving: readonly Isolate[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#isolates.size;
  }

  /** Records a call that may take `wallMs` milliseconds. */
  begin(id: IsolateId, wallMs: number): CallUnderWay {
    const isolate: Isolate = this.#isolates.get(id.name) ?? { id, calls: new Set(), isLeaving: false };
    this.#isolates.delete(id.name);
    this.#isolates.set(id.name, isolate);
    const call = { isolate, until: this.#now() + wallMs };
    isolate.calls.add(call);
    return call;
  }

  /** Records the end of a call. Answers the isolates that the caller must end now. */
  finish(call: CallUnderWay): IsolateId[] {
    call.isolate.calls.delete(call);
    return [...this.#leave(this.#over()), ...this.#leave(this.#excess())];
  }

  /** Forgets an isolate that has failed. */
  forget({ name }: IsolateId): void {
    this.#isolates.delete(name);
    this.#leaving = this.#leaving.filter(({ id }) => id.name !== name);
  }

  /**
   * Answers an owner's idle isolates, which the caller ends now, and its busy ones, which end after their last call.
   */
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
