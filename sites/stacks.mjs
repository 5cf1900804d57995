/**
 * Adds the stacks of explicit resource management to Node 22, which lacks them. Steps run in reverse, all of them, and the
 * first error is thrown. Each process of ours loads this file first: `svc`, and the one that runs an author's tests.
 */
class Stack {
  #steps = [];
  use(value) {
    if (value) this.#steps.push(() => (value[Symbol.asyncDispose] ?? value[Symbol.dispose]).call(value));
    return value;
  }
  adopt(value, end) {
    this.#steps.push(() => end(value));
    return value;
  }
  defer(end) {
    this.#steps.push(end);
  }
  giveTo(moved) {
    moved.#steps = this.#steps.splice(0);
    return moved;
  }
  takeSteps() {
    return this.#steps.splice(0).toReversed();
  }
}

globalThis.DisposableStack ??= class DisposableStack extends Stack {
  dispose() {
    const failed = [];
    for (const step of this.takeSteps())
      try {
        step();
      } catch (error) {
        failed.push(error);
      }
    if (failed.length > 0) throw failed[0];
  }
  move() {
    return this.giveTo(new DisposableStack());
  }
  [Symbol.dispose]() {
    this.dispose();
  }
};

globalThis.AsyncDisposableStack ??= class AsyncDisposableStack extends Stack {
  async disposeAsync() {
    const failed = [];
    for (const step of this.takeSteps())
      try {
        await step();
      } catch (error) {
        failed.push(error);
      }
    if (failed.length > 0) throw failed[0];
  }
  move() {
    return this.giveTo(new AsyncDisposableStack());
  }
  [Symbol.asyncDispose]() {
    return this.disposeAsync();
  }
};
