/** Blocks of WordPress as HTML. A block that is only an instruction, and one that nobody knows, becomes a mark. */
import { parse } from "@wordpress/block-serialization-default-parser";
import { filmAt } from "../../html/films.ts";
import type { Marks } from "../../html/marks.ts";
import { madeByRow, type ImportRow } from "../../tree/imports.ts";

type Block = ReturnType<typeof parse>[number];

/** Blocks that show nothing of their own. Leaving them out loses nothing. */
const EMPTY = new Set(["core/more", "core/nextpage", "core/spacer", "core/separator"]);

/** Deepest nesting of blocks. */
const DEEPEST = 60;

export interface Blocks {
  readonly html: string;
  readonly lost: readonly string[];
}

export function htmlOfBlocks(content: string, marks: Marks, rows: readonly ImportRow[]): Blocks {
  const lost = new Set<string>();
  const html = (parse(content) as Block[]).map((block) => htmlOf(block, { marks, rows, lost, depth: 0 })).join("\n\n");
  return { html, lost: [...lost] };
}

interface Drawing {
  readonly marks: Marks;
  readonly rows: readonly ImportRow[];
  readonly lost: Set<string>;
  readonly depth: number;
}

function htmlOf(block: Block, how: Drawing): string {
  const { blockName: name, innerHTML } = block;
  if (name === null) return innerHTML;
  if (name === "core/separator") return "<hr>";
  if (EMPTY.has(name)) return "";
  return byRow(block, how) ?? embedded(block, how) ?? joined(block, how);
}

/** A block by the table of a plugin. */
function byRow({ blockName, attrs, innerHTML }: Block, { marks, rows }: Drawing): string | undefined {
  const row = rows.find(({ name }) => name === blockName);
  if (!row) return undefined;
  const values = Object.entries((attrs ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value)]);
  const made = madeByRow(row, { ...Object.fromEntries(values), content: innerHTML.trim() });
  if (!made) return undefined;
  return "text" in made ? marks.mark({ kind: "text", markdown: made.text }) : marks.mark(made.part);
}

const isEmbed = (name: string | null): boolean => name === "core/embed" || name?.startsWith("core-embed/") === true;

/** The address that an embed shows: its attribute, or the text in it. */
function shownBy({ attrs, innerHTML }: Block): string {
  const { url } = (attrs ?? {}) as { readonly url?: unknown };
  return typeof url === "string" ? url : (/https?:\/\/[^\s<"]+/.exec(innerHTML)?.[0] ?? "");
}

function embedded(block: Block, { marks, lost }: Drawing): string | undefined {
  if (!isEmbed(block.blockName)) return undefined;
  const address = shownBy(block);
  const caption = /<figcaption[^>]*>(.*?)<\/figcaption>/s.exec(block.innerHTML)?.[0] ?? "";
  const part = filmAt(address);
  if (part) return `\n\n${marks.mark(part)}\n\n${caption}`;
  lost.add(`an embed of ${URL.parse(address)?.hostname ?? "another host"}, of which a link stays`);
  return `<p><a href="${address.replaceAll('"', "%22")}">${address.replaceAll("<", "&lt;")}</a></p>${caption}`;
}

/** A block's own HTML with its inner blocks in their places. */
function joined(block: Block, how: Drawing): string {
  const { blockName, attrs, innerBlocks, innerContent } = block;
  if (how.depth >= DEEPEST) {
    how.lost.add("blocks nested deeper than 60");
    return block.innerHTML;
  }
  let next = 0;
  const html = innerContent
    .map((piece) => piece ?? htmlOf(innerBlocks[next++] as Block, { ...how, depth: how.depth + 1 }))
    .join("");
  const hasContent =
    /<(?:img|video|audio|iframe|hr|a)\b|<!--/i.test(html) || html.replaceAll(/<[^>]*>/g, "").trim() !== "";
  if (hasContent) {
    if (!blockName?.startsWith("core/")) how.lost.add(`block ${blockName}, of which the words stay`);
    return html;
  }
  if (
    innerBlocks.length > 0 ||
    /^core\/(?:paragraph|heading|list|column|columns|group|button|buttons|html|freeform|quote)$/.test(blockName ?? "")
  )
    return html;
  how.lost.add(`block ${blockName}, kept as it was written`);
  return `\n\n${how.marks.mark({ kind: "unknown", what: `block ${blockName?.replace(/^core\//, "")}`, text: JSON.stringify(attrs ?? {}) })}\n\n`;
}
