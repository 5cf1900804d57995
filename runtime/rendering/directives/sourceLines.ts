/** The lines of a text, of which parts are replaced. Each line is read once, however many parts it has. */

interface Line {
  readonly source: string;
  /** The end of what was found in the line. */
  found: number;
  /** The line up to the end of its last replaced part. */
  readonly done: string[];
  behind: number;
}

/** Signs before the text of a line that all further lines of a quote repeat. Signs of lists are space there. */
const further = (prefix: string): string => prefix.replaceAll(/[^>\t]/g, " ");

/** The beginning of a further line of a block that begins behind such signs. */
const beginning = (prefix: string): RegExp =>
  new RegExp(`^${further(prefix).replaceAll(/[ \t]+/g, (space) => `[ \\t]{0,${space.length}}`)}`);

export class SourceLines {
  readonly #lines: Line[];
  /** The texts that stand for whole blocks, by their first line. The other lines of the block have gone. */
  readonly #blocks = new Map<number, string>();
  readonly #gone = new Set<number>();

  constructor(text: string) {
    this.#lines = text.split(/\r\n?|\n/).map((source) => ({ source, found: 0, done: [], behind: 0 }));
  }

  get count(): number {
    return this.#lines.length;
  }

  /** The place of some words in a line, behind those that were found before. */
  find(number: number, words: string): number | undefined {
    const line = this.#lines[number];
    const at = line?.source.indexOf(words, line.found) ?? -1;
    if (!line || at < 0) return undefined;
    line.found = at + words.length;
    return at;
  }

  replace(number: number, at: number, source: string, text: string): void {
    const line = this.#lines[number];
    if (!line || Number.isNaN(at) || at < line.behind || !line.source.startsWith(source, at)) return;
    line.done.push(line.source.slice(line.behind, at), text);
    line.behind = at + source.length;
  }

  /** Replaces the lines of a block by what is written of the lines between its first and its last one. */
  replaceBlock(from: number, to: number, source: string, written: (inside: string) => string): void {
    const first = this.#lines[from]?.source ?? "";
    const prefix = first.slice(0, Math.max(0, first.indexOf(source)));
    const begin = beginning(prefix);
    const inside = this.text(from + 1, to - 1).split("\n");
    const text = written(inside.map((line) => line.replace(begin, "")).join("\n"));
    const before = further(prefix);
    this.#blocks.set(
      from,
      text
        .split("\n")
        .map((line, index) => (index === 0 ? prefix : before) + line)
        .join("\n"),
    );
    for (let number = from + 1; number < to; number += 1) this.#gone.add(number);
  }

  text(from: number, to: number): string {
    const texts: string[] = [];
    for (let number = from; number < to; number += 1) if (!this.#gone.has(number)) texts.push(this.#line(number));
    return texts.join("\n");
  }

  #line(number: number): string {
    const line = this.#lines[number];
    if (!line) return "";
    return this.#blocks.get(number) ?? line.done.join("") + line.source.slice(line.behind);
  }
}
