/** The code of the plugin for comments over a real storage: what it takes, where it keeps it, and what pages show. */
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CALL_MAX_SUBREQUESTS, CALL_RESULT_MAX_CHARS } from "../../manifests/bounds/calls.ts";
import { DATA_BATCH_PAGES, DATA_SECTION_MAX_CHARS } from "../../manifests/bounds/plugins.ts";
import { codeContext } from "./codeContext.ts";

type Call = (input: unknown, ctx: Context) => Promise<unknown>;
interface Module {
  readonly data: { readonly comments: Call };
  readonly routes: Readonly<Record<"post" | "approve" | "hide" | "spam" | "forget" | "answer", Call>>;
  readonly hooks: Readonly<Record<"scheduled", Call>>;
}
const { data, routes, hooks } = (await import(
  fileURLToPath(new URL("../../plugins/comments/main.js", import.meta.url))
)) as Module;

const SETTINGS = {
  held: true,
  letters: "daily",
  signature: "The crew",
  shown: 50,
  links: 2,
  words: ["casino"],
  perHour: 60,
  spamDays: 30,
};
const SECTION = { id: "talk", fields: {} };
const PAGES = {
  home: { title: "Home", path: "/", sections: [{ id: "box", children: { first: [SECTION] } }] },
  other: { title: "Other", path: "/other", sections: [SECTION] },
  closed: { title: "Closed", path: "/closed", sections: [{ id: "talk", fields: { closed: true } }] },
};
type Context = ReturnType<typeof contextOf>;
const contextOf = (settings: object = {}) => codeContext("drawbridge.comments", { ...SETTINGS, ...settings }, PAGES);

const NOW = Date.UTC(2026, 10, 30, 12);
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

interface Written {
  readonly name?: string;
  readonly text?: string;
  readonly email?: string;
  readonly to?: string;
}
const write = (ctx: Context, { name = "Ann", text = "A fine page.", ...rest }: Written = {}, page = "home") => {
  vi.setSystemTime(Date.now() + 1);
  return routes.post({ fields: { name, text, ...rest }, form: `${page}.talk`, language: "en", once: "" }, ctx);
};
const TAKEN = { status: 201, body: null };
const refusedAt = (field: string) => ({ status: 409, body: { field } });
const act = (ctx: Context, name: "approve" | "hide" | "spam" | "forget", keys: readonly string[]) =>
  routes[name]({ body: { keys } }, ctx);
const valuesOf = (ctx: Context, prefix: string) =>
  ctx
    .stored()
    .flatMap(({ key, value }) => (key.startsWith(prefix) ? [JSON.parse(value) as Record<string, unknown>] : []));
const turnOf = (ctx: Context) => valuesOf(ctx, "turn")[0];

interface Shown {
  readonly comments: { id: string; name: string; parts: string[]; isReply: boolean; to: string; team: boolean }[];
  readonly threads: { value: string; title: string }[];
  readonly isMore: boolean;
  readonly after: string | null;
}
async function shown(ctx: Context, id = "home"): Promise<Shown> {
  const pages = [{ page: { id }, sections: [{ id: "talk" }] }];
  const answer = (await data.comments({ pages }, ctx)) as Record<string, Record<string, Shown>>;
  return answer[id]?.["talk"] as Shown;
}
const textsOf = async (ctx: Context, id?: string) => (await shown(ctx, id)).comments.map(({ parts }) => parts.join(""));
/** Approves all that waits. */
const approveAll = (ctx: Context) => act(ctx, "approve", ctx.keys("waiting:"));

