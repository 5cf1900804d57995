import { beforeAll, describe, expect, test } from "vitest";
import { TIDY_EVERY_MS } from "../../../manifests/bounds/commands.ts";
import { MAIL_REMARKS_PER_MEMBER } from "../../../manifests/bounds/forms.ts";
import {
  GUEST_NAME_MAX_CHARS,
  GUEST_REMARKS_MAX,
  GUEST_REMARKS_OPEN_MAX,
  GUEST_REMARKS_PER_WINDOW,
  GUEST_REMARKS_WINDOW_SECONDS,
  GUEST_THREADS_CHARS,
  GUEST_THREADS_LISTED,
  REMARK_MENTIONS_MAX,
  REMARK_POINTER_MAX_CHARS,
  REMARK_QUOTE_MAX_CHARS,
  REMARK_WORDS_MAX,
  REMARK_WORDS_MAX_CHARS,
  REMARK_WORDS_OF_VIEWER_IN_ONE_MAX,
  REMARK_WORDS_OF_VIEWER_MAX,
  REMARKS_KEPT,
  REMARKS_LISTED,
  REMARKS_LISTED_CHARS,
  REMARKS_OPEN_MAX,
  REMARKS_OPEN_OF_VIEWER_MAX,
  REMARKS_RESOLVED_BY_VIEWER_MAX,
} from "../../../manifests/bounds/publishing.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type Actor, actorName } from "../../../runtime/area/actor.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { listRemarks, threadsOfLink } from "../../../runtime/remarks/reading.ts";
import type { RemarksWanted } from "../../../runtime/remarks/remarks.ts";
import type { RemarkChanged, RemarkView } from "../../../runtime/remarks/views.ts";
import type { ShareLinkMade } from "../../../runtime/sharing/views.ts";
import { speakerName } from "../../../sites/editor/remarks/speaker.ts";
import { MEMBER, SITE, type World, page, textSection, worldWith } from "../kernel/world.ts";
import { excess } from "../../support/effort.ts";
import { TextsRead } from "../../../runtime/remarks/anchors.ts";

const TEXT = "The **harbour** opens at [nine](page:home) in summer.";

let world: World;
let keys = 0;

/** One world for all cases. Each works on a page of its own. */
beforeAll(async () => {
  world = await worldWith({ home: page("/"), about: page("/about", { sections: [textSection(TEXT)] }) }, undefined, {
    roleOf: async () => "editor",
  });
  await world.run("publish", {});
});

const sent = async <T = RemarkChanged>(
  name: CommandName,
  input: object,
  { actor = MEMBER as Actor, role = "editor" }: { actor?: Actor; role?: string } = {},
): Promise<T> => {
  const envelope = { site: SITE, actor, role, key: `remark-${(keys += 1)}`, requestId: "r" };
  return JSON.parse((await world.kernel.execute(name, envelope, input)).json) as T;
};

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    ({ code, detail }: Refusal) => detail.conflict ?? code,
  );

/** A page with one section, whose id is s1. */
async function aPage(text = TEXT): Promise<string> {
  const id = `page-${(keys += 1)}`;
  await world.run("page.create", { id, body: page(`/${id}`, { sections: [textSection(text)] }) });
  return id;
}

const sectionOf = (id: string): string => world.kernel.documents.get(SITE, "page", id)?.body.sections[0]?.id ?? "";

const list = (wanted: RemarksWanted = {}): readonly RemarkView[] => listRemarks(world.kernel, SITE, wanted).items;
const only = (id: string): RemarkView => {
  const [found, ...others] = list({ pages: [id] });
  if (!found || others.length > 0) throw new Error("one remark is expected");
  return found;
};

const LOU: Actor = { kind: "member", id: "lou" };

