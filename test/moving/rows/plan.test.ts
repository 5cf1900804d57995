/** Files of entries, planned against the draft and brought in. */
import { describe, expect, test } from "vitest";
import { SITE, page, worldWith, type World } from "../../runtime/kernel/world.ts";
import { EVENTS, event } from "../../runtime/entries/events.ts";
import { exported, planned } from "./importWorld.ts";

const FULL = {
  start: "2026-03-20",
  opens: "2026-03-20T18:00:00+01:00",
  place: '=SUM(A1) "Kiel"; Nord',
  price: 12.5,
  free: false,
  tags: ["a;b", "-c", 'd"'],
  topics: ["jazz", "gone"],
  about: "# One\n\n- two\n- three",
};

const PAGES = {
  home: page("/"),
  jazz: page("/topics/jazz", { title: "Jazz" }),
  swing: page("/topics/swing", { title: "Swing" }),
  other: page("/topics/other", { title: "Swing" }),
  spring: event("/events/spring", FULL, { title: "@Spring", description: "+1", date: "2026-01-02", held: true }),
  summer: event("/events/summer", { start: "2026-06-20" }),
};

const world = (): Promise<World> => worldWith(PAGES, EVENTS);

const states = (rows: ReturnType<typeof planned>): unknown[] => rows.map(({ state }) => state);
const faults = (rows: ReturnType<typeof planned>): unknown[] =>
  rows.flatMap((row) => row.faults.map(({ title, fault }) => `${title}: ${fault}`));
const edits = (rows: ReturnType<typeof planned>): object[] => rows.flatMap(({ edit }) => edit ?? []);

test("what is written out changes nothing when it comes in", async () => {
  const of = await world();
  expect(planned(of, exported(of)).map(({ state, changes, faults: found }) => [state, changes, found])).toEqual([
    ["same", [], []],
    ["same", [], []],
  ]);
});

test("a cell that changes becomes an edit of that value alone, and its inverse takes it back", async () => {
  const of = await world();
  const rows = planned(of, 'id,place,Price,free,start\nspring,Husum,"9,5",ja,2026-03-20\nsummer,,,,20.6.2026\n');
  expect(states(rows)).toEqual(["changed", "same"]);
  const operations = [{ op: "set", section: "entry_values", fields: { place: "Husum", price: 9.5, free: true } }];
  expect(edits(rows)).toEqual([{ do: "edit", page: "spring", expected: 1, operations }]);
  const { pages: done } = await of.run<{ pages: { page: string; inverse: object[] }[] }>("pages.batch", {
    items: edits(rows),
  });
  expect(of.kernel.documents.get(SITE, "page", "spring")?.body.values).toEqual({
    ...FULL,
    place: "Husum",
    price: 9.5,
    free: true,
  });
  await of.run("pages.batch", {
    items: done.map(({ page: id, inverse }) => ({ do: "edit", page: id, expected: 2, operations: inverse })),
  });
  expect(states(planned(of, exported(of)))).toEqual(["same", "same"]);
  expect(of.kernel.documents.get(SITE, "page", "spring")?.body.values).toEqual(FULL);
});

test("an empty cell removes a value, and a column that is not there leaves it", async () => {
  const of = await world();
  const rows = planned(of, "path;title;place\n/events/spring;Frühling;\n");
  expect(edits(rows)).toEqual([
    {
      do: "edit",
      page: "spring",
      expected: 1,
      operations: [
        { op: "set", section: "entry_values", fields: { place: null } },
        { op: "page", changes: { title: "Frühling" } },
      ],
    },
  ]);
});

test("new rows become entries at the address of the type, and the same file again finds them", async () => {
  const of = await world();
  const file =
    "Title,Start,Topics,Tags,held\nÄrger im Park,2026-08-01,Jazz; /topics/swing,x;y,yes\nÄrger im Park,2026-08-02,,,\n";
  const rows = planned(of, file);
  expect(states(rows)).toEqual(["new", "new"]);
  const { versions } = await of.run<{ versions: { id: string }[] }>("pages.batch", { items: edits(rows) });
  const [first, second] = versions.map(({ id }) => of.kernel.documents.get(SITE, "page", id)?.body);
  expect(first).toMatchObject({
    path: "/events/ärger-im-park",
    title: "Ärger im Park",
    held: true,
    values: { start: "2026-08-01", topics: ["jazz", "swing"], tags: ["x", "y"] },
  });
  expect(second).toMatchObject({ path: "/events/ärger-im-park-2" });
  expect(second).not.toHaveProperty("held");
  expect(states(planned(of, file))).toEqual(["same", "same"]);
});