describe("a comment", () => {
  test("waits until a member approves it, and its page shows it then", async () => {
    const ctx = contextOf();
    expect(await write(ctx, { email: "ann@example.com" })).toEqual(TAKEN);
    expect(await textsOf(ctx)).toEqual([]);
    expect(valuesOf(ctx, "waiting:")).toMatchObject([
      { name: "Ann", mail: "ann@example.com", page: "Home", url: "https://site.example/", why: "" },
    ]);
    expect(await approveAll(ctx)).toEqual({ body: { approved: 1 } });
    expect([await textsOf(ctx), await textsOf(ctx, "other")]).toEqual([["A fine page."], []]);
    expect(valuesOf(ctx, "page:")[0]).not.toHaveProperty("mail");
    await act(ctx, "hide", ctx.keys("approved:"));
    expect([await textsOf(ctx), ctx.keys("waiting:").length, turnOf(ctx)]).toMatchObject([[], 1, { waiting: 1 }]);
  });

  test("is shown at once if its site wants that, but not under the name of the site", async () => {
    const ctx = contextOf({ held: false });
    await write(ctx);
    for (const name of ["the crew", "T\u200bhe  CREW", "Site.Example"]) await write(ctx, { name, text: name });
    expect([await textsOf(ctx), ctx.keys("waiting:").length]).toEqual([["A fine page."], 3]);
  });

  test.each([
    ["another case", "SALTMARROW"],
    ["signs and spaces", "Salt-marrow!"],
    ["wide letters", "Ｓａｌｔｍａｒｒｏｗ"],
    ["marks on letters", "Sältmarrów"],
    ["letters of mathematics", "𝓢𝓪𝓵𝓽𝓶𝓪𝓻𝓻𝓸𝔀"],
    ["a letter of another script", "Sаltmarrow"],
    ["letters of two scripts that spell nothing of the site", "Αnn"],
  ])("under the name of the site in %s waits, though no signature is set", async (_, name) => {
    const ctx = contextOf({ held: false, signature: "" });
    await write(ctx, { name });
    expect([await textsOf(ctx), ctx.keys("waiting:").length]).toEqual([[], 1]);
  });

  test.each(["Saltmarrow Ann", "Ольга", "Ελένη", "Zoë", "やまだ Taro"])("of %s does not", async (name) => {
    const ctx = contextOf({ held: false, signature: "" });
    await write(ctx, { name });
    expect(await textsOf(ctx)).toEqual(["A fine page."]);
  });

  test("is refused where its page takes none, or is not there", async () => {
    const ctx = contextOf();
    for (const page of ["closed", "gone"]) expect(await write(ctx, {}, page)).toEqual(refusedAt("text"));
    expect(ctx.stored()).toEqual([]);
  });

  test("of a visitor who sends it again is kept once", async () => {
    const ctx = contextOf();
    for (const _ of [1, 2, 3]) expect(await write(ctx)).toEqual(TAKEN);
    expect(ctx.keys("waiting:")).toHaveLength(1);
  });

  test("that arrives twice at one moment is kept once", async () => {
    const ctx = contextOf();
    ctx.beforeChange(() => write(ctx));
    expect(await write(ctx)).toEqual(TAKEN);
    expect([ctx.keys("waiting:").length, turnOf(ctx)]).toMatchObject([1, { waiting: 1, next: 1 }]);
  });
});

