import { describe, expect, test } from "vitest";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { placedDirectives } from "../../../runtime/rendering/dialect/directivePlaces.ts";
import type { Client } from "../../../sites/editor/api/client.ts";
import { replacedIn, type Wanted } from "../../../sites/editor/replacing/finding.ts";
import { memberTexts, withTexts } from "../../../sites/editor/replacing/memberTexts.ts";
import { editOf, planPage } from "../../../sites/editor/replacing/pagePlan.ts";
import { planTexts } from "../../../sites/editor/replacing/plannedText.ts";
import { run, type RunPowers, type Task, taskOf, takeTextsBack } from "../../../sites/editor/replacing/run.ts";
import { findTexts, type FoundTexts } from "../../../sites/editor/replacing/siteSearch.ts";
import { textSchemas } from "../../../sites/editor/xliff/texts.ts";
import type { RequestFailure } from "../../../sites/requests/requestFailure.ts";
import { excess } from "../../support/effort.ts";

const wanted = (text: string, replacement: string, more: Partial<Wanted> = {}): Wanted => ({
  text,
  replacement,
  isExact: false,
  isWhole: false,
  withAddresses: false,
  ...more,
});

const TYPE = {
  type: "test.text/text",
  fields: {
    type: "object",
    properties: {
      text: { $ref: "drawbridge:markdown", title: "Text" },
      look: { type: "string", enum: ["boat", "pier"] },
      more: { $ref: "drawbridge:action" },
      kept: { type: "string", shared: true },
      items: { type: "array", items: { type: "object", properties: { title: { type: "string" } } } },
    },
  },
};
const SCHEMAS = textSchemas([TYPE]);

const page = (fields: Record<string, unknown>, more: object = {}): Page =>
  ({ path: "/", title: "The boat", sections: [{ id: "s1", type: TYPE.type, fields }], ...more }) as unknown as Page;

const stored = (body: Page, id = "home") => ({ id, version: 7, body });

