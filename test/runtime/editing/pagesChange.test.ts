/** Many pages changed alike by one command, and that taken back: all or none. */
import { describe, expect, test } from "vitest";
import { BULK_PAGES_MAX, BULK_PAGES_MAX_BYTES } from "../../../manifests/bounds/documents.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { changePages, takeBackPages } from "../../../runtime/editing/bulk/inputs.ts";
import { excess } from "../../support/effort.ts";
import { event, EVENTS } from "../entries/events.ts";
import { page, SITE, textSection, type World, worldOf, worldWith } from "../kernel/world.ts";

const PAGES = {
  home: page("/"),
  news: page("/news"),
  one: page("/news/1"),
  two: page("/news/2", { held: true, collection: "journal" }),
  other: page("/newsletter"),
  spring: event("/events/spring", { start: "2026-03-20", place: "Kiel", topics: ["news"] }),
  summer: event("/events/summer", { start: "2026-06-20" }),
};
const world = (): Promise<World> => worldWith(PAGES, EVENTS);

interface Answer {
  readonly versions: readonly { readonly kind: string; readonly id: string; readonly version: number }[];
  readonly pages: readonly { page: string; title: string; from: string; path: string | null; version: number }[];
  readonly redirects: number | null;
}

const seen = (of: World, ids: readonly string[]): object[] =>
  ids.map((id) => ({ page: id, expected: of.kernel.documents.get(SITE, "page", id)?.version ?? 1 }));
const change = (of: World, ids: readonly string[], asked: object): Promise<Answer> =>
  of.run<Answer>("pages.change", { pages: seen(of, ids), change: asked });

/** The input that takes a change back, as the editor makes it of the answer. */
function backOf({ versions, pages, redirects }: Answer): object {
  const now = new Map(versions.map(({ id, version }) => [id, version]));
  const rules = versions.find(({ kind }) => kind === "redirects")?.version ?? 0;
  return {
    pages: pages.map(({ page: id, path, version }) => ({
      page: id,
      expected: path === null ? 0 : now.get(id),
      version,
    })),
    ...(redirects === null ? {} : { redirects: { expected: rules, version: redirects } }),
  };
}

const bodyOf = (of: World, id: string): Page | undefined => of.kernel.documents.get(SITE, "page", id)?.body;
const pathsOf = (of: World): Record<string, string | undefined> =>
  Object.fromEntries(Object.keys(PAGES).map((id) => [id, bodyOf(of, id)?.path]));
const rulesOf = (of: World): unknown => of.kernel.documents.only(SITE, "redirects").body.entries;

