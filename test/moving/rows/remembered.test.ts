/** A file whose rows have names: a further import finds its entries, and what members did with them since. */
import { expect, test } from "vitest";
import { csvFields } from "../../../manifests/fields/csvFields.ts";
import { readCsv } from "../../../manifests/shapes/csvReader.ts";
import { columnsOfRows, guessedMapping } from "../../../sites/moving/rows/columns.ts";
import { type RememberedRows, rememberRows, rowSource } from "../../../sites/moving/rows/remembered.ts";
import { EVENT, EVENTS, TYPE } from "../../runtime/entries/events.ts";
import { SITE, page, worldWith, type World } from "../../runtime/kernel/world.ts";
import { planned } from "./importWorld.ts";

const FILE = "number;title;start;price;free;held\nK1;Tide;2026-05-01;9,5;;\nK2;Tide;2026-06-01;;ja;x\n";

let keys = 0;

/** Plans a file by its first column and, unless it only looks, writes the plan. */
async function brought(
  of: World,
  csv: string,
  how: {
    readonly overwrite?: boolean;
    readonly restore?: boolean;
    readonly isDry?: boolean;
    readonly isTurned?: boolean;
  } = {},
): Promise<RememberedRows> {
  const { reads } = of.kernel;
  const site = {
    pages: reads.pageSources(SITE, null, 200).items,
    deleted: reads.pageSources(SITE, null, 200, true).items,
    languages: { language: "en" },
  };
  const idBySource = new Map(site.pages.map(({ source, id }) => [source, id]));
  const fields = csvFields(TYPE.fields);
  const mapping = guessedMapping(readCsv(csv, 1).rows[0]?.cells ?? [], fields);
  const columns = columnsOfRows(how.isTurned ? fields.toReversed() : fields);
  const rows = planned(of, csv, {
    mapping,
    keys: { column: 0, title: "number", idOf: (key) => idBySource.get(rowSource(EVENT, key)) },
  });
  const { overwrite = false, restore = false, isDry = false } = how;
  const pageOf = async (id: string) => reads.page(SITE, id).body;
  const remembered = await rememberRows(rows, { type: EVENT, mapping, columns, site, overwrite, restore, pageOf });
  const items = remembered.rows.flatMap(({ edit }) => edit ?? []);
  if (items.length > 0 && !isDry) await of.run("pages.batch", { items }, `rows-of-a-file-${(keys += 1)}`);
  return remembered;
}

const states = ({ rows, changed, deleted }: RememberedRows): unknown[] => [
  rows.map(({ state, edit }) => `${state}${edit ? "" : "-"}`),
  changed.map(({ key }) => key),
  deleted.map(({ key }) => key),
];
const atPath = (of: World, path: string) =>
  of.kernel.documents.pageAtPath(SITE, path, of.kernel.documents.change(SITE));
const world = (): Promise<World> => worldWith({ home: page("/") }, EVENTS);

async function edit(of: World, path: string, operation: object): Promise<void> {
  const found = atPath(of, path);
  await of.run(
    "page.edit",
    { page: found?.id, expected: found?.version, operations: [operation] },
    `edit-${(keys += 1)}`,
  );
}

test("the same file again changes nothing, whatever its titles and their order are", async () => {
  const of = await world();
  expect(states(await brought(of, FILE))).toEqual([["new", "new"], [], []]);
  expect(atPath(of, "/events/tide")?.body).toMatchObject({
    source: `csv:${EVENT}:K1`,
    values: { start: "2026-05-01", price: 9.5 },
  });
  expect(atPath(of, "/events/tide-2")?.body).toMatchObject({ source: `csv:${EVENT}:K2`, held: true });
  expect(states(await brought(of, FILE))).toEqual([["same-", "same-"], [], []]);
  const turned = "number;title;start\nK2;Ebb;2026-06-01\nK1;Tide;2026-05-01\n";
  expect(states(await brought(of, turned))).toEqual([["changed", "same-"], [], []]);
  expect(atPath(of, "/events/tide-2")?.body.title).toBe("Ebb");
});

test("a row that changes in the file changes its entry again and again, and keeps what members added", async () => {
  const of = await world();
  await brought(of, FILE);
  await edit(of, "/events/tide", { op: "set", section: "entry_values", fields: { place: "Kiel" } });
  for (const price of ["10", "11", ""]) {
    const next = FILE.replace("9,5", price);
    expect(states(await brought(of, next))).toEqual([["changed", "same-"], [], []]);
    expect(states(await brought(of, next))).toEqual([["same-", "same-"], [], []]);
  }
  expect(atPath(of, "/events/tide")?.body.values).toEqual({ start: "2026-05-01", place: "Kiel" });
});

