/** Further pages of stored values: where they begin, how many they are, and whose values they show. */
import { describe, expect, test } from "vitest";
import { LIST_MAX_PAGES } from "../../../../manifests/bounds/documents.ts";
import {
  STORED_PAGE_MAX_CHARS,
  STORED_PAGE_MAX_ENTRIES,
  STORED_PREFIX_MAX_CHARS,
} from "../../../../manifests/bounds/plugins.ts";
import { sectionShape } from "../../../../manifests/manifest/section.ts";
import { storedIssues } from "../../../../manifests/rules/storedRules.ts";
import { storedReader } from "../../../../runtime/plugins/storage/storedReader.ts";
import { StorageRows } from "../../../../runtime/plugins/storage/storageRows.ts";
import {
  type StoredInput,
  type StoredRange,
  computedScope,
  storedPagesIn,
} from "../../../../runtime/rendering/stored/storedPages.ts";
import { testPowers } from "../../kernel/powers.ts";
import { sectionOf } from "../renderingSite.ts";

const FURTHER = { prefix: "page:", size: 10 };

const typesWith = (further: object | undefined = FURTHER, storage: object | undefined = {}) => {
  const item = { data: { provider: "all", ...(further && { further }) } };
  const plugin = { id: "acme.talk", grant: { capabilities: { storage } } };
  return { sections: new Map([["acme.talk/all", { item, plugin }]]) } as never;
};
const ENTRY = (typesWith() as { sections: Map<string, never> }).sections.get("acme.talk/all") as never;

interface Asked {
  readonly total?: number;
  readonly after?: unknown;
  readonly more?: object;
  readonly number?: number;
}
const inputOf = ({ total = 25, after = "page:home:k", more = {}, number }: Asked = {}): StoredInput => ({
  id: "home",
  page: { path: "/about", sections: [{ id: "s1", type: "acme.talk/all", fields: {} }], ...more } as never,
  data: new Map([["s1", { value: { after } }]]),
  ...(number !== undefined && { part: { list: "/about", number } }),
  site: {
    stored: {
      count: ({ plugin, prefix }, most) =>
        plugin === "acme.talk" && prefix === "page:home:" ? Math.min(total, most) : 0,
      values: (_range, { offset, limit }) => [`${offset} ${limit}`],
    },
  },
});

describe("the number of pages", () => {
  test.each([
    [0, undefined],
    [1, 2],
    [10, 2],
    [11, 3],
    [(LIST_MAX_PAGES - 1) * 10, LIST_MAX_PAGES],
    [(LIST_MAX_PAGES - 1) * 10 + 1, LIST_MAX_PAGES],
  ])("with %i values behind the page is %s", (total, pages) => {
    expect(storedPagesIn(inputOf({ total }), typesWith())).toBe(pages);
  });

  test.each<[string, Asked]>([
    ["data that name no key", { after: null }],
    ["data that name a key of another page", { after: "page:other:k" }],
    ["data that name a key of another kind", { after: "waiting:k" }],
    ["readers of its own", { more: { audience: ["readers"] } }],
    ["no such section", { more: { sections: [] } }],
  ])("is none with %s", (_, asked) => expect(storedPagesIn(inputOf(asked), typesWith())).toBeUndefined());

  test("is none for a period, without a grant of storage, and for a section that has none", () => {
    expect(storedPagesIn(inputOf(), typesWith(), "2026")).toBeUndefined();
    expect(storedPagesIn(inputOf(), typesWith(FURTHER, null as never))).toBeUndefined();
    expect(storedPagesIn(inputOf(), typesWith(null as never))).toBeUndefined();
  });
});

