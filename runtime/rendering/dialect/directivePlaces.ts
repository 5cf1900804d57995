/** Finds the places of directives in a text, and in them the words and values that stand between the signs. */
import { blockIn, EACH_VALUE, MARK_MAX_CHARS, markIn } from "./directives.ts";

interface TextPlace {
  readonly at: number;
  readonly end: number;
}

/** The words of a directive, or one of its values. */
export interface DirectivePart extends TextPlace {
  /** The name of the value. Null for the words. */
  readonly value: string | null;
  readonly text: string;
}

export interface PlacedDirective extends TextPlace {
  readonly name: string;
  readonly parts: readonly DirectivePart[];
}

const BEGINNINGS = /(?<![\p{L}\p{N}:]):(?=:*[ \t]*[a-z0-9])/gu;
const LINE_END = /[\r\n]|$/g;

/** All directives of a text, in order. Code in the text may hold one, too: changes must keep its signs as well. */
export function placedDirectives(text: string): readonly PlacedDirective[] {
  // A table escapes its signs inside of a directive, too.
  const source = text.replaceAll(/(?<!\\)\\\|/g, "||");
  const found: PlacedDirective[] = [];
  let lineEnd = 0;
  for (const { index } of source.matchAll(BEGINNINGS)) {
    const isBlock = source[index + 1] === ":";
    // The first colons alone can begin the block of a line, so that a long line is read once.
    if (index < (found.at(-1)?.end ?? 0) || (isBlock && index < lineEnd)) continue;
    if (isBlock) lineEnd = lineEndOf(source, index);
    const one = isBlock ? blockAt(source, index, lineEnd) : markAt(source, index);
    if (one) found.push(one);
  }
  return found;
}

function markAt(text: string, at: number): PlacedDirective | undefined {
  const mark = markIn(text.slice(at, at + MARK_MAX_CHARS));
  if (!mark) return undefined;
  const { name, source, words } = mark;
  const after = 1 + name.length;
  const hasWords = source[after] === "[";
  const inside = { value: null, text: words, at: at + after + 1, end: at + after + 1 + words.length };
  const values = valuesOf(source, hasWords ? after + words.length + 2 : after, at);
  return { name, at, end: at + source.length, parts: hasWords ? [inside, ...values] : values };
}

function lineEndOf(text: string, at: number): number {
  LINE_END.lastIndex = at;
  return LINE_END.exec(text)?.index ?? text.length;
}

function blockAt(text: string, at: number, lineEnd: number): PlacedDirective | undefined {
  const block = blockIn(text.slice(at, lineEnd));
  if (!block) return undefined;
  const { name, source } = block;
  return { name, at, end: at + source.length, parts: valuesOf(source, source.indexOf(name) + name.length, at) };
}

function valuesOf(source: string, from: number, shift: number): DirectivePart[] {
  return [...source.slice(from).matchAll(EACH_VALUE)].map(({ 0: whole, index }) => {
    const value = whole.slice(0, whole.indexOf("="));
    const at = shift + from + index;
    const text = whole.slice(value.length + 2, -1);
    return { value, text, at: at + value.length + 2, end: at + whole.length - 1 };
  });
}

/** The places of a directive outside of some of its parts, such as its name and its signs. */
export function placesBeside(
  { at, end, parts }: PlacedDirective,
  isOpen: (part: DirectivePart) => boolean,
): TextPlace[] {
  const open = parts.filter(isOpen);
  const starts = [at, ...open.map((part) => part.end)];
  return starts.map((start, index) => ({ at: start, end: open[index]?.at ?? end }));
}