describe("replies", () => {
  test("stand below what they reply to, the first one first, and no reply has replies", async () => {
    const ctx = contextOf();
    for (const text of ["old", "new"]) await write(ctx, { text });
    await approveAll(ctx);
    const { threads } = await shown(ctx);
    const old = threads.find(({ title }) => title === "Ann: old")?.value ?? "";
    for (const text of ["one", "two"]) expect(await write(ctx, { name: "Ben", text, to: old })).toEqual(TAKEN);
    await approveAll(ctx);
    const after = await shown(ctx);
    expect(after.comments.map(({ parts, to }) => [parts[0], to])).toEqual([
      ["new", ""],
      ["old", ""],
      ["one", "Ann"],
      ["two", "Ann"],
    ]);
    expect(after.threads.map(({ title }) => title)).toEqual(["Ann: new", "Ann: old"]);
  });

  test.each(["x", "000000000000", "turn", "../../turn", "~", "a".repeat(40)])(
    "to %s, which nobody wrote here, are refused",
    async (to) => {
      const ctx = contextOf();
      expect(await write(ctx, { to })).toEqual(refusedAt("to"));
    },
  );

  test("to a comment of another page, or to one that was hidden, are refused", async () => {
    const ctx = contextOf();
    await write(ctx);
    await approveAll(ctx);
    const to = (await shown(ctx)).threads[0]?.value ?? "";
    expect(await write(ctx, { to }, "other")).toEqual(refusedAt("to"));
    await act(ctx, "hide", ctx.keys("approved:"));
    expect(await write(ctx, { to })).toEqual(refusedAt("to"));
  });

  test("of members approve the comment, and are marked", async () => {
    const ctx = contextOf();
    await write(ctx);
    const [key = ""] = ctx.keys("waiting:");
    expect(await routes.answer({ body: { key, reply: "Thank you." } }, ctx)).toMatchObject({ status: 201 });
    expect((await shown(ctx)).comments).toMatchObject([
      { name: "Ann", team: false },
      { name: "The crew", team: true, to: "Ann" },
    ]);
    expect(await routes.answer({ body: { key: "turn", reply: "x" } }, ctx)).toMatchObject({ status: 410 });
  });

  test("stay when what they reply to is deleted, and then look like a reply to nobody", async () => {
    const ctx = contextOf();
    await write(ctx);
    await routes.answer({ body: { key: ctx.keys("waiting:")[0], reply: "Thank you." } }, ctx);
    const first = ctx.keys("approved:").find((key) => ctx.keys("page:").some((at) => at.endsWith(key.slice(9)))) ?? "";
    await act(ctx, "forget", [first]);
    await write(ctx, { name: "Ben", text: "A newer one" });
    await approveAll(ctx);
    expect((await shown(ctx)).comments).toMatchObject([
      { name: "Ben", isReply: false },
      { team: true, to: "", isReply: false },
    ]);
  });
});

describe("spam", () => {
  test.each([
    ["more links than are fine", { text: "https://a.example https://b.example www.c.example" }, "links"],
    ["a link as a name", { name: "https://a.example" }, "links"],
    ["a word of the list, in other letters", { text: "Best \uff23\uff21\uff33\uff29\uff2e\uff2f in town" }, "casino"],
    ["a word of the list with signs that show nothing", { text: "ca\u200bsi\u00adno" }, "casino"],
    ["a word of the list as the address", { email: "play@casino.example" }, "casino"],
  ])("is what has %s, and its visitor does not learn it", async (_, written, why) => {
    const ctx = contextOf({ held: false });
    expect(await write(ctx, written)).toEqual(TAKEN);
    expect([valuesOf(ctx, "spam:").map((one) => one["why"]), await textsOf(ctx)]).toEqual([[why], []]);
  });

  test("has as many links as are fine, and one more", async () => {
    const ctx = contextOf();
    const links = (count: number) => Array.from({ length: count }, (_, n) => `https://a${n}.example`).join(" ");
    for (const count of [1, 2, 3]) await write(ctx, { text: links(count) });
    expect([ctx.keys("waiting:").length, ctx.keys("spam:").length]).toEqual([2, 1]);
  });

  test("is deleted after its days, and not before", async () => {
    const ctx = contextOf();
    await write(ctx, { text: "casino" });
    vi.setSystemTime(Date.now() + 30 * 86_400_000 - 1);
    await hooks.scheduled({}, ctx);
    expect(ctx.keys("spam:")).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    await hooks.scheduled({}, ctx);
    expect([ctx.keys("spam:"), turnOf(ctx)]).toMatchObject([[], { spam: 0 }]);
  });

  test("fills an hour up to its bound, and the next hour is free", async () => {
    const ctx = contextOf({ perHour: 3 });
    for (const text of ["a", "b", "c"]) expect(await write(ctx, { text })).toEqual(TAKEN);
    expect(await write(ctx, { text: "d" })).toEqual(refusedAt("text"));
    vi.setSystemTime(NOW + 3_600_000);
    expect(await write(ctx, { text: "d" })).toEqual(TAKEN);
  });

  test.each([
    ["waiting", 2_000, "fine"],
    ["spam", 1_000, "casino"],
  ])("and what waits have a bound: %s", async (list, most, text) => {
    const ctx = contextOf();
    const turn = (count: number) => ({ next: 5, waiting: 0, spam: 0, hour: "", inHour: 0, [list]: count });
    await ctx.storage.put("turn", turn(most - 1));
    expect(await write(ctx, { text })).toEqual(TAKEN);
    await ctx.storage.put("turn", turn(most));
    expect(await write(ctx, { text: `${text} again` })).toEqual(refusedAt("text"));
  });
});

