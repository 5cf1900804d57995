import { LATE, within } from "../../../../sandbox/within.ts";

/** Answers all questions in one request, in their order. */
export type BatchQuery<Q, A> = (questions: readonly Q[]) => Promise<readonly A[]>;

interface Bounds {
  /** The most questions in one request. */
  readonly most: number;
  /** The longest wait for the running request, in milliseconds. */
  readonly waitMs: number;
}

/**
 * A message to a waiting call: its answer; or to send the next request for all that wait; or, after a failure, to ask
 * alone.
 */
type BatchMessage<A> = { readonly answer: A } | "next" | "alone";

interface Waiting<Q, A> {
  readonly question: Q;
  readonly tell: (word: BatchMessage<A>) => void;
}

/**
 * Batches concurrent questions, because a database request costs more than a question. One call at a time sends a
 * request for itself and others. Calls that arrive meanwhile are batched next, and one of them sends. No answer is
 * older than its call.
 */
export class QueryBatcher<Q, A> {
  readonly #bounds: Bounds;
  #waiting: readonly Waiting<Q, A>[] = [];
  #isAsking = false;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  async answer(question: Q, ask: BatchQuery<Q, A>): Promise<A> {
    if (!this.#isAsking) return this.#lead(question, ask);
    const { promise, resolve } = Promise.withResolvers<BatchMessage<A>>();
    const waiting = { question, tell: resolve };
    this.#waiting = [...this.#waiting, waiting];
    const word = await within(this.#bounds.waitMs, promise);
    if (typeof word === "object") return word.answer;
    if (word === "alone") return askAlone(question, ask);
    // A call that is cut off, for example because its client disconnected, never passes on the turn.
    if (word === LATE) this.#waiting = this.#waiting.filter((one) => one !== waiting);
    return this.#lead(question, ask);
  }

  async #lead(question: Q, ask: BatchQuery<Q, A>): Promise<A> {
    this.#isAsking = true;
    const others = this.#waiting.slice(0, this.#bounds.most - 1);
    this.#waiting = this.#waiting.slice(others.length);
    try {
      const [own, ...theirs] = await ask([question, ...others.map((other) => other.question)]);
      for (const [n, { tell }] of others.entries()) tell({ answer: theirs[n] as A });
      return own as A;
    } catch (error) {
      for (const { tell } of others) tell("alone");
      throw error;
    } finally {
      this.#pass();
    }
  }

  #pass(): void {
    const [next, ...rest] = this.#waiting;
    this.#waiting = rest;
    this.#isAsking = next !== undefined;
    next?.tell("next");
  }
}

async function askAlone<Q, A>(question: Q, ask: BatchQuery<Q, A>): Promise<A> {
  const [answer] = await ask([question]);
  return answer as A;
}
