import type { Emitter } from "highlight.js/lib/core";
import { CODE_MARKS_MAX_DEPTH } from "../../../manifests/bounds/fields.ts";
import { escapeHtml } from "../../templates/escape.ts";

/** The class of each scope that has a look, by the scope's first word. Parts of other scopes have no mark. */
const CLASSES: Readonly<Record<string, string>> = {
  addition: "added",
  attr: "property",
  attribute: "property",
  built_in: "type",
  bullet: "number",
  char: "string",
  class: "type",
  comment: "comment",
  deletion: "removed",
  doctag: "keyword",
  keyword: "keyword",
  link: "string",
  literal: "number",
  meta: "meta",
  name: "keyword",
  number: "number",
  property: "property",
  quote: "comment",
  regexp: "string",
  section: "name",
  "selector-attr": "property",
  "selector-class": "type",
  "selector-id": "type",
  "selector-pseudo": "type",
  "selector-tag": "keyword",
  string: "string",
  subst: "inside",
  symbol: "number",
  "template-variable": "property",
  title: "name",
  type: "type",
  variable: "property",
};

const classOf = (scope: string): string | undefined => {
  const [word = ""] = scope.split(".", 1);
  return Object.hasOwn(CLASSES, word) ? CLASSES[word] : undefined;
};

const MARK = /<[^>]*>/g;

/**
 * Writes code as HTML. Escapes everything itself, and knows no other element than a span with one class of ours. Marks
 * stand inside each other up to a bound.
 */
export class CodeMarks implements Emitter {
  #html = "";
  /** For each open scope, whether it has a mark. */
  readonly #open: boolean[] = [];
  /** The open marks now, and the most at once. */
  #depth = 0;
  #deepest = 0;

  addText(text: string): void {
    this.#html += escapeHtml(text);
  }

  startScope(scope: string): void {
    const name = this.#depth < CODE_MARKS_MAX_DEPTH ? classOf(scope) : undefined;
    this.#open.push(name !== undefined);
    if (name === undefined) return;
    this.#html += `<span class="code-${name}">`;
    this.#depth += 1;
    this.#deepest = Math.max(this.#deepest, this.#depth);
  }

  endScope(): void {
    if (!this.#open.pop()) return;
    this.#html += "</span>";
    this.#depth -= 1;
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(inner: Emitter): void {
    if (!(inner instanceof CodeMarks)) return;
    const deepest = this.#depth + inner.#deepest;
    const fits = deepest <= CODE_MARKS_MAX_DEPTH;
    this.#html += fits ? inner.#html : inner.#html.replaceAll(MARK, "");
    if (fits) this.#deepest = Math.max(this.#deepest, deepest);
  }

  finalize(): void {
    while (this.#open.length > 0) this.endScope();
  }

  toHTML(): string {
    return this.#html;
  }
}