describe("a text", () => {
  test.each([
    ["case makes no difference, unless it is said", "Boat and boat", wanted("BOAT", "ship"), "ship and ship"],
    ["case makes a difference", "Boat and boat", wanted("boat", "ship", { isExact: true }), "Boat and ship"],
    ["whole words alone", "boats and boat", wanted("boat", "ship", { isWhole: true }), "boats and ship"],
    ["a hyphen", "a-b a–b", wanted("a-b", "c"), "c a–b"],
    ["every sign of a pattern", "a^$.*+?()[]{}|/\\-b", wanted("^$.*+?()[]{}|/\\-", " "), "a b"],
    ["signs of replacements are words", "a.b (c)* a-b", wanted("(c)*", "$& $1 \\"), "a.b $& $1 \\ a-b"],
    ["letters of every script", "Straße, Ärzte", wanted("ärzte", "Leute", { isWhole: true }), "Straße, Leute"],
    ["nothing for something", "a boat here", wanted(" boat", ""), "a here"],
    [
      "no address",
      "boat at https://boat.example/boat, mailto:a@boat.example",
      wanted("boat", "ship"),
      "ship at https://boat.example/boat, mailto:a@boat.example",
    ],
    [
      "an address that is wanted",
      "https://boat.example",
      wanted("boat", "ship", { withAddresses: true }),
      "https://ship.example",
    ],
  ])("%s", (_, text, given, after) => {
    expect(replacedIn(text, false, given).after).toBe(after);
  });

  test.each([
    ["a link", "[boat](page:boat)", "[ship](page:boat)"],
    ["a picture", "![boat](/media/boat.png) boat", "![ship](/media/boat.png) ship"],
    ["a title", '[boat](/boat "The boat")', '[ship](/boat "The ship")'],
    ["signs around an address", "[boat](</a boat> 'boat')", "[ship](</a boat> 'ship')"],
    ["a definition", '[boat][b]\n\n[b]: /boat "boat"', '[ship][b]\n\n[b]: /boat "ship"'],
    ["a label and its definition", "[boat]\n\n[boat]: /boat", "[ship]\n\n[ship]: /boat"],
    ["an automatic link", "<https://boat.example> and <a@boat.example>", "<https://boat.example> and <a@boat.example>"],
    ["a bare address", "boat https://boat.example/boat", "ship https://boat.example/boat"],
    ["brackets in an address", "[boat](/boat_(boat)) boat", "[ship](/boat_(boat)) ship"],
    [
      "code, lists, quotes and tables",
      "> - `boat` [x](/boat)\n\n| boat |\n|-|\n| [boat](/boat) |",
      "> - `ship` [x](/boat)\n\n| ship |\n|-|\n| [ship](/boat) |",
    ],
    ["the name of a tag", '<abbr title="boat">boat</abbr>', '<abbr title="ship">ship</abbr>'],
  ])("of Markdown keeps addresses: %s", (_, text, after) => {
    expect(replacedIn(text, true, wanted("boat", "ship"))).toMatchObject({ after, changesLinks: false });
    const everywhere = replacedIn(text, true, wanted("boat", "ship", { withAddresses: true }));
    expect(everywhere.after).toBe(text.replaceAll("boat", "ship"));
  });

  describe("with directives", () => {
    const isRead = (_: string, value: string | null): boolean => value === null || value === "title";
    const replaced = (text: string, given: Wanted) => replacedIn(text, true, given, isRead);
    const [MARK, BLOCK] = [':a.boat/boat[boat]{to="/boat" title="boat"}', ':::a.boat/boat{title="boat" kind="boat"}'];

    test("changes words and read values alone", () => {
      const text = `${MARK}\n\n${BLOCK}\nboat\n:::\n\n| a |\n|-|\n| ${MARK} |`;
      const mark = ':a.boat/boat[ship]{to="/boat" title="ship"}';
      expect(replaced(text, wanted("boat", "ship"))).toEqual({
        after: `${mark}\n\n:::a.boat/boat{title="ship" kind="boat"}\nship\n:::\n\n| a |\n|-|\n| ${mark} |`,
        count: 6,
        changesLinks: false,
        changesDirectives: false,
      });
    });

    test.each([
      ["the name of a value", "to", "too", MARK],
      ["a sign", "]{", "x", MARK],
      ["the first sign of a block", ":::a", "x", BLOCK],
      ["the second value of a cell", "x|y", "z", ':a.boat/boat[b]{title="a\\|b" kind="x\\|y"}'],
    ])("keeps %s", (_, text, replacement, source) =>
      expect(replaced(source, wanted(text, replacement))).toMatchObject({ after: source, count: 0 }),
    );

    test("writes quotes and backslashes into a value with a backslash", () =>
      expect(replaced(BLOCK, wanted("boat", '"a\\b"'))).toMatchObject({
        after: ':::a.boat/boat{title="\\"a\\\\b\\"" kind="boat"}',
        changesDirectives: false,
      }));

    test("changes links of values if addresses are wanted, too, but no choice", () =>
      expect(replaced(`${MARK}\n${BLOCK}`, wanted("boat", "ship", { withAddresses: true }))).toMatchObject({
        after: `:a.boat/boat[ship]{to="/ship" title="ship"}\n:::a.boat/boat{title="ship" kind="boat"}`,
        changesDirectives: false,
      }));

    test.each([
      ["a bracket in the words", MARK, wanted("boat", "a]b")],
      ["words that are too long", MARK, wanted("boat", "a".repeat(301))],
      ["a quote that has a backslash", ':a.b/c{title="a \\" b"}', wanted('"', "x")],
      ["a new directive", "boat", wanted("boat", ":a.b/c[d]")],
    ])("says so of %s", (_, text, given) => expect(replaced(text, given).changesDirectives).toBe(true));
  });

  test.each<[string, string, Wanted]>([
    ["a long word", "x".repeat(200_000), wanted("x", "y")],
    ["a long word of signs", "+.-_".repeat(50_000), wanted("+", "y")],
    ["a mailbox without a host", `${"x".repeat(100_000)}@${"x".repeat(100_000)}`, wanted("x", "y")],
    ["many addresses", "x@y.z ".repeat(33_000), wanted("x", "y")],
    ["many parts of one host", `x@${"y.".repeat(100_000)}`, wanted("y", "x")],
    ["many tags", "<b>x ".repeat(40_000), wanted("x", "y")],
  ])("of %s costs in proportion to its length", async (_, text, given) => {
    const found = (share: number) => replacedIn(text.slice(0, text.length * share), false, given);
    expect(await excess(found, 20)).toBeUndefined();
  });

  test("of Markdown with a link in each line costs in proportion to its length", async () => {
    const text = "[x](/y)\n".repeat(24_000);
    const found = (share: number) => replacedIn(text.slice(0, text.length * share), true, wanted("x", "y"));
    expect(await excess(found, 100)).toBeUndefined();
  });

  test.each([
    [':a.b/c[x]{d="x"} ', 4_000],
    [':::a.b/c{d="x" ', 4_000],
    [":a.b/c[x", 4_000],
    ["a.x", 20_000],
    [":", 60_000],
  ])("of Markdown with many of %j costs in proportion to its length", async (piece, times) => {
    const found = (share: number) => placedDirectives(`:${piece.repeat(times * share)}`);
    expect(await excess(found, 20)).toBeUndefined();
  });

  test("of a mailbox begins with the word, and a longer word is none", () => {
    const ship = (text: string): string => replacedIn(text, false, wanted("boat", "ship")).after;
    expect(ship("(boat@boat.example)")).toBe("(boat@boat.example)");
    expect(ship(`boat${"-".repeat(60)}@boat.example`)).toBe(`boat${"-".repeat(60)}@boat.example`);
    expect(ship(`boat${"-".repeat(61)}@boat.example`)).toBe(`ship${"-".repeat(61)}@ship.example`);
  });

  test("that would make, lose or turn a link says so", () => {
    const changes = (text: string, given: Wanted): boolean => replacedIn(text, true, given).changesLinks;
    expect(changes("a boat", wanted("boat", "[x](https://bad.example)"))).toBe(true);
    expect(changes("[boat](/a)", wanted("boat", "]"))).toBe(true);
    expect(changes("[Boat]\n\n[boat]: /a", wanted("boat", "ship", { isExact: true }))).toBe(true);
    expect(changes("the abbr", wanted("abbr", "ship"))).toBe(false);
  });
});

