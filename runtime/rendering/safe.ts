/** What a text is already safe to be put into. */
export type SafeFor = "html" | "json" | "xml";

/**
 * Text that needs no more escaping in one kind of place. Only this folder makes one: from templates, from
 * sections already rendered, and from filters that escape what they are given. Liquid's own filters see a plain
 * string (`valueOf`) and give a plain string back, so whatever they do to safe text is escaped again.
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

  /** What JSON makes of it. */
  toJSON(): string {
    return this.#text;
  }
}

export const safeHtml = (text: string): Safe => new Safe(text, "html");