test("new entries stay back if the member says so", async () => {
  const of = await world();
  const [row] = planned(of, "title,start\nA,2026-08-01\n", { holdsNew: true });
  expect(row?.edit).toMatchObject({ do: "create", body: { held: true }, anyPath: true });
});

describe("a cell", () => {
  test.each<[what: string, file: string, expected: string[]]>([
    ["with no number", "title,start,price\nA,2026-01-01,much", ["Price: number"]],
    ["with a number that may be two", "title;start;price\nA;2026-01-01;1,234", ["Price: ambiguousNumber"]],
    ["below the least number", "title,start,price\nA,2026-01-01,-1", ["Price: refused"]],
    ["with no day", "title,start\nA,soon", ["Start: date"]],
    ["with a day that may be two", "title,start\nA,03/04/2026", ["Start: ambiguousDate"]],
    ["with a day that no calendar has", "title,start\nA,31.02.2026", ["Start: date"]],
    ["with a moment that is none", "title,start,opens\nA,2026-01-01,2026-01-01 25:00", ["Opens: moment"]],
    ["with a day in place of a moment", "title,start,opens\nA,2026-01-01,2026-01-01", ["Opens: moment"]],
    ["with a moment of two days", "title,start,opens\nA,2026-01-01,1/2/2026 19:00", ["Opens: ambiguousDate"]],
    ["with a skipped moment", "title,start,opens\nA,2026-01-01,2026-03-29 02:30", ["Opens: skippedMoment"]],
    ["with neither yes nor no", "title,start,free\nA,2026-01-01,perhaps", ["Free: boolean"]],
    ["with a page that is not there", "title,start,topics\nA,2026-01-01,Blues", ["Topics: unknownPage"]],
    ["with a title that two pages have", "title,start,topics\nA,2026-01-01,Swing", ["Topics: severalPages"]],
    ["over the limit of its field", `title,start,place\nA,2026-01-01,${"x".repeat(20_001)}`, ["Place: refused"]],
    ["with NUL", "title,start,place\nA,2026-01-01,a\u0000b", ["Place: control"]],
    ["empty where a value must be", "title,start\nA,", ["Start: missing"]],
    ["without a title", "title,start\n,2026-01-01", ["Title: missing"]],
    ["that empties what must be there", "id,start\nspring,", ["Start: missing"]],
    ["too many", "title,start\nA,2026-01-01,x,y", [": tooManyCells"]],
    ["of an entry that an earlier row has", "id,place\nspring,A\nspring,B", [": twice"]],
    ["with another address of an entry", "id,path\nspring,/elsewhere", ["Address: moved"]],
  ])("%s is a fault, and nothing is sent for its row", async (_, file, expected) => {
    const rows = planned(await world(), file);
    expect(faults(rows)).toEqual(expected);
    expect(rows.find(({ state }) => state === "faulty")).not.toHaveProperty("edit");
  });

  test.each([
    ["2026-01-01 19:00", "2026-01-01T18:00:00.000Z"],
    ["1.7.2026 19:00", "2026-07-01T17:00:00.000Z"],
    ["2026-07-01T19:00:30", "2026-07-01T17:00:30.000Z"],
    ["2026-10-25 02:30", "2026-10-25T00:30:00.000Z"],
    ["2026-07-01T19:00:00+01:00", "2026-07-01T19:00:00+01:00"],
  ])("with the moment %s, in the zone of the site, is %s", async (text, opens) => {
    const [row] = planned(await world(), `title\tstart\topens\nA\t2026-01-01\t${text}`);
    expect(row?.edit).toMatchObject({ body: { values: { opens } } });
  });

  test.each([
    ["1234", 1234],
    ["1.5", 1.5],
    ["1,5", 1.5],
    ["1.234,50", 1234.5],
    ["1,234.50", 1234.5],
    ["1.234.567", 1_234_567],
    ["1 234,5", 1234.5],
    ["1’", undefined],
    ["1,2,3", undefined],
    ["", undefined],
  ])("with the number %j is %j", async (text, number) => {
    const [row] = planned(await world(), `title\tstart\tprice\nA\t2026-01-01\t${text}`);
    expect(JSON.stringify(row?.edit ?? null).includes(`"price":${String(number)}`)).toBe(number !== undefined);
  });
});

test("a name that the header has twice is used once", async () => {
  const [row] = planned(await world(), "title,start,Start\nA,2026-01-01,2027-01-01");
  expect(row?.edit).toMatchObject({ do: "create", body: { values: { start: "2026-01-01" } } });
});
