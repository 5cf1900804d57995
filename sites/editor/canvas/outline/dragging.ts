/** Dragging of outline rows with a mouse. Touch and keyboard use the buttons. */
import { signal } from "@preact/signals";
import { type Siblings, placeOf } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { Studio } from "../studio/studio.ts";
import { moveTo } from "../studio/acts.ts";
import { treeRows } from "../page/tree.ts";

interface Drop {
  readonly over: string;
  readonly side: "before" | "after";
}

const STARTS_PX = 5;
const instances = new WeakMap<Studio, Dragging>();

export class Dragging {
  static of(studio: Studio): Dragging {
    const known = instances.get(studio) ?? new Dragging(studio);
    instances.set(studio, known);
    return known;
  }

  readonly #studio: Studio;
  readonly #moved = signal<string | null>(null);
  readonly #drop = signal<Drop | null>(null);
  #list: HTMLElement | null = null;

  constructor(studio: Studio) {
    this.#studio = studio;
  }

  readonly list = (element: HTMLElement | null): void => void (this.#list = element);

  classOf(id: string): string {
    const drop = this.#drop.value;
    const mark = this.#moved.value === id ? " is-dragged" : "";
    return drop?.over === id ? `${mark} drop-${drop.side}` : mark;
  }

  begin(event: PointerEvent, id: string): void {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    const { clientX: x, clientY: y } = event;
    const stop = new AbortController();
    const { signal: until } = stop;
    const move = (next: PointerEvent): void => {
      if (this.#moved.peek() === null && Math.hypot(next.clientX - x, next.clientY - y) < STARTS_PX) return;
      this.#moved.value = id;
      this.#drop.value = this.#under(next, id);
    };
    const end = (isDone: boolean): void => {
      stop.abort();
      const drop = this.#drop.peek();
      const was = this.#moved.peek();
      this.#moved.value = null;
      this.#drop.value = null;
      if (was !== null && isDone && drop) this.#put(id, drop);
    };
    addEventListener("pointermove", move, { signal: until });
    addEventListener("pointerup", () => end(true), { signal: until });
    addEventListener("pointercancel", () => end(false), { signal: until });
    addEventListener("keydown", (key) => key.key === "Escape" && end(false), { signal: until });
    // Swallows the click that ends a drag, so that it does not select a row.
    addEventListener("click", (click) => this.#moved.peek() !== null && click.stopPropagation(), {
      signal: until,
      capture: true,
    });
  }

  #under(event: PointerEvent, id: string): Drop | null {
    const rows = [...(this.#list?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const row = rows.find((one) => event.clientY < one.getBoundingClientRect().bottom) ?? rows.at(-1);
    const over = row?.dataset["row"];
    const moved = this.#studio.editor.section(id);
    if (!row || over === undefined || !moved) return null;
    if (treeRows([moved]).some(({ section }) => section.id === over)) return null;
    const { top, height } = row.getBoundingClientRect();
    return { over, side: event.clientY < top + height / 2 ? "before" : "after" };
  }

  #put(id: string, { over, side }: Drop): void {
    const { sections } = this.#studio.editor.body.peek();
    const [from, to] = [placeOf(sections, id), placeOf(sections, over)];
    if (!from || !to) return;
    const isSame = isSameList(from.siblings, to.siblings);
    const index = to.index + (side === "after" ? 1 : 0) - (isSame && from.index < to.index ? 1 : 0);
    if (!isSame || index !== from.index) moveTo(this.#studio, id, to.siblings, index);
  }
}

const isSameList = (one: Siblings | undefined, other: Siblings | undefined): boolean =>
  one?.parent === other?.parent && one?.slot === other?.slot;
