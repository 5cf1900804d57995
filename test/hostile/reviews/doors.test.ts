/** An editor whose publications need an approval tries to change what visitors see by every door. */
import { describe, expect, test } from "vitest";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { BACKUP_COMMANDS } from "../../../runtime/backups/commandTable.ts";
import type { MAIL_COMMANDS } from "../../../runtime/mail/commandTable.ts";
import type { MEDIA_COMMANDS } from "../../../runtime/media/commandTable.ts";
import type { READER_COMMANDS } from "../../../runtime/readers/commandTable.ts";
import type { SAVED_FILTER_COMMANDS } from "../../../runtime/savedFilters/commandTable.ts";
import type { SHARING_COMMANDS } from "../../../runtime/sharing/commandTable.ts";
import type { SUBMISSION_COMMANDS } from "../../../runtime/submissions/commandTable.ts";
import { page } from "../../runtime/kernel/world.ts";
import { type ReviewWorld, reviewWorld } from "../../runtime/reviews/reviewWorld.ts";

const SOON = 60_000;
const rooms = { page: "rooms", expected: 1 };
const prices = { page: "prices", expected: 2 };
const MENUS = { header: [], footer: [] };
const PAST = { pastReview: true };

/** Commands about other things than documents and their publication. */
type Elsewhere =
  | keyof typeof BACKUP_COMMANDS
  | keyof typeof MAIL_COMMANDS
  | keyof typeof MEDIA_COMMANDS
  | keyof typeof READER_COMMANDS
  | keyof typeof SAVED_FILTER_COMMANDS
  | keyof typeof SHARING_COMMANDS
  | keyof typeof SUBMISSION_COMMANDS
  | "member.languages"
  | "unfinished.put"
  | "unfinished.delete"
  | "plugin.install"
  | "plugin.add"
  | "plugin.grant"
  | "plugin.revoke"
  | "plugin.settings"
  | "plugin.discard"
  | "plugin.remove"
  | "plugin.map"
  | "plugin.updates"
  | "plugins.updates";

interface Site {
  readonly world: ReviewWorld;
  /** A request of the editor, one of another member, a schedule made before the review, and an earlier release. */
  readonly own: string;
  readonly others: string;
  readonly schedule: string;
}

type Door = (site: Site) => readonly object[];

const always =
  (...inputs: readonly object[]): Door =>
  () =>
    inputs;

const DOORS: { readonly [Name in Exclude<CommandName, Elsewhere>]: Door } = {
  publish: always(
    {},
    PAST,
    { change: 0 },
    { only: { pages: ["prices"] } },
    { only: { pages: ["prices"] }, ...PAST },
    { only: { pages: ["gone"] } },
    { only: { documents: ["navigation"] } },
    { only: { languages: ["en"] } },
    { except: { pages: ["gone"] } },
    { except: { documents: ["navigation"] }, ...PAST },
  ),
  "schedule.create": ({ world }) => {
    const at = world.powers.now() + SOON;
    return [{ at }, { at, ...PAST }, { at, only: { pages: ["prices"] } }, { at, except: { pages: ["gone"] } }];
  },
  "schedule.move": ({ world, schedule }) => [{ schedule, at: world.powers.now() + 2 * SOON }],
  "schedule.cancel": ({ schedule }) => [{ schedule }],
  "release.restore": always({ release: 1 }, { release: 1, ...PAST }),
  "release.delete": always({ release: 1 }),
  "review.put": always({ review: null }),
  "request.create": ({ own }) => [
    { words: "Please" },
    { words: "Please", only: { pages: ["prices"] } },
    { words: "Again", again: own },
  ],
  "request.approve": ({ own, world }) => [
    { request: own },
    { request: own, at: world.powers.now() + SOON },
    { request: own, words: "I approve this myself." },
  ],
  "request.return": ({ own, others }) => [
    { request: own, words: "No" },
    { request: others, words: "No" },
  ],
  "request.withdraw": ({ own, others }) => [{ request: own }, { request: others }],
  "remark.add": always({ page: "rooms", words: "Publish this" }),
  "remark.answer": always({ remark: "none", words: "Publish this" }),
  "remark.settle": always({ remark: "none", resolved: true }),
  "remark.remove": always({ remark: "none" }),
  "remark.leave": always({ page: "rooms", name: "A guest", words: "Publish this", link: "none" }),
  "documents.write": always({ writes: [{ kind: "page", id: "rooms", expected: 1, body: page("/rooms") }] }),
  "page.create": always({ body: page("/new") }),
  "page.edit": always({ ...rooms, operations: [{ op: "page", changes: { title: "Taken" } }] }),
  "pages.batch": always({ items: [{ do: "delete", ...rooms }] }),
  "page.update": always({ ...rooms, changes: { title: "Taken" } }),
  "page.duplicate": always({ ...rooms, path: "/new" }),
  "pages.change": always({ pages: [rooms], change: { do: "delete" } }, { pages: [rooms], change: { do: "hold" } }),
  "pages.back": always({ pages: [{ ...rooms, version: 1 }] }),
  "page.move": always({ ...rooms, path: "/new" }),
  "page.delete": always(rooms),
  "page.discard": always(prices),
  "translation.confirm": always({ page: "zimmer", expected: 1, source: 1 }),
  "revision.restore": always({ ...prices, version: 1 }, { page: "gone", expected: 0, version: 1 }),
  "section.add": always({ ...rooms, section: { type: "test.text/text", fields: { text: "Taken" } } }),
  "section.update": always({ ...rooms, section: "s1", fields: { text: "Taken" } }),
  "section.variant": always({ ...rooms, section: "s1", variant: "plain" }),
  "structure.apply": always({ ...rooms, operations: [{ op: "remove", section: "s1" }] }),
  "navigation.put": always({ expected: 2, body: { menus: MENUS } }),
  "redirects.put": always({ expected: 1, body: { entries: [{ from: "/rooms/old", to: "/rooms", status: 301 }] } }),
  "redirects.edit": always({ expected: 1, put: [{ redirect: { from: "/rooms/old", to: "/rooms", status: 301 } }] }),
  "theme.put": always({ expected: 1, body: { theme: "test.theme/plain", scheme: "dark", tokens: {} } }),
  "settings.put": always({ expected: 1, body: { name: "Taken", language: "en" } }),
  "types.put": always({ expected: 0, body: { types: [] } }),
  "navigation.discard": always({ expected: 2 }),
  "redirects.discard": always({ expected: 1 }),
  "theme.discard": always({ expected: 1 }),
  "settings.discard": always({ expected: 1 }),
  "types.discard": always({ expected: 0 }),
  "navigation.restore": always({ expected: 2, version: 1 }),
  "redirects.restore": always({ expected: 1, version: 1 }),
  "theme.restore": always({ expected: 1, version: 1 }),
  "settings.restore": always({ expected: 1, version: 1 }),
  "types.restore": always({ expected: 0, version: 1 }),
  "language.gather": always({ language: "de" }, {}),
  "plugin.state": always({ plugin: "test.text", state: "disabled" }, { plugin: "test.text", state: "enabled" }),
};

