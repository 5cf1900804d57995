/**
 * A formatted text and its source. Unchanged blocks are written back byte for byte, and so are the gaps between them.
 * Gaps hold empty lines and link reference definitions.
 */
import type { Node } from "prosemirror-model";
import { blockText, markerInText } from "./blocks.ts";
import { canonical, isEmptyParagraph } from "./canonical.ts";
import type { Manner } from "./inline.ts";
import { type ReadText, documentOf, read } from "./read.ts";

export interface WrittenMarkdown {
  readonly markdown: string;
  /** True if reading the Markdown gives the edited document again. */
  readonly isFaithful: boolean;
}

interface Block {
  readonly node: Node;
  readonly text: string;
}

const LINE_ENDS = /\r\n?|\n/g;

/** The offsets of all line beginnings, then the length of the text. */
function lineStarts(text: string): number[] {
  const ends = [...text.matchAll(LINE_ENDS)].map((end) => end.index + end[0].length);
  return [0, ...ends.filter((end) => end < text.length), text.length];
}

export class KeptText {
  readonly doc: Node;
  readonly #source: string;
  readonly #reading: ReadText;
  readonly #blocks: readonly Block[];
  /** The source text before each block, and after the last one. */
  readonly #gaps: readonly string[];
  readonly #places: ReadonlyMap<Node, number>;
  readonly #lineEnd: string;
  readonly #manners: readonly Manner[];
  readonly #fresh = new WeakMap<Node, WrittenMarkdown>();

  /** Undefined if rewriting some block would change its meaning. */
  static open(markdown: string): KeptText | undefined {
    const reading = read(markdown);
    if (!reading) return undefined;
    const kept = new KeptText(markdown, reading);
    return reading.blocks.every(({ node }) => kept.#anew(node).isFaithful) ? kept : undefined;
  }

  private constructor(source: string, reading: ReadText) {
    this.#source = source;
    this.#reading = reading;
    this.doc = documentOf(reading.blocks.map(({ node }) => node));
    const [blocks, gaps] = cut(source, reading);
    this.#blocks = blocks;
    this.#gaps = gaps;
    this.#places = new Map(blocks.map(({ node }, index) => [node, index]));
    this.#lineEnd = /\r\n?|\n/.exec(source)?.[0] ?? "\n";
    this.#manners = mannersOf(source);
  }

  write(doc: Node): WrittenMarkdown {
    if (doc.eq(this.doc)) return { markdown: this.#source, isFaithful: true };
    // A paragraph of the source that draws nothing stays. One that the member left empty is no Markdown.
    const blocks = doc.content.content.filter((block) => !isEmptyParagraph(block) || this.#isOfSource(block));
    const asked = canonical(blocks);
    const places = this.#placesOf(blocks);
    const ways = [
      () => this.#joined(blocks, places, false),
      () => this.#joined(blocks, places, true),
      () =>
        this.#joined(
          blocks,
          blocks.map(() => undefined),
          true,
        ),
    ];
    let markdown = "";
    for (const way of ways) {
      markdown = way();
      const again = read(markdown);
      if (again && canonical(again.blocks.map(({ node }) => node)) === asked) return { markdown, isFaithful: true };
    }
    return { markdown, isFaithful: false };
  }

  #isOfSource(block: Node): boolean {
    return block.content.size > 0 && this.#blocks.some(({ node }) => node.eq(block));
  }

  /** For each block, its index among the source's blocks; undefined for a changed block. */
  #placesOf(blocks: readonly Node[]): (number | undefined)[] {
    let next = 0;
    return blocks.map((block) => {
      const place = this.#places.get(block) ?? this.#alike(block, next);
      if (place !== undefined) next = place + 1;
      return place;
    });
  }

  #alike(block: Node, next: number): number | undefined {
    if (this.#blocks[next]?.node.eq(block)) return next;
    const found = this.#blocks.findIndex(({ node }) => node.eq(block));
    return found < 0 ? undefined : found;
  }

