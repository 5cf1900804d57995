/** The content of a WordPress post as the parts of a page. */
import { filmAt } from "../../html/films.ts";
import { markdownOfHtml } from "../../html/markdownOfHtml.ts";
import { Marks } from "../../html/marks.ts";
import type { ImportRow } from "../../tree/imports.ts";
import { mathsInLine } from "../../tree/maths.ts";
import type { PagePart } from "../../tree/moved.ts";
import { withoutControls } from "../../tree/words.ts";
import { htmlOfBlocks } from "./blocks.ts";
import { type Attachments, htmlOfShortcodes } from "./shortcodes.ts";

export interface Content {
  readonly parts: readonly PagePart[];
  readonly lost: readonly string[];
}

export function postContent(written: string, rows: readonly ImportRow[], attachments: Attachments): Content {
  const { text: whole, lines } = withoutControls(written);
  const marks = new Marks(whole);
  const text = withMathsMarked(whole, marks);
  const hasBlocks = text.includes("<!-- wp:");
  const blocks = hasBlocks ? htmlOfBlocks(text, marks, rows) : { html: text, lost: [] };
  const spoken = htmlOfShortcodes(blocks.html, marks, rows, attachments);
  const { markdown, lost } = markdownOfHtml(hasBlocks ? spoken.html : paragraphs(spoken.html, marks), marks);
  return {
    parts: marks.split(markdown),
    lost: [
      ...lines.map((line) => `a control character in line ${line} of its text, removed`),
      ...blocks.lost,
      ...spoken.lost,
      ...lost,
    ],
  };
}

/** Maths of WordPress' plugins, such as `$latex x^2$`. */
const MATHS = /\$latex\s+([^$]{1,4000})\$|\[latex[^\]]*\]([^[]{1,4000})\[\/latex\]/g;

const withMathsMarked = (text: string, marks: Marks): string =>
  text.replaceAll(MATHS, (_, single?: string, paired = "") =>
    marks.word(mathsInLine(decodedEntities(single ?? paired))),
  );

const decodedEntities = (tex: string): string =>
  tex.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

const BLOCK =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|td|th|blockquote|pre|figure|figcaption|hr|section|article|form|iframe|address|details|video|audio|!--)\b/i;

/** Paragraphs as WordPress makes them of empty lines in classic posts. Text in `pre` keeps its lines. */
function paragraphs(html: string, marks: Marks): string {
  return html
    .split(/(<pre\b[^]*?<\/pre>|<script\b[^]*?<\/script>|<style\b[^]*?<\/style>)/i)
    .map((piece, index) => (index % 2 === 1 ? piece : paragraphed(piece, marks)))
    .join("\n\n");
}

const paragraphed = (text: string, marks: Marks): string =>
  text
    .split(/\n\s*\n/)
    .map((chunk) => chunk.trim())
    .map((chunk) => {
      if (chunk === "" || BLOCK.test(chunk) || /^<!--[^]*-->$/.test(chunk)) return chunk;
      const film = /^https?:\/\/\S+$/.test(chunk) ? filmAt(chunk) : undefined;
      return film ? marks.mark(film) : `<p>${chunk.replaceAll("\n", "<br>\n")}</p>`;
    })
    .join("\n\n");
