/** Up to a hundred pages in one command: all or none. */
import { BATCHES_PER_WINDOW, BATCHES_WINDOW_SECONDS, BATCH_MAX_ITEMS } from "../../../manifests/bounds/api.ts";
import { describe, expect, test } from "vitest";
import { SOURCE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { spendFrom, RATE_POLICIES } from "../../../runtime/tenancy/rateLimits.ts";
import { SITE, page, worldWith, type World } from "../kernel/world.ts";

const DIGEST = "ab".repeat(32);
const world = (): Promise<World> => worldWith({ home: page("/"), about: page("/about"), gone: page("/gone") });
const create = (path: string, more: object = {}): object => ({ do: "create", body: page(path), ...more });
const run = (of: World, ...items: object[]): Promise<{ pages: unknown[] }> =>
  of.run<{ pages: unknown[] }>("pages.batch", { items });
const bodyOf = (of: World, id: string): ReturnType<typeof page> | undefined =>
  of.kernel.documents.get(SITE, "page", id)?.body as ReturnType<typeof page> | undefined;

async function refusal(done: Promise<unknown>): Promise<readonly unknown[]> {
  try {
    await done;
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.detail["issues"] ?? error.detail["id"]];
    throw error;
  }
  throw new Error("it was accepted");
}

test("pages are added, replaced, edited and deleted at once", async () => {
  const of = await world();
  const { pages } = await run(
    of,
    create("/one", { id: "one" }),
    create("/about", { anyPath: true }),
    create("/about", { anyPath: true }),
    {
      do: "replace",
      page: "about",
      expected: 1,
      body: { ...page("/about"), title: "Anew", source: "md:about.md", imported: DIGEST },
    },
    { do: "edit", page: "home", expected: 1, operations: [{ op: "page", changes: { title: "Edited" } }] },
    { do: "delete", page: "gone", expected: 1 },
  );
  expect(pages).toEqual([
    { page: "one", path: "/one", inverse: null, isNew: true },
    { page: "about-2", path: "/about-2", inverse: null, isNew: true },
    { page: "about-3", path: "/about-3", inverse: null, isNew: true },
    { page: "about", path: "/about", inverse: null },
    { page: "home", path: "/", inverse: [{ op: "page", changes: { title: "Page /" }, was: { title: "Edited" } }] },
    { page: "gone", path: null, inverse: null },
  ]);
  expect([bodyOf(of, "about")?.title, bodyOf(of, "home")?.title, bodyOf(of, "gone")]).toEqual([
    "Anew",
    "Edited",
    undefined,
  ]);
});

test.each([
  ["a path that a page has", [create("/new"), create("/about")], "CONFLICT", "/items/1/body/path"],
  ["a path twice", [create("/new"), create("/new")], "CONFLICT", "/items/1/body/path"],
  ["an id that a page has", [create("/new"), create("/other", { id: "about" })], "CONFLICT", "/items/1/id"],
  ["an id twice", [create("/new", { id: "x" }), create("/other", { id: "x" })], "CONFLICT", "/items/1/id"],
  ["a page twice", [1, 2].map(() => ({ do: "delete", page: "gone", expected: 1 })), "INVALID_REQUEST", "/items/1/page"],
  ["a reserved path", [create("/new"), create("/api/x")], "INVALID_REQUEST", "/items/1/body/path"],
])("%s refuses all, and names the item", async (_, items, code, pointer) => {
  const of = await world();
  const [found, issues] = await refusal(run(of, ...items));
  expect([found, (issues as { pointer: string }[])[0]?.pointer]).toEqual([code, pointer]);
  expect(bodyOf(of, "new")).toBeUndefined();
});

test("a stale version refuses all", async () => {
  const of = await world();
  const stale = { do: "replace", page: "about", expected: 2, body: page("/about") };
  expect(await refusal(run(of, create("/new"), stale))).toEqual(["STALE_VERSION", "about"]);
  expect(bodyOf(of, "new")).toBeUndefined();
});

test("two pages swap their paths", async () => {
  const of = await world();
  await run(
    of,
    { do: "replace", page: "about", expected: 1, body: page("/gone") },
    { do: "replace", page: "gone", expected: 1, body: page("/about") },
  );
  expect([bodyOf(of, "about")?.path, bodyOf(of, "gone")?.path]).toEqual(["/gone", "/about"]);
});

test.each([
  [BATCH_MAX_ITEMS - 1, "taken"],
  [BATCH_MAX_ITEMS, "taken"],
  [BATCH_MAX_ITEMS + 1, "refused"],
])("a batch of %i pages is %s", async (count, fate) => {
  const of = await world();
  const done = run(of, ...Array.from({ length: count }, (_, index) => create(`/new-${index}`)));
  const seen = await done.then(
    () => "taken",
    (error: Refusal) => (error.code === "INVALID_REQUEST" ? "refused" : error.code),
  );
  expect(seen).toBe(fate);
});

test("the same batch again answers the same and writes nothing", async () => {
  const of = await world();
  const input = { items: [create("/new", { anyPath: true })] };
  const [first, again] = [
    await of.run("pages.batch", input, "the same key"),
    await of.run("pages.batch", input, "the same key"),
  ];
  expect(again).toEqual(first);
  expect(bodyOf(of, "new-2")).toBeUndefined();
});

test("a copy of an imported page is no import", async () => {
  const of = await world();
  await run(of, create("/one", { id: "one", body: { ...page("/one"), source: "wp:1", imported: DIGEST } }));
  await of.run("page.duplicate", { page: "one", expected: 1, path: "/two" });
  expect([Object.hasOwn(bodyOf(of, "one") ?? {}, "source"), Object.hasOwn(bodyOf(of, "two") ?? {}, "source")]).toEqual([
    true,
    false,
  ]);
});

test("a list names where each page came from", async () => {
  const of = await world();
  await run(of, create("/one", { id: "one", body: { ...page("/one"), source: "wp:1", imported: DIGEST } }));
  const list = of.kernel.reads.pageSources(SITE, null, null);
  expect(list).toEqual({
    items: [
      { id: "home", path: "/", version: 1, source: null, imported: null },
      { id: "about", path: "/about", version: 1, source: null, imported: null },
      { id: "gone", path: "/gone", version: 1, source: null, imported: null },
      { id: "one", path: "/one", version: 1, source: "wp:1", imported: DIGEST },
    ],
    next: null,
  });
});

describe("the rate of batches", () => {
  test("lets 20,000 pages through that come as fast as a machine stores them", () => {
    expect([BATCHES_PER_WINDOW, BATCHES_WINDOW_SECONDS]).toEqual([240, 60]);
    let [freeAt, refused] = [0, 0];
    // Four hundred pages a second are eight times the goal.
    for (let sent = 0; sent < 20_000 / BATCH_MAX_ITEMS; sent++) {
      const spent = spendFrom(RATE_POLICIES.batches, freeAt, 1_000_000 + sent * 250);
      ({ freeAt } = spent);
      if (!spent.standing.allowed) refused++;
    }
    expect(refused).toBe(0);
  });
});

test.each([
  [SOURCE_MAX_CHARS - 1, "taken"],
  [SOURCE_MAX_CHARS, "taken"],
  [SOURCE_MAX_CHARS + 1, "INVALID_REQUEST"],
])("a source of %i characters is %s", async (chars, fate) => {
  const of = await world();
  const done = run(of, create("/one", { body: { ...page("/one"), source: "s".repeat(chars) } }));
  expect(
    await done.then(
      () => "taken",
      (error: Refusal) => error.code,
    ),
  ).toBe(fate);
});
