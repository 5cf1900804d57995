/**
 * Finds out which element a selector matches, from its last compound. Rules for elements inside the section stay inside
 * by containment. Rules for the section's element could move it over other sections.
 */
import { type CSSToken, isTokenFunction, isTokenIdent, TokenType } from "@csstools/css-tokenizer";
import { depthOf } from "./sheet.ts";

export interface Subject {
  /** `root` matches the section's element, `inside` never does, `either` may. */
  readonly reach: "root" | "inside" | "either";
  /** The name of the pseudo-element after the compound, if any. */
  readonly pseudo: string | undefined;
  /** The offset at which the kernel inserts a further condition. */
  readonly end: number;
}

const isDelim = (token: CSSToken | undefined, sign: string): boolean =>
  token?.[0] === TokenType.Delim && token[1] === sign;
const COMBINATORS = [">", "+", "~"];
const isSpace = (token: CSSToken | undefined): boolean => token?.[0] === TokenType.Whitespace;
const isCombinator = (token: CSSToken): boolean => isSpace(token) || COMBINATORS.some((sign) => isDelim(token, sign));

function trimmed(tokens: readonly CSSToken[]): readonly CSSToken[] {
  const from = tokens.findIndex((token) => !isSpace(token));
  return from === -1 ? [] : tokens.slice(from, tokens.findLastIndex((token) => !isSpace(token)) + 1);
}

/** The tokens outside of all brackets, each with its index. */
function outermost(tokens: readonly CSSToken[]): readonly (readonly [number, CSSToken])[] {
  let depth = 0;
  return [...tokens.entries()].filter(([, token]) => {
    const before = depth;
    depth += depthOf(token);
    return before === 0;
  });
}

export function selectorsOf(prelude: readonly CSSToken[]): (readonly CSSToken[])[] {
  const commas = outermost(prelude)
    .filter(([, [type]]) => type === TokenType.Comma)
    .map(([at]) => at);
  const starts = [0, ...commas.map((at) => at + 1)];
  return starts.map((from, index) => trimmed(prelude.slice(from, commas[index] ?? prelude.length)));
}

/** The compound selector after the last combinator. */
function lastCompound(selector: readonly CSSToken[]): readonly CSSToken[] {
  const last = outermost(selector).findLast(([, token]) => isCombinator(token));
  return last ? selector.slice(last[0] + 1) : selector;
}

const LEGACY_PSEUDO: ReadonlySet<string> = new Set(["before", "after", "first-line", "first-letter"]);

/** The name after a colon, of a pseudo-class or pseudo-element. */
export const nameIn = (token: CSSToken | undefined): string =>
  isTokenIdent(token) || isTokenFunction(token) ? token[4].value.toLowerCase() : "";

const isColon = (token: CSSToken | undefined): boolean => token?.[0] === TokenType.Colon;

/** The index at which a pseudo-element begins in a compound; -1 without one. */
function pseudoAt(compound: readonly CSSToken[]): number {
  const starts = outermost(compound)
    .filter(([, token]) => isColon(token))
    .map(([at]) => at);
  return starts.find((at) => isColon(compound[at + 1]) || LEGACY_PSEUDO.has(nameIn(compound[at + 1]))) ?? -1;
}

/** Classes that the kernel sets on the section's element. All other classes belong to templates. */
const isOwnClass = (name: string): boolean => /^(?:section(?:--.*)?|is-.*)$/.test(name);

const isForeignClass = (compound: readonly CSSToken[], at: number): boolean => {
  const name = compound[at + 1];
  return isDelim(compound[at], ".") && name?.[0] === TokenType.Ident && !isOwnClass(name[4].value);
};

const isOtherElement = ([first]: readonly CSSToken[]): boolean =>
  first?.[0] === TokenType.Ident && first[4].value.toLowerCase() !== "section";

function reachOf(compound: readonly CSSToken[], parentReachesRoot: boolean): Subject["reach"] {
  const places = outermost(compound).map(([at]) => at);
  if (isOtherElement(compound) || places.some((at) => isForeignClass(compound, at))) return "inside";
  if (places.some((at) => isColon(compound[at]) && nameIn(compound[at + 1]) === "scope")) return "root";
  const isNested = places.some((at) => isDelim(compound[at], "&"));
  if (isNested) return parentReachesRoot ? "root" : "inside";
  return "either";
}

/** Tells what a selector matches. `parentReachesRoot` answers the same for `&`. */
export function subjectOf(selector: readonly CSSToken[], parentReachesRoot: boolean): Subject {
  const compound = lastCompound(selector);
  const at = pseudoAt(compound);
  const element = at === -1 ? compound : compound.slice(0, at);
  const pseudo = at === -1 ? undefined : nameIn(compound[at + 1]) || nameIn(compound[at + 2]);
  const end = element.at(-1)?.[3] ?? (compound[0]?.[2] ?? 0) - 1;
  return { reach: reachOf(element, parentReachesRoot), pseudo, end: end + 1 };
}
