import { redoDepth, undoDepth } from "prosemirror-history";
import type { MarkType } from "prosemirror-model";
import { type EditorState, NodeSelection } from "prosemirror-state";
import { markTypes, types } from "../model/schema.ts";
import type { Block, RichNotice, RichState } from "../model/rich.ts";
import { around, hrefAt } from "./commands.ts";
import { isInTable } from "./tables.ts";

function hasMark(state: EditorState, type: MarkType): boolean {
  const { empty, from, to, $from } = state.selection;
  return empty
    ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, type);
}

function directiveIn({ selection }: EditorState): string | null {
  const node = selection instanceof NodeSelection ? selection.node : undefined;
  return node?.type === types.directive ? String(node.attrs["source"]) : null;
}

const BLOCKS: Readonly<Record<string, Block>> = { heading: "heading", code_block: "code" };

export function stateOf(state: EditorState, notice: RichNotice | null): RichState {
  const { parent } = state.selection.$from;
  const list = around(state, types.bullet_list, types.ordered_list)?.node.type;
  return {
    mode: "rich",
    block: BLOCKS[parent.type.name] ?? "paragraph",
    level: Number(parent.attrs["level"] ?? 0),
    active: {
      strong: hasMark(state, markTypes.strong),
      em: hasMark(state, markTypes.em),
      strike: hasMark(state, markTypes.strike),
      code: hasMark(state, markTypes.code),
      bullets: list === types.bullet_list,
      numbers: list === types.ordered_list,
      quote: around(state, types.blockquote) !== undefined,
    },
    href: hrefAt(state),
    directive: directiveIn(state),
    isInTable: isInTable(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    notice,
  };
}
