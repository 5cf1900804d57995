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
  #asked: { readonly type: string; readonly fields: object; readonly text: string } | undefined;

  has(type: string, fields: object): boolean {
    const text = this.#textOf(type, fields);
    if (this.#recent.has(text)) return true;
    if (!this.#before.has(text)) return false;
    this.#keep(text);
    return true;
  }

  add(type: string, fields: object): void {
    this.#keep(this.#textOf(type, fields));
  }

  /** Fields that are not known are mostly added next, so their text is written once. */
  #textOf(type: string, fields: object): string {
    if (this.#asked?.fields !== fields || this.#asked.type !== type)
      this.#asked = { type, fields, text: `${type} ${JSON.stringify(fields)}` };
    return this.#asked.text;
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
