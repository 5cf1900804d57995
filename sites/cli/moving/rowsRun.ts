/** Brings the rows of a file into the draft as entries of a content type, for `svc import --type`. */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_FILE_MAX_BYTES, IMPORT_ROWS_MAX } from "../../../manifests/bounds/editor.ts";
import { sizeOf } from "../../../manifests/bytes/sizeOf.ts";
import { type CsvTable, readCsv } from "../../../manifests/shapes/csvReader.ts";
import type { CatalogueView } from "../../../runtime/editing/views.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { LanguageSettings } from "../../../runtime/documents/content/languages.ts";
import { meantAt } from "../../editor/looks/zonedTime.ts";
import { type Door, lossReceipt } from "../../moving/move.ts";
import { patiently } from "../../moving/apply/door.ts";
import { deletedPages, knownPages } from "../../moving/apply/knownSite.ts";
import { readCompared } from "../../moving/rows/compared.ts";
import { fileText } from "../../moving/rows/fileText.ts";
import { type LackedPage, missingPages } from "../../moving/rows/missing.ts";
import { columnsOfRows } from "../../moving/rows/columns.ts";
import { type RememberedRows, rememberRows, rowSource } from "../../moving/rows/remembered.ts";
import { type PlannedRow, planRows, type RowKeys } from "../../moving/rows/rowPlan.ts";
import { sendRows } from "../../moving/rows/sending.ts";
import { type Invocation, type Options, type Outcome, Trouble } from "../command/command.ts";
import { makeFolder } from "../files/makeFolder.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { type SiteSession, sessionFor } from "../site/session.ts";
import { chosenMapping, keyColumn } from "./chosenColumns.ts";
import { failureLine, rowDoor } from "./rowDoor.ts";
import { MEMBER_TITLES, type PlannedRows, rowLosses, rowsOutcome, rowsTable } from "./rowsOutcome.ts";
import { siteDoor } from "./siteDoor.ts";

type Powers = ReturnType<typeof rowDoor>;

export async function runRows({ args: [path = ""], ...invocation }: Invocation): Promise<Outcome> {
  const { options } = invocation;
  const isDry = options.isSet("dry-run");
  const session = sessionFor({ args: [], ...invocation });
  const powers = rowDoor(session);
  const table = tableAt(path);
  const asked = { session, powers, table, type: await chosenType(powers, options.required("type")), options };
  const ready = await readyRows(asked, invocation.now, options.isSet("create-missing") && !isDry);
  const { planned } = ready;
  const sent = isDry ? undefined : await sendRows(progress(powers, invocation), wanted(planned));
  const folder = options.text("plan");
  const result = { path, table, ...ready, sent, folder };
  if (folder !== undefined) writeRows(folder, planned, rowLosses(result));
  return rowsOutcome(result);
}

interface ReadyRows {
  readonly planned: PlannedRows;
  readonly lacked: readonly LackedPage[];
  /** The number of pages that were created because rows name them. */
  readonly made: number;
}

/** The plan. If wanted, the pages that rows name are created before it. */
async function readyRows(asked: RowsAsked, now: number, creates: boolean): Promise<ReadyRows> {
  const planned = await plannedRows(asked);
  const day = new Date(now).toISOString().slice(0, 10);
  const lacked = missingPages(planned.rows, planned.compared.types, day);
  if (!creates || lacked.length === 0) return { planned, lacked, made: 0 };
  const { taken, stopped, refused } = await sendRows({ ...asked.powers, onProgress: () => undefined }, lacked);
  const failure = stopped ?? refused[0]?.failure;
  if (failure) throw new Trouble(`The pages that rows name could not be created: ${failureLine(failure)}`);
  return { planned: await plannedRows(asked), lacked: [], made: taken };
}

const wanted = ({ rows }: RememberedRows): PlannedRow[] => rows.filter(({ edit }) => edit !== undefined);

