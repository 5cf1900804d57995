/** The page of redirects follows an address as visitors' browsers do, over all hostnames of the site. */
import { expect, test } from "vitest";
import { redirects } from "../../../runtime/documents/content/content.ts";
import { trace } from "../../../sites/editor/pages/redirects/trace.ts";

const PAGES: Readonly<Record<string, string>> = { "/new": "New", "/b": "Page b" };

const rules = redirects.parse({
  entries: [
    { from: "/old", to: "/new", status: 301 },
    { from: "/b?p=1", to: "/new", status: 301 },
    { from: "https://old.example.com/shop/*", to: "https://old.example.com/store/*", status: 301 },
    { from: "https://old.example.com/store/*", to: "/new", status: 302 },
    { from: "/back", to: "https://www.example.com/old?a=1", status: 301 },
    { from: "/far", to: "https://far.example/x", status: 301 },
    { from: "/gone", status: 410 },
    { from: "/round", to: "/circle", status: 301 },
    { from: "/circle", to: "/round", status: 301 },
  ],
});

const tracing = {
  redirects: rules,
  own: { hostnames: ["www.example.com", "old.example.com"], place: { origin: "https://www.example.com" } },
  titleAt: async (path: string) => PAGES[path],
  fileAt: async (path: string) => (path === "/uploads/boat.jpg" ? "Boat.jpg" : undefined),
};

const stepsAt = async (typed: string): Promise<string[]> => (await trace(tracing, typed)).map(({ at }) => at);

test.each([
  ["/old", ["/old", "/new"]],
  ["old", ["/old", "/new"]],
  ["https://www.example.com/old", ["https://www.example.com/old", "/new"]],
  ["HTTP://WWW.example.com/old", ["HTTP://WWW.example.com/old", "/new"]],
  ["/b", ["/b"]],
  ["/b?p=1", ["/b?p=1", "/new"]],
  ["/back", ["/back", "/old?a=1", "/new?a=1"]],
  ["https://old.example.com/shop/7", ["https://old.example.com/shop/7", "https://old.example.com/store/7", "/new"]],
  ["https://old.example.com/old", ["https://old.example.com/old", "/old", "/new"]],
  ["/far", ["/far", "https://far.example/x"]],
  ["https://far.example/x", ["https://far.example/x"]],
])("from %s a browser comes to its end", async (typed, steps) => expect(await stepsAt(typed)).toEqual(steps));

test("the end of the way is told", async () => {
  const endAt = async (typed: string): Promise<string | undefined> => (await trace(tracing, typed)).at(-1)?.says;
  const ends = [];
  for (const typed of ["/b", "/uploads/Boat.jpg", "/nothing", "/gone", "https://far.example/", "/round"])
    ends.push(await endAt(typed));
  expect(ends).toEqual([
    "is the page “Page b”",
    "is an old address of the file “Boat.jpg”",
    "does not exist: visitors see the “not found” page",
    "is marked as gone",
    "is outside this site",
    "leads through too many redirects, so browsers give up",
  ]);
});

const WERFT = {
  redirects: redirects.parse({
    entries: [
      { from: "/alt", to: "/de/zimmer", status: 301 },
      { from: "/de/früher", to: "/de/zimmer", status: 301 },
      { from: "https://werft.example/promo", to: "/new", status: 302 },
      { from: "https://werft.example/weg", status: 410 },
      { from: "https://werft.example/*", to: "/de/*", status: 301 },
      { from: "/hin", to: "https://werft.example/zimmer", status: 301 },
    ],
  }),
  own: {
    hostnames: ["www.example.com", "werft.example"],
    place: {
      origin: "https://www.example.com",
      hosts: [{ tag: "de", hostname: "werft.example", origin: "https://werft.example", prefix: "/de" }],
    },
  },
  fileAt: async () => undefined,
  titleAt: async (path: string) => ({ "/de/zimmer": "Zimmer", "/de": "Start", "/new": "New" })[path],
};

test.each([
  ["/de/zimmer", ["/de/zimmer", "https://werft.example/zimmer"], "Zimmer"],
  ["/de", ["/de", "https://werft.example/"], "Start"],
  ["https://werft.example/zimmer", ["https://werft.example/zimmer"], "Zimmer"],
  ["https://werft.example/de/zimmer", ["https://werft.example/de/zimmer", "https://werft.example/zimmer"], "Zimmer"],
  ["/alt", ["/alt", "https://werft.example/zimmer"], "Zimmer"],
  ["/hin?a=1", ["/hin?a=1", "https://werft.example/zimmer?a=1"], "Zimmer"],
  ["https://werft.example/früher", ["https://werft.example/früher", "https://werft.example/zimmer"], "Zimmer"],
  ["https://werft.example/promo", ["https://werft.example/promo", "/new"], "New"],
  ["https://werft.example/weg", ["https://werft.example/weg"], "is marked as gone"],
  ["https://werft.example/new", ["https://werft.example/new"], "does not exist"],
])("from %s a browser comes to its end at the hostnames of languages", async (typed, steps, end) => {
  const found = await trace(WERFT, typed);
  expect(found.map(({ at }) => at)).toEqual(steps);
  expect(found.at(-1)?.says).toContain(end);
});
