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

export class PairedLines {
  readonly #open: RegExp;
  readonly #close: RegExp;
  /** The blocks that a parse found at each level, so that many beginnings cost one reading. */
  readonly #known = new WeakMap<StateBlock, Map<number, Found>>();

  constructor(open: RegExp, close: RegExp) {
    [this.#open, this.#close] = [open, close];
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
    for (let line = from; line < to; line += 1) {
      const text = lineOf(state, line);
      if (this.#open.test(text)) open.push(line);
      const start = this.#close.test(text) ? open.pop() : undefined;
      if (start !== undefined) ends.set(start, line);
    }
    return { from, to, ends };
  }
}

/** Reads the blocks of some lines, as if the text ended behind them. */
export function readBlocks(state: StateBlock, from: number, to: number, parentType: string): void {
  const { parentType: before, lineMax } = state;
  Object.assign(state, { parentType, lineMax: to });
  state.md.block.tokenize(state, from, to);
  Object.assign(state, { parentType: before, lineMax });
}
