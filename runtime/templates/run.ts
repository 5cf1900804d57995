import type { Budget } from "./budget.ts";
import type { Surroundings } from "./surroundings.ts";

type Names = Record<string, unknown>;

/** The JSON pointer of an iteration's item, numbered from 0. */
type PointerAt = (turn: number) => string;

interface Loop {
  readonly name: string;
  item: unknown;
  readonly forloop: { readonly index0: number };
  /** Present if the items are a field of the section. */
  readonly pointerAt: PointerAt | undefined;
}

/** The variable that contains the section's fields. */
const FIELDS = "fields";

/** One rendering of one template: its variables, its output so far, and its remaining budget. */
export class Run {
  /** The output so far. A capture replaces it temporarily. */
  text = "";
  /** The last non-empty text that was written. */
  wrote = "";
  /** True once the template has written a heading. */
  headed = false;
  readonly budget: Budget;
  readonly surroundings: Surroundings;
  /** Variables of `assign` and `capture`. No prototype, because templates choose the names. */
  readonly #set: Names = { __proto__: null } as unknown as Names;
  /** The fields from which variables got their values. */
  readonly #pointers = new Map<string, string>();
  readonly #given: Readonly<Names>;
  /** The surrounding loops, outermost first. */
  readonly #loops: Loop[] = [];

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

  /** Writes a mark. It is not charged, because a draft must render and fail exactly as its publication does. */
  mark(text: string): void {
    this.text += text;
  }

  /** Sets a variable. `pointer` is the field of its value, if it has one. */
  set(name: string, value: unknown, pointer?: string): void {
    this.#set[name] = value;
    if (pointer === undefined) this.#pointers.delete(name);
    else this.#pointers.set(name, pointer);
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

  /** JSON pointer of a variable's value in the section's fields. Undefined if it is not a field. */
  pointerOf(name: string): string | undefined {
    const loop = this.#loops.findLast((one) => one.name === name);
    if (loop) return loop.pointerAt?.(loop.forloop.index0);
    if (name in this.#set) return this.#pointers.get(name);
    return name === FIELDS ? "" : undefined;
  }

  /** Calls `turn` for each item, until it returns false. */
  loop(name: string, items: readonly unknown[], turn: () => boolean, pointerAt?: PointerAt): void {
    const forloop = {
      index: 0,
      index0: -1,
      rindex: items.length + 1,
      rindex0: items.length,
      first: true,
      last: false,
      length: items.length,
    };
    const loop = { name, item: undefined as unknown, forloop, pointerAt };
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

  /** Runs `action` and returns its output instead of writing it. */
  aside(action: () => void): string {
    const { text, wrote } = this;
    this.text = "";
    action();
    const inside = this.text;
    Object.assign(this, { text, wrote });
    return inside;
  }
}
