import { describe, expect, test } from "vitest";
import { REDIRECT_MAX_HOPS } from "../../../manifests/bounds/documents.ts";
import { type Redirect, redirects as redirectsShape } from "../../../runtime/documents/content/content.ts";
import { redirectsAfterMoves } from "../../../runtime/editing/operations/pageMoved.ts";
import { redirectLoops } from "../../../runtime/documents/redirectLoops.ts";
import { RedirectTable, withVisitorsQuery } from "../../../runtime/documents/redirectTable.ts";
import { excess } from "../../support/effort.ts";

const to = (from: string, target: string): Redirect => ({ from, to: target, status: 301 });
const loops = (...entries: Redirect[]): string[] =>
  redirectLoops(redirectsShape.parse({ entries }), ["acme.example", "www.acme.example"]).map(({ pointer }) => pointer);
const chain = (length: number): Redirect[] => Array.from({ length }, (_, index) => to(`/s${index}`, `/s${index + 1}`));

/** A fifth of the rules that a site may have. */
const MANY = 10_000;

describe("a redirect leads nowhere", () => {
  test.each<[string, Redirect[], string[]]>([
    ["to itself", [to("/a", "/a")], ["/entries/0"]],
    ["to itself in capitals", [to("/a", "/A")], ["/entries/0"]],
    ["to itself with a query", [to("/a", "/a?x=1")], ["/entries/0"]],
    ["to itself with an anchor", [to("/a", "/a#top")], ["/entries/0"]],
    ["to itself with a slash at the end", [to("/a", "/a/")], ["/entries/0"]],
    ["to itself with the rest by its full address", [to("/a/*", "https://acme.example/a/*")], ["/entries/0"]],
    ["to itself by its full address", [to("/a", "https://acme.example/a")], ["/entries/0"]],
    ["to itself by another hostname of the site", [to("/a", "https://WWW.acme.example:443/a?x")], ["/entries/0"]],
    ["and back", [to("/a", "/b"), to("/b", "/a")], ["/entries/0", "/entries/1"]],
    [
      "into a circle it is no part of",
      [to("/x", "/a"), to("/a", "/b"), to("/b", "/a")],
      ["/entries/0", "/entries/1", "/entries/2"],
    ],
    ["from prefix to prefix and back", [to("/old/*", "/new/*"), to("/new/*", "/old/*")], ["/entries/0", "/entries/1"]],
    ["ever deeper", [to("/a/*", "/a/b/*")], ["/entries/0"]],
    ["through a prefix into an exact rule and back", [to("/a/*", "/b/*"), to("/b/c", "/a/c")], ["/entries/1"]],
    ["and back, each with a slash at the end", [to("/a/", "/b/"), to("/b/", "/a/")], ["/entries/0", "/entries/1"]],
    ["and back in other spellings", [to("/%C3%A4/", "/B"), to("/b", "/Ä")], ["/entries/0", "/entries/1"]],
    ["from a prefix itself and back", [to("/a/*", "/b/*"), to("/b", "/a")], ["/entries/0", "/entries/1"]],
    ["from a prefix to the same prefix", [to("/a/*", "/A/*")], ["/entries/0"]],
    ["through prefixes that overlap", [to("/a/*", "/b/*"), to("/b/c/*", "/a/c/*")], ["/entries/1"]],
  ])("%s", (_claim, entries, pointers) => expect(loops(...entries)).toEqual(pointers));

  test.each<[string, Redirect[]]>([
    ["to another site of the same path", [to("/a", "https://else.example/a")]],
    ["to a page below it", [to("/a", "/a/b")]],
    ["through a prefix that an exact rule ends", [to("/a/*", "/b/*"), { from: "/b/x", status: 410 }]],
    ["from all addresses below a page to the page", [to("/a/*", "/a")]],
    ["to shorter and shorter paths", [to("/a/b/*", "/a/*")]],
    ["to a name Object has", [to("/a", "/constructor"), to("/constructor", "/__proto__")]],
  ])("not %s", (_claim, entries) => expect(loops(...entries)).toEqual([]));

  test.each([
    [REDIRECT_MAX_HOPS - 1, 0],
    [REDIRECT_MAX_HOPS, 0],
    [REDIRECT_MAX_HOPS + 1, 1],
  ])("a chain of %i gives %i faults", (length, faults) => {
    expect(loops(...chain(length))).toHaveLength(faults);
  });

  test("is found among many rules with hardly any effort", async () => {
    const entries = Array.from({ length: MANY }, (_, index) => to(`/p${index}/*`, `/p${index + 1}/*`));
    let found: unknown;
    expect(await excess(() => (found = loops(...entries)), 100)).toBeUndefined();
    expect(found).toHaveLength(MANY - REDIRECT_MAX_HOPS);
  });
});

