/** Runs actions one after the other. A failed action does not stop the next. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  async run<T>(action: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    const turn = this.#last.then(action);
    this.#last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.#underWay -= 1;
    }
  }
}
