import { expect, test } from "vitest";
import type { FieldCondition } from "../../../runtime/documents/content/content.ts";
import { SITE, page, type World, worldWith } from "../kernel/world.ts";
import { EVENT, EVENTS, event, listOf } from "./events.ts";

/** SQLite chooses how it reads the index of entries. A wrong choice reads all rows, and no small site shows it. */
const world = await worldWith(
  { home: page("/"), upcoming: listOf("upcoming"), first: event("/first", { start: "2027-01-01", place: "Kiel" }) },
  EVENTS,
);

/** The statements of some work, with their parameters' places. */
async function statementsOf({ powers: { sql } }: World, work: () => unknown): Promise<string[]> {
  const all = sql.all.bind(sql);
  const found: string[] = [];
  sql.all = (text, ...values) => {
    found.push(text);
    return all(text, ...values);
  };
  try {
    await work();
  } finally {
    sql.all = all;
  }
  return [...new Set(found)].filter((text) => text.includes("entry_index"));
}

/** The parts of a plan that read the index of entries by less than an entry, or a field of a type. */
function widePartsOf(statement: string): string[] {
  const count = Math.max(0, ...[...statement.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)));
  const unnumbered = [...statement.matchAll(/\?(?!\d)/g)].length;
  const values = Array.from({ length: count + unnumbered }, () => "[]");
  return world.powers.sql
    .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values)
    .map(({ detail }) => detail)
    .filter((detail) => /entry_index/.test(detail) && !/site=\? AND (?:id=\?|type=\? AND name=\?)/.test(detail))
    .concat(statement.includes("AS leading") ? sortedBy(statement, values) : []);
}

/** A list that begins from a condition must find the row of its order by the entry, and not by the order's value. */
const sortedBy = (statement: string, values: readonly string[]): string[] =>
  world.powers.sql
    .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values)
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith("SEARCH entry ") && !detail.includes("id=?"));

const is = (field: string, comparison: FieldCondition["is"], value: FieldCondition["values"][number]) =>
  ({ field, is: comparison, kind: field === "start" ? "date" : "text", values: [value] }) as FieldCondition;

const TODAY = is("start", "from", { clock: "today" });
const KIEL = is("place", "eq", "Kiel");

test.each<[string, () => unknown]>([
  ["a write of an entry", () => world.write("second", event("/second", { start: "2027-02-01" }))],
  ["a change of an entry", () => world.write("second", event("/second", { start: "2027-02-02" }))],
  ["a list in its order", () => ask([])],
  ["a list from today", () => ask([TODAY])],
  ["a list that begins from a condition", () => ask([TODAY, KIEL])],
  ["a list with a condition that excludes", () => ask([TODAY, is("place", "not", "Kiel")])],
  ["a list by another field", () => ask([KIEL], "-price")],
  ["a publication", () => world.run("publish", {})],
])("%s reads the rows of an entry or of a field", async (_, work) => {
  const statements = await statementsOf(world, work);
  expect(statements).not.toEqual([]);
  expect(statements.flatMap(widePartsOf)).toEqual([]);
});

const { documents } = world.kernel;

const ask = (where: readonly FieldCondition[], order?: string): unknown =>
  documents.lists.query(
    SITE,
    "",
    { type: EVENT, where, limit: 10, ...(order === undefined ? {} : { order }) },
    documents.change(SITE),
    0,
  );
