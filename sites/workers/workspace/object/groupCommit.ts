import { GROUP_ENOUGH, GROUP_WAITS } from "../../../../manifests/bounds/commands.ts";

/** The property of an object's group commit. RPC cannot name a symbol, so no caller reaches it. */
export const GROUP = Symbol("group");

/** Waits until the event loop has delivered the requests that are ready. It takes about a millisecond. */
const delivered = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/**
 * Commits concurrent commands together. The platform commits all writes of one turn of an object as one transaction
 * with one `fsync`. Otherwise each command would wait for its own `fsync`, and write the same pages of the database
 * again.
 *
 * A command waits until the event loop has delivered the requests that are ready. It waits again while more commands
 * come, at most GROUP_WAITS times and only below GROUP_ENOUGH commands. Alone, it waits once. Each command has its own
 * savepoint, so a refused command does not roll back the others.
 */
export class GroupCommit {
  readonly #delivered: () => Promise<void>;
  #next: Promise<void> | undefined;
  /** The number of commands that wait for the next turn. */
  #joined = 0;
  #isTurn = false;

  /** Tests hand in their own event loop. */
  constructor(loop = delivered) {
    this.#delivered = loop;
  }

  /**
   * Runs an action in the next shared turn. Its writes before its first external wait are committed there. An action
   * that it starts at once belongs to the same turn.
   */
  async run<T>(action: () => Promise<T>): Promise<T> {
    if (this.#isTurn) return action();
    await this.#turn();
    this.#isTurn = true;
    try {
      return action();
    } finally {
      this.#isTurn = false;
    }
  }

  #turn(): Promise<void> {
    this.#joined += 1;
    return (this.#next ??= this.#gathered());
  }

  async #gathered(): Promise<void> {
    for (let [waits, joined] = [0, 0]; waits < GROUP_WAITS && this.#grew(joined); waits += 1) {
      joined = this.#joined;
      await this.#delivered();
    }
    [this.#next, this.#joined] = [undefined, 0];
  }

  /** True if commands came since `joined`, and more are worth a wait. */
  #grew(joined: number): boolean {
    return joined < this.#joined && this.#joined < GROUP_ENOUGH;
  }
}
