/** Finds the comments that mark each text in the draft's HTML. */
import { type FieldMark, isClosingMark, readOpeningMark } from "../../../../runtime/templates/marks/fieldMarks.ts";

export interface MarkedText extends FieldMark {
  readonly open: Comment;
  readonly close: Comment;
}

/** Reads a mark whose two comments have the same parent. Other texts cannot be edited in place. */
function markFrom(open: Comment): MarkedText | undefined {
  const mark = readOpeningMark(open.data);
  if (!mark) return undefined;
  for (let node = open.nextSibling; node; node = node.nextSibling) {
    if (node.nodeType !== Node.COMMENT_NODE) continue;
    if (isClosingMark((node as Comment).data)) return { ...mark, open, close: node as Comment };
    if (readOpeningMark((node as Comment).data)) return undefined;
  }
  return undefined;
}

/** The nodes between the two comments. */
export function nodesOf({ open, close }: MarkedText): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = open.nextSibling; node && node !== close; node = node.nextSibling) nodes.push(node);
  return nodes;
}

export const contentText = (mark: MarkedText): string =>
  nodesOf(mark)
    .map((node) => node.textContent ?? "")
    .join("");

/** All marks below an element, in the order of the page. */
export function marksIn(root: Node): MarkedText[] {
  const comments = (root.ownerDocument ?? (root as Document)).createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  const found: MarkedText[] = [];
  for (let node = comments.nextNode(); node; node = comments.nextNode()) {
    const mark = markFrom(node as Comment);
    if (mark) found.push(mark);
  }
  return found;
}

/** The text that contains a node: the mark before the node, or before one of its ancestors below `end`. */
export function markAround(node: Node, end: Element): MarkedText | undefined {
  for (let at: Node | null = node; at && at !== end; at = at.parentNode) {
    const open = openingBefore(at);
    if (open) return open;
  }
  return undefined;
}

function openingBefore(node: Node): MarkedText | undefined {
  for (let before = node.previousSibling; before; before = before.previousSibling) {
    if (before.nodeType !== Node.COMMENT_NODE) continue;
    if (isClosingMark((before as Comment).data)) return undefined;
    const mark = markFrom(before as Comment);
    if (mark) return mark;
  }
  return undefined;
}

const DISTANCE_PX = 12;

/** The text nearest to a point in an element, so that a click beside a heading's words opens the heading. */
export function markNear(element: Element, x: number, y: number): MarkedText | undefined {
  const near = marksIn(element).flatMap((mark) => {
    const range = element.ownerDocument.createRange();
    range.setStartAfter(mark.open);
    range.setEndBefore(mark.close);
    const box = range.getBoundingClientRect();
    const [dx, dy] = [distance(x, box.left, box.right), distance(y, box.top, box.bottom)];
    return dy <= DISTANCE_PX ? [{ mark, away: dx + dy }] : [];
  });
  return near.toSorted((one, other) => one.away - other.away)[0]?.mark;
}

const distance = (at: number, from: number, to: number): number => Math.max(from - at, 0, at - to);
