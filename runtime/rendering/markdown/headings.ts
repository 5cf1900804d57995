/** Headings of a text: their ranks below the page's own heading, and their ids. */
import type { StateCore, Token } from "markdown-it";
import { ANCHOR_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { anchorOf } from "./anchorIds.ts";

/** An id that the author gives at the end of a heading. */
const GIVEN = new RegExp(
  String.raw`[ \t]*\{#([\p{L}\p{N}][\p{L}\p{M}\p{N}_.\-]{0,${ANCHOR_MAX_CHARS - 1}})\}[ \t]*$`,
  "u",
);

const wordsOf = ({ type, content }: Token): string =>
  type === "text" || type === "code_inline" || type === "image" ? content : type === "softbreak" ? " " : "";

/** Notes the anchor of each heading, and takes the author's `{#id}` out of its words. */
export function noteAnchors({ tokens }: StateCore): void {
  for (const [index, token] of tokens.entries()) {
    const words = token.type === "heading_open" ? tokens[index + 1]?.children : undefined;
    if (!words) continue;
    const last = words.at(-1);
    const given = last?.type === "text" ? GIVEN.exec(last.content)?.[1] : undefined;
    if (last && given !== undefined) last.content = last.content.replace(GIVEN, "");
    token.meta = { anchor: given ?? anchorOf(words.map(wordsOf).join("")) };
  }
}

/** The anchor of a heading that was read. Empty for one without letters and digits. */
export const notedAnchor = ({ meta }: Token): string => (meta as { readonly anchor?: string } | null)?.anchor ?? "";

/** The ranks by which a text's headings move down. The page has the first rank, so a text with `#` moves by one. */
export const shiftOf = (tokens: readonly Token[]): number =>
  tokens.some(({ type, tag }) => type === "heading_open" && tag === "h1") ? 1 : 0;
