import type { Budget } from "./budget.ts";
import type { Surroundings } from "./surroundings.ts";

type Names = Record<string, unknown>;

/** One rendering of one template: its variables, its output so far, and its remaining budget. */
export class Run {
  /** The output so far; a capture sets it aside. */
  text = "";
  /** The last text written that was not empty. */
  wrote = "";
  /** True once the template has written a heading. */
  headed = false;
  readonly budget: Budget;
  readonly surroundings: Surroundings;
  /** The variables of `assign` and `capture`. The object has no prototype, because a template chooses the names. */
  readonly #set: Names = { __proto__: null } as unknown as Names;
  readonly #given: Readonly<Names>;
  /** Variables of the loops around this place, outermost first. */
  readonly #loops: { readonly name: string; item: unknown; readonly forloop: object }[] = [];

  constructor(given: Readonly<Names>, surroundings: Surroundings, budget: Budget) {
    this.#given = given;
    this.surroundings = surroundings;
    this.budget = budget;
  }

  write(text: string): void {
    this.budget.charge(text.length);
    this.text += text;
    if (text !== "") this.wrote = text;
  }

  set(name: string, value: unknown): void {
    this.#set[name] = value;
  }

  get(name: string): unknown {
    for (let at = this.#loops.length - 1; at >= 0; at--) {
      const loop = this.#loops[at];
      if (loop?.name === name) return loop.item;
      if (name === "forloop") return loop?.forloop;
    }
    if (name in this.#set) return this.#set[name];
    return Object.hasOwn(this.#given, name) ? this.#given[name] : undefined;
  }

  /** Runs `turn` for each item, until `turn` answers false. */
  loop(name: string, items: readonly unknown[], turn: () => boolean): void {
    const forloop = {
      index: 0,
      index0: -1,
      rindex: items.length + 1,
      rindex0: items.length,
      first: true,
      last: false,
      length: items.length,
    };
    const loop = { name, item: undefined as unknown, forloop };
    this.#loops.push(loop);
    for (const item of items) {
      this.budget.step();
      loop.item = item;
      forloop.index += 1;
      forloop.index0 += 1;
      forloop.rindex -= 1;
      forloop.rindex0 -= 1;
      forloop.first = forloop.index === 1;
      forloop.last = forloop.rindex === 1;
      if (!turn()) break;
    }
    this.#loops.pop();
  }

  /** Runs `action` and gives its output back instead of writing it. */
  aside(action: () => void): string {
    const { text, wrote } = this;
    this.text = "";
    action();
    const inside = this.text;
    Object.assign(this, { text, wrote });
    return inside;
  }
}
