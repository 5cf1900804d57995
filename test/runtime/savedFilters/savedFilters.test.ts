/** Filters and columns that members keep for the editor's lists. */
import { describe, expect, test } from "vitest";
import {
  LIST_COLUMNS_MAX,
  LISTS_WITH_COLUMNS_MAX,
  SAVED_FILTER_NAME_MAX_CHARS,
  SAVED_FILTER_QUERY_MAX_CHARS,
  SAVED_FILTERS_PER_MEMBER,
  SAVED_FILTERS_SHARED_MAX,
} from "../../../manifests/bounds/editor.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { page, SITE, type World, worldWith } from "../kernel/world.ts";

const world = (): Promise<World> => worldWith({ home: page("/") });
const LIST = "pages";

let keys = 0;
type Name = "filter.save" | "filter.remove" | "columns.put";

async function as<T>(
  of: World,
  member: string,
  name: Name,
  input: object,
  role: Role = "author",
  site = SITE,
): Promise<T> {
  const actor = { kind: "member", id: member } as const;
  const envelope = { site, actor, role, key: `saved-filter-${(keys += 1)}`, requestId: "r1" };
  return JSON.parse((await of.kernel.execute(name, envelope, input)).json) as T;
}

const save = async (of: World, member: string, name: string, more: object = {}): Promise<string> =>
  (
    await as<{ filter: string }>(of, member, "filter.save", {
      list: LIST,
      name,
      query: "state=new",
      shared: false,
      ...more,
    })
  ).filter;
const codeOf = (done: Promise<unknown>): Promise<unknown> =>
  done.then(
    () => "done",
    (error: unknown) => (error as Refusal).code,
  );
const seen = (of: World, member: string, list = LIST): string[] =>
  of.kernel.savedFilters.of(SITE, member, list).map(({ name }) => name);

describe("a saved filter", () => {
  test("is its member's own; a shared one is everybody's, after their own", async () => {
    const of = await world();
    await save(of, "m1", "Mine");
    await save(of, "m1", "Ours", { shared: true });
    await save(of, "m2", "Theirs");
    expect([seen(of, "m1"), seen(of, "m2"), seen(of, "m3")]).toEqual([["Mine", "Ours"], ["Theirs", "Ours"], ["Ours"]]);
    expect(seen(of, "m1", "entries:acme.events/event")).toEqual([]);
  });

  test("with the name of an own one takes its place", async () => {
    const of = await world();
    const first = await save(of, "m1", "Mine");
    expect(await save(of, "m1", "Mine", { query: "text=x", shared: true })).toBe(first);
    expect(of.kernel.savedFilters.of(SITE, "m2", LIST)).toMatchObject([{ id: first, query: "text=x" }]);
    expect(await save(of, "m2", "Mine")).not.toBe(first);
  });

  test.each<[string, string, Role, boolean, string]>([
    ["by its member", "m1", "author", false, "done"],
    ["by a member who publishes, though it is not shared", "m2", "owner", false, "NOT_FOUND"],
    ["by a member who publishes, if it is shared", "m2", "editor", true, "done"],
    ["by a member who does not publish", "m2", "author", true, "FORBIDDEN"],
  ])("is removed %s: %s %s %s", async (_, member, role, shared, code) => {
    const of = await world();
    const filter = await save(of, "m1", "Mine", { shared });
    expect(await codeOf(as(of, member, "filter.remove", { filter }, role))).toBe(code);
    expect(seen(of, "m1")).toEqual(code === "done" ? [] : ["Mine"]);
  });

  test("of one site is none of another", async () => {
    const of = await world();
    const filter = await save(of, "m1", "Mine", { shared: true });
    expect(await codeOf(as(of, "m1", "filter.remove", { filter }, "owner", "other"))).toBe("NOT_FOUND");
  });

  test("goes with its member, unless others use it", async () => {
    const of = await world();
    await save(of, "m1", "Mine");
    await save(of, "m1", "Ours", { shared: true });
    await as(of, "m1", "columns.put", { list: LIST, columns: ["start"] });
    of.kernel.savedFilters.endMember(SITE, "m1");
    expect([seen(of, "m1"), of.kernel.savedFilters.columns(SITE, "m1", LIST)]).toEqual([["Ours"], null]);
  });

  test("is kept by no plugin", async () => {
    const of = await world();
    const envelope = {
      site: SITE,
      actor: { kind: "plugin", id: "acme.x" },
      key: "key-of-a-plugin",
      requestId: "r",
    } as const;
    const input = { list: LIST, name: "Mine", query: "", shared: true };
    expect(await codeOf(of.kernel.execute("filter.save", envelope, input))).toBe("FORBIDDEN");
  });

  test.each<[string, object, boolean]>([
    ["the longest name", { name: "n".repeat(SAVED_FILTER_NAME_MAX_CHARS) }, true],
    ["a longer name", { name: "n".repeat(SAVED_FILTER_NAME_MAX_CHARS + 1) }, false],
    ["no name", { name: "" }, false],
    ["a name of spaces", { name: "  " }, false],
    ["a name of two lines", { name: "a\nb" }, false],
    ["a name that turns the line around", { name: "a\u202eb" }, false],
    ["a name with a joiner of its script", { name: "می\u200cخواهم ❤\ufe0f" }, true],
    ["a name with a joiner between Latin letters", { name: "a\u200db" }, false],
    ["the longest query", { query: "q".repeat(SAVED_FILTER_QUERY_MAX_CHARS) }, true],
    ["a longer query", { query: "q".repeat(SAVED_FILTER_QUERY_MAX_CHARS + 1) }, false],
    ["a list of a type", { list: "entries:site/note" }, true],
    ["a list that there is none of", { list: "https://evil.example" }, false],
  ])("%s", async (_, more, isKept) => {
    expect(await codeOf(save(await world(), "m1", "Mine", more))).toBe(isKept ? "done" : "INVALID_REQUEST");
  });
});