async function refusal(done: Promise<unknown>): Promise<Refusal> {
  try {
    await done;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

const draft = (of: World): unknown => [Object.keys(PAGES).map((id) => bodyOf(of, id) ?? null), rulesOf(of)];

describe("each change", () => {
  test.each<[string, string[], object, Record<string, Partial<Page>>]>([
    ["holds back", ["news", "one"], { do: "hold" }, { news: { held: true }, one: { held: true } }],
    ["holds back no longer", ["two"], { do: "release" }, { two: { held: undefined as never } }],
    [
      "collects",
      ["news", "one"],
      { do: "collect", collection: "notes" },
      { news: { collection: "notes" }, one: { collection: "notes" } },
    ],
    [
      "takes out of a collection",
      ["two"],
      { do: "collect", collection: null },
      { two: { collection: undefined as never } },
    ],
    [
      "adds a term",
      ["spring", "summer"],
      { do: "put", field: "topics", value: "one" },
      {
        spring: { values: { ...PAGES.spring.values, topics: ["news", "one"] } },
        summer: { values: { ...PAGES.summer.values, topics: ["one"] } },
      },
    ],
    [
      "removes a term",
      ["spring"],
      { do: "take", field: "topics", value: "news" },
      { spring: { values: { ...PAGES.spring.values, topics: [] } } },
    ],
    [
      "sets a value",
      ["spring", "summer"],
      { do: "set", field: "place", value: "Husum" },
      {
        spring: { values: { ...PAGES.spring.values, place: "Husum" } },
        summer: { values: { ...PAGES.summer.values, place: "Husum" } },
      },
    ],
    [
      "moves below another path",
      ["news", "one", "two"],
      { do: "move", from: "/news", to: "/archive/news" },
      { news: { path: "/archive/news" }, one: { path: "/archive/news/1" }, two: { path: "/archive/news/2" } },
    ],
    [
      "moves anything below a path",
      ["other", "spring"],
      { do: "move", from: "/", to: "/old" },
      { other: { path: "/old/newsletter" }, spring: { path: "/old/events/spring" } },
    ],
    ["moves up", ["one"], { do: "move", from: "/news", to: "/" }, { one: { path: "/1" } }],
  ])("%s, and back", async (_, ids, asked, expected) => {
    const of = await world();
    const before = draft(of);
    const answer = await change(of, ids, asked);
    for (const [id, members] of Object.entries(expected))
      expect(bodyOf(of, id)).toEqual({ ...bodyOf(of, id), ...members });
    await of.run("pages.back", backOf(answer));
    expect(draft(of)).toEqual(before);
  });

  test("deletes, and brings all back as they were", async () => {
    const of = await world();
    const before = draft(of);
    const answer = await change(of, ["news", "one", "spring"], { do: "delete" });
    expect([bodyOf(of, "news"), bodyOf(of, "one"), bodyOf(of, "spring")]).toEqual([undefined, undefined, undefined]);
    await of.run("pages.back", backOf(answer));
    expect(draft(of)).toEqual(before);
  });

  test("leads visitors of the old paths on, and takes these redirects back with the pages", async () => {
    const of = await world();
    const { version } = of.kernel.documents.only(SITE, "redirects");
    const kept = [{ from: "/n", to: "/news/1", status: 301 }];
    await of.run("redirects.put", { expected: version, body: { entries: kept } });
    const answer = await change(of, ["news", "one"], { do: "move", from: "/news", to: "/notes", redirect: true });
    expect(rulesOf(of)).toEqual([
      { from: "/n", to: "/notes/1", status: 301 },
      { from: "/news", to: "/notes", status: 301 },
      { from: "/news/1", to: "/notes/1", status: 301 },
    ]);
    await of.run("pages.back", backOf(answer));
    expect(rulesOf(of)).toEqual(kept);
  });

  test("names each page with its path before and after, and leaves those alone that are like this already", async () => {
    const of = await world();
    expect((await change(of, ["two", "one"], { do: "hold" })).pages).toEqual([
      { page: "one", title: "Page /news/1", from: "/news/1", path: "/news/1", version: 1 },
    ]);
    expect(of.kernel.documents.get(SITE, "page", "two")?.version).toBe(1);
    expect(await refusal(change(of, ["two", "one"], { do: "hold" }))).toMatchObject({
      code: "CONFLICT",
      detail: { conflict: "pages_unchanged" },
    });
  });

  test("gives two pages each other's place", async () => {
    const of = await world();
    await change(of, ["news"], { do: "move", from: "/news", to: "/notes" });
    await change(of, ["news", "one"], { do: "move", from: "/", to: "/x" });
    expect(pathsOf(of)).toMatchObject({ news: "/x/notes", one: "/x/news/1" });
  });
});

describe("all or none", () => {
  test.each<[string, string[], object, string, string | undefined]>([
    ["a page that is gone", ["news", "nowhere"], { do: "hold" }, "NOT_FOUND", undefined],
    [
      "a path that another page has",
      ["one"],
      { do: "move", from: "/news/1", to: "/newsletter" },
      "CONFLICT",
      "/pages/0/path",
    ],
    [
      "a path that begins otherwise",
      ["one", "other"],
      { do: "move", from: "/news", to: "/a" },
      "INVALID_REQUEST",
      "/change/from",
    ],
    [
      "a field that one page lacks",
      ["spring", "news"],
      { do: "set", field: "place", value: "x" },
      "INVALID_REQUEST",
      undefined,
    ],
    [
      "a value that the field cannot have",
      ["spring"],
      { do: "set", field: "start", value: "soon" },
      "INVALID_REQUEST",
      "/pages/0/values/start",
    ],
    [
      "a field that the type requires",
      ["summer"],
      { do: "set", field: "start", value: null },
      "INVALID_REQUEST",
      "/pages/0/values/start",
    ],
    ["a page twice", ["one", "one"], { do: "hold" }, "INVALID_REQUEST", "/pages/1/page"],
  ])("%s refuses everything", async (_, ids, asked, code, pointer) => {
    const of = await world();
    const before = draft(of);
    const { code: found, detail } = await refusal(change(of, ids, asked));
    expect([found, ...(pointer === undefined ? [] : [detail.issues?.[0]?.pointer])]).toEqual([
      code,
      ...(pointer === undefined ? [] : [pointer]),
    ]);
    expect(draft(of)).toEqual(before);
  });

  test("two pages cannot get one path", async () => {
    const of = await world();
    await of.write("deep", page("/a/news/1"));
    const pages = seen(of, ["one", "deep"]);
    await change(of, ["deep"], { do: "move", from: "/a", to: "/b" });
    expect(await refusal(of.run("pages.change", { pages, change: { do: "move", from: "/", to: "/b" } }))).toMatchObject(
      {
        code: "STALE_VERSION",
      },
    );
    expect(bodyOf(of, "one")?.path).toBe("/news/1");
  });

  test("a deletion refuses a page that somebody has changed since; other changes go with it", async () => {
    const of = await world();
    const pages = seen(of, ["news", "one"]);
    await of.run("page.update", { page: "one", expected: 1, changes: { title: "Anew" } });
    expect((await refusal(of.run("pages.change", { pages, change: { do: "delete" } }))).code).toBe("STALE_VERSION");
    expect(bodyOf(of, "news")).toBeDefined();
    await of.run("pages.change", { pages, change: { do: "hold" } });
    expect(bodyOf(of, "one")).toMatchObject({ title: "Anew", held: true });
  });
});

describe("the way back", () => {
  test("keeps what others have changed since", async () => {
    const of = await world();
    const answer = await change(of, ["news", "one"], { do: "move", from: "/news", to: "/notes" });
    await of.run("page.update", { page: "one", expected: 2, changes: { title: "Anew" } });
    await of.write("late", page("/late"));
    await of.run("pages.back", backOf(answer));
    expect(bodyOf(of, "one")).toMatchObject({ title: "Anew", path: "/news/1" });
    expect(bodyOf(of, "late")).toBeDefined();
  });

  test.each<[string, (of: World) => Promise<unknown>]>([
    ["the same member", (of) => of.run("page.update", { page: "one", expected: 2, changes: { path: "/elsewhere" } })],
    ["the page, which is gone", (of) => of.run("page.delete", { page: "one", expected: 2 })],
    ["a page at the old path", (of) => of.write("late", page("/news/1"))],
  ])("is refused as a whole if somebody changed %s", async (_, meanwhile) => {
    const of = await world();
    const answer = await change(of, ["news", "one"], { do: "move", from: "/news", to: "/notes" });
    await meanwhile(of);
    const before = draft(of);
    expect(["STALE_VERSION", "CONFLICT"]).toContain((await refusal(of.run("pages.back", backOf(answer)))).code);
    expect(draft(of)).toEqual(before);
  });

  test("is refused for a page that somebody has brought back already", async () => {
    const of = await world();
    const answer = await change(of, ["news", "one"], { do: "delete" });
    await of.run("revision.restore", { page: "one", expected: 0, version: 1 });
    expect((await refusal(of.run("pages.back", backOf(answer)))).code).toBe("STALE_VERSION");
    expect(bodyOf(of, "news")).toBeUndefined();
  });

  test("is none for a version that never was", async () => {
    const of = await world();
    const back = { pages: [{ page: "one", expected: 1, version: 7 }] };
    expect((await refusal(of.run("pages.back", back))).code).toBe("NOT_FOUND");
  });
});

describe("the number of pages", () => {
  const many = (count: number, more: object): object[] =>
    Array.from({ length: count }, (_, index) => ({ page: `p${index}`, expected: 1, ...more }));
  test.each([
    [0, false],
    [1, true],
    [BULK_PAGES_MAX - 1, true],
    [BULK_PAGES_MAX, true],
    [BULK_PAGES_MAX + 1, false],
  ])("%i: %s", (count, isTaken) => {
    expect(changePages.safeParse({ pages: many(count, {}), change: { do: "hold" } }).success).toBe(isTaken);
    expect(takeBackPages.safeParse({ pages: many(count, { version: 1 }) }).success).toBe(isTaken);
  });

  test("as many as may be change at once, and cost in proportion to their number", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: BULK_PAGES_MAX }, (_, index) => [`p${index}`, page(`/many/${index}`)]),
    );
    const of = await worldWith({ home: page("/"), ...pages });
    const ids = Object.keys(pages);
    let path = "/many";
    const there = async (): Promise<void> => {
      const to = path === "/many" ? "/more" : "/many";
      const { pages: moved } = await change(of, ids, { do: "move", from: path, to, redirect: true });
      expect(moved).toHaveLength(BULK_PAGES_MAX);
      path = to;
    };
    expect(await excess(there, 100)).toBeUndefined();
  });
});

