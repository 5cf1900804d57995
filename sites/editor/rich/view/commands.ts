import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { type Attrs, Fragment, type MarkType, type Node, type NodeType, Slice } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, NodeSelection, Selection, type Transaction } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { isMediaPath } from "../../../../runtime/templates/image.ts";
import { isLink } from "../../../../runtime/templates/links.ts";
import { read } from "../model/read.ts";
import { markTypes, schema, types } from "../model/schema.ts";
import type { RichCommands } from "../model/rich.ts";
import { addColumn, addRow, deleteColumn, deleteRow, insertTable } from "./tables.ts";

/** The innermost node of these types around the caret, and its position. */
export function around(state: EditorState, ...wanted: readonly NodeType[]): { node: Node; at: number } | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (wanted.includes(node.type)) return { node, at: $from.before(depth) };
  }
  return undefined;
}

/** Lifts the selection out of a list of this kind, changes another kind to this one, or wraps it in a list. */
export const toggleList =
  (type: NodeType): Command =>
  (state, dispatch, view) => {
    const list = around(state, types.bullet_list, types.ordered_list);
    if (!list) return wrapInList(type)(state, dispatch, view);
    if (list.node.type === type) return liftListItem(types.list_item)(state, dispatch, view);
    dispatch?.(state.tr.setNodeMarkup(list.at, type, { tight: list.node.attrs["tight"] as boolean }));
    return true;
  };

const toggleQuote: Command = (state, dispatch, view) =>
  (around(state, types.blockquote) ? lift : wrapIn(types.blockquote))(state, dispatch, view);

const toggleBlock =
  (type: NodeType, attrs: Attrs | null): Command =>
  (state, dispatch, view) => {
    const { parent } = state.selection.$from;
    const isSo =
      parent.type === type && Object.entries(attrs ?? {}).every(([name, value]) => parent.attrs[name] === value);
    return (isSo ? setBlockType(types.paragraph) : setBlockType(type, attrs))(state, dispatch, view);
  };

/** The range of a mark around the caret. */
function markRange(state: EditorState, type: MarkType): { from: number; to: number } | undefined {
  const { $from, empty, from, to } = state.selection;
  if (!empty) return { from, to };
  const { parent } = $from;
  const start = $from.start();
  const mark = type.isInSet($from.marks()) ?? ($from.nodeAfter && type.isInSet($from.nodeAfter.marks));
  if (!mark) return undefined;
  let [first, last] = [-1, -1];
  parent.forEach((node, offset) => {
    const at = start + offset;
    const isIn = mark.isInSet(node.marks);
    if (isIn && (first < 0 || last === at)) [first, last] = [first < 0 ? at : first, at + node.nodeSize];
    else if (isIn && last < from) [first, last] = [at, at + node.nodeSize];
  });
  return first < 0 ? undefined : { from: first, to: last };
}

export function hrefAt(state: EditorState): string | null {
  const { $from, from, to, empty } = state.selection;
  if (empty)
    return (
      hrefIn(markTypes.link.isInSet($from.marks())) ??
      hrefIn($from.nodeAfter && markTypes.link.isInSet($from.nodeAfter.marks))
    );
  let href: string | null = null;
  state.doc.nodesBetween(from, to, (node) => {
    href ??= hrefIn(markTypes.link.isInSet(node.marks));
  });
  return href;
}

const hrefIn = (mark: { readonly attrs: Attrs } | undefined | null): string | null =>
  mark ? String(mark.attrs["href"]) : null;

export const setLink =
  (href: string | null, words?: string): Command =>
  (state, dispatch) => {
    if (href !== null && !isLink(href)) return false;
    const range = markRange(state, markTypes.link);
    const { tr } = state;
    if (range) {
      tr.removeMark(range.from, range.to, markTypes.link);
      if (href !== null) tr.addMark(range.from, range.to, markTypes.link.create({ href }));
    } else if (href !== null)
      tr.replaceSelectionWith(
        schema.text(words || href.replace(/^(?:mailto|tel):/, ""), [markTypes.link.create({ href })]),
        false,
      );
    dispatch?.(tr.scrollIntoView());
    return true;
  };

const writeText =
  (text: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.insertText(text).scrollIntoView());
    return true;
  };

const insertPicture =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    if (!isMediaPath(src)) return false;
    dispatch?.(state.tr.replaceSelectionWith(types.image.create({ src, alt })).scrollIntoView());
    return true;
  };

/** Inserts Markdown: the words of one paragraph in the line, all else as blocks below the present one. */
export const insertMarkdown =
  (markdown: string): Command =>
  (state, dispatch) => {
    const blocks = read(markdown)?.blocks.map(({ node }) => node) ?? [];
    const [only] = blocks;
    const isLine = blocks.length === 1 && only?.type === types.paragraph;
    const tr = isLine
      ? state.tr.replaceSelection(new Slice(inMarks(state, only.content), 0, 0))
      : withBlocks(state, blocks);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Content with the marks of the selected node that it replaces, such as a link around it. */
function inMarks({ selection }: EditorState, content: Fragment): Fragment {
  const marks = selection instanceof NodeSelection ? selection.node.marks : [];
  const marked = content.content.map((node) => node.mark(marks.reduce((all, mark) => mark.addToSet(all), node.marks)));
  return Fragment.from(marked);
}

/** Puts blocks below the outermost block at the caret, or in the place of an empty one. */
function withBlocks({ selection: { $to }, tr }: EditorState, blocks: readonly Node[]): Transaction {
  if ($to.depth === 0) return tr.replaceSelection(new Slice(Fragment.from(blocks), 0, 0));
  const from = $to.node(1).content.size === 0 ? $to.before(1) : $to.after(1);
  tr.replaceWith(from, $to.after(1), blocks);
  return tr.setSelection(Selection.near(tr.doc.resolve(from + 1)));
}

const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(types.horizontal_rule.create()).scrollIntoView());
  return true;
};

export function commandsOf(view: EditorView): RichCommands {
  const run = (command: Command) => (): void => {
    if (view.isDestroyed) return;
    command(view.state, view.dispatch, view);
    view.focus();
  };
  return {
    strong: run(toggleMark(markTypes.strong)),
    em: run(toggleMark(markTypes.em)),
    strike: run(toggleMark(markTypes.strike)),
    code: run(toggleMark(markTypes.code)),
    paragraph: run(setBlockType(types.paragraph)),
    heading: (level) => run(toggleBlock(types.heading, { level }))(),
    bullets: run(toggleList(types.bullet_list)),
    numbers: run(toggleList(types.ordered_list)),
    quote: run(toggleQuote),
    codeBlock: run(toggleBlock(types.code_block, null)),
    rule: run(insertRule),
    link: (href, words) => run(setLink(href, words))(),
    write: (text) => run(writeText(text))(),
    picture: (src, alt) => run(insertPicture(src, alt))(),
    insert: (markdown) => run(insertMarkdown(markdown))(),
    table: run(insertTable),
    addRow: run(addRow),
    addColumn: run(addColumn),
    deleteRow: run(deleteRow),
    deleteColumn: run(deleteColumn),
    undo: run(undo),
    redo: run(redo),
  };
}
