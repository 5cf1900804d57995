/** Several pages in one command: all or none, and back again. */
import { expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { ENTRY } from "../../../runtime/documents/content/entry.ts";
import { SITE, page, worldWith, type World } from "../kernel/world.ts";
import { EVENTS, event } from "./events.ts";

const PAGES = {
  home: page("/"),
  jazz: page("/topics/jazz"),
  spring: event("/events/spring", { start: "2026-03-20", place: "Kiel", topics: ["jazz"] }),
  summer: event("/events/summer", { start: "2026-06-20", place: "Bremen" }),
};

const world = (): Promise<World> => worldWith(PAGES, EVENTS);
const set = (page: string, fields: object, expected = 1): object => ({
  do: "edit",
  page,
  expected,
  operations: [{ op: "set", section: ENTRY, fields }],
});

interface Answer {
  readonly versions: readonly { readonly id: string; readonly version: number }[];
  readonly pages: readonly { readonly page: string; readonly inverse: readonly object[] | null }[];
}

const run = (of: World, ...items: object[]): Promise<Answer> => of.run<Answer>("pages.batch", { items });
const valuesOf = (of: World, id: string): unknown => of.kernel.documents.get(SITE, "page", id)?.body.values;

async function issuesOf(done: Promise<unknown>): Promise<[code: string, issues: unknown]> {
  try {
    await done;
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.detail["issues"]];
    throw error;
  }
  throw new Error("it was accepted");
}

test("several entries change at once, and the answer takes each back", async () => {
  const of = await world();
  const { pages: edits, versions } = await run(of, set("spring", { price: 5 }), set("summer", { topics: ["jazz"] }));
  expect(versions.map(({ id, version }) => [id, version])).toEqual([
    ["spring", 2],
    ["summer", 2],
  ]);
  expect(valuesOf(of, "summer")).toEqual({ ...PAGES.summer.values, topics: ["jazz"] });
  await run(of, ...edits.map((one) => ({ do: "edit", page: one.page, expected: 2, operations: one.inverse })));
  expect([valuesOf(of, "spring"), valuesOf(of, "summer")]).toEqual([PAGES.spring.values, PAGES.summer.values]);
});

test("entries are deleted, and their last versions stay", async () => {
  const of = await world();
  const { pages: edits } = await run(of, { do: "delete", page: "spring", expected: 1 }, set("summer", { price: 5 }));
  expect(edits[0]).toEqual({ page: "spring", path: null, inverse: null });
  expect(of.kernel.documents.get(SITE, "page", "spring")).toBeUndefined();
  await of.run("revision.restore", { page: "spring", expected: 0, version: 1 });
  expect(valuesOf(of, "spring")).toEqual(PAGES.spring.values);
});

const addition = (path: string, more: object = {}): object => ({
  do: "create",
  body: event(path, { start: "2026-07-01" }),
  anyPath: true,
  ...more,
});

test("new entries and changes are one command, and deletions take back the new ones", async () => {
  const of = await world();
  const { pages: edits, versions } = await run(
    of,
    addition("/events/spring"),
    set("spring", { price: 5 }),
    addition("/events/spring"),
  );
  expect(edits.map(({ page }) => page)).toEqual(["events-spring-2", "spring", "events-spring-3"]);
  expect(edits.map((one) => "isNew" in one)).toEqual([true, false, true]);
  expect(of.kernel.documents.get(SITE, "page", "events-spring-3")?.body.path).toBe("/events/spring-3");
  const back = versions.flatMap(({ id, version }) =>
    id === "spring" ? [] : [{ do: "delete", page: id, expected: version }],
  );
  await run(of, ...back);
  expect(of.kernel.documents.get(SITE, "page", "events-spring-2")).toBeUndefined();
});

test("an edit merges with a later version that changed other values", async () => {
  const of = await world();
  await run(of, set("spring", { price: 5 }));
  await run(of, set("spring", { place: "Husum" }));
  expect(valuesOf(of, "spring")).toEqual({ ...PAGES.spring.values, price: 5, place: "Husum" });
});

test.each<[string, object[], string, string | undefined]>([
  [
    "an invalid value in the second",
    [set("spring", { price: 5 }), set("summer", { price: "much" })],
    "INVALID_REQUEST",
    "/items/1/values/price",
  ],
  ["a page that is not there", [set("spring", { price: 5 }), set("autumn", { price: 5 })], "NOT_FOUND", undefined],
  [
    "a stale deletion",
    [set("spring", { price: 5 }), { do: "delete", page: "summer", expected: 7 }],
    "STALE_VERSION",
    undefined,
  ],
  ["a page twice", [set("spring", { price: 5 }), set("spring", { price: 6 })], "INVALID_REQUEST", "/items/1/page"],
  [
    "an invalid value in a new entry",
    [set("spring", { price: 5 }), { do: "create", body: event("/events/x", { start: "soon" }) }],
    "INVALID_REQUEST",
    "/items/1/body/values/start",
  ],
  [
    "a new entry at a path that is taken",
    [set("spring", { price: 5 }), { do: "create", body: event("/events/summer", { start: "2026-07-01" }) }],
    "CONFLICT",
    "/items/1/body/path",
  ],
  [
    "one path twice among new entries",
    [addition("/events/x", { anyPath: false }), addition("/events/x", { anyPath: false })],
    "CONFLICT",
    "/items/1/body/path",
  ],
  [
    "one id twice among new entries",
    [addition("/events/x", { id: "x" }), addition("/events/y", { id: "x" })],
    "CONFLICT",
    "/items/1/id",
  ],
  [
    "an unknown member of a new entry",
    [{ do: "create", body: event("/e", { start: "2026-07-01" }), evil: 1 }],
    "INVALID_REQUEST",
    "/items/0/evil",
  ],
  [
    "an edit without operations",
    [{ do: "edit", page: "spring", expected: 1 }],
    "INVALID_REQUEST",
    "/items/0/operations",
  ],
  [
    "a deletion with operations",
    [{ ...set("spring", { price: 5 }), do: "delete" }],
    "INVALID_REQUEST",
    "/items/0/operations",
  ],
  [
    "redirects, which each page would write anew",
    [
      {
        do: "edit",
        page: "spring",
        expected: 1,
        operations: [{ op: "page", changes: { path: "/x" }, redirect: true }],
      },
    ],
    "INVALID_REQUEST",
    "/items/0/operations",
  ],
  ["no edit", [], "INVALID_REQUEST", "/items"],
])("nothing changes with %s", async (_what, edits, code, pointer) => {
  const of = await world();
  const [refused, issues] = await issuesOf(run(of, ...edits));
  expect(refused).toBe(code);
  if (pointer !== undefined) expect(issues).toMatchObject([{ pointer }]);
  expect([valuesOf(of, "spring"), valuesOf(of, "summer")]).toEqual([PAGES.spring.values, PAGES.summer.values]);
});
