import type { Node } from "prosemirror-model";
import { types } from "../model/schema.ts";
import { PASTED_CELLS_MAX, PASTED_COLUMNS_MAX } from "../../../../manifests/bounds/editor.ts";
import type { Element } from "./tree.ts";

const isElement = (child: Element | string): child is Element => typeof child !== "string";

/** The rows of a table and of its sections, without those of nested tables. */
const rowsOf = (element: Element): Element[] =>
  element.children
    .filter(isElement)
    .flatMap((child) =>
      child.name === "tr" ? [child] : /^t(?:head|body|foot)$/.test(child.name) ? rowsOf(child) : [],
    );

const cellsOf = (row: Element): Element[] =>
  row.children.filter(isElement).filter(({ name }) => name === "td" || name === "th");

const span = (cell: Element, name: string): number =>
  Math.min(Math.max(Number.parseInt(cell.attributes.get(name) ?? "1", 10) || 1, 1), PASTED_COLUMNS_MAX);

/** The only cell of a table that just serves layout; undefined if the table has more cells. */
export function onlyCell(table: Element): Element | undefined {
  const cells = rowsOf(table).flatMap(cellsOf);
  return cells.length === 1 ? cells[0] : undefined;
}

/** Rows of cells. A spanning cell fills its first place, and the other places stay empty. */
class Grid {
  readonly rows: (Element | undefined)[][] = [];
  count = 0;
  readonly #covered = new Set<string>();

  add(row: Element, y: number): void {
    const line: (Element | undefined)[] = [];
    for (const cell of cellsOf(row)) {
      while (this.#covered.has(`${line.length} ${y}`)) line.push(undefined);
      const width = span(cell, "colspan");
      this.#cover(line.length, y, width, span(cell, "rowspan"));
      line.push(cell, ...Array.from({ length: width - 1 }, () => undefined));
    }
    this.count += line.length;
    if (line.length > 0) this.rows.push(line.slice(0, PASTED_COLUMNS_MAX));
  }

  #cover(x: number, y: number, width: number, height: number): void {
    for (let down = 1; down < height; down += 1)
      for (let along = 0; along < width; along += 1) this.#covered.add(`${x + along} ${y + down}`);
  }
}

function gridOf(table: Element): (Element | undefined)[][] {
  const grid = new Grid();
  for (const [y, row] of rowsOf(table).entries()) if (grid.count < PASTED_CELLS_MAX) grid.add(row, y);
  return grid.rows;
}

export function tableOf(
  table: Element,
  contentOf: (cell: Element, isHead: boolean) => readonly Node[],
): Node | undefined {
  const grid = gridOf(table);
  const width = Math.max(0, ...grid.map(({ length }) => length));
  if (width === 0) return undefined;
  const rows = grid.map((line, y) => {
    const type = y === 0 ? types.table_header : types.table_cell;
    const cells = Array.from({ length: width }, (_, x) => line[x]);
    return types.table_row.create(
      null,
      cells.map((cell) => type.create(null, cell ? contentOf(cell, y === 0) : [])),
    );
  });
  return types.table.create(null, rows);
}
