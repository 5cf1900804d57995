/** Commands for tables. Markdown has no spanning cells, so they work on whole rows and columns. */
import type { Node, ResolvedPos } from "prosemirror-model";
import { type Command, type EditorState, type Transaction, TextSelection } from "prosemirror-state";
import { types } from "../model/schema.ts";

interface CellPlace {
  readonly table: Node;
  /** The position of the table in the document. */
  readonly at: number;
  readonly row: number;
  readonly column: number;
}

function placeOf($at: ResolvedPos): CellPlace | undefined {
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const table = $at.node(depth);
    if (table.type === types.table)
      return { table, at: $at.before(depth), row: $at.index(depth), column: $at.index(depth + 1) };
  }
  return undefined;
}

export const isInTable = (state: EditorState): boolean => placeOf(state.selection.$head) !== undefined;

/** The first position in a cell. */
function cellAt(table: Node, at: number, row: number, column: number): number {
  let position = at + 1;
  for (let y = 0; y < row; y += 1) position += table.child(y).nodeSize;
  position += 1;
  for (let x = 0; x < column; x += 1) position += table.child(row).child(x).nodeSize;
  return position + 1;
}

function replaced(tr: Transaction, { at, table }: CellPlace, next: Node, row: number, column: number): Transaction {
  tr.replaceWith(at, at + table.nodeSize, next);
  const y = Math.min(row, next.childCount - 1);
  const x = Math.min(column, next.child(y).childCount - 1);
  return tr.setSelection(TextSelection.create(tr.doc, cellAt(next, at, y, x))).scrollIntoView();
}

type Change = (rows: readonly (readonly Node[])[], place: CellPlace) => readonly (readonly Node[])[];

const cellsOf = (table: Node): Node[][] => table.content.content.map((row) => [...row.content.content]);

/** Builds a table whose first row is the header, whatever its cells were. */
function tableOf(rows: readonly (readonly Node[])[]): Node {
  const head = rows[0] ?? [];
  const lines = rows.map((cells, y) => {
    const type = y === 0 ? types.table_header : types.table_cell;
    return types.table_row.create(
      null,
      cells.map((cell, x) => type.create({ align: head[x]?.attrs["align"] ?? null }, cell.content)),
    );
  });
  return types.table.create(null, lines);
}

const changing =
  (change: Change, move: readonly [row: number, column: number] = [0, 0]): Command =>
  (state, dispatch) => {
    const place = placeOf(state.selection.$head);
    if (!place) return false;
    const rows = change(cellsOf(place.table), place);
    const isGone = rows.length === 0 || rows[0]?.length === 0;
    if (isGone)
      dispatch?.(
        state.tr.replaceWith(place.at, place.at + place.table.nodeSize, types.paragraph.create()).scrollIntoView(),
      );
    else dispatch?.(replaced(state.tr, place, tableOf(rows), place.row + move[0], place.column + move[1]));
    return true;
  };

const emptyRow = (cells: readonly Node[]): Node[] => cells.map(() => types.table_cell.create());

export const addRow = changing((rows, { row }) => rows.toSpliced(row + 1, 0, emptyRow(rows[0] ?? [])), [1, 0]);
export const addColumn = changing(
  (rows, { column }) => rows.map((cells) => cells.toSpliced(column + 1, 0, types.table_cell.create())),
  [0, 1],
);
export const deleteRow = changing((rows, { row }) => rows.toSpliced(row, 1));
export const deleteColumn = changing((rows, { column }) => rows.map((cells) => cells.toSpliced(column, 1)));

/** Inserts a table of two columns: a header and one row. */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const row = (): Node[] => [types.table_cell.create(), types.table_cell.create()];
  const tr = state.tr.replaceSelectionWith(tableOf([row(), row()]));
  const at = tr.mapping.map(state.selection.from, -1);
  let found = -1;
  tr.doc.nodesBetween(Math.max(0, at - 1), tr.doc.content.size, (node, position) => {
    if (found < 0 && node.type === types.table_header) found = position + 1;
    return found < 0;
  });
  if (found >= 0) tr.setSelection(TextSelection.create(tr.doc, found));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Moves to the next cell; after the last one, adds a row. */
export const nextCell =
  (step: 1 | -1): Command =>
  (state, dispatch, view) => {
    const place = placeOf(state.selection.$head);
    if (!place) return false;
    const { table, at } = place;
    const width = table.child(0).childCount;
    const index = place.row * width + place.column + step;
    if (index < 0) return true;
    if (index >= width * table.childCount) return addRowAtEnd(state, dispatch, view);
    const position = cellAt(table, at, Math.floor(index / width), index % width);
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, position)).scrollIntoView());
    return true;
  };

const addRowAtEnd: Command = (state, dispatch) => {
  const place = placeOf(state.selection.$head);
  if (!place) return false;
  const rows = cellsOf(place.table);
  dispatch?.(replaced(state.tr, place, tableOf([...rows, emptyRow(rows[0] ?? [])]), rows.length, 0));
  return true;
};

/** Moves to the cell below; from the last row, leaves the table. */
export const cellBelow: Command = (state, dispatch) => {
  const place = placeOf(state.selection.$head);
  if (!place) return false;
  const { table, at, row, column } = place;
  const { tr } = state;
  if (row + 1 < table.childCount) tr.setSelection(TextSelection.create(tr.doc, cellAt(table, at, row + 1, column)));
  else {
    const end = at + table.nodeSize;
    if (!tr.doc.resolve(end).nodeAfter) tr.insert(end, types.paragraph.create());
    tr.setSelection(TextSelection.near(tr.doc.resolve(end), 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};
