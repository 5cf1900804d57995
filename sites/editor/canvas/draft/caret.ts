/** Finds the place of a click in a text. */
import type { TextCaret } from "../../rich/model/rich.ts";
import type { MarkedText } from "./marks.ts";

interface TextPlace {
  readonly node: Node;
  readonly offset: number;
}

/** The place in the text under a point. Browsers before 2025 know one of two functions for it. */
export function textPlaceAt(document: Document, x: number, y: number): TextPlace | undefined {
  const { caretPositionFromPoint, caretRangeFromPoint } = document as Partial<
    Pick<Document, "caretPositionFromPoint" | "caretRangeFromPoint">
  >;
  const position = caretPositionFromPoint?.call(document, x, y);
  if (position) return { node: position.offsetNode, offset: position.offset };
  const range = caretRangeFromPoint?.call(document, x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}

const BLOCK = "p, li, h1, h2, h3, h4, h5, h6, td, th, pre, blockquote";

/** The place of a click in a formatted text; undefined if the point is outside of it. */
export function caretIn({ open, close }: MarkedText, x: number, y: number): TextCaret | undefined {
  const { ownerDocument } = open;
  const at = textPlaceAt(ownerDocument, x, y);
  const isInside =
    at &&
    (open.compareDocumentPosition(at.node) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
    (close.compareDocumentPosition(at.node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  if (!isInside || at.node === open.parentNode) return undefined;
  const element = at.node.nodeType === Node.ELEMENT_NODE ? (at.node as Element) : at.node.parentElement;
  const block = element?.closest(BLOCK);
  const range = ownerDocument.createRange();
  range.setEnd(at.node, at.offset);
  range.setStartAfter(open);
  const signs = range.toString().replaceAll(/\s/g, "").length;
  if (block && (open.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) range.setStart(block, 0);
  return { signs, isAfter: /\S$/.test(range.toString()) };
}