const progress = (powers: Powers, { tell }: Pick<Invocation, "tell">) => ({
  ...powers,
  onProgress: (done: number) => {
    if (done % 1_000 === 0) tell(`${done} rows`);
  },
});

interface RowsAsked {
  readonly session: SiteSession;
  readonly powers: Powers;
  readonly table: CsvTable;
  readonly type: string;
  readonly options: Options;
}

function tableAt(path: string): CsvTable {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new Trouble(`There is no file ${path}.`);
  if (found.size > IMPORT_FILE_MAX_BYTES)
    throw new Trouble(`${path} has ${sizeOf(found.size)}. At most ${sizeOf(IMPORT_FILE_MAX_BYTES)} are read.`);
  const table = readCsv(fileText(readFileSync(path)).text, IMPORT_ROWS_MAX + 1);
  if (table.openAt !== null)
    throw new Trouble(`${path}, line ${table.openAt}: a quotation mark there is never closed.`);
  if (table.rows.length < 2) throw new Trouble(`${path} has no rows below the names of the columns.`);
  return table;
}

/** The content type by its whole name, or by its last part if no other has it. */
async function chosenType({ client }: Powers, name: string): Promise<string> {
  const catalogue = await client.read<CatalogueView>("/api/catalogue");
  if (!catalogue.ok) throw new Trouble(`The site refused: ${failureLine(catalogue.error)}`);
  const types = catalogue.value.body.contentTypes.map(({ type }) => type);
  const found = types.filter((type) => type === name || type.endsWith(`/${name}`));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new Trouble(
    `The site has ${found.length === 0 ? "no" : "several"} content types ${name}. It has: ${types.join(", ") || "none"}.`,
  );
}

interface Settings {
  readonly body: LanguageSettings & { readonly timeZone?: string };
}

async function plannedRows({ session, powers, table, type, options }: RowsAsked): Promise<PlannedRows> {
  const compared = await readCompared(powers, type);
  if (!compared.ok) throw new Trouble(`The site refused: ${failureLine(compared.error)}`);
  const [head, ...rows] = table.rows;
  const header = head?.cells ?? [];
  const mapping = chosenMapping(header, compared.value.fields, options.texts("column"));
  const door = siteDoor(session, null);
  const { body: settings } = await door.get<Settings>("/api/settings");
  const column = keyColumn(header, options.text("key"));
  const keyed = column === undefined ? undefined : await keyedSite(door, settings);
  const keys: RowKeys | undefined =
    column === undefined || keyed === undefined
      ? undefined
      : { column, title: header[column] ?? "", idOf: (key) => keyed.idBySource.get(rowSource(type, key)) };
  const planned = planRows(
    {
      ...compared.value,
      mapping,
      keys,
      holdsNew: options.isSet("hold"),
      localTime: (shown) => meantAt(shown, settings.timeZone ?? "UTC"),
      titles: MEMBER_TITLES,
      sayIssue: ({ found, allowed }) => `found ${found}; allowed: ${allowed}`,
    },
    rows,
  );
  const how = {
    overwrite: options.isSet("overwrite"),
    restore: options.isSet("restore"),
    pageOf: async (id: string) =>
      (await patiently(door, () => door.get<{ readonly body: Page }>(`/api/pages/${id}`))).body,
  };
  const remembered = keyed
    ? await rememberRows(planned, { type, mapping, columns: columnsOfRows(compared.value.fields), site: keyed, ...how })
    : { rows: planned, changed: [], deleted: [] };
  return { ...remembered, compared: compared.value };
}

async function keyedSite(door: Door, languages: LanguageSettings) {
  const pages = await knownPages(door);
  const idBySource = new Map(pages.map(({ source, id }) => [source, id]));
  return { pages, deleted: await deletedPages(door), languages, idBySource };
}

function writeRows(folder: string, planned: PlannedRows, losses: Parameters<typeof lossReceipt>[0]): void {
  makeFolder(folder);
  writeWhole(join(folder, "rows.tsv"), rowsTable(planned));
  writeWhole(join(folder, "receipt.md"), lossReceipt(losses));
}
