/** Codes of a Markdown text: the addresses of links and pictures, which translators must not change. */
import { markdownAddresses } from "../../../runtime/rendering/markdown/markdownTargets.ts";
import type { UnitPiece } from "./document.ts";

/** The signs around an address that belong to its code, so that a title beside it stays words. */
const BEFORE = /\]\([ \t]*<?$|<$/;
const AFTER = /^>?\)|^>/;

interface Coded {
  readonly pieces: readonly UnitPiece[];
  readonly codes: Readonly<Record<string, string>>;
}

/** Splits a text at its codes. A text that is no Markdown has none. */
export function coded(text: string, isMarkdown: boolean): Coded {
  const pieces: UnitPiece[] = [];
  const codes: Record<string, string> = {};
  let done = 0;
  const spans = (isMarkdown ? markdownAddresses(text)?.spans : undefined) ?? [];
  for (const { at, end } of spans.toSorted((one, other) => one.at - other.at)) {
    if (at < done) continue;
    const start = at - (BEFORE.exec(text.slice(done, at))?.[0].length ?? 0);
    const stop = end + (AFTER.exec(text.slice(end))?.[0].length ?? 0);
    const code = String(Object.keys(codes).length + 1);
    codes[code] = text.slice(start, stop);
    pieces.push(...wordsOf(text.slice(done, start)), { code });
    done = stop;
  }
  return { pieces: [...pieces, ...wordsOf(text.slice(done))], codes };
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
