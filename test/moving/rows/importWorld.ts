/** A site of events, and files that are planned against its draft as the editor does it. */
import { csvFields } from "../../../manifests/fields/csvFields.ts";
import { readCsv } from "../../../manifests/shapes/csvReader.ts";
import { guessedMapping, type Mapping } from "../../../sites/moving/rows/columns.ts";
import { PageTitles } from "../../../sites/moving/rows/pageTitles.ts";
import { type PlannedRow, planRows, type RowKeys } from "../../../sites/moving/rows/rowPlan.ts";
import { Present } from "../../../sites/moving/rows/present.ts";
import type { EntryExportPart } from "../../../runtime/editing/entryExport.ts";
import { IMPORTING } from "../../../sites/words/en/importing.ts";
import { EVENT, TYPE } from "../../runtime/entries/events.ts";
import { meantAt } from "../../../sites/editor/looks/zonedTime.ts";
import { SITE, type World } from "../../runtime/kernel/world.ts";

export function exported({ kernel }: World, versions = false): string {
  let csv = "";
  for (let cursor: string | null = ""; cursor !== null;) {
    const part: EntryExportPart = kernel.reads.exportEntries(SITE, { type: EVENT, cursor, versions });
    csv += part.csv;
    cursor = part.next;
  }
  return csv;
}

interface Asked {
  readonly mapping?: Mapping;
  readonly holdsNew?: boolean;
  readonly keys?: RowKeys;
}

/** The rows of a file, planned against the draft. */
export function planned(of: World, csv: string, asked: Asked = {}): readonly PlannedRow[] {
  const fields = csvFields(TYPE.fields);
  const { items } = of.kernel.reads.pages(SITE, {}, null, 200);
  const paths = new Map(items.map(({ id, path }) => [id, path]));
  const [head, ...rows] = readCsv(csv, 20_001).rows;
  return planRows(
    {
      type: { type: EVENT, address: TYPE.address, fields: TYPE.fields, sections: [] },
      fields,
      present: new Present(exported(of, true)),
      pages: new Map([["", new PageTitles(items)]]),
      pathOf: (id) => paths.get(id) ?? id,
      localTime: (shown) => meantAt(shown, "Europe/Berlin"),
      mapping: asked.mapping ?? guessedMapping(head?.cells ?? [], fields),
      holdsNew: asked.holdsNew ?? false,
      keys: asked.keys,
      titles: IMPORTING.members,
      sayIssue: ({ allowed }) => allowed,
    },
    rows,
  );
}
