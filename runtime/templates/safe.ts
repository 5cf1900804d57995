/** The kind of text in which a safe text needs no more escaping. */
export type SafeFor = "html" | "json" | "xml";

/**
 * Text that needs no more escaping in one kind of place. Only this folder makes it: from templates, from rendered
 * sections, and from filters that escape their input. Liquid's own filters see a plain string (`valueOf`) and return a
 * plain string, so their results are escaped again.
 */
export class Safe {
  readonly #text: string;
  readonly #kind: SafeFor;

  constructor(text: string, kind: SafeFor) {
    this.#text = text;
    this.#kind = kind;
  }

  static textOf(value: unknown, kind: SafeFor): string | undefined {
    return value instanceof Safe && value.#kind === kind ? value.#text : undefined;
  }

  valueOf(): string {
    return this.#text;
  }

  /** The text, for JSON. */
  toJSON(): string {
    return this.#text;
  }
}

export const safeHtml = (text: string): Safe => new Safe(text, "html");
