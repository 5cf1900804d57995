import { expect, test } from "vitest";
import type { PageQuery } from "../../../runtime/documents/content/content.ts";
import type { Documents } from "../../../runtime/documents/documents.ts";
import { SITE, listSection, page, textSection, worldWith } from "../kernel/world.ts";

const NOW = Date.UTC(2026, 11, 1);

const PAGES = {
  home: page("/", { title: "Home" }),
  one: page("/news/one", { title: "B", collection: "news", date: "2026-01-01" }),
  two: page("/news/two", { title: "A", collection: "news", date: "2026-02-01" }),
  undated: page("/news/three", { title: "C", collection: "news" }),
  near: page("/news-room", { title: "D" }),
  underscore: page("/new_s/x", { title: "E" }),
  hidden: page("/news/hidden", { title: "F", collection: "news", noindex: true }),
  lost: page("/404", { title: "G" }),
};

test.each<[string, PageQuery, string[]]>([
  ["newest first, undated last", { collection: "news" }, ["two", "one", "undated"]],
  ["oldest first, undated first", { collection: "news", order: "oldest" }, ["undated", "one", "two"]],
  ["by title", { collection: "news", order: "title" }, ["two", "one", "undated"]],
  ["by path, with a limit", { order: "path", limit: 2 }, ["home", "underscore"]],
  ["below a path, without that path's neighbours", { under: "/news", order: "path" }, ["one", "undated", "two"]],
  [
    "below the root: everything listed",
    { under: "/", order: "path" },
    ["home", "underscore", "near", "one", "undated", "two"],
  ],
  ["a wildcard is no wildcard", { under: "/new_", order: "path" }, []],
  ["a collection nobody has", { collection: "none" }, []],
])("pages %s", async (_claim, query, ids) => {
  const { kernel } = await worldWith(PAGES);
  const found = (at: number): string[] =>
    kernel.documents.lists.query(SITE, "https://acme.example", query, at, NOW).map(({ id }) => id);
  const change = kernel.documents.change(SITE);
  expect(found(change)).toEqual(ids);
});

test("a query at an earlier moment sees the site as it was", async () => {
  const world = await worldWith(PAGES);
  const before = world.kernel.documents.change(SITE);
  await world.write("one", null);
  await world.write("near", page("/news-room", { title: "D", collection: "news" }));
  const at = (change: number): string[] =>
    world.kernel.documents.lists
      .query(SITE, "", { collection: "news", order: "title" }, change, NOW)
      .map(({ id }) => id);
  expect(at(before)).toEqual(["two", "one", "undated"]);
  expect(at(world.kernel.documents.change(SITE))).toEqual(["two", "undated", "near"]);
});

/** Documents of the site that a list asks for, besides its pages. */
const SITE_KINDS = ["settings", "types"];

test.each<[string, (documents: Documents) => unknown, string]>([
  [
    "pages are counted",
    (documents) => documents.pageCount(SITE),
    "SEARCH documents USING INDEX documents_path (site=? AND path>?)",
  ],
  [
    "a collection is listed",
    (documents) => documents.lists.query(SITE, "", { collection: "news" }, documents.change(SITE), NOW),
    "SEARCH documents USING INDEX documents_collection (site=? AND collection=?)",
  ],
  [
    "the newest of all are listed",
    (documents) => documents.lists.query(SITE, "", {}, documents.change(SITE), NOW),
    "SEARCH documents USING INDEX documents_listed (site=?)",
  ],
  [
    "a page is named",
    (documents) => documents.pageEntry(SITE, "two"),
    "SEARCH documents USING INDEX sqlite_autoindex_documents_1 (site=? AND kind=? AND id=?)",
  ],
])("%s with one index and no sorting", async (_what, ask, plan) => {
  const {
    kernel: { documents },
    powers: { sql },
  } = await worldWith(PAGES);
  const { all } = sql;
  const plans: string[] = [];
  sql.all = (query, ...values) => {
    if (/FROM documents/.test(query) && !SITE_KINDS.includes(String(values[1])))
      plans.push(...all<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values).map(({ detail }) => detail));
    return all(query, ...values);
  };
  expect(ask(documents)).toBeTruthy();
  expect(plans.filter((line) => /documents|TEMP/.test(line))).toEqual([plan]);
});

test("a list has the first words that a page shows as prose, and no other text of a section", async () => {
  const prose = "The tide comes twice a day, and the boats of the yard lie dry for six hours in between.";
  const world = await worldWith({
    first: page("/first", { sections: [listSection(`Not shown. ${prose}`), textSection(prose)] }),
    none: page("/none", { sections: [listSection(`Not shown. ${prose}`)] }),
  });
  const { documents } = world.kernel;
  const found = documents.lists.query(SITE, "", { order: "path" }, documents.change(SITE), NOW);
  expect(found.map(({ id, opening }) => [id, opening])).toEqual([
    ["first", prose],
    ["none", undefined],
  ]);
});
