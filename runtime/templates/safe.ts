import { withoutMarks } from "./marks/fieldMarks.ts";

/** The kind of text in which a safe text needs no escaping. */
export type SafeFor = "html" | "json" | "xml" | "calendar";

/**
 * Text that needs no escaping in one kind of position. Only this folder makes it: from templates, from rendered
 * sections, and from filters that escape their input. Liquid's own filters get a plain string (`valueOf`) and return a
 * plain string, so their results are escaped again.
 */
export class Safe {
  readonly #text: string;
  readonly #kind: SafeFor;
  /** The text with the draft's marks, for positions between tags. Filters and comparisons never see it. */
  readonly #marked: string;

  constructor(text: string, kind: SafeFor, marked = text) {
    this.#text = text;
    this.#kind = kind;
    this.#marked = marked;
  }

  static markedOf(value: unknown): string | undefined {
    return value instanceof Safe && value.#kind === "html" ? value.#marked : undefined;
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

/** Makes safe text from a template's output, which has marks in a draft. */
export const writtenHtml = (text: string): Safe => new Safe(withoutMarks(text), "html", text);