describe("bounds", () => {
  test("of one member's filters", async () => {
    const of = await world();
    for (let made = 0; made < SAVED_FILTERS_PER_MEMBER; made += 1) await save(of, "m1", `Filter ${made}`);
    expect(await codeOf(save(of, "m1", "One more"))).toBe("TOO_LARGE");
    expect(await codeOf(save(of, "m1", "Filter 0", { query: "state=changed" }))).toBe("done");
    expect(await codeOf(save(of, "m2", "Mine"))).toBe("done");
    expect(seen(of, "m1")).toHaveLength(SAVED_FILTERS_PER_MEMBER);
  });

  test("of shared filters", async () => {
    const of = await world();
    for (let made = 0; made < SAVED_FILTERS_SHARED_MAX; made += 1)
      await save(of, `m${made % 10}`, `Filter ${made}`, { shared: true });
    expect(await codeOf(save(of, "m11", "One more", { shared: true }))).toBe("TOO_LARGE");
    expect(await codeOf(save(of, "m11", "One more"))).toBe("done");
  });

  test.each([
    [LIST_COLUMNS_MAX - 1, "done"],
    [LIST_COLUMNS_MAX, "done"],
    [LIST_COLUMNS_MAX + 1, "INVALID_REQUEST"],
  ])("%i columns of a list: %s", async (count, code) => {
    const columns = Array.from({ length: count }, (_, index) => `c${index}`);
    expect(await codeOf(as(await world(), "m1", "columns.put", { list: LIST, columns }))).toBe(code);
  });

  test("of lists with columns", async () => {
    const of = await world();
    const put = (number: number): Promise<unknown> =>
      codeOf(as(of, "m1", "columns.put", { list: `entries:site/type-${number}`, columns: ["a"] }));
    for (let made = 0; made < LISTS_WITH_COLUMNS_MAX; made += 1) expect(await put(made)).toBe("done");
    expect([await put(LISTS_WITH_COLUMNS_MAX), await put(0)]).toEqual(["TOO_LARGE", "done"]);
  });

  test("columns that are all again take no row", async () => {
    const of = await world();
    await as(of, "m1", "columns.put", { list: LIST, columns: ["a"] });
    await as(of, "m1", "columns.put", { list: LIST, columns: null });
    expect(of.kernel.savedFilters.countColumns(SITE, "m1")).toBe(0);
  });
});
