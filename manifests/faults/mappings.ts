/**
 * Parses the `mappings` of a source map, version 3. They are untrusted and may have a million characters. So the parser
 * makes one pass and stores no step.
 */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES: ReadonlyMap<string, number> = new Map([...DIGITS].map((digit, value) => [digit, value]));

/** The largest weight of a base64 digit. A number then has 31 bits, as the format allows. */
const WEIGHT_MAX = 32 ** 6;

/** A position in a text. Line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A position in the bundle from which on the code comes from `source`. Undefined if the bundler wrote the code. */
export interface Step extends Position {
  readonly source: (Position & { readonly index: number }) | undefined;
}

const signed = (number: number): number => (number % 2 === 1 ? (1 - number) / 2 : number / 2);

/** The numbers of one segment. Undefined if the segment is invalid. */
function numbersIn(segment: string): number[] | undefined {
  const numbers: number[] = [];
  let [number, weight] = [0, 1];
  for (const char of segment) {
    const digit = VALUES.get(char);
    if (digit === undefined || weight > WEIGHT_MAX) return undefined;
    number += (digit % 32) * weight;
    weight *= 32;
    if (digit >= 32) continue;
    numbers.push(signed(number));
    [number, weight] = [0, 1];
  }
  return weight === 1 ? numbers : undefined;
}

/** A segment maps to nothing, to a source position, or to a source position and a name. */
const LENGTHS: ReadonlySet<number | undefined> = new Set([1, 4, 5]);

/** The current position in the sources. Each segment gives the difference to the next position. */
class Cursor {
  readonly #sources: number;
  #index = 0;
  #line = 0;
  #column = 0;

  constructor(sources: number) {
    this.#sources = sources;
  }

  /** Moves the position. False if no source has it. */
  move(index: number, line: number, column: number): boolean {
    this.#index += index;
    this.#line += line;
    this.#column += column;
    return this.#index >= 0 && this.#index < this.#sources && this.#line >= 0 && this.#column >= 0;
  }

  get place(): NonNullable<Step["source"]> {
    return { index: this.#index, line: this.#line + 1, column: this.#column + 1 };
  }
}

/**
 * Calls `visit` for each step, in the order of the bundle. False if the text is not valid mappings for `sources`
 * sources.
 */
export function walkMappings(mappings: string, sources: number, visit: (step: Step) => void): boolean {
  const cursor = new Cursor(sources);
  return mappings.split(";").every((text, row) => text === "" || walkLine({ text, line: row + 1 }, cursor, visit));
}

function walkLine(
  { text, line }: { readonly text: string; readonly line: number },
  cursor: Cursor,
  visit: (step: Step) => void,
): boolean {
  let column = 1;
  return text.split(",").every((segment) => {
    const numbers = numbersIn(segment);
    const [moved = 0, index, toLine = 0, toColumn = 0] = numbers ?? [];
    if (!LENGTHS.has(numbers?.length) || moved < 0) return false;
    column += moved;
    if (index !== undefined && !cursor.move(index, toLine, toColumn)) return false;
    visit({ line, column, source: index === undefined ? undefined : cursor.place });
    return true;
  });
}