describe("a page", () => {
  const body = page(
    {
      text: "A boat",
      look: "boat",
      more: { label: "Our boat", link: "https://boat.example" },
      kept: "The same boat",
      items: [{ title: "No" }, { title: "Boat" }],
    },
    { path: "/boat", image: { src: "/media/boat.png", alt: "A boat", width: 1, height: 1 }, author: "Kim" },
  );
  const planned = planPage(stored(body), SCHEMAS, wanted("boat", "ship"));

  test("changes its title, its texts and its picture's description, and no choice or address", () => {
    expect(editOf(stored(body), planned?.changes ?? [])).toEqual({
      do: "edit",
      page: "home",
      expected: 7,
      operations: [
        {
          op: "page",
          changes: { title: "The ship", image: { src: "/media/boat.png", alt: "A ship", width: 1, height: 1 } },
        },
        {
          op: "set",
          section: "s1",
          fields: { "/text": "A ship", "/more/label": "Our ship", "/kept": "The same ship", "/items/1/title": "ship" },
        },
      ],
    });
  });

  test("changes links if addresses are wanted, and never its own path", () => {
    const everywhere = planPage(stored(body), SCHEMAS, wanted("boat", "ship", { withAddresses: true }));
    const changed = (everywhere?.changes ?? []).map(({ pointer }) => pointer);
    expect(changed).toContain("/more/link");
    expect(changed).not.toContain("/path");
  });

  test("changes the chosen texts alone", () => {
    const found: FoundTexts = { pages: planned ? [planned] : [], beside: [] };
    const { pages } = taskOf(found, (key) => key.endsWith("/title") && key.includes("s1"));
    expect(pages.map(({ edit }) => (edit as Edit).operations)).toEqual([
      [{ op: "set", section: "s1", fields: { "/items/1/title": "ship" } }],
    ]);
    expect(taskOf(found, () => false).pages).toEqual([]);
  });

  test("names texts that it keeps: of a plugin that is gone, and those whose link would change", () => {
    const odd = page({ text: "[Boat]\n\n[boat]: /a" }, { title: "x" });
    const gone = page({ any: [{ text: "A boat" }, 1] }, { title: "x" });
    const exact = wanted("boat", "ship", { isExact: true });
    expect(planPage(stored(odd), SCHEMAS, exact)?.kept).toMatchObject([{ why: "links", name: "Text" }]);
    expect(planPage(stored(gone), textSchemas([]), exact)).toMatchObject({
      changes: [],
      kept: [{ why: "unknown", section: "s1", pointer: "/any/0/text", before: "A boat" }],
    });
  });

  test("is not named where nothing changes", () => {
    expect(planPage(stored(page({ look: "boat" }, { title: "x" })), SCHEMAS, wanted("boat", "ship"))).toBeUndefined();
    expect(planPage(stored(page({ text: "x" })), SCHEMAS, wanted("boat", "boat"))).toBeUndefined();
  });
});

