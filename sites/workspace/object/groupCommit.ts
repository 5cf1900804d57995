/** The name under which an object keeps its own: no stub can ask for it. */
export const GROUP = Symbol("group");

/**
 * Lets commands that come together be committed together. The platform commits everything that one turn of an object
 * writes as one transaction with one `fsync`. Each command of a busy workspace would otherwise wait for its own.
 *
 * A command waits until the platform has nothing else to hand in: for a lone one that is a turn of the event loop.
 * Each command keeps its own savepoint, so one that is refused takes nothing of the others back.
 */
export class GroupCommit {
  #next: Promise<void> | undefined;
  #isTurn = false;

  /**
   * Runs an action in the next common turn. What it does before its first wait for the outside is committed there. An
   * action that runs another one at once takes it along.
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
