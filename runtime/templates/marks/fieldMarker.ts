import { CLOSING_MARK, openingMark, type MarkKind } from "./fieldMarks.ts";

/** The characters that all marks of a page may still use. */
export interface MarkRoom {
  chars: number;
}

/** Writes the opening marks of one section, while the page has room for marks. */
export class FieldMarker {
  readonly #section: string;
  readonly #room: MarkRoom;

  constructor(section: string, room: MarkRoom) {
    this.#section = section;
    this.#room = room;
  }

  open(pointer: string, kind: MarkKind): string | undefined {
    const mark = openingMark({ section: this.#section, pointer, kind });
    const left = this.#room.chars - mark.length - CLOSING_MARK.length;
    if (left < 0) return undefined;
    this.#room.chars = left;
    return mark;
  }
}
