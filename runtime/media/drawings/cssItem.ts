import type { CssToken } from "./cssTokens.ts";

/** Functions that compute and load nothing. What calls another one is left out. */
const FUNCTIONS =
  /^(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|calc|min|max|clamp|var|(?:translate|rotate|scale)(?:[xyz]|3d)?|skew[xy]?|matrix(?:3d)?|perspective|cubic-bezier|steps|linear|blur|brightness|contrast|drop-shadow|grayscale|hue-rotate|invert|opacity|saturate|sepia|circle|ellipse|inset|polygon|rect|(?:repeating-)?(?:linear|radial|conic)-gradient|not|is|where|has|lang|nth-(?:last-)?(?:child|of-type))\($/i;
const LOCAL = /^url\([ \t\n]*(["']?)#([^\s"'()<>\\%]+)\1[ \t\n]*\)$/i;
const BARRED_WORD = /^(?:behavior|-moz-binding)$/i;
const CLOSED = /^(["'])(?:[^\\]|\\[^])*\1$/;
const UNCERTAIN = /[<\\]/;
/** Tells of a token whether it may load something, or end in another place for some browsers. */
const LOADS: Readonly<Partial<Record<CssToken["kind"], (text: string) => boolean>>> = {
  string: (text) => text.includes("<") || /script:/i.test(text) || !CLOSED.test(text),
  function: (text) => !FUNCTIONS.test(text) && !text.startsWith("@"),
  sign: (text) => UNCERTAIN.test(text),
  word: (text) => BARRED_WORD.test(text) || /^[@#][^]*\\/.test(text),
};
const DECLARED = /^([\w-]+)[ \t\n]*:/;
/** Properties with references that elements within do not inherit by themselves. Nobody could count them otherwise. */
const NOT_INHERITED = /mask|clip|filter|^all$|^--/i;
/** Properties that give an element points, or that other browsers run. */
const BARRED_PROPERTY = /^(?:d|behavior|-moz-binding)$/i;

/** The id that an address names in this drawing. */
const localId = (address: string): string | undefined => LOCAL.exec(address)?.[2];

/** A declaration, the words before a block, or a value: what it says, and whether it can stay. */
export class CssItem {
  text = "";
  readonly ids: string[] = [];
  #loads = false;
  /** True if a word has an escape, as in selectors. */
  #escaped = false;
  #inherits = false;
  readonly #brackets: string[] = [];

  get isOpen(): boolean {
    return this.#brackets.length > 0;
  }

  /** Takes a token. False if browsers could disagree about the item's end. */
  take({ kind, text }: CssToken): boolean {
    if (kind === "comment") this.text += this.text === "" ? "" : "/**/";
    else if (kind === "address") this.#address(text);
    else this.text += this.text === "" && kind === "space" ? "" : text;
    if (kind === "word") this.#word(text);
    this.#loads ||= LOADS[kind]?.(text) ?? false;
    return this.#bracket(kind, text);
  }

  #address(text: string): void {
    const id = localId(text);
    if (id !== undefined) this.ids.push(id);
    this.text += id === undefined ? "none" : text;
  }

  #word(text: string): void {
    this.#escaped ||= text.includes("\\");
    this.#inherits ||= text.toLowerCase() === "inherit";
  }

  #bracket(kind: CssToken["kind"], text: string): boolean {
    if (kind === "function" || text === "(") this.#brackets.push(")");
    else if (text === "[") this.#brackets.push("]");
    else if (text === ")" || text === "]") return this.#brackets.pop() === text;
    return true;
  }

  /** The words before a block; undefined if they cannot stay. */
  prelude(): string | undefined {
    const text = this.text.trim();
    return this.#loads || this.ids.length > 0 || text.startsWith("--") ? undefined : text;
  }

  /** The value of an attribute; undefined if it cannot stay. */
  value(property: string): string | undefined {
    return this.#loads || this.#escaped || this.isOpen || (this.#inherits && NOT_INHERITED.test(property))
      ? undefined
      : this.text.trim();
  }

  /** A declaration with its property; undefined if it cannot stay. */
  declaration(): { readonly property: string; readonly text: string } | undefined {
    const [, property = ""] = DECLARED.exec(this.text) ?? [];
    const text = this.value(property);
    const counted = this.ids.length === 0 || !property.startsWith("--");
    return text === undefined || property === "" || BARRED_PROPERTY.test(property) || !counted
      ? undefined
      : { property, text };
  }
}