describe("a remark", () => {
  test("has its place, its words and its maker, and is no change of the draft", async () => {
    const id = await aPage();
    const before = world.kernel.documents.change(SITE);
    const { remark } = await sent("remark.add", {
      page: id,
      section: sectionOf(id),
      pointer: "/text",
      quote: "harbour opens at nine",
      words: "Is that so?\n<b>really</b>",
    });
    expect(only(id)).toMatchObject({
      remark,
      state: "open",
      page: id,
      path: `/${id}`,
      pointer: "/text",
      anchor: "there",
      words: [{ by: `member:${MEMBER.id}`, name: null, words: "Is that so?\n<b>really</b>", mentions: [] }],
    });
    expect(world.kernel.documents.change(SITE)).toBe(before);
  });

  test("stays with its section when that moves, and says when text, section or page are gone", async () => {
    const id = await aPage();
    const section = sectionOf(id);
    await sent("remark.add", { page: id, section, pointer: "/text", quote: "opens at nine", words: "Ten" });
    const change = async (operations: readonly object[]): Promise<string> => {
      const { version } = world.kernel.documents.get(SITE, "page", id) ?? { version: 0 };
      await world.run("page.edit", { page: id, expected: version, operations });
      return only(id).anchor;
    };
    const added = {
      op: "insert",
      section: { id: "first", type: "test.text/text", fields: { text: "New" } },
      at: { index: 0 },
    };
    expect(await change([added])).toBe("there");
    expect(await change([{ op: "set", section, fields: { text: "It opens at ten." } }])).toBe("text_gone");
    expect(await change([{ op: "set", section, fields: { text: TEXT } }])).toBe("there");
    expect(await change([{ op: "remove", section }])).toBe("section_gone");
    const { version } = world.kernel.documents.get(SITE, "page", id) ?? { version: 0 };
    await world.run("page.delete", { page: id, expected: version });
    expect(only(id)).toMatchObject({ anchor: "page_gone", path: `/${id}` });
  });

  test("is answered, resolved and opened again, by whoever edits", async () => {
    const id = await aPage();
    const { remark } = await sent("remark.add", { page: id, words: "Shorter" });
    await sent("remark.answer", { remark, words: "Done" }, { actor: LOU, role: "author" });
    expect(await sent("remark.settle", { remark, resolved: true }, { actor: LOU })).toMatchObject({
      state: "resolved",
    });
    expect(only(id)).toMatchObject({ resolvedBy: "member:lou", words: [{ words: "Shorter" }, { words: "Done" }] });
    expect(list({ pages: [id], state: "open" })).toEqual([]);
    await sent("remark.settle", { remark, resolved: false });
    expect(list({ pages: [id], state: "open" })).toMatchObject([{ resolvedBy: null, resolvedAt: null }]);
  });

  test("says that its field is gone, and is answered and resolved all the same", async () => {
    const id = await aPage();
    const place = { page: id, section: sectionOf(id), pointer: "/subtitle", quote: "" };
    // A field that the type had when the remark was made.
    world.kernel.remarks.add({ site: SITE, id: "on-a-field", ...place, link: null });
    const said = { by: actorName(LOU), name: null, at: 0, words: "Shorter", mentions: [] };
    world.kernel.remarks.say({ site: SITE, id: "on-a-field" }, said);
    expect(only(id).anchor).toBe("text_gone");
    expect(await codeOf(sent("remark.answer", { remark: "on-a-field", words: "It is gone" }))).toBe("done");
    expect(await codeOf(sent("remark.settle", { remark: "on-a-field", resolved: true }))).toBe("done");
    expect(only(id)).toMatchObject({ state: "resolved", anchor: "text_gone", words: [{}, { words: "It is gone" }] });
  });

  test("with a quote alone means the first value with these words, as a guest's does", async () => {
    const id = await aPage();
    await sent("remark.add", { page: id, quote: "opens at nine", words: "Ten" });
    expect(only(id)).toMatchObject({ section: sectionOf(id), pointer: "/text", anchor: "there" });
    const other = await aPage();
    await sent("remark.add", { page: other, quote: "no such words", words: "Ten" });
    expect(only(other)).toMatchObject({ section: null, pointer: null, quote: "no such words" });
  });

  test("is made and answered by a viewer, who settles their own alone", async () => {
    const id = await aPage();
    const viewer = { actor: { kind: "member", id: "vi" }, role: "viewer" } as const;
    const { remark: own } = await sent("remark.add", { page: id, words: "Mine" }, viewer);
    const { remark: others } = await sent("remark.add", { page: id, words: "Yours" }, { actor: LOU });
    await sent("remark.answer", { remark: others, words: "Yes" }, viewer);
    const outcomes = [];
    for (const [name, input, caller] of [
      ["remark.settle", { remark: others, resolved: true }, viewer],
      ["remark.remove", { remark: others }, viewer],
      ["remark.settle", { remark: own, resolved: true }, { ...viewer, role: "nothing" }],
      ["remark.settle", { remark: own, resolved: true }, viewer],
      ["remark.settle", { remark: own, resolved: false }, { actor: LOU, role: "author" }],
      ["remark.remove", { remark: own }, viewer],
    ] as const)
      outcomes.push(await codeOf(sent(name, input, caller)));
    expect(outcomes).toEqual(["FORBIDDEN", "FORBIDDEN", "done", "done", "done", "done"]);
  });

  test("of a viewer is one of at most so many open ones, also after it was resolved", async () => {
    const id = await aPage();
    const viewer = { actor: { kind: "member", id: "busy" }, role: "viewer" } as const;
    const { remark } = await sent("remark.add", { page: id, words: "The first" }, viewer);
    const { remarks } = world.kernel;
    for (let n = 1; n < REMARKS_OPEN_OF_VIEWER_MAX - 1; n += 1) {
      remarks.add({ site: SITE, id: `busy-${n}`, page: id, section: null, pointer: null, quote: "", link: null });
      remarks.say(
        { site: SITE, id: `busy-${n}` },
        { by: actorName(viewer.actor), name: null, at: 0, words: "x", mentions: [] },
      );
    }
    const add = { page: id, words: "One more" };
    expect(await codeOf(sent("remark.add", add, viewer))).toBe("done");
    expect(await codeOf(sent("remark.add", add, viewer))).toBe("remarks_full");
    expect(await codeOf(sent("remark.settle", { remark, resolved: true }, viewer))).toBe("done");
    expect(await codeOf(sent("remark.add", add, viewer))).toBe("done");
    expect(await codeOf(sent("remark.settle", { remark, resolved: false }, viewer))).toBe("remarks_full");
    expect(await codeOf(sent("remark.add", add, { actor: viewer.actor, role: "author" }))).toBe("done");
    for (const one of list({ pages: [id] })) remarks.remove(SITE, one.remark);
    for (let n = 0; n <= REMARKS_OPEN_OF_VIEWER_MAX; n += 1) remarks.remove(SITE, `busy-${n}`);
  });

  test("of a viewer displaces few resolved ones, however often the viewer makes and resolves one", async () => {
    const id = await aPage();
    const viewer = { actor: { kind: "member", id: "hasty" }, role: "viewer" } as const;
    const { remarks } = world.kernel;
    const by = actorName(viewer.actor);
    for (let n = 1; n < REMARKS_RESOLVED_BY_VIEWER_MAX; n += 1) {
      remarks.add({ site: SITE, id: `hasty-${n}`, page: id, section: null, pointer: null, quote: "", link: null });
      remarks.settle({ site: SITE, id: `hasty-${n}` }, { by, at: 1 });
    }
    const outcomes: unknown[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { remark } = await sent("remark.add", { page: id, words: "x" }, viewer);
      outcomes.push(await codeOf(sent("remark.settle", { remark, resolved: true }, viewer)));
      if (n > 0) outcomes.push(await codeOf(sent("remark.settle", { remark, resolved: true })));
    }
    expect(outcomes).toEqual(["done", "remarks_full", "done"]);
    for (const one of list({ pages: [id] })) remarks.remove(SITE, one.remark);
    for (let n = 1; n < REMARKS_RESOLVED_BY_VIEWER_MAX; n += 1) remarks.remove(SITE, `hasty-${n}`);
  });

  test.each([
    ["in one remark", REMARK_WORDS_OF_VIEWER_IN_ONE_MAX, () => "long"],
    ["in all remarks", REMARK_WORDS_OF_VIEWER_MAX, (n: number) => `long-${n}`],
  ])("of a viewer has a bound %s, and leaves room for others", async (_, most, remarkOf) => {
    const id = await aPage();
    const viewer = { actor: { kind: "member", id: "wordy" }, role: "viewer" } as const;
    const { remarks } = world.kernel;
    const said = { by: actorName(viewer.actor), name: null, at: 0, words: "x", mentions: [] };
    const place = { page: id, section: null, pointer: null, quote: "", link: null };
    for (let n = 1; n < most; n += 1) {
      const remark = { site: SITE, id: remarkOf(n) };
      if (!remarks.find(SITE, remark.id)) remarks.add({ ...remark, ...place });
      remarks.settle(remark, { by: "member:other", at: 1 });
      remarks.say(remark, said);
    }
    const answer = { remark: remarkOf(1), words: "More" };
    expect(await codeOf(sent("remark.answer", answer, viewer))).toBe("done");
    expect(await codeOf(sent("remark.answer", answer, viewer))).toBe("remarks_full");
    expect(await codeOf(sent("remark.answer", answer, { actor: viewer.actor, role: "author" }))).toBe("done");
    for (let n = 1; n < most; n += 1) remarks.remove(SITE, remarkOf(n));
  });

  test("is removed by its maker while nobody else has answered, and by members who publish", async () => {
    const id = await aPage();
    const make = async (): Promise<string> =>
      (await sent("remark.add", { page: id, words: "x" }, { actor: LOU })).remark;
    const [own, answered] = [await make(), await make()];
    await sent("remark.answer", { remark: answered, words: "Why?" });
    const author = { actor: LOU, role: "author" };
    expect(await codeOf(sent("remark.remove", { remark: own }, author))).toBe("done");
    expect(await codeOf(sent("remark.remove", { remark: answered }, author))).toBe("FORBIDDEN");
    expect(await codeOf(sent("remark.remove", { remark: answered }))).toBe("done");
    expect(list({ pages: [id] })).toEqual([]);
    expect(await codeOf(sent("remark.remove", { remark: own }))).toBe("NOT_FOUND");
  });

  test.each([
    ["a page that is not there", { page: "nowhere", words: "x" }],
    ["a section that is not there", { page: "about", section: "gone", words: "x" }],
    ["a field that is not there", { page: "about", section: "", pointer: "/deleted", words: "x" }],
    ["what every object inherits", { page: "about", section: "", pointer: "/constructor", words: "x" }],
    ["a pointer without its section", { page: "about", pointer: "/text", words: "x" }],
    ["control characters", { page: "about", words: "a\u0000b" }],
    ["nothing said", { page: "about", words: " \n " }],
    ["100,000 characters", { page: "about", words: "x".repeat(100_000) }],
    ["more than is known", { page: "about", words: "x", by: "member:other" }],
  ])("is refused for %s", async (_, input) => {
    const at = "section" in input && input.section === "" ? { ...input, section: sectionOf("about") } : input;
    expect(await codeOf(sent("remark.add", at))).toBe("INVALID_REQUEST");
  });

  const long = (chars: number): string => "x".repeat(chars);
  test.each([
    ["words", REMARK_WORDS_MAX_CHARS, (n: number) => ({ words: long(n) })],
    ["a quote", REMARK_QUOTE_MAX_CHARS, (n: number) => ({ words: "x", quote: long(n) })],
    [
      "mentions",
      REMARK_MENTIONS_MAX,
      (n: number) => ({ words: "x", mentions: Array.from({ length: n }, (_, at) => `m${at}`) }),
    ],
  ])("has a bound for %s", async (_, most, inputOf) => {
    const outcomes = await Promise.all(
      [most - 1, most, most + 1].map((n) => codeOf(sent("remark.add", { page: "about", ...inputOf(n) }))),
    );
    expect(outcomes).toEqual(["done", "done", "INVALID_REQUEST"]);
  });

  test("has a bound for its pointer", async () => {
    const at = (chars: number) => ({
      page: "about",
      section: sectionOf("about"),
      words: "x",
      pointer: `/${long(chars - 1)}`,
    });
    const allowed = async (chars: number): Promise<unknown> => {
      const refused = await sent("remark.add", at(chars)).catch((error: Refusal) => error.detail.issues?.[0]?.allowed);
      return refused;
    };
    const [under, at_, over] = [REMARK_POINTER_MAX_CHARS - 1, REMARK_POINTER_MAX_CHARS, REMARK_POINTER_MAX_CHARS + 1];
    expect([await allowed(under), await allowed(at_)]).toEqual([
      "a pointer to a value of the section",
      "a pointer to a value of the section",
    ]);
    expect(await allowed(over)).not.toBe("a pointer to a value of the section");
  });

  test("takes so many contributions and no more", async () => {
    const { remark } = await sent("remark.add", { page: "about", words: "1" });
    const { remarks } = world.kernel;
    const said = { by: "member:lou", name: null, at: 0, words: "x", mentions: [] };
    for (let n = 1; n < REMARK_WORDS_MAX - 1; n += 1) remarks.say({ site: SITE, id: remark }, said);
    expect(await codeOf(sent("remark.answer", { remark, words: "the last" }))).toBe("done");
    expect(await codeOf(sent("remark.answer", { remark, words: "one more" }))).toBe("remarks_full");
  });
});

