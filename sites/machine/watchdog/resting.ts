/** Counts who lets a watch rest. */
export class Resting {
  #count = 0;

  get isOn(): boolean {
    return this.#count > 0;
  }

  begin(): Disposable {
    this.#count += 1;
    let isOver = false;
    return {
      [Symbol.dispose]: () => {
        if (!isOver) this.#count -= 1;
        isOver = true;
      },
    };
  }
}