describe("the bytes of the pages", () => {
  const bytesOf = (body: Page | undefined): number => utf8Length(JSON.stringify(body));
  const LONG = 900_000;
  const SECTION = 45_000;

  /** A page of so many bytes. */
  function sized(path: string, bytes: number): Page {
    const empty = (count: number): Page =>
      page(path, { sections: Array.from({ length: count }, (_, index) => textSection("", `s${index}`)) });
    const count = Math.ceil(bytes / SECTION);
    let left = bytes - bytesOf(empty(count));
    return {
      ...empty(count),
      sections: empty(count).sections.map((section, index) => {
        const chars = Math.floor(left / (count - index));
        left -= chars;
        return { ...section, fields: { text: "x".repeat(chars) } };
      }),
    };
  }

  /** Pages of so many bytes together. */
  function filling(bytes: number): Record<string, Page> {
    const count = Math.ceil(bytes / LONG);
    const last = bytes - (count - 1) * Math.floor(bytes / count);
    return Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `p${index}`,
        sized(`/long/${index}`, index === count - 1 ? last : Math.floor(bytes / count)),
      ]),
    );
  }

  /** A site whose draft has the pages. None is published, because rendering them takes most of the time. */
  async function drafted(pages: Readonly<Record<string, Page>>): Promise<World> {
    const of = await worldWith({ home: page("/") });
    for (const [id, body] of Object.entries(pages)) await of.write(id, body);
    return of;
  }

  test("read by a deletion: one more than the greatest number, it, and one less", async () => {
    const pages = filling(BULK_PAGES_MAX_BYTES + 1);
    const of = await drafted(pages);
    const ids = Object.keys(pages);
    const bytesNow = (): number => ids.reduce((sum, id) => sum + bytesOf(bodyOf(of, id)), 0);
    const last = ids.at(-1) ?? "";
    const shortened = async (): Promise<void> => {
      const body = bodyOf(of, last) as Page;
      await of.write(last, sized(body.path, bytesOf(body) - 1));
    };
    expect(bytesNow()).toBe(BULK_PAGES_MAX_BYTES + 1);
    expect(await refusal(change(of, ids, { do: "delete" }))).toMatchObject({
      code: "TOO_LARGE",
      detail: { bytes: BULK_PAGES_MAX_BYTES + 1, most: BULK_PAGES_MAX_BYTES },
    });
    expect(ids.filter((id) => bodyOf(of, id) === undefined)).toEqual([]);
    await shortened();
    expect(bytesNow()).toBe(BULK_PAGES_MAX_BYTES);
    const rehearsed = { site: SITE, actor: { kind: "member", id: "m1" }, key: "k", requestId: "r" } as const;
    await of.kernel.rehearse("pages.change", rehearsed, { pages: seen(of, ids), change: { do: "delete" } });
    await shortened();
    expect(bytesNow()).toBe(BULK_PAGES_MAX_BYTES - 1);
    await change(of, ids, { do: "delete" });
    expect(ids.filter((id) => bodyOf(of, id) !== undefined)).toEqual([]);
  });

  test.each([-2, 0, 2])("read and written: the greatest number and %i, and back", async (more) => {
    const pages = filling((BULK_PAGES_MAX_BYTES + more) / 2);
    const of = await drafted(pages);
    const ids = Object.keys(pages);
    // The new paths are as long as the old ones.
    const moved = change(of, ids, { do: "move", from: "/long", to: "/wide" });
    if (more > 0) {
      expect((await refusal(moved)).code).toBe("TOO_LARGE");
      expect(bodyOf(of, "p0")?.path).toBe("/long/0");
      return;
    }
    await of.run("pages.back", backOf(await moved));
    expect(ids.map((id) => bodyOf(of, id))).toEqual(Object.values(pages));
  });

  test("count for a small page whose named versions are long, too", async () => {
    const of = await world();
    const pages = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const id = `long${index}`;
        await of.write(id, page(`/${id}`));
        await of.write(id, sized(`/${id}`, LONG));
        await of.write(id, page(`/${id}`));
        return { page: id, expected: 2, version: 1 };
      }),
    );
    expect((await refusal(of.run("pages.back", { pages }))).code).toBe("TOO_LARGE");
  });

  test("of the answer: what no row can hold is refused, and changes nothing", async () => {
    const long = (index: number): string => `/${"\u5c71".repeat(400)}${index}`;
    const pages = Object.fromEntries(
      Array.from({ length: BULK_PAGES_MAX }, (_, index) => [`p${index}`, page(long(index), { title: "T" })]),
    );
    const of = await worldWith({ home: page("/"), ...pages });
    const ids = Object.keys(pages);
    expect((await refusal(change(of, ids, { do: "hold" }))).code).toBe("TOO_LARGE");
    expect(bodyOf(of, "p0")?.held).toBeUndefined();
    expect((await change(of, ids.slice(0, BULK_PAGES_MAX / 2), { do: "hold" })).pages).toHaveLength(BULK_PAGES_MAX / 2);
  });
});

test("a full workspace takes a deletion of many pages, and no other change of them", async () => {
  const { powers } = await world();
  const full = worldOf(powers, EVENTS, { maxBytes: 1 });
  const ids = ["news", "one"];
  expect((await refusal(change(full, ids, { do: "hold" }))).code).toBe("WORKSPACE_FULL");
  const rehearsed = { site: SITE, actor: { kind: "member", id: "m1" }, key: "k", requestId: "r" } as const;
  await full.kernel.rehearse("pages.change", rehearsed, { pages: seen(full, ids), change: { do: "delete" } });
  const answer = await change(full, ids, { do: "delete" });
  expect(ids.map((id) => bodyOf(full, id))).toEqual([undefined, undefined]);
  expect((await refusal(full.run("pages.back", backOf(answer)))).code).toBe("WORKSPACE_FULL");
});
