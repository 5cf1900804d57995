/** Pictures with a caption: a paragraph of one picture that has a title. */
import type { StateCore, Token } from "markdown-it";
import { isMediaPath } from "../../templates/image.ts";

/** Makes figures of such paragraphs. A paragraph in a tight list is none: its picture stays among the words. */
export function noteFigures({ tokens }: StateCore): void {
  for (const [index, { type, children }] of tokens.entries()) {
    const [open, close] = [tokens[index - 1], tokens[index + 1]];
    const [picture, ...others] = type === "inline" ? (children ?? []) : [];
    if (!picture || others.length > 0 || !isCaptioned(picture)) continue;
    if (open?.type !== "paragraph_open" || open.hidden || !close) continue;
    open.tag = close.tag = "figure";
    picture.meta = { isFigure: true };
  }
}

const isCaptioned = (token: Token): boolean =>
  token.type === "image" &&
  String(token.attrGet("title") ?? "") !== "" &&
  isMediaPath(String(token.attrGet("src") ?? ""));

/** The caption of a picture that is a figure. Empty for any other. */
export const captionOf = (token: Token): string =>
  (token.meta as { readonly isFigure?: true } | null)?.isFigure ? String(token.attrGet("title") ?? "") : "";
