import { CLOSING_MARK, openingMark, type MarkKind } from "./fieldMarks.ts";

/** The characters that all marks of a page may still use. */
export interface MarkRoom {
  chars: number;
}

/** The section and the field that hold the value of another field, by the name of that field. */
export type Elsewhere = ReadonlyMap<string, { readonly section: string; readonly field: string }>;

/** Writes the opening marks of one section, while the page has room for marks. */
export class FieldMarker {
  readonly #section: string;
  readonly #room: MarkRoom;
  readonly #elsewhere: Elsewhere;

  /** `elsewhere` is where the values of some fields stand. Without it, all stand in the section. */
  constructor(section: string, room: MarkRoom, elsewhere: Elsewhere = new Map()) {
    this.#section = section;
    this.#room = room;
    this.#elsewhere = elsewhere;
  }

  open(pointer: string, kind: MarkKind): string | undefined {
    const [, field = "", ...rest] = pointer.split("/");
    const moved = this.#elsewhere.get(field);
    const at = moved ? { section: moved.section, pointer: ["", moved.field, ...rest].join("/") } : undefined;
    const mark = openingMark({ section: this.#section, pointer, kind, ...at });
    const left = this.#room.chars - mark.length - CLOSING_MARK.length;
    if (left < 0) return undefined;
    this.#room.chars = left;
    return mark;
  }
}