describe("the list of remarks", () => {
  test("comes in parts, the newest first", async () => {
    const id = await aPage();
    for (let n = 0; n < REMARKS_LISTED + 1; n += 1) await sent("remark.add", { page: id, words: `${n}` });
    const first = listRemarks(world.kernel, SITE, { pages: [id] });
    expect([first.items.length, first.items[0]?.words[0]?.words]).toEqual([REMARKS_LISTED, `${REMARKS_LISTED}`]);
    const rest = listRemarks(world.kernel, SITE, { pages: [id], before: first.next ?? 0 });
    expect([rest.items.length, rest.next]).toEqual([1, null]);
  });

  test("finds those that mention a member", async () => {
    const id = await aPage();
    const { remark } = await sent("remark.add", { page: id, words: "x", mentions: ["kim"] });
    await sent("remark.add", { page: id, words: "y", mentions: ["kimono"] });
    expect(list({ mentioning: "kim" }).map((one) => one.remark)).toEqual([remark]);
  });

  test("resolves those of a page once it cannot be restored, so that another page of its id has none", async () => {
    const [id, kept] = [await aPage(), await aPage()];
    for (const one of [id, kept]) await sent("remark.add", { page: one, words: "x" });
    await world.write(id, null);
    const tidied = async (): Promise<RemarkView> => {
      world.powers.clock.now += TIDY_EVERY_MS;
      await world.kernel.chores.run();
      return only(id);
    };
    expect(await tidied()).toMatchObject({ state: "open", anchor: "page_gone" });
    const open = world.kernel.remarks.countOpen(SITE);
    world.kernel.retention.forgetUnseen(SITE, 1);
    expect(await tidied()).toMatchObject({
      state: "resolved",
      resolvedBy: "system:tidy",
      resolvedAt: world.powers.now(),
    });
    expect(world.kernel.remarks.countOpen(SITE)).toBeLessThan(open);
    await world.write(id, page(`/${id}`));
    expect(list({ pages: [id, kept], state: "open" }).map((one) => one.page)).toEqual([kept]);
  });

  test("names who resolved a remark: a colleague, a former member by their id, or the system", () => {
    const named = ["member:kim", "member:0123456789", "system:tidy"].map((by) =>
      speakerName(by, [{ id: "kim", name: "Kim" }]),
    );
    expect(named).toEqual(["Kim", "01234567", "the system"]);
  });

  test("keeps the remarks that were resolved last", async () => {
    const other = await worldWith({ home: page("/") });
    const { remarks } = other.kernel;
    const all = Array.from({ length: REMARKS_KEPT + 1 }, (_, n) => `r${n}`);
    for (const [at, id] of all.entries()) {
      remarks.add({ site: SITE, id, page: "home", section: null, pointer: null, quote: "", link: null });
      remarks.settle({ site: SITE, id }, { by: "member:lou", at });
    }
    remarks.prune(SITE);
    expect([remarks.find(SITE, "r0"), remarks.find(SITE, "r1")?.id]).toEqual([undefined, "r1"]);
    for (const id of all) remarks.settle({ site: SITE, id }, null);
    expect(remarks.countOpen(SITE)).toBe(REMARKS_OPEN_MAX);
    expect(await codeOf(other.run("remark.add", { page: "home", words: "x" }))).toBe("remarks_full");
    remarks.remove(SITE, "r1");
    expect(await codeOf(other.run("remark.add", { page: "home", words: "x" }))).toBe("done");
  });
});

