/**
 * Checks that a style sheet cannot leave the `@scope { … }` that the kernel puts it in, and loads nothing. The check
 * uses a tokenizer of CSS Syntax 3, because browsers end strings, comments and brackets by it. A pattern of ours would
 * disagree, for example about a carriage return in a string.
 */
import { type CSSToken, isTokenFunction, tokenize, TokenType } from "@csstools/css-tokenizer";
import { STYLE_MAX_DEPTH } from "../bounds/templates.ts";
import type { LiquidFault } from "../liquid/liquid.ts";
import { quote } from "../refusals/pointer.ts";
import { sectionFaults } from "./section.ts";
import { readSheet } from "./sheet.ts";

export type StyleScope = "section" | "theme";

const AT_RULES: Readonly<Record<StyleScope, ReadonlySet<string>>> = {
  section: new Set(["media", "supports", "container", "keyframes", "starting-style", "layer"]),
  theme: new Set([
    ..."media supports container keyframes starting-style layer property scope counter-style page view-transition".split(
      " ",
    ),
    "font-face",
  ]),
};
const FORBIDDEN_FUNCTIONS = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "expression",
  "element",
  "-moz-element",
]);
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };
const CLOSERS: ReadonlySet<string> = new Set(Object.values(CLOSING));
const WITHOUT_HTML = "style sheets without HTML";
const UNENDED_STRING = { found: "a string without its closing quote", allowed: "a closing \" or ' on the same line" };

type Words = Omit<LiquidFault, "offset">;

/** The fault of each kind of malformed token. */
const BROKEN: ReadonlyMap<TokenType, Words> = new Map([
  [TokenType.BadString, UNENDED_STRING],
  [TokenType.CDO, { found: "<!--", allowed: WITHOUT_HTML }],
  [TokenType.CDC, { found: "-->", allowed: WITHOUT_HTML }],
]);

/** The fault of each kind of token that the end of the file cuts off. */
const CUT: ReadonlyMap<TokenType, Words> = new Map([
  [TokenType.String, UNENDED_STRING],
  [TokenType.Comment, { found: "a comment without its closing */", allowed: "a closing */" }],
]);

/** Kinds of tokens in which a backslash or HTML's characters are plain text. */
const TEXTS: ReadonlySet<TokenType> = new Set([TokenType.String, TokenType.BadString, TokenType.Comment]);

class Tokens {
  readonly #scope: StyleScope;
  readonly #faults: LiquidFault[] = [];
  readonly #open: { readonly char: string; readonly offset: number }[] = [];
  readonly #cut: ReadonlySet<number>;

  constructor(scope: StyleScope, cut: ReadonlySet<number>) {
    this.#scope = scope;
    this.#cut = cut;
  }

  run(tokens: readonly CSSToken[]): LiquidFault[] {
    for (const [index, token] of tokens.entries())
      if (!isAssetAddress(tokens, index)) this.#token(token, tokens[index + 1]);
      else this.#bracket(token);
    for (const { char, offset } of this.#open)
      this.#refuse({ found: `${char} without its end`, allowed: `a closing ${CLOSING[char] ?? ""}` }, offset);
    return this.#faults;
  }

  #refuse(words: Words, offset: number): void {
    this.#faults.push({ ...words, offset });
  }

