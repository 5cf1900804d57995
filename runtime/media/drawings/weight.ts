import { DRAWING_MAX_DEPTH } from "../../../manifests/bounds/media.ts";

/**
 * Counts what a drawing draws when its references are followed. A few lines of `use` can name each other so that a
 * browser draws millions of shapes.
 */
interface Part {
  count: number;
  readonly uses: string[];
  readonly classes: string[];
}

export class Weight {
  readonly #parts = new Map<string, Part>([["", { count: 0, uses: [], classes: [] }]]);
  /** The ids of the elements around the present place, the nearest last. */
  readonly #open: string[] = [""];

  /** Enters an element. An id that is there twice counts as one part with both. */
  enter(id: string | undefined): void {
    if (id !== undefined) {
      this.#here.uses.push(id);
      if (!this.#parts.has(id)) this.#parts.set(id, { count: 0, uses: [], classes: [] });
    }
    this.#open.push(id ?? this.#open.at(-1) ?? "");
    this.#here.count += 1;
  }

  leave(): void {
    this.#open.pop();
  }

  uses(ids: readonly string[], classes: readonly string[]): void {
    this.#here.uses.push(...ids);
    this.#here.classes.push(...classes);
  }

  /** All elements that are drawn; Infinity if one is drawn in itself. `byClass` are the ids that each class uses. */
  total(byClass: ReadonlyMap<string, readonly string[]>): number {
    const known = new Map<string, number>();
    const weigh = (id: string, depth: number): number => {
      const part = this.#parts.get(id);
      const ready = known.get(id);
      if (!part || ready !== undefined) return ready ?? 0;
      known.set(id, Infinity);
      if (depth > DRAWING_MAX_DEPTH) return Infinity;
      const used = [...part.uses, ...part.classes.flatMap((name) => byClass.get(name) ?? [])];
      const weight = used.reduce((sum, one) => sum + weigh(one, depth + 1), part.count);
      known.set(id, weight);
      return weight;
    };
    return weigh("", 0);
  }

  get #here(): Part {
    return this.#parts.get(this.#open.at(-1) ?? "") ?? { count: 0, uses: [], classes: [] };
  }
}
