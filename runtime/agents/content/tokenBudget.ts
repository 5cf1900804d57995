import { ANSWER_MAX_TOKENS, BYTES_PER_TOKEN } from "../../../manifests/bounds/agents.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";

export const ANSWER_MAX_BYTES = ANSWER_MAX_TOKENS * BYTES_PER_TOKEN;

/** Bytes reserved for names, addresses and everything else that an answer holds once. */
const SURROUNDINGS_BYTES = 12_000;

/** Bytes a value takes in an answer: as structured content, and once more as text with its JSON in JSON. */
function costOf(value: unknown): number {
  const once = JSON.stringify(value);
  return utf8Length(once) + utf8Length(JSON.stringify(once));
}

/** A character has at most three bytes, and six more as text in JSON: with this few nothing needs to be counted. */
export const SURELY_FITS_CHARS = Math.floor((ANSWER_MAX_BYTES / 9) * 0.75);

/** Tells whether an answer, as JSON and as text, is longer than clients accept. */
export const isTooLong = (json: string, text = json): boolean =>
  json.length + text.length > 2 * SURELY_FITS_CHARS &&
  utf8Length(json) + utf8Length(JSON.stringify(text)) > ANSWER_MAX_BYTES;

/** Space for what makes an answer long. */
export class TokenBudget {
  #left = ANSWER_MAX_BYTES - SURROUNDINGS_BYTES;

  /** Takes the space for a value; false, taking nothing, when it does not fit. */
  take(value: unknown): boolean {
    const cost = costOf(value);
    if (cost > this.#left) return false;
    this.#left -= cost;
    return true;
  }

  /** The longest beginning of a text that fits, cut where a reader would cut it. */
  takeText(text: string): string {
    let fitting = text;
    for (let cost = costOf(fitting); cost > this.#left && fitting !== ""; cost = costOf(fitting)) {
      fitting = cutText(fitting, Math.floor((fitting.length * this.#left * 0.95) / cost));
    }
    this.#left -= costOf(fitting);
    return fitting;
  }
}

/** Cuts a text to so many characters, at the end of a paragraph, line or word if one is in the last quarter. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const ends = ["\n\n", "\n", " "].map((end) => cut.lastIndexOf(end) + end.length);
  const end = ends.find((at) => at > most * 0.75) ?? most;
  // Half of a pair of surrogates is no character.
  return cut.slice(0, /[\ud800-\udbff]$/.test(cut.slice(0, end)) ? end - 1 : end);
}
