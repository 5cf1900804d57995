/** Reads pasted code, whose spaces and lines matter. */
import type { Element } from "./tree.ts";

const LINES = new Set(["div", "p", "li", "tr", "section", "pre", "ol", "ul"]);

/** The lines of an element. Editors of code copy each line as an element of its own, and an empty one as a break. */
class CodeLines {
  readonly lines = [""];
  #isEnded = false;

  take({ children }: Element): void {
    for (const child of children) {
      if (typeof child === "string") this.#text(child);
      else if (child.name === "br") this.#break();
      else if (LINES.has(child.name)) this.#block(child);
      else this.take(child);
    }
  }

  #text(text: string): void {
    for (const [index, line] of text
      .replaceAll("\u00a0", " ")
      .split(/\r\n?|\n/)
      .entries()) {
      if (index > 0) this.#break();
      if (line !== "") this.#put(line);
    }
  }

  #put(text: string): void {
    if (this.#isEnded) this.lines.push("");
    this.#isEnded = false;
    this.lines.push((this.lines.pop() ?? "") + text);
  }

  #break(): void {
    if (this.#isEnded) this.lines.push("");
    this.#isEnded = true;
  }

  #block(element: Element): void {
    this.#isEnded ||= this.lines.at(-1) !== "";
    this.take(element);
    this.#isEnded ||= this.lines.at(-1) !== "";
  }
}

export function codeText(element: Element): string {
  const found = new CodeLines();
  found.take(element);
  return found.lines.join("\n");
}

const INDENTED = /^(?: {2,}|\t)\s*\S/;
const OF_CODE =
  /[{};]\s*$|^\s*(?:<\/?\w|#include|import |from |def |class |return |const |let |var |function |\/\/)|[=-]>|\)\s*[:{]\s*$/;

/** True if plain text looks like code: it is indented, and a third of its lines have signs of code. */
export function isCodeText(text: string): boolean {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== "");
  return (
    lines.some((line) => INDENTED.test(line)) && lines.filter((line) => OF_CODE.test(line)).length * 3 >= lines.length
  );
}
