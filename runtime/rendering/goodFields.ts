import { GOOD_FIELDS_MAX_CHARS } from "../../manifests/bounds/fields.ts";

/**
 * Remembers fields that a set of plugins has already accepted. While a member edits a page, one section changes at a
 * time but every check covers all of them. Fields with the same text are the same JSON, so the verdict is the same. It
 * has two halves. When the recent half is full, it replaces the older half, whose entries nobody used since.
 */
export class GoodFields {
  #recent = new Set<string>();
  #before = new Set<string>();
  /** The total length of the texts in `#recent`, in characters. */
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