test.each([
  [-1, 2],
  [0, 2],
  [1, 1],
])(
  "an answer ends after many characters of contributions: with %i more than allowed it has %i remarks",
  async (more, count) => {
    const { kernel } = await worldWith({ home: page("/") });
    const place = { page: "home", section: null, pointer: null, quote: "", link: null };
    for (const id of ["older", "newer"]) kernel.remarks.add({ site: SITE, id, ...place });
    const say = (id: string, chars: number): unknown =>
      kernel.remarks.say(
        { site: SITE, id },
        { by: "member:m", name: null, at: 0, words: "x".repeat(chars), mentions: [] },
      );
    say("older", 1_000);
    for (let left = REMARKS_LISTED_CHARS - 1_000 + more; left > 0; left -= REMARK_WORDS_MAX_CHARS)
      say("newer", Math.min(left, REMARK_WORDS_MAX_CHARS));
    const { items, next } = listRemarks(kernel, SITE, {});
    expect([items.length, next]).toEqual([count, count === 2 ? null : 2]);
    expect(listRemarks(kernel, SITE, { before: 2 }).items.map(({ remark }) => remark)).toEqual(["older"]);
  },
);

describe("a mention", () => {
  test("writes one letter to each member, none to the author, and none that has the words", async () => {
    const id = await aPage();
    const { remark } = await sent("remark.add", {
      page: id,
      words: "<b>Look</b>",
      mentions: ["kim", "kim", MEMBER.id, "noa"],
    });
    const { letters, remarkLetters } = world.kernel;
    const found = letters.last(SITE, 2).map(({ kind, member, source }) => ({ kind, member, source }));
    expect(found).toEqual(["noa", "kim"].map((member) => ({ kind: "remark", member, source: `${remark}.1` })));
    expect(remarkLetters(SITE, `${remark}.1`)).toBe(remark);
    await sent("remark.settle", { remark, resolved: true });
    expect(remarkLetters(SITE, `${remark}.1`)).toBeUndefined();
  });

  test("causes letters so often and no more, and is shown all the same", async () => {
    const id = await aPage();
    const often: Actor = { kind: "member", id: "often" };
    for (let n = 0; n <= MAIL_REMARKS_PER_MEMBER; n += 1)
      await sent("remark.add", { page: id, words: `${n}`, mentions: ["kim"] }, { actor: often });
    const found = world.kernel.letters.last(SITE, 2).map(({ failure }) => failure);
    expect(found).toEqual(["this member mentioned others too often", null]);
    expect(list({ pages: [id] })).toHaveLength(MAIL_REMARKS_PER_MEMBER + 1);
  });
});