  #token(token: CSSToken, next: CSSToken | undefined): void {
    const words = this.#wordsFor(token, next);
    if (words) return this.#refuse(words, token[2]);
    this.#bracket(token);
  }

  #wordsFor(token: CSSToken, next: CSSToken | undefined): Words | undefined {
    const [type, , start] = token;
    const broken = BROKEN.get(type) ?? (this.#cut.has(start) ? CUT.get(type) : undefined);
    return broken ?? escapeIn(token) ?? markupIn(token, next) ?? functionIn(token) ?? this.#atRule(token);
  }

  #atRule(token: CSSToken): Words | undefined {
    if (token[0] !== TokenType.AtKeyword) return undefined;
    const name = token[4].value.toLowerCase();
    const known = AT_RULES[this.#scope];
    if (known.has(name)) return undefined;
    return { found: `@${name}`, allowed: `only ${[...known].map((rule) => `@${rule}`).join(", ")}` };
  }

  #bracket(token: CSSToken): void {
    const [, text, offset] = token;
    const char = isTokenFunction(token) ? "(" : text;
    if (CLOSING[char]) this.#enter(char, offset);
    else if (CLOSERS.has(char)) this.#close(char, offset);
  }

  /** Limits nesting, because browsers and this check recurse once for each bracket. */
  #enter(char: string, offset: number): void {
    this.#open.push({ char, offset });
    if (this.#open.length !== STYLE_MAX_DEPTH + 1) return;
    this.#refuse(
      { found: `more than ${STYLE_MAX_DEPTH} open brackets`, allowed: `at most ${STYLE_MAX_DEPTH}` },
      offset,
    );
  }

  #close(char: string, offset: number): void {
    const innermost = this.#open.pop();
    if (innermost && CLOSING[innermost.char] === char) return;
    this.#refuse({ found: `${char} without its start`, allowed: "as many closing brackets as opening ones" }, offset);
  }
}

/** Refuses escapes outside of strings. They hide a word from the reader, such as `\75rl` for `url`. */
const escapeIn = ([type, text]: CSSToken): Words | undefined =>
  text.includes("\\") && !TEXTS.has(type)
    ? { found: "a backslash outside a string", allowed: "text without escapes" }
    : undefined;

/** `<` compares in media queries. Before a letter, ! or / it would begin an HTML tag. */
function markupIn([type, text]: CSSToken, next: CSSToken | undefined): Words | undefined {
  if (TEXTS.has(type))
    return /<\/?\s*style|<!--|-->/i.test(text) ? { found: quote(text), allowed: WITHOUT_HTML } : undefined;
  const behind = next?.[1][0] ?? "";
  return text === "<" && /[a-zA-Z!/]/.test(behind) ? { found: `<${behind}`, allowed: WITHOUT_HTML } : undefined;
}

const ASSET = /^asset:[a-z][a-z0-9-]*$/;

/** `url("asset:name")`: an asset of the plugin itself. The kernel replaces it with the asset's URL. */
function isAssetAddress(tokens: readonly CSSToken[], index: number): boolean {
  const [opening, ...behind] = tokens.slice(index, index + ASSET_TOKENS);
  if (!opening || !isTokenFunction(opening) || opening[4].value.toLowerCase() !== "url") return false;
  const [name, end] = behind.filter(([type]) => type !== TokenType.Whitespace);
  return name?.[0] === TokenType.String && ASSET.test(name[4].value) && end?.[0] === TokenType.CloseParen;
}

/** The opening, the name and the closing, with white space around the name. */
const ASSET_TOKENS = 5;

/** A URL without quotes is a single token. */
const ADDRESSES: ReadonlySet<TokenType> = new Set([TokenType.URL, TokenType.BadURL]);

function functionIn(token: CSSToken): Words | undefined {
  const [type, text] = token;
  const name = isTokenFunction(token) || ADDRESSES.has(type) ? text.slice(0, text.indexOf("(")) : "";
  return FORBIDDEN_FUNCTIONS.has(name.toLowerCase())
    ? {
        found: `${name}(…)`,
        allowed: 'url("asset:<name>") with an asset of this plugin: a style sheet loads nothing else',
      }
    : undefined;
}

export function styleFaults(css: string, scope: StyleScope): LiquidFault[] {
  const cut = new Set<number>();
  const tokens = tokenize({ css }, { onParseError: ({ sourceStart }) => cut.add(sourceStart) });
  const faults = new Tokens(scope, cut).run(tokens);
  // Rules can be read only from a sheet without faults.
  return faults.length > 0 || scope === "theme" ? faults : sectionFaults(readSheet(tokens));
}
