/** Writes the directives of a Markdown text as their plugins say, for machines. A directive that nobody draws shows its text. */
import { MARKDOWN_PARSED_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import type { WrittenDirective } from "../../templates/markdownWriter.ts";
import { type Directive, directiveOf, markIn, mayHoldDirectives } from "../dialect/directives.ts";
import type { MarkdownToken as Token } from "../markdown/contentParser.ts";
import { tokensWithNotes } from "../markdown/markdown.ts";
import { SourceLines } from "./sourceLines.ts";

type Draw = (directive: WrittenDirective, inside: string) => string | undefined;

export function directivesAsMarkdown(text: string, draw: Draw): string {
  if (!mayHoldDirectives(text) || text.length > MARKDOWN_PARSED_MAX_CHARS) return text;
  const { tokens, notes } = tokensWithNotes(text);
  const lines = new SourceLines(text);
  new Walk(lines, notes, draw).take(tokens, 0);
  return lines.text(0, lines.count);
}

const PICTURE = "![";

interface PlacedMark extends Directive {
  /** True in the description of a picture, which is plain words on pages, too. */
  readonly isPlain?: boolean;
}

/** The marks of a block's words, in their order. The description of a picture has tokens of its own. */
function marksIn(content: string, children: readonly Token[]): PlacedMark[] {
  let behind = 0;
  return children.flatMap((token): PlacedMark[] => {
    if (token.type === "directive_open") return [directiveOf(token)];
    const at = token.type === "image" ? content.indexOf(`${PICTURE}${token.content}]`, behind) : -1;
    if (at < 0) return [];
    const first = at + PICTURE.length;
    behind = first + token.content.length;
    const inside = marksIn(token.content, token.children ?? []);
    return inside.map((mark) => ({ ...mark, at: first + (mark.at ?? NaN), isPlain: true }));
  });
}

/** Words as a cell of a table writes them. */
const inCell = (words: string): string => words.replaceAll("|", "\\|");

/** Replaces the directives of one parse in their order, and inner ones before the block around them. */
class Walk {
  readonly #lines: SourceLines;
  /** The notes that are still to come. Of two with one name, the text shows the first. */
  readonly #notes: Map<string, Token[]>;
  readonly #draw: Draw;

  constructor(lines: SourceLines, notes: Map<string, Token[]>, draw: Draw) {
    [this.#lines, this.#notes, this.#draw] = [lines, notes, draw];
  }

  /** `first` is the line with which the text of these tokens begins. */
  take(tokens: readonly Token[], first: number): void {
    const open: Token[] = [];
    let line = first;
    for (const token of tokens) {
      // Cells of tables have no lines of their own.
      if (token.map) line = first + token.map[0];
      if (token.type === "directive_block_open") open.push(token);
      else if (token.type === "directive_block_close") this.#block(open.pop(), first);
      else if (token.type === "footnote") this.#note(token, line);
      else if (token.type === "inline") this.#words(token, line);
    }
  }

  #note(token: Token, line: number): void {
    const { name } = token.meta as unknown as { readonly name: string };
    const tokens = this.#notes.get(name) ?? [];
    this.#notes.delete(name);
    this.take(tokens, line);
  }

  #block(token: Token | undefined, first: number): void {
    if (!token?.map) return;
    const [from, to] = token.map;
    const directive = directiveOf(token);
    this.#lines.replaceBlock(first + from, first + to, directive.source, (inside) => {
      const drawn = this.#draw({ ...directive, as: "block" }, inside);
      return drawn ?? inside;
    });
  }

  #words({ content, children, map }: Token, line: number): void {
    const marks = marksIn(content, children ?? []);
    const written = map ? (text: string) => text : inCell;
    let [read, next] = [0, 0];
    for (const [index, words] of content.split("\n").entries()) {
      const end = read + words.length;
      const indent = words.length - words.trimStart().length;
      let place = (this.#lines.find(line + index, written(words.slice(indent))) ?? NaN) - indent;
      for (let mark = marks[next]; mark?.at !== undefined && mark.at < end; mark = marks[++next]) {
        place += written(content.slice(read, mark.at)).length;
        read = mark.at;
        this.#lines.replace(line + index, place, written(mark.source), written(this.#mark(mark)));
      }
      read = end + 1;
    }
  }

  #mark({ isPlain = false, ...mark }: PlacedMark): string {
    const { words = "" } = markIn(mark.source) ?? {};
    return isPlain ? words : (this.#draw({ ...mark, as: "mark" }, words) ?? words);
  }
}
