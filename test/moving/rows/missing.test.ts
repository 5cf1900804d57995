import { expect, test } from "vitest";
import { newEntry } from "../../../sites/moving/rows/newEntry.ts";
import { missingPages } from "../../../sites/moving/rows/missing.ts";
import type { PlannedRow, RowState } from "../../../sites/moving/rows/rowPlan.ts";
import type { RowFault } from "../../../sites/moving/rows/rowCells.ts";

const TOPIC = {
  type: "acme.events/topic",
  title: "Topic",
  plural: "Topics",
  description: "",
  plugin: { id: "acme.events", version: "1.0.0" },
  fields: {},
  address: "/topics/{slug}",
  order: null,
  index: [],
  emptyAs: {},
  start: { level: 1 },
  sections: [{ type: "acme.events/list", fields: {} }],
};
const TODAY = "2026-05-01";
const row = (...faults: RowFault[]): PlannedRow => ({
  line: 2,
  title: "A",
  state: "faulty" satisfies RowState,
  changes: [],
  faults,
});
const unknown = (found: string, of?: string): RowFault => ({
  title: "Topics",
  fault: "unknownPage",
  found,
  ...(of !== undefined && { of }),
});

test("each missing page is offered once, as an entry of the type that the field wants", () => {
  const rows = [
    row(unknown("Jazz", TOPIC.type), { title: "Day", fault: "date", found: "soon" }),
    row(unknown("jazz ", TOPIC.type)),
    row(unknown("Blues", TOPIC.type)),
  ];
  const found = missingPages(rows, [TOPIC], TODAY);
  expect(found.map(({ title }) => title)).toEqual(["Jazz", "Blues"]);
  expect(found[0]?.edit).toEqual({ do: "create", body: newEntry(TOPIC, "Jazz", TODAY), anyPath: true });
});

test.each([
  ["any page", unknown("Jazz")],
  ["a type that the site lacks", unknown("Jazz", "acme.gone/topic")],
  ["an address", unknown("/topics/jazz", TOPIC.type)],
])("a cell that names %s offers nothing", (_, fault) => {
  expect(missingPages([row(fault)], [TOPIC], TODAY)).toEqual([]);
});

test.each([
  ["/topics/{slug}", "/topics/new-jazz", undefined],
  [null, "/topic/new-jazz", undefined],
  ["/{year}/{slug}", "/2026/new-jazz", TODAY],
  ["/{start.year}/{slug}", "/new-jazz", undefined],
])("a new entry of a type at %s is at %s", (address, path, date) => {
  expect(newEntry({ ...TOPIC, address }, "New jazz", TODAY)).toEqual({
    title: "New jazz",
    path,
    ...(date !== undefined && { date }),
    type: TOPIC.type,
    values: { level: 1 },
    sections: [{ id: "section-1", type: "acme.events/list", fields: {} }],
  });
});