describe("a template gets", () => {
  const scopeOf = (asked?: Asked) => computedScope(inputOf(asked), "s1", ENTRY, typesWith()) as Record<string, never>;

  test("on the page itself no entries, and the way to the next page", () => {
    expect(scopeOf()["further"]).toEqual({
      number: 1,
      count: 4,
      entries: [],
      first: { number: 1, url: "/about" },
      previous: null,
      next: { number: 2, url: "/about/page/2" },
      last: { number: 4, url: "/about/page/4" },
    });
  });

  test("on a further page its part of the values, behind those of the page", () => {
    expect([2, 4].map((number) => (scopeOf({ number })["further"] as unknown as { entries: unknown }).entries)).toEqual(
      [["0 10"], ["20 10"]],
    );
    expect(scopeOf({ number: 4 })["further"]).toMatchObject({ next: null, previous: { url: "/about/page/3" } });
  });

  test("nothing without further pages, and its data in any case", () => {
    expect(scopeOf({ total: 0 })).toEqual({ data: { after: "page:home:k" }, further: null });
  });
});

describe("stored values", () => {
  const { sql } = testPowers();
  const rows = new StorageRows(sql, "main", "acme.talk");
  const range = (more: Partial<StoredRange> = {}): StoredRange => ({
    plugin: "acme.talk",
    prefix: "page:home:",
    after: "page:home:b",
    ...more,
  });
  rows.put(["a", "b", "c", "d", "e"].map((key) => ({ key: `page:home:${key}`, value: JSON.stringify(key) })));
  rows.put([
    { key: "page:homes:x", value: '"x"' },
    { key: "secret", value: '"secret"' },
  ]);
  new StorageRows(sql, "main", "acme.other").put([{ key: "page:home:z", value: '"z"' }]);
  new StorageRows(sql, "other", "acme.talk").put([{ key: "page:home:y", value: '"y"' }]);
  const reader = storedReader(sql, "main");

  test("are those of the page, of the plugin and of the site alone", () => {
    expect(reader.values(range(), { offset: 0, limit: 10 })).toEqual(["c", "d", "e"]);
    expect(reader.values(range(), { offset: 1, limit: 1 })).toEqual(["d"]);
    expect([reader.count(range(), 10), reader.count(range(), 2)]).toEqual([3, 2]);
    expect(reader.values(range({ plugin: "acme.none" }), { offset: 0, limit: 10 })).toEqual([]);
  });

  test.each([
    [-1, 2],
    [0, 2],
    [1, 1],
  ])("of as many characters as a page has and %i more are %i", (more, shown) => {
    const long = JSON.stringify("x".repeat(STORED_PAGE_MAX_CHARS - 2 - '"b"'.length + more));
    rows.put([
      { key: "page:long:a", value: long },
      { key: "page:long:b", value: '"b"' },
    ]);
    expect(reader.values(range({ prefix: "page:long:", after: "page:long:" }), { offset: 0, limit: 9 })).toHaveLength(
      shown,
    );
  });
});

describe("a manifest", () => {
  const issuesOf = (further: object): boolean =>
    sectionShape.safeParse({ ...sectionOf("all"), data: { provider: "all", further } }).success;

  test.each([
    [STORED_PAGE_MAX_ENTRIES - 1, true],
    [STORED_PAGE_MAX_ENTRIES, true],
    [STORED_PAGE_MAX_ENTRIES + 1, false],
    [0, false],
  ])("may ask for %i values on a page: %s", (size, may) => expect(issuesOf({ prefix: "page:", size })).toBe(may));

  test.each([
    [STORED_PREFIX_MAX_CHARS - 1, true],
    [STORED_PREFIX_MAX_CHARS, true],
    [STORED_PREFIX_MAX_CHARS + 1, false],
  ])("may name a prefix of %i characters: %s", (chars, may) =>
    expect(issuesOf({ prefix: "p".repeat(chars), size: 1 })).toBe(may),
  );

  test("needs storage for them", () => {
    const contributes = { sections: [{ data: { provider: "all", further: FURTHER } }] };
    expect(storedIssues({ contributes, capabilities: { storage: {} } } as never)).toEqual([]);
    expect(storedIssues({ contributes } as never)).toMatchObject([{ pointer: "/contributes/sections/0/data/further" }]);
  });
});