  /** Joins the blocks and the gaps. With `isWide`, an empty line separates each changed block from its neighbours. */
  #joined(blocks: readonly Node[], places: readonly (number | undefined)[], isWide: boolean): string {
    const unmoved = stands(places, this.#blocks.length);
    const used = new Set([0, this.#gaps.length - 1]);
    const texts = this.#texts(blocks, places);
    const parts = texts.map((text, index) => {
      const [before, here] = [unmoved[index - 1], unmoved[index]];
      if (index === 0 || here === undefined || before !== here - 1)
        return index === 0 ? text : this.#lineEnd + this.#lineEnd + text;
      used.add(here);
      const isOurs = places[index - 1] !== undefined && places[index] !== undefined;
      const gap = this.#gaps[here] ?? "";
      return (isOurs || !isWide ? gap : this.#wide(gap)) + text;
    });
    const isOurs = places.at(-1) === this.#blocks.length - 1;
    return (
      this.#start(blocks.length) + parts.join("") + this.#namesIn(used) + this.#end(blocks.length, isOurs || !isWide)
    );
  }

  /** The gap between two blocks, with an empty line and the link definitions in it. */
  #wide(gap: string): string {
    const apart = this.#lineEnd + this.#lineEnd;
    if (gap.trim() === "") return isBlank(gap) ? gap : apart;
    return apart + gap.trim() + apart;
  }

  /**
   * The text before the first block. A source of link definitions only has a single gap, which the first block follows.
   */
  #start(count: number): string {
    const [gap = ""] = this.#gaps;
    if (this.#gaps.length > 1 || count === 0) return gap;
    return gap.trim() === "" ? "" : gap.trimEnd() + this.#lineEnd + this.#lineEnd;
  }

  #end(count: number, isKept: boolean): string {
    const gap = this.#gaps.length > 1 ? (this.#gaps.at(-1) ?? "") : "";
    if (gap.trim() === "") return count === 0 ? "" : gap;
    return isKept ? gap : (count === 0 ? "" : this.#lineEnd + this.#lineEnd) + gap.trimStart();
  }

  /** The link definitions in gaps between removed blocks. Other blocks may use them. */
  #namesIn(used: ReadonlySet<number>): string {
    const lost = this.#gaps.filter((gap, index) => !used.has(index) && gap.trim() !== "");
    return lost.map((gap) => this.#lineEnd + this.#lineEnd + gap.trim()).join("");
  }

  /** The text of each block. Neighbouring lists get different markers, or they would merge. */
  #texts(blocks: readonly Node[], places: readonly (number | undefined)[]): string[] {
    let text = "";
    return blocks.map((block, index) => {
      const before = blocks[index - 1]?.type === block.type ? [markerInText(text)] : [];
      const after = blocks[index + 1]?.type === block.type ? this.#markerAt(places[index + 1]) : [];
      text = this.#textOf(block, places[index], [...before, ...after]);
      return text;
    });
  }

  #markerAt(place: number | undefined): string[] {
    const kept = place === undefined ? undefined : this.#blocks[place];
    return kept ? [markerInText(kept.text)] : [];
  }

  #textOf(block: Node, place: number | undefined, taken: readonly string[]): string {
    const kept = place === undefined ? undefined : this.#blocks[place];
    return kept ? kept.text : this.#anew(block, taken).markdown.replaceAll("\n", this.#lineEnd);
  }

  /** Rewrites a block in the first style that reads back as the same block. */
  #anew(block: Node, taken: readonly string[] = []): WrittenMarkdown {
    const known = taken.length === 0 ? this.#fresh.get(block) : undefined;
    if (known) return known;
    const asked = canonical([block]);
    const texts = this.#manners.map((manner) => blockText(block, manner, taken));
    const faithful = texts.find((text) => {
      const again = read(text, this.#reading.references);
      return again && canonical(again.blocks.map(({ node }) => node)) === asked;
    });
    const made = { markdown: faithful ?? texts[0] ?? "", isFaithful: faithful !== undefined };
    if (taken.length === 0) this.#fresh.set(block, made);
    return made;
  }
}

const isBlank = (gap: string): boolean => /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/.test(gap);

/** Removes line ends and blank lines at the end of a block. */
function withoutEmptyLines(text: string): string {
  let content = text.length;
  while (content > 0 && " \t\r\n".includes(text.charAt(content - 1))) content -= 1;
  const end = /[\r\n]/.exec(text.slice(content));
  return end ? text.slice(0, content + end.index) : text;
}

/** Splits the source into its blocks and the gaps between them. */
function cut(source: string, { blocks }: ReadText): [Block[], string[]] {
  const starts = lineStarts(source);
  const found: Block[] = [];
  const gaps: string[] = [];
  let at = 0;
  for (const { node, lines } of blocks) {
    const start = Math.max(at, starts[lines[0]] ?? source.length);
    const whole = source.slice(start, starts[lines[1]] ?? source.length);
    const text = withoutEmptyLines(whole);
    gaps.push(source.slice(at, start));
    found.push({ node, text });
    at = start + text.length;
  }
  return [found, [...gaps, source.slice(at)]];
}

/** The index of each block in the source. A run of changed blocks takes the place of equally many removed ones. */
function stands(places: readonly (number | undefined)[], count: number): (number | undefined)[] {
  const found = [...places];
  let from = 0;
  while (from < places.length) {
    if (places[from] !== undefined) {
      from += 1;
      continue;
    }
    let to = from;
    while (to < places.length && places[to] === undefined) to += 1;
    const before = from === 0 ? -1 : (places[from - 1] ?? -1);
    const after = to === places.length ? count : (places[to] ?? count);
    if (after - before - 1 === to - from)
      for (let index = from; index < to; index += 1) found[index] = before + 1 + index - from;
    from = to;
  }
  return found;
}

/** The styles to try, the author's usual emphasis first. */
function mannersOf(source: string): Manner[] {
  const lines = source.match(/(?<![\w_])_[^\s_]/g)?.length ?? 0;
  const stars = source.match(/(?<!\*)\*[^\s*]/g)?.length ?? 0;
  const signs: Manner["em"][] = lines > stars ? ["_", "*"] : ["*", "_"];
  return [false, true].flatMap((brackets) => signs.map((em): Manner => ({ em, brackets })));
}
