/** Finds the last line of a block that stands between two lines, such as `<details>` and `</details>`. */
import type { StateBlock } from "markdown-it";

export const lineOf = (state: StateBlock, line: number): string =>
  state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);

/** True for a line that begins no indented code. */
export const isPlainLine = (state: StateBlock, line: number): boolean =>
  (state.sCount[line] ?? 0) - state.blkIndent < 4;

/** The blocks among some lines: the last line of each by its first. */
interface Found {
  readonly from: number;
  readonly to: number;
  readonly ends: ReadonlyMap<number, number>;
}

/** The first line of fenced code. */
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;

/** Fenced code among some lines, in which no block begins or ends. Code without an end is none here. */
class Fences {
  readonly #state: StateBlock;
  readonly #to: number;
  /** The shortest fence of each sign that nothing ends, so that many such fences cost few readings. */
  readonly #endless = new Map<string, number>();

  constructor(state: StateBlock, to: number) {
    [this.#state, this.#to] = [state, to];
  }

  /** The last line of the code that begins at a line. */
  endOf(line: number): number | undefined {
    const [, ticks, tildes = ""] = FENCE.exec(lineOf(this.#state, line)) ?? [];
    const fence = ticks ?? tildes;
    const sign = fence.charAt(0);
    if (sign === "" || fence.length >= (this.#endless.get(sign) ?? Infinity)) return undefined;
    for (let end = line + 1; end < this.#to; end += 1) if (this.#ends(end, fence)) return end;
    this.#endless.set(sign, fence.length);
    return undefined;
  }

  #ends(line: number, fence: string): boolean {
    const text = lineOf(this.#state, line);
    return text.startsWith(fence) && text.trimEnd() === fence.charAt(0).repeat(text.trimEnd().length);
  }
}

export class PairedLines {
  readonly #open: RegExp;
  readonly #close: RegExp;
  readonly #fits: (open: string, close: string) => boolean;
  /** The blocks that a parse found at each level, so that many beginnings cost one reading. */
  readonly #known = new WeakMap<StateBlock, Map<number, Found>>();

  /** `fits` tells whether a last line may end what a first line began. */
  constructor(open: RegExp, close: RegExp, fits: (open: string, close: string) => boolean = () => true) {
    [this.#open, this.#close, this.#fits] = [open, close, fits];
  }

  endOf(state: StateBlock, start: number, endLine: number): number | undefined {
    const levels = this.#known.get(state) ?? new Map<number, Found>();
    this.#known.set(state, levels);
    const known = levels.get(state.level);
    const here = known && start >= known.from && endLine <= known.to ? known : this.#read(state, start, endLine);
    levels.set(state.level, here);
    const end = here.ends.get(start);
    return end === undefined || end >= endLine ? undefined : end;
  }

  #read(state: StateBlock, from: number, to: number): Found {
    const ends = new Map<number, number>();
    const open: number[] = [];
    const fences = new Fences(state, to);
    for (let line = from; line < to; line += 1) {
      const text = lineOf(state, line);
      const code = fences.endOf(line);
      if (code !== undefined) line = code;
      else if (this.#open.test(text)) open.push(line);
      else if (this.#close.test(text)) this.#end(state, open, line, ends);
    }
    return { from, to, ends };
  }

  #end(state: StateBlock, open: number[], line: number, ends: Map<number, number>): void {
    const start = open.at(-1);
    if (start === undefined || !this.#fits(lineOf(state, start), lineOf(state, line))) return;
    open.pop();
    ends.set(start, line);
  }
}

/** Reads the blocks of some lines, as if the text ended behind them. */
export function readBlocks(state: StateBlock, from: number, to: number, parentType: string): void {
  const { parentType: before, lineMax } = state;
  Object.assign(state, { parentType, lineMax: to });
  state.md.block.tokenize(state, from, to);
  Object.assign(state, { parentType: before, lineMax });
}
