import { GOOD_FIELDS_MAX_CHARS } from "../../manifests/bounds/fields.ts";

/**
 * Caches fields that a set of plugins has accepted. While a member edits, each check covers all sections of a page, but
 * only one has changed. Equal JSON text gives the same verdict. The cache has two generations: when the recent one is
 * full, it replaces the older one, whose unused entries are dropped.
 */
export class GoodFields {
  #recent = new Set<string>();
  #before = new Set<string>();
  /** The total length of the texts in `#recent` in characters. */
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