test("what a member changed in a column of the file stays, unless the member says otherwise", async () => {
  const of = await world();
  await brought(of, FILE);
  await edit(of, "/events/tide", { op: "set", section: "entry_values", fields: { price: 1 } });
  const next = FILE.replace("9,5", "12");
  expect(states(await brought(of, next))).toEqual([["changed-", "same-"], ["K1"], []]);
  expect(atPath(of, "/events/tide")?.body.values).toMatchObject({ price: 1 });
  expect(states(await brought(of, next, { overwrite: true }))).toEqual([["changed", "same-"], [], []]);
  expect(atPath(of, "/events/tide")?.body.values).toMatchObject({ price: 12 });
  expect(states(await brought(of, FILE))).toEqual([["changed", "same-"], [], []]);
});

test("a file with another column changes its entries, also again and again, but for what members have written", async () => {
  const of = await world();
  await brought(of, FILE);
  const wider =
    "number;title;start;price;free;held;place;about\nK1;Tide;2026-05-01;10;;;Kiel;Soon\nK2;Tide;2026-06-01;;ja;x;Bremen;\n";
  await edit(of, "/events/tide-2", { op: "set", section: "entry_values", fields: { place: "Husum" } });
  expect(states(await brought(of, wider))).toEqual([["changed", "changed-"], ["K2"], []]);
  expect(atPath(of, "/events/tide")?.body.values).toMatchObject({ price: 10, place: "Kiel", about: "Soon" });
  expect(atPath(of, "/events/tide-2")?.body.values).toMatchObject({ place: "Husum" });
  // A narrower file leaves the other columns as they are, and they stay remembered.
  expect(states(await brought(of, "number;title;start\nK1;Ebb;2026-05-01\n"))).toEqual([["changed"], [], []]);
  expect(states(await brought(of, wider.replace("Kiel", "Sylt").replace("Tide", "Ebb")))).toEqual([
    ["changed", "changed-"],
    ["K2"],
    [],
  ]);
  await edit(of, "/events/tide", { op: "set", section: "entry_values", fields: { place: "Rome" } });
  expect(states(await brought(of, "number;title;start\nK1;Flow;2026-05-01\n"))).toEqual([["changed-"], ["K1"], []]);
});

test("a row finds its columns where the type has another order now", async () => {
  const of = await world();
  await brought(of, FILE);
  expect(states(await brought(of, FILE.replace("9,5", "12"), { isTurned: true }))).toEqual([
    ["changed", "same-"],
    [],
    [],
  ]);
});

test("an entry that a member deleted stays deleted, and comes back at its id only when asked for", async () => {
  const of = await world();
  await brought(of, FILE);
  const id = atPath(of, "/events/tide")?.id;
  await of.run("page.delete", { page: id, expected: 1 }, "delete-an-event");
  expect(states(await brought(of, FILE))).toEqual([["new-", "same-"], [], ["K1"]]);
  expect(states(await brought(of, FILE, { restore: true }))).toEqual([["new", "same-"], [], []]);
  expect(atPath(of, "/events/tide")?.id).toBe(id);
});

test("rows without a name, and names that come twice, are faults", async () => {
  const of = await world();
  const { rows } = await brought(of, "number;title;start\n;A;2026-05-01\nK1;B;2026-05-01\nK1;C;2026-05-01\n");
  expect(rows.map(({ faults }) => faults.map(({ title, fault, found }) => [title, fault, found]))).toEqual([
    [["number", "missing", ""]],
    [],
    [["", "twice", "K1"]],
  ]);
});

test("an import that ended in the middle goes on, and a second one beside it makes nothing twice", async () => {
  const of = await world();
  const [head = "", first = ""] = FILE.split("\n");
  await brought(of, `${head}\n${first}\n`);
  expect(states(await brought(of, FILE))).toEqual([["same-", "new"], [], []]);
  const third = `${FILE}K3;Ebb;2026-07-01;;;\n`;
  const beside = await brought(of, third, { isDry: true });
  await brought(of, third);
  const again = of.run("pages.batch", { items: beside.rows.flatMap(({ edit: one }) => one ?? []) }, "the-other-import");
  await expect(again).rejects.toMatchObject({ code: "CONFLICT" });
});
