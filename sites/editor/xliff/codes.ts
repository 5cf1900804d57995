/** Codes of a Markdown text: addresses and the signs of directives, which translators must not change. */
import { placedDirectives, placesBeside } from "../../../runtime/rendering/dialect/directivePlaces.ts";
import { markdownAddresses } from "../../../runtime/rendering/markdown/markdownTargets.ts";
import { directiveForm } from "../document/directiveForm.ts";
import type { UnitPiece } from "./document.ts";
import type { ReadDirectiveText } from "./texts.ts";

/** The signs around an address that belong to its code, so that a title beside it stays words. */
const BEFORE = /\]\([ \t]*<?$|<$/;
const AFTER = /^>?\)|^>/;

interface Coded {
  readonly pieces: readonly UnitPiece[];
  readonly codes: Readonly<Record<string, string>>;
}

interface CodePlace {
  readonly at: number;
  readonly end: number;
  readonly isAddress: boolean;
}

function placesIn(text: string, isRead: ReadDirectiveText): readonly CodePlace[] {
  const addresses = (markdownAddresses(text)?.spans ?? []).map(({ at, end }) => ({ at, end, isAddress: true }));
  const signs = placedDirectives(text).flatMap((directive) =>
    placesBeside(directive, ({ value }) => isRead(directive.name, value)),
  );
  return [...addresses, ...signs.map((place) => ({ ...place, isAddress: false }))].toSorted(
    (one, other) => one.at - other.at,
  );
}

/** Splits a text at its codes. A text that is no Markdown has none. */
export function coded(text: string, isMarkdown: boolean, isRead: ReadDirectiveText): Coded {
  const pieces: UnitPiece[] = [];
  const codes: Record<string, string> = {};
  let done = 0;
  for (const { at, end, isAddress } of isMarkdown ? placesIn(text, isRead) : []) {
    if (at < done) continue;
    const before = isAddress ? BEFORE.exec(text.slice(done, at)) : null;
    const after = isAddress ? AFTER.exec(text.slice(end)) : null;
    const start = at - (before?.[0].length ?? 0);
    const stop = end + (after?.[0].length ?? 0);
    const code = String(Object.keys(codes).length + 1);
    codes[code] = text.slice(start, stop);
    pieces.push(...wordsOf(text.slice(done, start)), { code });
    done = stop;
  }
  return { pieces: [...pieces, ...wordsOf(text.slice(done))], codes };
}

const wordsOf = (text: string): readonly string[] => (text === "" ? [] : [text]);

/** A code behind which the value of a directive stands. */
const BEFORE_VALUE = /^(?:[\]"]|:).*[{ \t][A-Za-z0-9_]+="$/;

/** A quote or a backslash in the value of a directive, with the backslash that it may have. */
const SIGN_OF_VALUE = /\\["\\]|["\\]/g;

/**
 * The text of a translation, with the codes of the source. Undefined if it has another code than the source, or one of
 * them another number of times.
 */
export function withCodes(pieces: readonly UnitPiece[], codes: Readonly<Record<string, string>>): string | undefined {
  const used = pieces.flatMap((piece) => (typeof piece === "string" ? [] : [piece.code]));
  const isWhole = used.toSorted().join("\n") === Object.keys(codes).toSorted().join("\n");
  if (!isWhole) return undefined;
  let last = "";
  return pieces
    .map((piece) => {
      if (typeof piece !== "string") return (last = codes[piece.code] ?? "");
      if (!BEFORE_VALUE.test(last)) return piece;
      return piece.replaceAll(SIGN_OF_VALUE, (sign) => (sign.length > 1 ? sign : `\\${sign}`));
    })
    .join("");
}

/** True if a translation has the directives of its source, in any order. */
export function keepsDirectives(source: string, translation: string, isRead: ReadDirectiveText): boolean {
  const form = (text: string): string => directiveForm(text, ({ name }, { value }) => isRead(name, value));
  return form(source) === form(translation);
}