test("menus and settings change what people read, in each language, and no address", () => {
  const menu = (label: string) => ({
    header: [{ label, link: "page:boat", children: [{ label: "Boats", link: "/boat" }] }],
  });
  const body = {
    menus: menu("Our boat"),
    languages: { de: menu("Boot") },
    name: "Boat & Co",
    language: "boat",
    logo: { src: "/media/boat.png", alt: "A boat" },
    organization: { email: "a@boat.example", address: "1 Boat Street" },
  };
  const { changes } = planTexts(memberTexts(body, false), wanted("boat", "ship"));
  const ship = { header: [{ label: "Our ship", link: "page:boat", children: [{ label: "ships", link: "/boat" }] }] };
  const boot = { header: [{ label: "Boot", link: "page:boat", children: [{ label: "ships", link: "/boat" }] }] };
  expect(withTexts(body, changes)).toEqual({
    menus: ship,
    languages: { de: boot },
    name: "ship & Co",
    language: "boat",
    logo: { src: "/media/boat.png", alt: "A ship" },
    organization: { email: "a@boat.example", address: "1 ship Street" },
  });
  const everywhere = planTexts(memberTexts(body, true), wanted("boat", "ship", { withAddresses: true })).changes.map(
    ({ pointer }) => pointer,
  );
  expect(everywhere).toEqual(expect.arrayContaining(["/menus/header/0/link", "/organization/email"]));
});

interface Edit {
  readonly page: string;
  readonly operations: readonly { readonly op: string; readonly fields: Readonly<Record<string, string>> }[];
}

const problem = (status: number, code: string, detail: object = {}, retryAfter = 0): Result<never, RequestFailure> =>
  refused({ kind: "refused", status, code, detail, retryAfter } as RequestFailure);
const answered = (body: unknown, version = 1) => accepted({ body, version });

