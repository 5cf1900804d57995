import { CHORE_RETRY_MS, TIDY_EVERY_MS } from "../manifests/bounds/commands.ts";
import { type Chore, TURNS } from "./area/chore.ts";
import type { Powers } from "./powers/powers.ts";

export interface ChoresParts {
  readonly powers: Powers;
  readonly chores: readonly Chore[];
  /** Functions that remove expired rows, one for each area; all run in one transaction. */
  readonly tidies: readonly ((now: number) => void)[];
}

/** Runs a workspace's chores when its alarm fires. A failed chore does not stop the others. */
export class Chores {
  readonly #parts: ChoresParts;
  readonly #inTurn: readonly Chore[];
  /** The earliest next run after a failure, in milliseconds since the epoch. */
  #notBefore = 0;
  #tidied = Number.NEGATIVE_INFINITY;

  constructor(parts: ChoresParts) {
    this.#parts = parts;
    const tidying: Chore = { turn: "tidy", run: () => this.#tidy(), nextDue: () => undefined };
    this.#inTurn = TURNS.flatMap((turn) => [...parts.chores, tidying].filter((chore) => chore.turn === turn));
  }

  /** Runs every chore and answers the errors: those that were thrown, and those that a chore dealt with. */
  async run(): Promise<readonly unknown[]> {
    const settled: unknown[] = [];
    const thrown: unknown[] = [];
    for (const chore of this.#inTurn) await tried(chore, settled, thrown);
    this.#notBefore = thrown.length === 0 ? 0 : this.#parts.powers.now() + CHORE_RETRY_MS;
    return [...settled, ...thrown.flatMap(withCauses)];
  }

  /** The time of the next alarm in milliseconds since the epoch. Undefined if no work is left, and none failed. */
  nextDue(): number | undefined {
    const due = this.#earliest() ?? (this.#notBefore > 0 ? this.#notBefore : undefined);
    return due === undefined ? undefined : Math.max(due, this.#notBefore, this.#parts.powers.now());
  }

  /** The time since the oldest work was due, in milliseconds. 0 without such work. */
  get overdueMs(): number {
    const now = this.#parts.powers.now();
    return Math.max(0, now - (this.#earliest() ?? now));
  }

  #earliest(): number | undefined {
    const times = this.#inTurn.map((chore) => chore.nextDue()).filter((time) => time !== undefined);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  #tidy(): void {
    const { powers, tidies } = this.#parts;
    const now = powers.now();
    // `Math.abs` makes a clock that was set back count as elapsed time.
    if (Math.abs(now - this.#tidied) < TIDY_EVERY_MS) return;
    this.#tidied = now;
    powers.sql.atomically(() => {
      for (const tidy of tidies) tidy(now);
    });
  }
}

async function tried(chore: Chore, settled: unknown[], thrown: unknown[]): Promise<void> {
  try {
    settled.push(...((await chore.run()) ?? []));
  } catch (error) {
    thrown.push(error);
  }
}

/** An error of several parts, followed by each of them, because its own text names none. */
const withCauses = (error: unknown): readonly unknown[] =>
  error instanceof AggregateError ? [error, ...(error.errors as unknown[])] : [error];
