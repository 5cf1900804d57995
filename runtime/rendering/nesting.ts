/**
 * Checks that a browser nests the finished HTML of a section as it is written. The element around a section contains it.
 * HTML that closes this element, or leaves its own elements open, would add markup outside or enclose the next sections.
 * An open form would even receive what visitors type into other forms. Values are escaped before, so every tag comes
 * from a template or the kernel.
 */
import { SECTION_HTML_MAX_DEPTH } from "../../manifests/bounds/templates.ts";

/** Elements without an end tag. */
const VOID = new Set("area br col embed hr image img input keygen link meta param source track wbr".split(" "));

/** Elements whose content is text up to their end tag, outside of drawings. */
const TEXT = new Set(["iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp"]);

/** Elements that no tag ends, or that browsers read differently with and without scripts. */
const UNENDING = new Set(["noscript", "plaintext"]);

const ROWS = ["tbody", "tfoot", "thead"];
const CELLS = ["td", "th"];

type Places = ReadonlyMap<string, ReadonlySet<string>>;

const each = (names: readonly string[], others: readonly string[]): (readonly [string, ReadonlySet<string>])[] =>
  names.map((name) => [name, new Set(others)]);

/** The only children that these elements may have. Browsers would close the element or move any other child out. */
const HOLDS: Places = new Map([
  ...each(["colgroup"], ["col"]),
  ...each(["optgroup"], ["option"]),
  ...each(["option"], []),
  ...each(["select"], ["hr", "optgroup", "option"]),
  ...each(["table"], ["caption", "col", "colgroup", "tr", ...ROWS]),
  ...each(ROWS, ["tr"]),
  ...each(["tr"], CELLS),
]);

/** The only parents that these elements may have. Elsewhere browsers drop their tags, or close a cell. */
const STANDS_IN: Places = new Map([
  ...each(["caption", "colgroup", ...ROWS], ["table"]),
  ...each(["col"], ["colgroup", "table"]),
  ...each(["tr"], ["table", ...ROWS]),
  ...each(CELLS, ["tr"]),
]);

const HEADING = /^h[1-6]$/;

/** Groups of elements that cannot contain each other: browsers close the outer element or drop the inner tag. */
const kindOf = (name: string): string | undefined =>
  HEADING.test(name) ? "heading" : name === "button" || name === "form" ? name : undefined;

/** HTML elements that close an open `<svg>`. */
const ENDS_DRAWING = new Set(
  (
    "b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta " +
    "nobr ol p pre ruby s small span strike strong sub sup table tt u ul var"
  ).split(" "),
);

/** SVG elements that contain HTML. */
const HTML_IN_DRAWING = new Set(["desc", "foreignobject", "title"]);

interface OpenElement {
  readonly name: string;
  /** True if browsers parse its content as SVG. */
  readonly isDrawing: boolean;
}

const COMMENT = "<!--";

/** A tag. Its name goes up to a space, `/` or `>`. Quoted attribute values may contain `>`. */
const TAG = /<(\/?)([a-z][^\s/>]*)[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/iy;

class Nesting {
  readonly #html: string;
  readonly #open: OpenElement[] = [];
  #at = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** The first fault; undefined if browsers nest every element as it is written. */
  fault(): string | undefined {
    for (this.#at = this.#html.indexOf("<"); this.#at !== -1; this.#at = this.#html.indexOf("<", this.#at)) {
      const fault = this.#markup();
      if (fault !== undefined) return fault;
    }
    const left = this.#open.at(-1);
    return left && `<${left.name}> is not closed`;
  }

  #markup(): string | undefined {
    if (this.#html.startsWith(COMMENT, this.#at)) return this.#comment();
    TAG.lastIndex = this.#at;
    const found = TAG.exec(this.#html);
    const name = found?.[2]?.toLowerCase();
    if (!found || name === undefined) return this.#sign();
    this.#at = TAG.lastIndex;
    return found[1] === "" ? this.#start(name, found[0].endsWith("/>")) : this.#end(name);
  }

  /** Browsers end a comment at `-->`, at `--!>`, and at a `>` or `->` directly after `<!--`. */
  #comment(): string | undefined {
    const from = this.#at + COMMENT.length;
    this.#skipTo("-->", from);
    if (this.#at === this.#html.length) return "a comment is not closed";
    return /^-?>|--!>/.test(this.#html.slice(from, this.#at)) ? "a comment ends before its `-->`" : undefined;
  }

  /** `<` is text unless a letter, `/`, `!` or `?` follows. */
  #sign(): string | undefined {
    this.#at += 1;
    return /[a-z/!?]/i.test(this.#html[this.#at] ?? "") ? "a tag has no end" : undefined;
  }

  #skipTo(text: string, from: number): void {
    const found = this.#html.indexOf(text, from);
    this.#at = found === -1 ? this.#html.length : found;
  }

  #end(name: string): string | undefined {
    if (this.#open.at(-1)?.name !== name) return `</${name}> closes what is not the innermost open element`;
    this.#open.pop();
    return undefined;
  }

  #start(name: string, closesItself: boolean): string | undefined {
    const parent = this.#open.at(-1);
    const isInDrawing = parent?.isDrawing === true;
    const fault = isInDrawing ? drawnFault(name) : this.#misplaced(name, parent?.name);
    const isWhole = isInDrawing || name === "svg" ? closesItself : VOID.has(name);
    if (fault !== undefined || isWhole) return fault;
    if (this.#open.length === SECTION_HTML_MAX_DEPTH)
      return `<${name}> is deeper than ${SECTION_HTML_MAX_DEPTH} elements`;
    this.#open.push({ name, isDrawing: name === "svg" || (isInDrawing && !HTML_IN_DRAWING.has(name)) });
    return isInDrawing ? undefined : this.#text(name);
  }

  /** Goes to the end of the text in an element that holds only text. After `<!--` in a script, browsers may take its end tag for text. */
  #text(name: string): string | undefined {
    if (!TEXT.has(name)) return undefined;
    const from = this.#at;
    this.#skipTo("</", from);
    const hasComment = name === "script" && this.#html.slice(from, this.#at).includes(COMMENT);
    return hasComment ? "<script> contains `<!--`" : undefined;
  }

  #misplaced(name: string, parent: string | undefined): string | undefined {
    if (UNENDING.has(name)) return `<${name}> cannot stand in a section`;
    const held = parent === undefined ? undefined : HOLDS.get(parent);
    if (held?.has(name) === false || STANDS_IN.get(name)?.has(parent ?? "") === false)
      return `<${name}> cannot stand in ${parent === undefined ? "a section" : `<${parent}>`}`;
    const kind = kindOf(name);
    const around = kind === undefined ? undefined : this.#open.find((one) => kindOf(one.name) === kind);
    return around && `<${name}> cannot stand in <${around.name}>`;
  }
}

const drawnFault = (name: string): string | undefined =>
  ENDS_DRAWING.has(name) ? `<${name}> cannot stand in <svg>` : undefined;

/** Answers why a browser would nest this HTML differently; undefined if it would not. */
export const nestingFault = (html: string): string | undefined => new Nesting(html).fault();