describe("names and texts", () => {
  test.each([
    ["that turn the direction", "\u202Enimda\u202C", "nimda"],
    ["with signs that show nothing", "A\u200Bn\u2060n\uFEFF", "Ann"],
    ["with piled marks", `A${"\u0301\u0302\u0303\u0304".repeat(20)}`, "\u00C1\u0302\u0303\u0304"],
    ["with joiners around nothing", "\u200D\u200CAnn\u200D", "Ann"],
    [
      "with joiners between letters",
      "\u0646\u0645\u06CC\u200C\u062F\u0627\u0646\u0645",
      "\u0646\u0645\u06CC\u200C\u062F\u0627\u0646\u0645",
    ],
    ["over several lines", "Ann\n\tof the  sea", "Ann of the sea"],
    ["from right to left", "\u05E2\u05E0\u05EA", "\u05E2\u05E0\u05EA"],
  ])("%s are made readable", async (_, name, readable) => {
    const ctx = contextOf();
    await write(ctx, { name });
    expect(valuesOf(ctx, "waiting:")[0]?.["name"]).toBe(readable);
  });

  test.each(["\u200B\u200B", "\u202E", "\u3164", "---", "\u0301"])("without a letter are refused: %j", async (name) => {
    const ctx = contextOf();
    expect([await write(ctx, { name }), await write(ctx, { text: name })]).toEqual([
      refusedAt("name"),
      refusedAt("text"),
    ]);
  });

  test("show addresses of the web as links, and nothing else", async () => {
    const ctx = contextOf({ links: 20 });
    const text =
      "See https://a.example/x?y=1. (http://b.example) javascript:alert(1) https://u:p@c.example http:// https://local";
    await write(ctx, { text });
    await approveAll(ctx);
    const [{ parts } = { parts: [] }] = (await shown(ctx)).comments;
    expect(parts.filter((_, index) => index % 2 === 1)).toEqual(["https://a.example/x?y=1", "http://b.example"]);
    expect(parts.join("")).toBe(text);
  });
});

describe("many comments on one page", () => {
  test("take no more room in the page than its data may have, and one call", async () => {
    const ctx = contextOf({ shown: 100, held: false, perHour: 500 });
    for (let n = 0; n < 110; n += 1) await write(ctx, { text: `${n} "${"ä\n".repeat(500)}` });
    const page = await shown(ctx);
    expect(JSON.stringify(page).length).toBeLessThan(DATA_SECTION_MAX_CHARS);
    expect([page.isMore, page.comments.length > 10, page.comments[0]?.parts[0]?.startsWith("109 ")]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await ctx.callsOf(() => shown(ctx))).toBe(1);
    expect(page.after).toBe(ctx.keys("page:home:")[page.comments.length - 1]);
  });

  test("name the last one that the page shows only if there are more, and are stored as templates need them", async () => {
    const ctx = contextOf({ shown: 5, held: false, perHour: 500 });
    const counts: unknown[] = [];
    for (const n of [1, 2, 3, 4, 5, 6]) {
      await write(ctx, { text: `${n} https://a.example/` });
      counts.push((await shown(ctx)).after);
    }
    expect(counts).toEqual([null, null, null, null, null, ctx.keys("page:home:")[4]]);
    expect(valuesOf(ctx, "page:home:")[5]).toMatchObject({
      name: "Ann",
      parts: ["1 ", "https://a.example/", ""],
      at: expect.stringMatching(/^2026-11-30T12:/) as string,
      inReplyTo: "",
    });
  });

  test("fit into the answer of one call, on as many pages as it has", async () => {
    const ctx = contextOf({ shown: 100, held: false, perHour: 500 });
    for (let n = 0; n < 30; n += 1) await write(ctx, { text: `${n} ${"x".repeat(1_900)}` });
    const one = { page: { id: "home" }, sections: [{ id: "talk" }] };
    const answer = (await data.comments({ pages: [one] }, ctx)) as { home: unknown };
    const chars = JSON.stringify({ [`${"p".repeat(60)}`]: answer.home }).length;
    expect([chars > 20_000, chars * DATA_BATCH_PAGES < CALL_RESULT_MAX_CHARS]).toEqual([true, true]);
  });

  test("are moved by one action within the calls that it has", async () => {
    const ctx = contextOf();
    for (let n = 0; n < 50; n += 1) await write(ctx, { text: `Number ${n}` });
    expect(await ctx.callsOf(() => approveAll(ctx))).toBeLessThan(CALL_MAX_SUBREQUESTS);
    expect([ctx.keys("approved:").length, ctx.keys("page:").length, turnOf(ctx)]).toMatchObject([
      50,
      50,
      { waiting: 0 },
    ]);
  });
});

