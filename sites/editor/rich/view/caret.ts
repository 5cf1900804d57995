import type { Node } from "prosemirror-model";
import { Selection } from "prosemirror-state";
import type { TextCaret } from "../model/rich.ts";

/** The selection at a place in the text; at the end of the text if it has no such place. */
export function selectionAt(doc: Node, caret: TextCaret | "end"): Selection {
  const position = caret === "end" ? undefined : positionOf(doc, caret);
  if (position === undefined) return Selection.atEnd(doc);
  return Selection.near(doc.resolve(position), caret !== "end" && caret.isAfter ? -1 : 1);
}

function positionOf(doc: Node, { signs, isAfter }: TextCaret): number | undefined {
  let left = isAfter ? signs - 1 : signs;
  let found: number | undefined;
  doc.descendants((node, position) => {
    if (found !== undefined) return false;
    for (const sign of (node.text ?? "").matchAll(/\S/g)) {
      if (left === 0) {
        found = position + sign.index + (isAfter ? 1 : 0);
        return false;
      }
      left -= 1;
    }
    return true;
  });
  return found;
}
