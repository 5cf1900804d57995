import { baseKeymap, chainCommands, exitCode, newlineInCode, toggleMark } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { inputRules, textblockTypeInputRule, undoInputRule, wrappingInputRule } from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import { type Command, type Plugin, Selection, TextSelection } from "prosemirror-state";
import { markTypes, types } from "../model/schema.ts";
import type { RichOptions } from "../model/rich.ts";
import { cellBelow, nextCell } from "./tables.ts";

/** Input rules: Markdown at the start of a line, such as `# `, changes the block. */
export const typingRules = (): Plugin =>
  inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,4})\s$/, types.heading, (match) => ({ level: Math.max(2, match[1]?.length ?? 2) })),
      wrappingInputRule(/^\s*([-+*])\s$/, types.bullet_list),
      wrappingInputRule(
        /^(\d{1,9})\.\s$/,
        types.ordered_list,
        (match) => ({ order: Number(match[1]) }),
        (match, list) => list.childCount + Number(list.attrs["order"]) === Number(match[1]),
      ),
      wrappingInputRule(/^\s*>\s$/, types.blockquote),
      textblockTypeInputRule(/^```$/, types.code_block),
    ],
  });

/** Inserts a hard break in a paragraph, or a new line in code. Headings and cells are one line and take neither. */
const hardBreak: Command = (state, dispatch) => {
  const { parent } = state.selection.$from;
  if (parent.type !== types.paragraph) return parent.type === types.heading || newlineInCode(state, dispatch);
  dispatch?.(state.tr.replaceSelectionWith(types.hard_break.create()).scrollIntoView());
  return true;
};

/** At the end of the text, leaves a code block, quote or table for a new paragraph below it. */
const lineBelow: Command = (state, dispatch) => {
  const { $head, empty } = state.selection;
  const last = state.doc.lastChild;
  const isLast = $head.depth > 0 && $head.index(0) === state.doc.childCount - 1;
  if (!empty || !isLast || !last || last.isTextblock === (last.type !== types.code_block)) return false;
  if (
    $head.parentOffset < $head.parent.content.size ||
    last.type === types.bullet_list ||
    last.type === types.ordered_list
  )
    return false;
  const end = state.doc.content.size;
  const tr = state.tr.insert(end, types.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end + 1)).scrollIntoView());
  return true;
};

/**
 * Moves the caret to the start or the end of the text. The browser would put it before a table at the start, and lose
 * letters typed at once.
 */
const toEnd =
  (end: "atStart" | "atEnd"): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setSelection(Selection[end](state.doc)).scrollIntoView());
    return true;
  };

const leaving =
  ({ onLeave }: RichOptions): Command =>
  (_state, _dispatch, view) => {
    if (view?.composing) return false;
    onLeave();
    return true;
  };

const linking =
  ({ onAsk }: RichOptions): Command =>
  () => {
    onAsk?.("link");
    return onAsk !== undefined;
  };

export const keys = (options: RichOptions): Plugin[] => [
  keymap({
    "Mod-b": toggleMark(markTypes.strong),
    "Mod-i": toggleMark(markTypes.em),
    "Mod-`": toggleMark(markTypes.code),
    "Mod-k": linking(options),
    "Mod-z": undo,
    "Mod-y": redo,
    "Shift-Mod-z": redo,
    "Mod-Home": toEnd("atStart"),
    "Mod-End": toEnd("atEnd"),
    Backspace: undoInputRule,
    Escape: leaving(options),
    Enter: chainCommands(cellBelow, splitListItem(types.list_item)),
    "Shift-Enter": chainCommands(exitCode, hardBreak),
    "Mod-Enter": exitCode,
    Tab: chainCommands(nextCell(1), sinkListItem(types.list_item)),
    "Shift-Tab": chainCommands(nextCell(-1), liftListItem(types.list_item)),
    ArrowDown: lineBelow,
  }),
  keymap(baseKeymap),
];