/** A site in memory: texts of pages by their id, menus and settings. `fault` refuses a request. */
function siteOf(texts: ReadonlyMap<string, string>, fault: (path: string, body: unknown) => unknown = () => undefined) {
  const pages = new Map([...texts].map(([id, text]) => [id, { text, version: 7 }]));
  const beside: Record<string, { version: number; body: unknown }> = {
    navigation: { version: 3, body: { menus: { header: [{ label: "Boats", link: "/boat" }], footer: [] } } },
    settings: { version: 4, body: { name: "The boat" } },
  };
  const waits: number[] = [];
  const search = ({ cursor = "0" }: { cursor?: string }) => {
    const found = [...pages].filter(([, { text }]) => text.includes("boat")).map(([id]) => id);
    const next = Number(cursor) + 500;
    const items = found.slice(Number(cursor), next).map((id) => ({ page: id }));
    return answered({ items, next: next >= found.length ? null : String(next) });
  };
  const put = (kind: string, version: number | undefined, body: unknown) => {
    const one = beside[kind];
    if (one?.version !== version) return problem(412, "PRECONDITION_FAILED");
    Object.assign(one ?? {}, { body, version: (version ?? 0) + 1 });
    return answered(null, one?.version);
  };
  const batch = ({ items }: { items: readonly (Edit & { expected: number })[] }) => {
    const stale = items.find((item) => pages.get(item.page)?.version !== item.expected);
    if (stale) return problem(412, "PRECONDITION_FAILED", { kind: "page", id: stale.page });
    const done = items.map(({ page: id, operations }) => {
      const before = pages.get(id) ?? { text: "", version: 0 };
      pages.set(id, { text: operations[0]?.fields["/text"] ?? "", version: before.version + 1 });
      return { page: id, inverse: [{ op: "set", section: "s1", fields: { "/text": before.text } }] };
    });
    return answered({ pages: done, versions: done.map(({ page: id }) => ({ id, version: pages.get(id)?.version })) });
  };
  const client = {
    read: async (path: string) => {
      const failure = fault(path, undefined);
      if (failure !== undefined) return failure;
      if (path === "/api/catalogue")
        return answered({ sections: [TYPE], inactive: [], contentTypes: [], inactiveTypes: [] });
      if (path === "/api/site") return answered({ member: { permissions: ["content.edit", "theme.edit"] } });
      const id = path.split("/").at(-1) ?? "";
      if (!path.startsWith("/api/pages/")) return answered(beside[id]);
      const { text, version } = pages.get(id) ?? { text: "", version: 0 };
      return answered({ id, version, body: page({ text }, { title: "Page" }) });
    },
    change: async (path: string, { body, version }: { body: never; version?: number }) => {
      const failure = fault(path, body);
      if (failure !== undefined) return failure;
      if (path === "/api/pages/search") return search(body);
      return path === "/api/pages/batch" ? batch(body) : put(path.split("/").at(-1) ?? "", version, body);
    },
  } as unknown as Client;
  const powers: RunPowers = {
    client,
    wait: async (seconds) => void waits.push(seconds),
    newKey: () => "k",
    onProgress: () => undefined,
    titles: { page: (id) => `The page ${id}`, beside: (kind) => kind },
  };
  const textsNow = () => new Set([...pages.values()].map(({ text }) => text));
  return { powers, pages, beside, waits, textsNow };
}

const named = (count: number): ReadonlyMap<string, string> =>
  new Map(Array.from({ length: count }, (_, n) => [`p${n}`, "A boat"]));

async function searched(powers: RunPowers): Promise<FoundTexts> {
  Object.assign(globalThis, { document: { documentElement: { lang: "en" } } });
  const found = await findTexts(powers, wanted("boat", "ship"), () => undefined);
  if (!found.ok) throw new Error("the search failed");
  return found.value;
}
const taskFor = async (powers: RunPowers): Promise<Task> => taskOf(await searched(powers), () => true);

