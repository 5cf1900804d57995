import { describe, expect, test } from "vitest";
import { REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { EDITOR_ROWS_MAX_LINES } from "../../../manifests/bounds/editor.ts";
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import { say } from "../../../sites/words/shape/say.ts";
import { REDIRECTS as words } from "../../../sites/words/en/pages/redirects.ts";
import { columnsIn, readRow, fileRows } from "../../../sites/editor/pages/redirects/cells.ts";
import { readRows } from "../../../sites/editor/pages/redirects/rows.ts";
import { excess } from "../../support/effort.ts";

/** Reading took two minutes while a row of tabs was read again from each tab: ten times this. */
const HANGING_EFFORT = 2000;

const own = { hostnames: ["site.example", "blog.example"], place: { origin: "https://site.example" } };
const read = (text: string, ...entries: Redirect[]) => readRows(text, { entries }, own);
const states = (text: string, ...entries: Redirect[]): string[] =>
  read(text, ...entries).lines.map(({ state }) => state);

describe("redirects as lines of text", () => {
  test.each([
    ["commas", "/a,/b"],
    ["semicolons and a status", "/a;/b;301"],
    ["tabs, spaces and an end of Windows", " /a\t/b \r\n"],
    ["quotes", '"/a","/b"'],
    ["a headline", "from,to\n/a,/b"],
    ["columns in another order", "code;target;source\n301;/b;/a"],
    ["the export of other software", "source,target,regex,code,type,hits,title,status\n/a,/b,0,301,url,12,T,enabled"],
    ["such an export without its headline", '"/a","/b",0,301,"url",12,"T","active"'],
    [
      "a title of two lines",
      'source,target,regex,code,type,hits,title,status\n/a,/b,0,301,url,12,"Two\nlines",enabled',
    ],
    ["a title of many lines and quotes", '/a,/b,0,301,"url",12,"One ""word""\r\n\r\n, two","active"\r\n'],
    ["a byte order mark", '\ufeff"/a";"/b"'],
    ["spaces and a status that is forced", "/a  /b  301!"],
    ["the site's own hostname", "https://site.example/a,HTTP://site.example/b"],
    ["a comment", "# old addresses\n/a,/b"],
  ])("are read with %s", (_, text) => expect(read(text).entries).toEqual([{ from: "/a", to: "/b", status: 301 }]));

  test.each([
    ["/artikel,1234.html\t/b", "/artikel,1234.html", "/b"],
    ["/a;jsessionid=1\t/b", "/a;jsessionid=1", "/b"],
    ["/artikel,1234.html;/b", "/artikel,1234.html", "/b"],
    ["/a;jsessionid=1,/b", "/a;jsessionid=1", "/b"],
    ['"/a,b","/c;d"', "/a,b", "/c;d"],
    ["/d/* /h/:splat", "/d/*", "/h/*"],
    ["/d/* https://new.example/:splat", "/d/*", "https://new.example/*"],
  ])("%j keep the commas and semicolons of the addresses", (row, from, to) =>
    expect(read(row).entries).toEqual([{ from, to, status: 301 }]),
  );

  test.each<[string, keyof typeof words.faults]>([
    ["^/d/(a|b)$,/h/$1,1,301,regex", "pattern"],
    ["/d/[0-9]+/x,/h,1,301", "pattern"],
    ["rewrite ^/d/(.*)/(.*)$ /h/$2/$1 permanent;", "pattern"],
    ["rewrite ^/d/(.*)$ /h/$1 last;", "inside"],
    ["https://else.example/a,/b", "otherSite"],
  ])("%s are refused with a reason that helps", (row, fault) =>
    expect(read(row).lines.map(({ state, reason }) => [state, reason])).toEqual([["refused", words.faults[fault]]]),
  );

  test.each([
    ["/d/:id,/h/:id", { from: "/d/:id", to: "/h/:id", status: 301 }],
    ["/?p=123,/b", { from: "/?p=123", to: "/b", status: 301 }],
    ["/store id=:id /blog/:id 301", { from: "/store?id=:id", to: "/blog/:id", status: 301 }],
    ["^/d/(.*)$,/h/$1,1,301,regex", { from: "/d/*", to: "/h/*", status: 301 }],
    ["^/d/old\\.html$,/h,1,301,regex", { from: "/d/old.html", to: "/h", status: 301 }],
    ["rewrite ^/d/(.*)$ /h/$1 permanent;", { from: "/d/*", to: "/h/*", status: 301 }],
    ["  rewrite ^/a/?$ /b redirect;", { from: "/a", to: "/b", status: 302 }],
    ["location = /a { return 308 https://new.example/b; }", { from: "/a", to: "https://new.example/b", status: 308 }],
    ["Redirect permanent /a https://new.example/b", { from: "/a", to: "https://new.example/b", status: 301 }],
    ["RedirectMatch 302 ^/d/(.*)$ /h/$1", { from: "/d/*", to: "/h/*", status: 302 }],
    ["Redirect gone /a", { from: "/a", status: 410 }],
    [
      "https://blog.example/* https://site.example/blog/:splat",
      { from: "https://blog.example/*", to: "/blog/*", status: 301 },
    ],
  ])("of other software are understood: %s", (row, entry) => expect(read(row).entries).toEqual([entry]));

  test("lose what follows #, and say so", () => {
    const { lines, entries } = read("/a#top,/b");
    expect([lines[0]?.reason, entries]).toEqual([words.anchorLeftOut, [{ from: "/a", to: "/b", status: 301 }]]);
  });

  test.each([
    ["a cell that nothing closes", '/a,"/b\n/c,/d'],
    ["one that a later row would close", '/a,/b,"x\n"/c",/d\n'],
    ["a mark within an address", '/a"x,/b\n/c,/d"'],
  ])("keep the rows after a stray quotation mark: %s", (_, text) => {
    const { lines, entries } = read(text);
    expect(lines.map(({ number }) => number)).toEqual([1, 2]);
    expect(entries.map(({ from }) => from)).toContain("/c");
  });

  test("are numbered by their first line in the file", () => {
    const { lines } = read('/a,/b,0,301,url,1,"x\ny\nz",enabled\n\n/c,/d');
    expect(lines.map(({ number, from }) => [number, from])).toEqual([
      [1, "/a"],
      [5, "/c"],
    ]);
  });

  test.each(["\t", "\t ", " ,", '"\t', ',"', ',"""', '"\n', "\n", " "])(
    "full of %j are read at once",
    async (piece) => {
      const dear = await excess(() => {
        const rows = fileRows(piece.repeat((128 * 1024) / piece.length));
        for (const { text } of rows) readRow(text, columnsIn(text), own);
      }, HANGING_EFFORT);
      expect(dear).toBeUndefined();
    },
  );

  test.each([
    [-1, 1],
    [0, 1],
    [1, 2],
  ])("of the most lines and %i are read, and the line beyond is refused", (more, count) => {
    const { lines } = read(`/a,/b${"\n".repeat(EDITOR_ROWS_MAX_LINES - 1 + more)}${more > 0 ? "/c,/d" : ""}`);
    expect(lines).toHaveLength(count);
    if (count > 1) expect(lines[1]).toMatchObject({ number: EDITOR_ROWS_MAX_LINES + 1, state: "refused" });
  });

  test("of a switched-off redirect are refused", () => {
    const file = "source,target,regex,code,type,hits,title,status\n/a,/b,0,301,url,12,,disabled";
    expect(read(file).lines[0]?.reason).toBe(words.faults.switchedOff);
  });

  test("in two spellings of one address are one redirect", () => {
    expect(states("/a,/b\n/A/,/c")).toEqual(["added", "refused"]);
    expect(read("/a/,/c", { from: "/A", to: "/b", status: 301 }).entries).toEqual([
      { from: "/a/", to: "/c", status: 301 },
    ]);
  });

  test("may be temporary, or state that a page is gone", () => {
    expect(read("/a,/b,302\n/c,,410\n/d,410").entries).toEqual([
      { from: "/a", to: "/b", status: 302 },
      { from: "/c", status: 410 },
      { from: "/d", status: 410 },
    ]);
  });

  test("report the fate of existing redirects", () => {
    const [a, b]: Redirect[] = [
      { from: "/a", to: "/x", status: 301 },
      { from: "/b", to: "/x", status: 301 },
    ];
    expect(states("/a,/x\n/b,/y\n/c,/x", a as Redirect, b as Redirect)).toEqual(["same", "replaced", "added"]);
  });

  test.each([
    ["a", "/b"],
    ["/a", "ftp://x"],
    ["/a", "javascript:alert(1)"],
    ["/a", "//evil.example"],
    ["/api/x", "/b"],
    ["/_editor", "/b"],
    ["/a", ""],
    ["", "/b"],
    ["/a\u0007", "/b"],
    ["/a", "/b,999"],
    ["<script>", "/b"],
  ])("from %j to %j are refused, and the others are accepted", (from, to) => {
    const { lines, entries } = read(`/good,/one\n${from},${to}`);
    expect(lines.map(({ state }) => state)).toEqual(["added", "refused"]);
    expect([lines[1]?.number, lines[1]?.reason === "", entries.length]).toEqual([2, false, 1]);
  });

  test("that form a circle are refused, alone, together, or with existing ones", () => {
    expect(states("/a,/a")).toEqual(["refused"]);
    expect(states("/a,/b\n/b,/a\n/c,/d")).toEqual(["refused", "refused", "added"]);
    expect(states("/b,https://site.example/a", { from: "/a", to: "/b", status: 301 })).toEqual(["refused"]);
    const old: Redirect = { from: "/a", to: "/z", status: 301 };
    expect(read("/a,/a", old).entries).toEqual([old]);
  });

  test("of one address are accepted once", () => expect(states("/a,/b\n/a,/c")).toEqual(["added", "refused"]));

  test.each([
    [-1, "added"],
    [0, "refused"],
  ])("of the largest number and %i are %s", (more, state) => {
    const present = Array.from({ length: REDIRECTS_MAX_ENTRIES + more }, (_, n): Redirect => ({
      from: `/p${n}`,
      status: 410,
    }));
    expect(states("/new,/x\n/p0,/x", ...present)).toEqual([state, "replaced"]);
  });
});

describe("redirects of a site whose language has a hostname", () => {
  const place = {
    origin: "https://site.example",
    hosts: [{ tag: "de", hostname: "werft.example", origin: "https://werft.example", prefix: "/de" }],
  };
  const inLanguages = (text: string) =>
    readRows(text, { entries: [] }, { hostnames: ["site.example", "werft.example"], place });

  test.each([
    ["/a,https://werft.example/zimmer", "/a", "/de/zimmer"],
    ["/a,HTTP://werft.example/zimmer?a=1", "/a", "/de/zimmer?a=1"],
    ["/a,https://werft.example", "/a", "/de"],
    ["/a,https://site.example/b", "/a", "/b"],
    ["https://werft.example/alt,https://werft.example/neu", "https://werft.example/alt", "/de/neu"],
    ["https://site.example/de/alt,/de/neu", "/de/alt", "/de/neu"],
  ])("are read as its paths: %s", (text, from, to) =>
    expect(inLanguages(text).entries).toEqual([{ from, to, status: 301 }]),
  );

  test("to another site keep its scheme, so that http is refused as on every site", () => {
    const row = "/a,http://partner.example/x,301";
    for (const { lines, entries } of [inLanguages(row), read(row)]) {
      const [{ to, state, reason } = {}] = lines;
      expect([to, state, reason]).toEqual([
        "http://partner.example/x",
        "refused",
        say(words.allowed, { allowed: "a path or an https address" }),
      ]);
      expect(entries).toEqual([]);
    }
  });

  test.each([
    ["https://werft.example/*,https://site.example/de/x/*\n/de/x/*,https://werft.example/*"],
    ["https://werft.example/x,https://werft.example/de/x"],
  ])("are refused if they lead in a circle through it: %s", (text) => {
    expect(inLanguages(text).lines.map(({ state }) => state)).toContain("refused");
  });
});
