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
  /** Calls it is in the middle of. */
  calls: number;
  isLeaving: boolean;
}

export class Loaded {
  readonly #isolates = new Map<string, Isolate>();

  get size(): number {
    return this.#isolates.size;
  }

  begin(id: IsolateId): Begun {
    const isolate: Isolate = this.#isolates.get(id.name) ?? { id, calls: 0, isLeaving: false };
    this.#isolates.delete(id.name);
    this.#isolates.set(id.name, isolate);
    isolate.calls += 1;
    return isolate;
  }

  /** The isolates to end now that this call is over. */
  finish({ name }: IsolateId): IsolateId[] {
    const isolate = this.#isolates.get(name);
    if (isolate) isolate.calls -= 1;
    const leaving = isolate?.isLeaving === true && isolate.calls === 0 ? [isolate] : [];
    return [...this.#leave(leaving), ...this.#leave(this.#excess())];
  }

  /** It is no more: it broke off. */
  forget({ name }: IsolateId): void {
    this.#isolates.delete(name);
  }

  /** An owner's isolates: those to end at once, and those that leave when their last call is over. */
  dismiss(owner: string): { readonly idle: IsolateId[]; readonly busy: IsolateId[] } {
    const all = [...this.#isolates.values()].filter(({ id, isLeaving }) => id.owner === owner && !isLeaving);
    const busy = all.filter(({ calls }) => calls > 0);
    for (const isolate of busy) isolate.isLeaving = true;
    return { idle: this.#leave(all.filter(({ calls }) => calls === 0)), busy: busy.map(({ id }) => id) };
  }

  #excess(): Isolate[] {
    if (this.#isolates.size <= ISOLATES_LOADED_MAX) return [];
    const idle = [...this.#isolates.values()].filter(({ calls }) => calls === 0);
    return idle.slice(0, this.#isolates.size - ISOLATES_LOADED_MAX);
  }

  #leave(isolates: readonly Isolate[]): IsolateId[] {
    for (const { id } of isolates) this.#isolates.delete(id.name);
    return isolates.map(({ id }) => id);
  }
}