describe("a guest", () => {
  const secretOf = async (more: object): Promise<string> => {
    const link = await sent<ShareLinkMade>("share.create", { name: "A client", days: 7, ...more });
    return link.path.slice("/_draft/".length);
  };
  const leave = async (secret: string, remark: object): Promise<string | null> => {
    const given = { path: "/about", name: "Ada", quote: "", words: "Fine", ...remark };
    const leaving = await world.kernel.guestRemarks.leaving(SITE, secret, given);
    if (!leaving) return null;
    await world.kernel.execute("remark.leave", leaving.envelope, leaving.input);
    return leaving.path;
  };

  test("leaves a remark under a typed name, at the text that they quote", async () => {
    const id = await aPage();
    const secret = await secretOf({ remarks: true });
    expect(await leave(secret, { path: `/${id}`, quote: "Harbour opens", words: "<script>alert(1)</script>" })).toBe(
      `/${id}`,
    );
    expect(only(id)).toMatchObject({
      section: sectionOf(id),
      pointer: "/text",
      quote: "Harbour opens",
      anchor: "there",
      words: [{ name: "Ada", words: "<script>alert(1)</script>" }],
    });
    expect(only(id).words[0]?.by).toMatch(/^visitor:share:/);
  });

  test("who sends the same twice leaves one remark", async () => {
    const id = await aPage();
    const secret = await secretOf({ remarks: true });
    const outcomes: unknown[] = [];
    for (let n = 0; n <= GUEST_REMARKS_PER_WINDOW; n += 1)
      outcomes.push(await codeOf(leave(secret, { path: `/${id}` })));
    expect(list({ pages: [id] })).toHaveLength(1);
    // A repetition leaves a trace in the audit, so it counts, too.
    expect(outcomes).toEqual([...Array.from({ length: GUEST_REMARKS_PER_WINDOW }, () => "done"), "RATE_LIMITED"]);
  });

  test("leaves room for members: all links together have a part of the waiting remarks", async () => {
    const other = await worldWith({ home: page("/") });
    const { remarks } = other.kernel;
    const place = { page: "home", section: null, pointer: null, quote: "" };
    const guest = { kind: "visitor", id: "share:l" } as const;
    const asGuest = (words: string): Promise<unknown> =>
      codeOf(
        other.kernel.execute(
          "remark.leave",
          { site: SITE, actor: guest, key: `guest-${words}`, requestId: "r" },
          { page: "home", name: "Ada", words, link: "l" },
        ),
      );
    for (let n = 0; n < GUEST_REMARKS_OPEN_MAX - 1; n += 1)
      remarks.add({ site: SITE, id: `g${n}`, ...place, link: `link-${n % 9}` });
    expect(await asGuest("the last")).toBe("done");
    expect(await asGuest("one more")).toBe("remarks_full");
    expect(await codeOf(other.run("remark.add", { page: "home", words: "x" }))).toBe("done");
  });

  test.each(["](", "](a", "]](("])("makes no work by a text of %j alone", async (piece) => {
    expect(await excess(() => new TextsRead().lettersOf(piece.repeat(60_000)), 60)).toBeUndefined();
  });

  test("leaves none by a link that allows none, on another page, by no link, or after its end", async () => {
    const [none, one] = [await secretOf({}), await secretOf({ remarks: true, pages: ["about"] })];
    expect(await leave(none, {})).toBeNull();
    expect(await leave(one, { path: "/" })).toBeNull();
    expect(await leave(one, { path: "/nowhere" })).toBeNull();
    expect(await leave("0".repeat(36), {})).toBeNull();
    expect(await leave(one, {})).toBe("/about");
    const { id } = world.kernel.shareLinks.list(SITE).find(({ pages }) => pages?.includes("about")) ?? { id: "" };
    await sent("share.remove", { link: id });
    expect(await leave(one, { words: "Later" })).toBeNull();
  });

  test.each([
    ["no name", { name: " " }],
    ["a name with a line break", { name: "Ada\nOwner" }],
    ["a name that turns the line", { name: "Ada\u202e" }],
    ["a long name", { name: "a".repeat(GUEST_NAME_MAX_CHARS + 1) }],
    ["no words", { words: "" }],
    ["a quote that is too long", { quote: "](".repeat(30_000) }],
    ["a quote of one character too many", { quote: "a".repeat(REMARK_QUOTE_MAX_CHARS + 1) }],
    ["long words", { words: "a".repeat(REMARK_WORDS_MAX_CHARS + 1) }],
  ])("is refused with %s", async (_, remark) => {
    expect(await codeOf(leave(await secretOf({ remarks: true }), remark))).toBe("INVALID_REQUEST");
  });

  test("has a name of the greatest length", async () => {
    const id = await aPage();
    await leave(await secretOf({ remarks: true }), { path: `/${id}`, name: "a".repeat(GUEST_NAME_MAX_CHARS) });
    expect(only(id).words[0]?.name).toHaveLength(GUEST_NAME_MAX_CHARS);
  });

  test("is limited by time, and by the remarks that wait", async () => {
    const secret = await secretOf({ remarks: true, name: "A busy client" });
    const { id: link } = world.kernel.shareLinks.list(SITE).find(({ name }) => name === "A busy client") ?? { id: "" };
    for (let n = 0; n < GUEST_REMARKS_PER_WINDOW; n += 1) await leave(secret, { words: `${n}` });
    expect(await codeOf(leave(secret, { words: "too soon" }))).toBe("RATE_LIMITED");
    world.powers.clock.now += GUEST_REMARKS_WINDOW_SECONDS * 1000;
    const { remarks } = world.kernel;
    for (let n = GUEST_REMARKS_PER_WINDOW; n < GUEST_REMARKS_MAX - 1; n += 1)
      remarks.add({ site: SITE, id: `g${n}`, page: "about", section: null, pointer: null, quote: "", link });
    expect(await codeOf(leave(secret, { words: "the last" }))).toBe("done");
    expect(await codeOf(leave(secret, { words: "one more" }))).toBe("remarks_full");
  });

  test.each([-1, 0, 1])(
    "sees at most so many of the link's remarks on a page again, the newest: %i more",
    async (more) => {
      const id = await aPage();
      const { remarks } = world.kernel;
      const link = `threads-${more}`;
      const place = { page: id, section: null, pointer: null, quote: "" };
      for (let n = 1; n <= GUEST_THREADS_LISTED + more; n += 1) {
        remarks.add({ site: SITE, id: `${link}-${n}`, ...place, link });
        remarks.say(
          { site: SITE, id: `${link}-${n}` },
          { by: "visitor:g", name: "Ada", at: 0, words: `${n}`, mentions: [] },
        );
      }
      const shown = threadsOfLink(remarks, SITE, link, id);
      expect([shown.length, shown[0]?.said[0]?.words]).toEqual([
        Math.min(GUEST_THREADS_LISTED, GUEST_THREADS_LISTED + more),
        `${GUEST_THREADS_LISTED + more}`,
      ]);
    },
  );

  test.each([
    [-1, 2],
    [0, 2],
    [1, 1],
  ])("sees a list that ends after many characters: with %i more than allowed %i remarks", async (more, count) => {
    const id = await aPage();
    const { remarks } = world.kernel;
    const link = `long-${more}`;
    const say = (remark: string, chars: number): unknown =>
      remarks.say(
        { site: SITE, id: remark },
        { by: "visitor:g", name: "Ada", at: 0, words: "x".repeat(chars), mentions: [] },
      );
    for (const one of ["older", "newer"])
      remarks.add({ site: SITE, id: link + one, page: id, section: null, pointer: null, quote: "", link });
    say(`${link}older`, 1_000);
    say(`${link}newer`, GUEST_THREADS_CHARS - 1_000 + more);
    expect(threadsOfLink(remarks, SITE, link, id)).toHaveLength(count);
  });

  test("is nobody whose words a member can forge", async () => {
    const input = { page: "about", name: "Ada", words: "x", link: "l" };
    expect(await codeOf(sent("remark.leave", input))).toBe("FORBIDDEN");
  });
});

test("no page, file or archive of visitors has a remark", async () => {
  const id = await aPage();
  await sent("remark.add", { page: id, words: "Only for members" });
  await world.run("publish", {});
  for (const path of [`/${id}`, `/${id}.md`, "/sitemap.xml", "/llms.txt"])
    expect(String(await world.html(path)), path).not.toContain("Only for members");
});
