/** Places in a text at which a part stands that is no text. They are comments, which no page shows. */
import { importMark } from "../../../runtime/editing/comparing/importMarks.ts";
import { linkedIds } from "./anchors.ts";
import type { PagePart } from "../tree/moved.ts";

/** Collects the parts of one text, makes a mark for each, and knows to which ids the text leads. */
export class Marks {
  readonly #parts: PagePart[] = [];
  /** Differs from every text of the source, so that no author can write a mark. */
  readonly #name: string;
  readonly #linked: ReadonlySet<string>;
  readonly #words: string[] = [];

  constructor(text: string) {
    this.#linked = linkedIds(text);
    let name = "part";
    while (text.includes(`<!--${name}:`) || text.includes(`${name}w`)) name += "x";
    this.#name = name;
  }

  /** Tells whether a link of the text leads to an id. */
  isLinked = (id: unknown): id is string => typeof id === "string" && this.#linked.has(id);

  mark(part: PagePart): string {
    this.#parts.push(part);
    return `<!--${this.#name}:${this.#parts.length - 1}-->`;
  }

  /** A word that stands for Markdown inside of a line. White space around it stays, as around any word. */
  word(markdown: string): string {
    this.#words.push(markdown);
    return `${this.#name}w${this.#words.length - 1}w`;
  }

  /** The part of a mark. Undefined for any other comment. */
  partOf(comment: string): PagePart | undefined {
    const index = new RegExp(`^<!--${this.#name}:(\\d+)-->$`).exec(comment.trim())?.[1];
    return index === undefined ? undefined : this.#parts[Number(index)];
  }

  /** A text as parts: split at each mark that stands in a line of its own. */
  split(text: string): PagePart[] {
    const pattern = new RegExp(`^[ \\t]*(<!--${this.#name}:\\d+-->)[ \\t]*$`, "m");
    const parts: PagePart[] = [];
    let rest = text;
    for (let found = pattern.exec(rest); found; found = pattern.exec(rest)) {
      parts.push({ kind: "text", markdown: rest.slice(0, found.index) });
      const part = this.partOf(found[1] ?? "");
      if (part) parts.push(part);
      rest = rest.slice(found.index + found[0].length);
    }
    parts.push({ kind: "text", markdown: this.#withoutInner(rest) });
    return parts
      .map((part) => (part.kind === "text" ? { ...part, markdown: this.#withoutInner(part.markdown) } : part))
      .filter((part) => part.kind !== "text" || part.markdown.trim() !== "");
  }

  /** A mark inside a line cannot split the text, so its part is told in words. */
  #withoutInner(text: string): string {
    const spoken = text.replaceAll(
      new RegExp(`${this.#name}w(\\d+)w`, "g"),
      (_, at: string) => this.#words[Number(at)] ?? "",
    );
    return spoken.replaceAll(new RegExp(`<!--${this.#name}:\\d+-->`, "g"), (comment) => {
      const part = this.partOf(comment);
      return part === undefined ? "" : inWords(part);
    });
  }
}

/** A part as text inside a line. */
function inWords(part: PagePart): string {
  if (part.kind === "text") return part.markdown;
  if (part.kind === "unknown")
    return `${importMark(part.what)} \`${part.text.replaceAll("`", "'").replaceAll(/\s+/g, " ")}\``;
  const { provider, video } = part.fields;
  const address = provider === "vimeo" ? `https://vimeo.com/${String(video)}` : `https://youtu.be/${String(video)}`;
  return `[Film](${address})`;
}
