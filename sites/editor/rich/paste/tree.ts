import { type PasteToken, tokens } from "./tokens.ts";

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (Element | string)[];
}

const VOID = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
]);

/** For each opening tag, the open elements that it closes, and the container that limits the search. */
const ENDS: Readonly<Record<string, readonly [ends: readonly string[], within: readonly string[]]>> = {
  li: [["li"], ["ul", "ol"]],
  dt: [["dt", "dd"], ["dl"]],
  dd: [["dt", "dd"], ["dl"]],
  tr: [["tr"], ["table"]],
  td: [
    ["td", "th"],
    ["tr", "table"],
  ],
  th: [
    ["td", "th"],
    ["tr", "table"],
  ],
};

const ENDS_PARAGRAPH = new Set(
  "p div ul ol table h1 h2 h3 h4 h5 h6 blockquote pre hr section article header footer main aside dl address".split(
    " ",
  ),
);
const HOLDS_PARAGRAPHS = ["td", "th", "li", "div", "blockquote", "body"];

/** The deepest nesting; deeper elements become siblings. Documents that people write stay far below it. */
const MAX_DEPTH = 120;

class Tree {
  readonly root: Element = { name: "", attributes: new Map(), children: [] };
  readonly #open: Element[] = [this.root];
  /** Counts, by name, of elements that were too deep to open. */
  readonly #tooDeep = new Map<string, number>();

  take(token: PasteToken): void {
    if (token.kind === "text") this.#top().children.push(token.text);
    else if (token.kind === "open") this.#openElement(token.name, token.attributes);
    else this.#close(token.name);
  }

  #top(): Element {
    return this.#open.at(-1) ?? this.root;
  }

  #openElement(name: string, attributes: ReadonlyMap<string, string>): void {
    if (ENDS_PARAGRAPH.has(name)) this.#end(["p"], HOLDS_PARAGRAPHS);
    const rule = ENDS[name];
    if (rule) this.#end(...rule);
    const element: Element = { name, attributes, children: [] };
    this.#top().children.push(element);
    if (VOID.has(name)) return;
    if (this.#open.length < MAX_DEPTH) this.#open.push(element);
    else this.#tooDeep.set(name, (this.#tooDeep.get(name) ?? 0) + 1);
  }

  #end(ends: readonly string[], within: readonly string[]): void {
    const at = this.#open.findLastIndex(({ name }) => ends.includes(name) || within.includes(name));
    if (at > 0 && ends.includes(this.#open[at]?.name ?? "")) this.#open.length = at;
  }

  #close(name: string): void {
    const tooDeep = this.#tooDeep.get(name) ?? 0;
    if (tooDeep > 0) return void this.#tooDeep.set(name, tooDeep - 1);
    const at = this.#open.findLastIndex((element) => element.name === name);
    if (at > 0) this.#open.length = at;
  }
}

export function treeOf(html: string): Element {
  const tree = new Tree();
  for (const token of tokens(html)) tree.take(token);
  return tree.root;
}