describe("after a page has moved", () => {
  const after = (entries: Redirect[], from: string, target: string) =>
    redirectsAfterMoves({ entries }, [{ from, to: target }]).entries;

  test("its old path leads to the new one", () => expect(after([], "/a", "/b")).toEqual([to("/a", "/b")]));
  test("what led to the old path leads straight to the new one", () =>
    expect(after([to("/x", "/a")], "/a", "/b")).toEqual([to("/x", "/b"), to("/a", "/b")]));
  test("the way back is no circle", () => expect(after([to("/a", "/b")], "/b", "/a")).toEqual([to("/b", "/a")]));
  test("a rule for the old path is replaced, however it is spelt", () =>
    expect(after([to("/A", "/elsewhere")], "/a", "/b")).toEqual([to("/a", "/b")]));
  test("what led to the old path keeps its query, however it is spelt", () =>
    expect(after([to("/x", "/A/?y=1#z")], "/a", "/b")).toEqual([to("/x", "/b?y=1#z"), to("/a", "/b")]));
  test.each(["/a/", "/%61", "//a"])("a rule for the old path as %s is replaced", (from) =>
    expect(after([to(from, "/elsewhere")], "/a", "/b")).toEqual([to("/a", "/b")]),
  );
  test("what is gone stays gone", () =>
    expect(after([{ from: "/g", status: 410 }], "/a", "/b")[0]).toEqual({ from: "/g", status: 410 }));

  test("pages that swap their paths need no redirect, and close no circle", () => {
    const moves = [
      { from: "/a", to: "/b" },
      { from: "/b", to: "/a" },
    ];
    expect(redirectsAfterMoves({ entries: [to("/x", "/a"), to("/b", "/old")] }, moves).entries).toEqual([
      to("/x", "/b"),
    ]);
  });
  test("a page that takes the place of one that moved on keeps what led to each", () => {
    const moves = [
      { from: "/a", to: "/b" },
      { from: "/b", to: "/c" },
    ];
    expect(redirectsAfterMoves({ entries: [to("/x", "/a"), to("/y", "/b")] }, moves).entries).toEqual([
      to("/x", "/b"),
      to("/y", "/c"),
      to("/a", "/b"),
    ]);
  });
  test("many moves among many rules cost hardly any effort", async () => {
    const entries = Array.from({ length: MANY }, (_, index) => to(`/old${index}`, `/p${index}`));
    const moves = Array.from({ length: 2_000 }, (_, index) => ({ from: `/p${index}`, to: `/q${index}` }));
    expect(await excess(() => redirectsAfterMoves({ entries }, moves), 100)).toBeUndefined();
  });

  test("there and back and on again never makes a circle", () => {
    let entries: Redirect[] = [];
    const route = ["/a", "/b", "/c", "/a", "/d", "/b", "/a"];
    for (const [index, path] of route.slice(1).entries()) {
      entries = after(entries, route[index] ?? "", path);
      expect(loops(...entries)).toEqual([]);
      expect(new Set(entries.map(({ from }) => from)).size).toBe(entries.length);
    }
    const table = new RedirectTable({ entries });
    expect(["/b", "/c", "/d"].map((path) => table.match(path)?.location)).toEqual(["/a", "/a", "/a"]);
  });
});

describe("the table of redirects", () => {
  const table = new RedirectTable({
    entries: [
      to("/a/*", "/x/*"),
      to("/a/b/*", "/y/*"),
      to("/a/b/c", "/z"),
      to("/deep/", "/ever"),
      to("/blog/*", "/blog"),
      to("/fixed/*", "/one"),
      to("/fixed/but/", "/two"),
      to("/stra\u00dfe/", "/street"),
      to("/caf%C3%A9", "/coffee"),
      { from: "/gone/*", status: 410 },
    ],
  });
  test.each([
    ["/a/q", "/x/q"],
    ["/a/b/q/r", "/y/q/r"],
    ["/a/b/c", "/z"],
    ["/A/B/C", "/z"],
    ["/A/Q", "/x/Q"],
    ["/a", "/x"],
    ["/a/", "/x"],
    ["/a/b", "/y"],
    ["/a//b/", "/y"],
    ["/a/b/c/", "/z"],
    ["/a/q/", "/x/q"],
    ["/deep", "/ever"],
    ["/deep/", "/ever"],
    ["/deep/er", undefined],
    ["/blog/first", "/blog"],
    ["/blog", undefined],
    ["/blog/", undefined],
    ["/fixed", "/one"],
    ["/fixed/but", "/two"],
    ["/stra%C3%9Fe", "/street"],
    ["/cafe%CC%81/", "/coffee"],
    ["/CAF%C3%89", "/coffee"],
    ["/ab/c", undefined],
    ["/", undefined],
    ["", undefined],
  ])("leads %s to %s", (path, location) => expect(table.match(path)?.location).toBe(location));

  test("has gone pages at the prefix and below it", () =>
    expect(["/gone", "/gone/", "/gone/x"].map((path) => table.match(path)?.status)).toEqual([410, 410, 410]));
});

describe("the visitor's query", () => {
  test.each([
    ["/pricing", "?utm_source=brief&x=1", "/pricing?utm_source=brief&x=1"],
    ["/pricing", "", "/pricing"],
    ["/pricing", "?", "/pricing"],
    ["/pricing?plan=a", "?x=1", "/pricing?plan=a&x=1"],
    ["/pricing?plan=a#top", "?plan=b", "/pricing?plan=a&plan=b#top"],
    ["/pricing?#top", "?x=1", "/pricing?x=1#top"],
    ["https://else.example", "?x=1", "https://else.example?x=1"],
    ["/a#b?c", "?x=1", "/a?x=1#b?c"],
  ])("of %s is completed by %s", (location, query, whole) => expect(withVisitorsQuery(location, query)).toBe(whole));
});
