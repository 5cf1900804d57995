/**
 * Parses the rules and declarations of a style sheet, like "consume a block's contents" in CSS Syntax 3. A section's
 * sheet is such a block itself: declarations outside of any rule style the section.
 *
 * The caller has checked that all brackets are closed and within STYLE_MAX_DEPTH.
 */
import { type CSSToken, isTokenFunction, TokenType } from "@csstools/css-tokenizer";

export interface Declaration {
  readonly kind: "declaration";
  readonly name: string;
  readonly value: readonly CSSToken[];
  readonly offset: number;
}

export interface CssRule {
  readonly kind: "rule";
  /** An at-rule's name without the @; empty for a rule with selectors. */
  readonly at: string;
  readonly prelude: readonly CSSToken[];
  readonly body: readonly SheetItem[];
  readonly offset: number;
}

export type SheetItem = Declaration | CssRule;

const BLANK: ReadonlySet<TokenType> = new Set([TokenType.Whitespace, TokenType.Comment]);
const OPENS: ReadonlySet<TokenType> = new Set([TokenType.OpenParen, TokenType.OpenSquare, TokenType.OpenCurly]);
const CLOSES: ReadonlySet<TokenType> = new Set([TokenType.CloseParen, TokenType.CloseSquare, TokenType.CloseCurly]);

export const isBlank = ([type]: CSSToken): boolean => BLANK.has(type);

/** The change in bracket depth after a token: 1, 0 or -1. */
export const depthOf = (token: CSSToken): number =>
  Number(OPENS.has(token[0]) || isTokenFunction(token)) - Number(CLOSES.has(token[0]));

class Reader {
  readonly #tokens: readonly CSSToken[];
  #at = 0;

  constructor(tokens: readonly CSSToken[]) {
    this.#tokens = tokens;
  }

  block(): SheetItem[] {
    const items: SheetItem[] = [];
    for (let token = this.#next(); token; token = this.#next()) items.push(...this.#item(token));
    return items;
  }

  /** The first token of the next item, or undefined at the end of the block. */
  #next(): CSSToken | undefined {
    for (; ; this.#at += 1) {
      const token = this.#here();
      if (!token || token[0] === TokenType.CloseCurly) return undefined;
      if (!isBlank(token) && token[0] !== TokenType.Semicolon) return token;
    }
  }

  #here(): CSSToken | undefined {
    const token = this.#tokens[this.#at];
    return token?.[0] === TokenType.EOF ? undefined : token;
  }

  /**
   * Parses an item: a rule if it has a block, otherwise a declaration. Browsers parse ambiguous text such as `a:hover {
   * … }` the same way.
   */
  #item(first: CSSToken): SheetItem[] {
    const from = this.#at;
    this.#skipToEnd();
    const prelude = this.#tokens.slice(from, this.#at);
    const body = this.#here()?.[0] === TokenType.OpenCurly ? this.#body() : undefined;
    return body || first[0] === TokenType.AtKeyword ? [rule(first, prelude, body ?? [])] : declarations(first, prelude);
  }

  #skipToEnd(): void {
    let depth = 0;
    for (let token = this.#here(); token; token = this.#here()) {
      const [type] = token;
      if (depth === 0 && ENDS.has(type)) return;
      depth += depthOf(token);
      this.#at += 1;
    }
  }

  #body(): SheetItem[] {
    this.#at += 1;
    const items = this.block();
    this.#at += 1;
    return items;
  }
}

const ENDS: ReadonlySet<TokenType> = new Set([TokenType.Semicolon, TokenType.OpenCurly, TokenType.CloseCurly]);

const withoutComments = (tokens: readonly CSSToken[]): CSSToken[] =>
  tokens.filter(([type]) => type !== TokenType.Comment);

const rule = (first: CSSToken, tokens: readonly CSSToken[], body: readonly SheetItem[]): CssRule => ({
  kind: "rule",
  at: first[0] === TokenType.AtKeyword ? first[4].value.toLowerCase() : "",
  prelude: withoutComments(first[0] === TokenType.AtKeyword ? tokens.slice(1) : tokens),
  body,
  offset: first[2],
});

/** Parses a declaration. Like browsers, it drops one without a name and a colon. */
function declarations(first: CSSToken, tokens: readonly CSSToken[]): Declaration[] {
  const [colon, ...value] = tokens.slice(1).filter((token) => !isBlank(token));
  if (first[0] !== TokenType.Ident || colon?.[0] !== TokenType.Colon) return [];
  return [{ kind: "declaration", name: propertyOf(first[4].value), value, offset: first[2] }];
}

/** Custom properties are case-sensitive, all others are not. */
const propertyOf = (name: string): string => (name.startsWith("--") ? name : name.toLowerCase());

export const readSheet = (tokens: readonly CSSToken[]): SheetItem[] => new Reader(tokens).block();