describe("calls at the same time", () => {
  test("move a comment once, and lose none", async () => {
    const ctx = contextOf();
    for (const text of ["a", "b"]) await write(ctx, { text });
    const keys = ctx.keys("waiting:");
    ctx.beforeChange(() => act(ctx, "spam", keys.slice(0, 1)));
    expect(await act(ctx, "approve", keys)).toEqual({ body: { approved: 1 } });
    expect([ctx.keys("approved:").length, ctx.keys("spam:").length, turnOf(ctx)]).toMatchObject([
      1,
      1,
      { waiting: 0, spam: 1 },
    ]);
  });

  test("of keys that are no comments change nothing", async () => {
    const ctx = contextOf();
    await write(ctx);
    const before = ctx.stored();
    for (const name of ["approve", "hide", "spam", "forget"] as const)
      await act(
        ctx,
        name,
        ["turn", "told", "page:home:x", "waiting:none", ""].filter((key) => key !== ""),
      );
    expect(ctx.stored()).toEqual(before);
  });
});

describe("letters", () => {
  const scheduled = (ctx: Context) => hooks.scheduled({}, ctx);

  test("tell of what is new once a day, and say how much", async () => {
    const ctx = contextOf();
    for (let n = 0; n < 7; n += 1) await write(ctx, { text: `Number ${n}` });
    await scheduled(ctx);
    await scheduled(ctx);
    expect(ctx.letters).toMatchObject([{ letter: "waiting", once: "2026-11-30", data: { count: 7, isMore: true } }]);
    vi.setSystemTime(NOW + 86_400_000);
    await write(ctx, { text: "Another" });
    await scheduled(ctx);
    expect(ctx.letters.map(({ once, data: sent }) => [once, (sent as { count: number }).count])).toEqual([
      ["2026-11-30", 7],
      ["2026-12-01", 1],
    ]);
  });

  test("tell the next day of what came after the letter of a day", async () => {
    const ctx = contextOf();
    await write(ctx, { text: "Early" });
    await scheduled(ctx);
    await write(ctx, { text: "Late" });
    vi.setSystemTime(NOW + 3_600_000);
    await scheduled(ctx);
    vi.setSystemTime(NOW + 86_400_000);
    await scheduled(ctx);
    expect(ctx.letters.map(({ data: sent }) => (sent as { comments: { text: string }[] }).comments)).toMatchObject([
      [{ text: "Early" }],
      [{ text: "Late" }],
    ]);
  });

  test.each([
    ["daily", "06:59", 0],
    ["daily", "07:00", 1],
    ["hourly", "00:00", 1],
    ["never", "12:00", 0],
  ])("as the settings say: %s at %s", async (letters, time, count) => {
    const ctx = contextOf({ letters });
    vi.setSystemTime(Date.parse(`2026-11-30T${time}:00Z`) - 1);
    await write(ctx);
    await scheduled(ctx);
    expect(ctx.letters).toHaveLength(count);
  });
});

test("a page depends on its own comments alone", async () => {
  const ctx = contextOf();
  await write(ctx);
  ctx.reads.length = 0;
  const pages = ["home", "other"].map((id) => ({ page: { id }, sections: [{ id: "talk" }] }));
  await data.comments({ pages }, ctx);
  expect(ctx.reads.map((read) => read.split("@")[0])).toEqual([
    "storage:drawbridge.comments/page:home:",
    "storage:drawbridge.comments/page:other:",
  ]);
});
