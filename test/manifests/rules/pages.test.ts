/** Rules of further pages, and their addresses. */
import { describe, expect, test } from "vitest";
import { LIST_PAGE_MAX_ENTRIES } from "../../../manifests/bounds/manifest.ts";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { furtherAddress, furtherParts } from "../../../manifests/shapes/furtherAddress.ts";
import { TYPE } from "../../runtime/entries/events.ts";
import { declarative } from "../fixture.ts";

const EVENT = `${String(declarative["id"])}/event`;

function issuesWith(pages: object, query: object = {}, type: object = {}): readonly Issue[] {
  const list = {
    name: "list",
    title: "List",
    category: "list",
    template: "list.liquid",
    markdown: "list.md.liquid",
    variants: [{ name: "plain", title: "Plain" }],
    fields: {
      type: "object",
      properties: {
        many: { type: "integer", title: "Many" },
        paged: { type: "boolean", title: "Paged" },
        words: { $ref: "drawbridge:text", title: "Words" },
      },
      additionalProperties: false,
    },
    queries: { found: { type: EVENT, ...query } },
    pages,
    example: { fields: {} },
  };
  const contributes = { contentTypes: [{ ...TYPE, ...type }], sections: [list] };
  const read = readManifest(JSON.stringify({ ...declarative, contributes }));
  return read.ok ? [] : read.error;
}

test.each<[object]>([
  [{ query: "found", size: 1 }],
  [{ query: "found", size: LIST_PAGE_MAX_ENTRIES - 1 }],
  [{ query: "found", size: LIST_PAGE_MAX_ENTRIES }],
  [{ query: "found", size: { field: "many" }, if: { field: "paged" } }],
  [{ query: "found", size: 10, periods: "start" }],
  [{ query: "found", size: 10, periods: "date" }],
])("%o are accepted", (pages) => {
  expect(issuesWith(pages)).toEqual([]);
});

describe("further pages are refused with", () => {
  test.each<[string, object, object, string]>([
    ["a query that does not exist", { query: "lost", size: 1 }, {}, "/query"],
    ["a query of the prototype", { query: "constructor", size: 1 }, {}, "/query"],
    ["a query with a limit", { query: "found", size: 1 }, { limit: 5 }, "/query"],
    ["a query with an offset", { query: "found", size: 1 }, { offset: 5 }, "/query"],
    ["no entry on a page", { query: "found", size: 0 }, {}, "/size"],
    ["too many entries on a page", { query: "found", size: LIST_PAGE_MAX_ENTRIES + 1 }, {}, "/size"],
    ["a size from a text", { query: "found", size: { field: "words" } }, {}, "/size/field"],
    ["a size from a missing field", { query: "found", size: { field: "lost" } }, {}, "/size/field"],
    ["a condition on a number", { query: "found", size: 1, if: { field: "many" } }, {}, "/if/field"],
    ["periods by a place", { query: "found", size: 1, periods: "place" }, {}, "/periods"],
    ["periods by a moment", { query: "found", size: 1, periods: "opens" }, {}, "/periods"],
    ["periods by a field outside the index", { query: "found", size: 1, periods: "about" }, {}, "/periods"],
    ["periods of pages without a type", { query: "found", size: 1, periods: "date" }, { type: undefined }, "/periods"],
    ["an unknown member", { query: "found", size: 1, more: true }, {}, "/more"],
  ])("%s", (_what, pages, query, pointer) => {
    const issues = issuesWith(pages, query);
    expect(issues.map((issue) => issue.pointer)[0]).toBe(`/contributes/sections/0/pages${pointer}`);
  });
});

describe("a file of each page", () => {
  const fileWith = (more: object): readonly string[] => {
    const file = { path: "{page}.ics", type: "text/calendar; charset=utf-8", template: "a.liquid", ...more };
    const read = readManifest(JSON.stringify({ ...declarative, contributes: { files: [file].flat() } }));
    return read.ok ? [] : read.error.map(({ pointer }) => pointer);
  };
  const type = { type: EVENT };

  test.each([
    [{ each: type }],
    [{ each: { list: true }, path: "{page}/feed.xml", type: "application/atom+xml; charset=utf-8" }],
    [{ each: type, path: "{page}.json", type: "application/json" }],
    [{ path: "/all.ics" }],
  ])("%o is accepted", (more) => {
    expect(fileWith(more)).toEqual([]);
  });

  test.each<[object, string]>([
    [{}, "/path"],
    [{ each: type, path: "/all.ics" }, "/path"],
    [{ each: {} }, "/each"],
    [{ each: { ...type, list: true } }, "/each"],
    [{ each: { list: false } }, "/each/list"],
    [{ each: type, path: "{page}" }, "/path"],
    [{ each: type, path: "{page}/" }, "/path"],
    [{ each: type, path: "{page}.md" }, "/path"],
    [{ each: type, path: "{page}/a/b.ics" }, "/path"],
    [{ each: type, path: "{page}/../b.ics" }, "/path"],
    [{ each: type, path: "/x/{page}.ics" }, "/path"],
    [{ each: type, path: "{page}{page}.ics" }, "/path"],
    [{ each: type, path: "{slug}.ics" }, "/path"],
    [{ each: type, type: "text/html; charset=utf-8" }, "/type"],
    [{ each: type, type: "text/calendar" }, "/type"],
  ])("%o is refused", (more, pointer) => {
    expect(fileWith(more)[0]).toBe(`/contributes/files/0${pointer}`);
  });
});

test("an address of entries cannot take the place of further pages", () => {
  const found = issuesWith({ query: "found", size: 1 }, {}, { address: "/events/page/{slug}" });
  expect(found.map(({ pointer }) => pointer)).toEqual(["/contributes/contentTypes/0/address"]);
});

test.each<[string, ReturnType<typeof furtherParts>]>([
  ["/journal/page/2", [{ list: "/journal", number: 2 }]],
  ["/page/2", [{ list: "/", number: 2 }]],
  ["/journal/2026", [{ list: "/journal", number: 1, period: "2026" }]],
  ["/2026/11", [{ list: "/", number: 1, period: "2026-11" }]],
  [
    "/journal/2026/page/3",
    [
      { list: "/journal/2026", number: 3 },
      { list: "/journal", number: 3, period: "2026" },
    ],
  ],
  ["/journal", []],
  ["/journal/page", []],
  ["/journal/page/0", []],
  ["/journal/page/02", []],
  ["/journal/page/-1", []],
  ["/journal/page/1e3", []],
  ["/journal/page/123456", []],
  ["/journal/page/2/", []],
  ["/journal/2026/13", []],
  ["/journal/2026/1", []],
  ["/journal/20261", []],
])("%s is read as the parts of lists that it may mean", (address, parts) => {
  expect(furtherParts(address)).toEqual(parts);
  for (const part of parts) expect(furtherAddress(part)).toBe(address);
});