/** Two releases, a changed page and menu, a deleted page, and a schedule from the time before the review. */
async function site(): Promise<Site> {
  const world = await reviewWorld();
  const { by } = world;
  await by("editor1", "page.create", { id: "gone", body: page("/gone") });
  await by("editor1", "publish", {});
  await by("editor1", "page.update", { page: "prices", expected: 1, changes: { title: "Raised" } });
  await by("editor1", "page.delete", { page: "gone", expected: 1 });
  await by("editor1", "navigation.put", { expected: 1, body: { menus: MENUS } });
  const at = world.powers.now() + SOON;
  const { schedule } = await by<{ schedule: string }>("editor1", "schedule.create", { at });
  await world.demand();
  const { request: own } = await by("editor1", "request.create", { words: "Please", only: { pages: ["prices"] } });
  const { request: others } = await by("author1", "request.create", { words: "Please", only: { pages: ["gone"] } });
  return { world, own, others, schedule };
}

describe("an editor whose publications need an approval", () => {
  test.each(Object.entries(DOORS))("changes nothing that visitors see by %s", async (name, door) => {
    const here = await site();
    const { world } = here;
    const before = await world.seen();
    for (const input of door(here)) await world.refusal("editor1", name as CommandName, input);
    expect(await world.seen()).toEqual(before);
    await world.passTo(world.powers.now() + 2 * SOON);
    expect(await world.seen()).toEqual(before);
    expect(world.kernel.reviews.of("main")).not.toBeNull();
  });

  test.each([
    ["publish", {}, "review_needed"],
    ["publish", PAST, "FORBIDDEN"],
    ["publish", { only: { pages: ["prices"] } }, "review_needed"],
    ["schedule.create", { at: 1767312000000 + SOON }, "review_needed"],
    ["release.restore", { release: 1 }, "review_needed"],
    ["release.restore", { release: 1, ...PAST }, "FORBIDDEN"],
    ["review.put", { review: null }, "FORBIDDEN"],
  ] as const)("gets a refusal of %s %j that says why: %s", async (name, input, why) => {
    const { world } = await site();
    expect(await world.refusal("editor1", name, input)).toBe(why);
  });

  test("is refused the approval of an own request, and may approve another's", async () => {
    const { world, own, others } = await site();
    expect(await world.refusal("editor1", "request.approve", { request: own })).toBe("FORBIDDEN");
    expect(await world.refusal("owner1", "request.approve", { request: own })).toBe("done");
    expect(await world.refusal("editor1", "request.approve", { request: others })).toBe("done");
    expect(await world.statusOf("/gone")).toBe(404);
    expect(await world.html("/prices")).toContain("Raised");
  });

  test("finds the schedule from before the review refused, and told", async () => {
    const { world, schedule } = await site();
    await world.passTo(world.powers.now() + 2 * SOON);
    expect(world.kernel.schedules.find("main", schedule)).toMatchObject({ state: "failed" });
    expect(world.kernel.schedules.find("main", schedule)?.problem).toContain("review_needed");
  });

  test("reaches nothing through a plugin that acts for an owner", async () => {
    const { world } = await site();
    const plugin = { kind: "plugin", id: "acme.tool", behalf: { member: "owner1" } } as const;
    const envelope = { site: "main", actor: plugin, key: "k", requestId: "r" };
    await expect(world.kernel.execute("publish", envelope, {})).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(world.kernel.execute("publish", envelope, PAST)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test.each(["author1", "viewer1", "admin1", "nobody"])("is no other member either: %s", async (member) => {
    const { world, own } = await site();
    const before = await world.seen();
    if (member === "nobody") world.roles.set(member, undefined);
    await world.refusal(member, "publish", PAST);
    await world.refusal(member, "publish", {});
    await world.refusal(member, "review.put", { review: null });
    if (member !== "admin1") await world.refusal(member, "request.approve", { request: own });
    expect(await world.seen()).toEqual(before);
  });
});
