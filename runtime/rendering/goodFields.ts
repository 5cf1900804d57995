import { GOOD_FIELDS_MAX_CHARS } from "../../manifests/bounds.ts";

/**
 * Which fields a set of plugins has already found nothing wrong with. Of a page somebody edits, one section changes at a
 * time and all of them are checked each time; fields of the same text are the same JSON, so the verdict is the same.
 * Two halves: when one is full, the other, in which nothing was asked for since, is forgotten.
 */
export class GoodFields {
  #recent = new Set<string>();
  #before = new Set<string>();
  /** Of the texts in `#recent`. */
  #chars = 0;

  has(type: string, fields: object): boolean {
    const text = textOf(type, fields);
    if (this.#recent.has(text)) return true;
    if (!this.#before.has(text)) return false;
    this.#keep(text);
    return true;
  }

  add(type: string, fields: object): void {
    this.#keep(textOf(type, fields));
  }

  #keep(text: string): void {
    if (this.#chars + text.length > GOOD_FIELDS_MAX_CHARS) this.#turn();
    if (text.length > GOOD_FIELDS_MAX_CHARS || this.#recent.has(text)) return;
    this.#recent.add(text);
    this.#chars += text.length;
  }

  #turn(): void {
    this.#before = this.#recent;
    this.#recent = new Set();
    this.#chars = 0;
  }
}

const textOf = (type: string, fields: object): string => `${type} ${JSON.stringify(fields)}`;