describe("the whole draft", () => {
  test("is read page by page, with menus and settings, while the site is busy now and then", async () => {
    let asked = 0;
    const { powers, waits } = siteOf(named(60), () =>
      (asked += 1) % 3 === 0 ? problem(429, "RATE_LIMITED", {}, 5) : undefined,
    );
    const { pages, beside } = await searched(powers);
    expect(pages).toHaveLength(60);
    expect(beside.map(({ kind, changes }) => [kind, changes.map(({ after }) => after)])).toEqual([
      ["navigation", ["ships"]],
      ["settings", ["The ship"]],
    ]);
    expect(new Set(waits)).toEqual(new Set([5]));
  });

  test("is searched on if a page is deleted meanwhile", async () => {
    const { powers } = siteOf(named(3), (path) => (path === "/api/pages/p1" ? problem(404, "NOT_FOUND") : undefined));
    expect((await searched(powers)).pages.map(({ stored: { id } }) => id)).toEqual(["p0", "p2"]);
  });

  test("names settings that a member may not change", async () => {
    const { powers } = siteOf(new Map(), (path) =>
      path === "/api/site" ? answered({ member: { permissions: ["content.edit"] } }) : undefined,
    );
    const { beside } = await searched(powers);
    expect(beside.map(({ kind, changes, kept }) => [kind, changes.length, kept.map(({ why }) => why)])).toEqual([
      ["navigation", 1, []],
      ["settings", 0, ["forbidden"]],
    ]);
  });

  test("is changed and taken back, pages that changed since excepted", async () => {
    const { powers, pages, beside, textsNow } = siteOf(named(250));
    const done = await run(powers, await taskFor(powers));
    expect([done.done, textsNow(), beside["settings"]?.body]).toEqual([252, new Set(["A ship"]), { name: "The ship" }]);
    pages.set("p7", { text: "Another's", version: 99 });
    Object.assign(beside["settings"] ?? {}, { version: 99 });
    const undone = await takeTextsBack(powers, done.back);
    expect(undone).toMatchObject({ done: 250, back: { edits: [], beside: [] } });
    expect(undone.refused.map(({ title }) => title)).toEqual(["The page p7", "settings"]);
    expect([textsNow(), beside["navigation"]?.body]).toEqual([
      new Set(["A boat", "Another's"]),
      { menus: { header: [{ label: "Boats", link: "/boat" }], footer: [] } },
    ]);
  });

  test("is changed where a member with a limit may, and the other pages are named", async () => {
    const isBeyond = ({ page: id }: Edit): boolean => Number(id.slice(1)) % 2 === 1;
    const { powers, textsNow } = siteOf(named(300), (path, body) => {
      if (path === "/api/navigation" && body !== undefined) return problem(403, "FORBIDDEN");
      const beyond = path === "/api/pages/batch" ? (body as { items: readonly Edit[] }).items.filter(isBeyond) : [];
      return beyond.length > 0 ? problem(403, "FORBIDDEN", { pages: beyond.map(({ page: id }) => id) }) : undefined;
    });
    const { done, refused: lost, stopped } = await run(powers, await taskFor(powers));
    expect([done, lost.length, lost.at(-1)?.title, stopped]).toEqual([151, 151, "navigation", undefined]);
    expect(textsNow()).toEqual(new Set(["A ship", "A boat"]));
  });

  test("over 5,000 pages is interrupted and gone on with, by what is left and by a new search", async () => {
    const ALL = 5_000;
    let most = 10;
    const { powers, textsNow, pages } = siteOf(named(ALL), (path) => {
      if (path !== "/api/pages/batch") return undefined;
      most -= 1;
      return most < 0 ? refused({ kind: "unreached" }) : undefined;
    });
    const first = await run(powers, await taskFor(powers));
    expect([first.done, first.stopped?.left.pages.length, first.stopped?.left.beside.length]).toEqual([
      1_000, 4_000, 2,
    ]);
    expect(textsNow()).toEqual(new Set(["A boat", "A ship"]));
    most = 10;
    const second = await run(powers, first.stopped?.left ?? { pages: [], beside: [] });
    expect([second.done, second.stopped?.left.pages.length]).toEqual([1_000, 3_000]);
    most = Infinity;
    expect((await run(powers, await taskFor(powers))).done).toBe(3_002);
    expect(textsNow()).toEqual(new Set(["A ship"]));
    expect(Math.max(...[...pages.values()].map(({ version }) => version))).toBe(8);
    most = 20;
    const back = { edits: [...first.back.edits, ...second.back.edits], beside: [] };
    expect(await takeTextsBack(powers, back)).toMatchObject({ done: 2_000, refused: [], back: { edits: [] } });
  });
});
