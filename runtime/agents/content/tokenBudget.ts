import { ANSWER_MAX_TOKENS, BYTES_PER_TOKEN } from "../../../manifests/bounds/agents.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";

export const ANSWER_MAX_BYTES = ANSWER_MAX_TOKENS * BYTES_PER_TOKEN;

/** Bytes reserved for the parts that every answer has once. */
const SURROUNDINGS_BYTES = 12_000;

/** Bytes that a value takes in an answer: as structured content, and again as JSON inside a JSON string. */
function costOf(value: unknown): number {
  const once = JSON.stringify(value);
  return utf8Length(once) + utf8Length(JSON.stringify(once));
}

/**
 * Characters that fit without counting bytes. A character takes at most three bytes, and six more inside a JSON string.
 */
export const SURELY_FITS_CHARS = Math.floor((ANSWER_MAX_BYTES / 9) * 0.75);

/** Tells whether an answer, as JSON and as text, is longer than clients accept. */
export const isTooLong = (json: string, text = json): boolean =>
  json.length + text.length > 2 * SURELY_FITS_CHARS &&
  utf8Length(json) + utf8Length(JSON.stringify(text)) > ANSWER_MAX_BYTES;

/** The remaining size of one answer. */
export class TokenBudget {
  #left = ANSWER_MAX_BYTES - SURROUNDINGS_BYTES;

  /** Reserves space for a value. False, without reserving, if the value does not fit. */
  take(value: unknown): boolean {
    const cost = costOf(value);
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }

  /** Reserves space for a text, shortened to fit. Cuts between paragraphs, lines or words. */
  takeText(text: string): string {
    let fitting = text;
    for (let cost = costOf(fitting); cost > this.#left && fitting !== ""; cost = costOf(fitting)) {
      fitting = cutText(fitting, Math.floor((fitting.length * this.#left * 0.95) / cost));
    }
    this.#left -= costOf(fitting);
    return fitting;
  }
}

/** Cuts a text to at most `most` characters: after a paragraph, line or word, if one ends in the last quarter. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const ends = ["\n\n", "\n", " "].map((end) => cut.lastIndexOf(end) + end.length);
  const end = ends.find((at) => at > most * 0.75) ?? most;
  // Drops half of a surrogate pair.
  return cut.slice(0, /[\ud800-\udbff]$/.test(cut.slice(0, end)) ? end - 1 : end);
}
