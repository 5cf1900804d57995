/** Codes of a Markdown text: the targets of links and pictures, which translators must not change. */
import type { UnitPiece } from "./document.ts";

const TARGET = /\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g;

interface Coded {
  readonly pieces: readonly UnitPiece[];
  readonly codes: Readonly<Record<string, string>>;
}

/** Splits a text at its codes. A text that is no Markdown has none. */
export function coded(text: string, isMarkdown: boolean): Coded {
  const pieces: UnitPiece[] = [];
  const codes: Record<string, string> = {};
  let end = 0;
  for (const { 0: target, index } of isMarkdown ? text.matchAll(TARGET) : []) {
    const code = String(Object.keys(codes).length + 1);
    codes[code] = target;
    pieces.push(...wordsOf(text.slice(end, index)), { code });
    end = index + target.length;
  }
  return { pieces: [...pieces, ...wordsOf(text.slice(end))], codes };
}

const wordsOf = (text: string): readonly string[] => (text === "" ? [] : [text]);

/**
 * The text of a translation, with the codes of the source. Undefined if it has another code than the source, or one of
 * them another number of times.
 */
export function withCodes(pieces: readonly UnitPiece[], codes: Readonly<Record<string, string>>): string | undefined {
  const used = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.code]));
  const isWhole = used.toSorted().join("\n") === Object.keys(codes).toSorted().join("\n");
  return isWhole ? pieces.map((piece) => (typeof piece === "string" ? piece : codes[piece.code])).join("") : undefined;
}
