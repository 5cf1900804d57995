import type { Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { changedRuns } from "../../../../runtime/editing/operations/changedRuns.ts";

const isSame = (one: Node, other: Node): boolean => one.eq(other);

/** Changes the document into another one, block by block, so that the caret and the undo history stay. */
export function shownInstead(state: EditorState, next: Node): Transaction {
  const { tr, doc } = state;
  const blocks = doc.content.content;
  const starts = [0];
  for (const { nodeSize } of blocks) starts.push((starts.at(-1) ?? 0) + nodeSize);
  for (const { from, to, newFrom, newTo } of changedRuns(blocks, next.content.content, isSame).toReversed())
    tr.replaceWith(starts[from] ?? 0, starts[to] ?? 0, next.content.content.slice(newFrom, newTo));
  return tr.setMeta("addToHistory", false);
}
