/** The entries of the draft, as the site's own export has them. A file is compared with these cells. */
import { VERSION_COLUMN } from "../../../manifests/fields/csvFields.ts";
import { readCsv } from "../../../manifests/shapes/csvReader.ts";

export interface PresentEntry {
  readonly id: string;
  readonly path: string;
  readonly version: number;
  readonly cells: ReadonlyMap<string, string>;
}

export class Present {
  readonly #byId = new Map<string, PresentEntry>();
  readonly #byPath = new Map<string, PresentEntry>();

  constructor(csv: string) {
    const [head, ...rows] = readCsv(csv, Number.MAX_SAFE_INTEGER).rows;
    for (const row of rows) {
      const cells = new Map(row.cells.map((cell, index) => [head?.cells[index] ?? "", cell]));
      const cell = (name: string): string => cells.get(name) ?? "";
      const entry = { id: cell("id"), path: cell("path"), version: Number(cell(VERSION_COLUMN)), cells };
      this.#byId.set(entry.id, entry);
      this.#byPath.set(entry.path, entry);
    }
  }

  withId(id: string): PresentEntry | undefined {
    return this.#byId.get(id);
  }

  at(path: string): PresentEntry | undefined {
    return this.#byPath.get(path);
  }
}
