/** The property of an object's group commit. RPC cannot name a symbol, so no caller reaches it. */
export const GROUP = Symbol("group");

/**
 * Commits concurrent commands together. The platform commits all writes of one turn of an object as one transaction
 * with one `fsync`. Otherwise each command would wait for its own `fsync`.
 *
 * A command waits until the event loop has delivered the requests that are ready; alone, it waits one turn. Each
 * command has its own savepoint, so a refused command does not roll back the others.
 */
export class GroupCommit {
  #next: Promise<void> | undefined;
  #isTurn = false;

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
    return (this.#next ??= new Promise((resolve) => {
      setTimeout(() => {
        this.#next = undefined;
        resolve();
      });
    }));
  }
}
