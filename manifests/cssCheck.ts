/**
 * A style sheet that stays inside the `@scope { … }` it is put in and loads nothing. An unclosed bracket, string or
 * comment would swallow the end of the scope; an escape such as `\75rl` spells a word this check would not see.
 */
import type { Fault } from "./liquid.ts";
import { quote } from "./pointer.ts";

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
const CLOSERS = new Set(Object.values(CLOSING));
/** Characters that are a token of their own only where something is broken. */
const BROKEN: Readonly<Record<string, { readonly found: string; readonly allowed: string }>> = {
  '"': { found: "a string without its end", allowed: 'a closing " on the same line' },
  "'": { found: "a string without its end", allowed: "a closing ' on the same line" },
  "\\": { found: "a backslash outside a string", allowed: "words without escapes" },
};
const TOKEN =
  /\/\*[\s\S]*?\*\/|"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"|'[^'\\\n]*(?:\\[^\n][^'\\\n]*)*'|@[-\w]+|[-\w]+(?=\()|[-\w]+|[\s\S]/gu;

class Sheet {
  readonly #scope: StyleScope;
  readonly #faults: Fault[] = [];
  readonly #open: { char: string; offset: number }[] = [];

  constructor(scope: StyleScope) {
    this.#scope = scope;
  }

  run(css: string): Fault[] {
    for (const match of css.matchAll(TOKEN)) this.#token(match[0], match.index, css[match.index + match[0].length]);
    for (const { char, offset } of this.#open)
      this.#refuse(`${char} without its end`, `a closing ${CLOSING[char] ?? ""}`, offset);
    return this.#faults;
  }

  #refuse(found: string, allowed: string, offset: number): void {
    this.#faults.push({ found, allowed, offset });
  }

  #token(token: string, offset: number, next: string | undefined): void {
    if (/<\/?\s*style|<!--|-->/i.test(token)) this.#refuse(quote(token), "style sheets without HTML", offset);
    if (token.length > 1) return this.#word(token, offset, next);
    const broken = BROKEN[token];
    if (broken) return this.#refuse(broken.found, broken.allowed, offset);
    if (CLOSING[token]) this.#open.push({ char: token, offset });
    else if (CLOSERS.has(token)) this.#close(token, offset);
    else if (token === "/" && next === "*") this.#refuse("a comment without its end", "a closing */", offset);
    else if (token === "<") this.#less(next, offset);
  }

  /** `<` compares in media queries; with a letter, ! or / behind it, it is HTML. */
  #less(next: string | undefined, offset: number): void {
    if (next !== undefined && /[a-zA-Z!/]/.test(next)) this.#refuse(`<${next}`, "style sheets without HTML", offset);
  }

  #word(token: string, offset: number, next: string | undefined): void {
    if (token.startsWith("@")) return this.#atRule(token.slice(1).toLowerCase(), offset);
    if (next !== "(" || !FORBIDDEN_FUNCTIONS.has(token.toLowerCase())) return;
    this.#refuse(`${token}(…)`, "gradients, colours and system fonts: a style sheet loads nothing", offset);
  }

  #atRule(name: string, offset: number): void {
    const known = AT_RULES[this.#scope];
    if (!known.has(name)) this.#refuse(`@${name}`, `only ${[...known].map((rule) => `@${rule}`).join(", ")}`, offset);
  }

  #close(char: string, offset: number): void {
    const innermost = this.#open.pop();
    if (innermost && CLOSING[innermost.char] === char) return;
    this.#refuse(`${char} without its start`, "as many closing brackets as opening ones", offset);
  }
}

export const styleFaults = (css: string, scope: StyleScope): Fault[] => new Sheet(scope).run(css);
