import { DRAWING_MAX_DEPTH } from "../../../manifests/bounds/media.ts";
import type { ElementReferences } from "./attributeReferences.ts";
import { type Drawn, EVERY, type DrawnReference } from "./references.ts";

/** An element with an id or with references, and the elements in it that have neither. */
interface Part {
  shapes: number;
  /** At most as many markers as a browser draws on the shapes. */
  points: number;
  readonly within: string[];
  readonly references: DrawnReference[];
  /** The classes and ids by which a style sheet can reach the element. */
  readonly keys: string[];
}

type Weighed = Pick<Part, "shapes" | "points">;

/** The number of shapes that the references of an element draw, of each kind. */
type Load = Readonly<Record<DrawnReference["at"], number>>;

const newPart = (): Part => ({ shapes: 0, points: 0, within: [], references: [], keys: [] });

const ENDLESS: Weighed = { shapes: Infinity, points: Infinity };

/** Parts may be within each other, and each may repeat another one. */
const MAX_WEIGHED_DEPTH = 2 * DRAWING_MAX_DEPTH;

/**
 * Counts what a drawing draws when its references are followed. A few lines of `use` can name each other so that a
 * browser draws millions of shapes.
 */
export class Weight {
  readonly #parts = new Map<string, Part>([["", newPart()]]);
  /** The parts around the present place, the nearest last. */
  readonly #open: string[] = [""];
  #unnamed = 0;

  /**
   * Enters an element, which is a part of its own if it has an id or if others inherit from it. An id that is there
   * twice counts as one part with both.
   */
  enter(id: string | undefined, isPart: boolean): void {
    const name = id ?? (isPart ? this.#nextName() : undefined);
    if (name !== undefined) {
      this.#here.within.push(name);
      this.#part(name);
    }
    this.#open.push(name ?? this.#open.at(-1) ?? "");
    this.#here.shapes += 1;
    this.#here.points += 2;
  }

  leave(): void {
    this.#open.pop();
  }

  /** Adds what an element draws with: to itself, or to the element that it animates. */
  add(animated: string | undefined, { references, keys, points }: ElementReferences): void {
    const part = animated === undefined ? this.#here : this.#part(animated);
    for (const key of keys) this.#here.keys.push(key);
    part.points += points;
    for (const one of references) part.references.push(one);
  }

  uses(id: string): void {
    this.#here.within.push(id);
  }

  #part(id: string): Part {
    const known = this.#parts.get(id) ?? newPart();
    this.#parts.set(id, known);
    return known;
  }

  /** All elements that are drawn; Infinity if one is drawn in itself. */
  total(drawn: readonly Drawn[]): number {
    return new Weighing(this.#parts, drawn).weigh("", 0).shapes;
  }

  /** A name that no id has: ids in markup have no line ends. */
  #nextName(): string {
    this.#unnamed += 1;
    return `\n${this.#unnamed}`;
  }

  get #here(): Part {
    return this.#part(this.#open.at(-1) ?? "");
  }
}

class Weighing {
  readonly #parts: ReadonlyMap<string, Part>;
  readonly #styles = new Map<string, Set<readonly DrawnReference[]>>();
  readonly #known = new Map<string, Weighed>();
  readonly #loads = new Map<readonly DrawnReference[], Load>();
  readonly #keyLoads = new Map<string, Load>();

  constructor(parts: ReadonlyMap<string, Part>, drawn: readonly Drawn[]) {
    this.#parts = parts;
    for (const [key, references] of drawn)
      this.#styles.set(key, (this.#styles.get(key) ?? new Set<readonly DrawnReference[]>()).add(references));
  }

  weigh(id: string, depth: number): Weighed {
    const part = this.#parts.get(id);
    const ready = this.#known.get(id);
    if (!part || ready !== undefined) return ready ?? { shapes: 0, points: 0 };
    this.#known.set(id, ENDLESS);
    if (depth > MAX_WEIGHED_DEPTH) return ENDLESS;
    const weight = this.#weightOf(part, depth);
    this.#known.set(id, weight);
    return weight;
  }

  /** Masks and clips are drawn once; markers at each point; and paints, which may paint markers too, on each shape. */
  #weightOf(part: Part, depth: number): Weighed {
    const every = this.#keyLoad(EVERY, depth);
    const load = sumOf([this.#loadOf(part.references, depth), ...part.keys.map((key) => this.#keyLoad(key, depth))]);
    const inner = part.within.map((name) => this.weigh(name, depth + 1));
    const points = inner.reduce((sum, one) => sum + one.points, part.points);
    const shapes =
      inner.reduce((sum, one) => sum + one.shapes, part.shapes) +
      load.once +
      times(part.shapes, every.once + every.shape) +
      times(part.points, every.point);
    const marked = shapes + times(points, load.point);
    return { shapes: marked + times(marked, load.shape), points };
  }

  #keyLoad(key: string, depth: number): Load {
    const styles = this.#styles.get(key);
    if (!styles) return NO_LOAD;
    const known = this.#keyLoads.get(key);
    const load = known ?? sumOf([...styles].map((references) => this.#loadOf(references, depth)));
    this.#keyLoads.set(key, load);
    return load;
  }

  #loadOf(references: readonly DrawnReference[], depth: number): Load {
    if (references.length === 0) return NO_LOAD;
    const known = this.#loads.get(references);
    if (known) return known;
    const load = { ...NO_LOAD };
    for (const { at, id } of references) load[at] += this.weigh(id, depth + 1).shapes;
    this.#loads.set(references, load);
    return load;
  }
}

const NO_LOAD: Load = { once: 0, shape: 0, point: 0 };

const sumOf = (loads: readonly Load[]): Load =>
  loads.reduce(
    (sum, one) => ({ once: sum.once + one.once, shape: sum.shape + one.shape, point: sum.point + one.point }),
    NO_LOAD,
  );

/** Nothing of something endless is nothing. */
const times = (count: number, each: number): number => (count === 0 || each === 0 ? 0 : count * each);
