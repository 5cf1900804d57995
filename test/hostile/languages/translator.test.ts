/** A translator who is limited to German tries to reach another language by every door. */
import { describe, expect, test } from "vitest";
import type { Actor } from "../../../runtime/area/actor.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import { BACKUP_COMMANDS } from "../../../runtime/backups/commandTable.ts";
import type { MAIL_COMMANDS } from "../../../runtime/mail/commandTable.ts";
import { PLUGIN_COMMANDS } from "../../../runtime/plugins/commandTable.ts";
import type { SAVED_FILTER_COMMANDS } from "../../../runtime/savedFilters/commandTable.ts";
import { everythingIn } from "../../runtime/plugins/manager.ts";
import { SITE, page, type World } from "../../runtime/kernel/world.ts";
import { german, languagesWorld } from "../../runtime/languages/languagesWorld.ts";

const TRANSLATOR: Actor = { kind: "member", id: "translator" };
const MENUS = { header: [], footer: [] };
const HOME = { label: "Home", link: "page:home" };
const OLD = { from: "/old", to: "/rooms", status: 301 };
const REDIRECT = { from: "/rooms/old", to: "/rooms", status: 301 };
const title = [{ op: "page", changes: { title: "Gekapert" } }];
const SOON = 1767312000000 + 3_600_000;
const rooms = { page: "rooms", expected: 1 };
const prices = { page: "prices", expected: 2 };
const zimmer = { page: "zimmer", expected: 1 };

/** Commands that change nothing in any language: uploads, and one's own unfinished text and letters. */
type Harmless =
  | "media.create"
  | "unfinished.put"
  | "unfinished.delete"
  | keyof typeof SAVED_FILTER_COMMANDS
  | Exclude<keyof typeof MAIL_COMMANDS, "mail.invite" | "mail.share" | "mail.login">;

type OfAdmins = keyof typeof BACKUP_COMMANDS | keyof typeof PLUGIN_COMMANDS;

/** Inputs that reach English. A command that is refused whatever its input has none. */
const ATTACKS: { readonly [Name in Exclude<CommandName, Harmless | OfAdmins>]: readonly object[] } = {
  "documents.write": [
    { writes: [{ kind: "page", id: "rooms", expected: 1, body: page("/rooms") }] },
    { writes: [{ kind: "page", id: "zimmer", expected: 1, body: page("/zimmer", { language: "en" }) }] },
    { writes: [{ kind: "page", id: "rooms", expected: 1, body: null }] },
  ],
  "page.create": [
    { body: page("/new") },
    { body: page("/new", { language: "en" }) },
    { id: "gone", body: german("/de/gone", "prices") },
  ],
  "page.edit": [
    { ...rooms, operations: title },
    { ...zimmer, operations: [{ op: "page", changes: { language: null, translationOf: null, path: "/zimmer" } }] },
    {
      ...zimmer,
      operations: [
        {
          op: "page",
          changes: { title: "Zimmer" },
          redirects: { remove: [], put: [{ index: 0, redirect: REDIRECT }] },
        },
      ],
    },
  ],
  "pages.batch": [
    {
      items: [
        { do: "edit", ...zimmer, operations: title },
        { do: "edit", ...rooms, operations: title },
      ],
    },
    { items: [{ do: "replace", ...prices, body: page("/de/prices", { language: "de" }) }] },
    { items: [{ do: "delete", ...rooms }] },
    { items: [{ do: "create", body: page("/new") }] },
  ],
  "page.update": [
    { ...rooms, changes: { title: "Gekapert" } },
    { ...prices, changes: { language: "de", path: "/de/prices" } },
  ],
  "page.duplicate": [
    { page: "turned", expected: 2, path: "/turned-en", language: "en" },
    { ...rooms, path: "/rooms-2" },
  ],
  "pages.change": [
    { pages: [rooms], change: { do: "hold" } },
    { pages: [rooms], change: { do: "delete" } },
    { pages: [zimmer, prices], change: { do: "collect", collection: "notes" } },
  ],
  "pages.back": [
    { pages: [{ ...prices, version: 1 }] },
    { pages: [{ page: "gone", expected: 0, version: 1 }] },
    { pages: [{ ...zimmer, version: 1 }], redirects: { expected: 3, version: 1 } },
  ],
  "page.move": [{ ...rooms, path: "/all-rooms" }],
  "page.delete": [rooms],
  "page.discard": [{ page: "prices", expected: 2 }],
  "language.gather": [{ language: "ar" }, { language: "ar", redirect: true }],
  "translation.confirm": [{ page: "ar-rooms", expected: 1, source: 1 }],
  // Limited admins keep their own limit and those of others.
  "member.languages": [
    { member: TRANSLATOR.id, languages: null },
    { member: "m", languages: ["en"] },
  ],
  "revision.restore": [
    { ...rooms, version: 1 },
    { page: "gone", expected: 0, version: 1 },
  ],
  "section.add": [{ ...rooms, section: { type: "test.text/text", fields: { text: "Gekapert" } } }],
  "section.update": [{ ...rooms, section: "s1", fields: { text: "Gekapert" } }],
  "section.variant": [{ ...rooms, section: "s1", variant: null }],
  "structure.apply": [{ ...rooms, operations: [{ op: "remove", section: "s1" }] }],
  "navigation.put": [
    { expected: 2, body: { menus: { header: [], footer: [HOME] } } },
    {
      expected: 2,
      body: { menus: MENUS, languages: { ar: MENUS } },
    },
  ],
  "redirects.put": [
    { expected: 3, body: { entries: [] } },
    { expected: 3, body: { entries: [OLD, REDIRECT] } },
    {
      expected: 3,
      body: {
        entries: [OLD, { from: "/rooms/*", to: "/de", status: 302 }],
      },
    },
    {
      expected: 3,
      body: {
        entries: [OLD, { from: "/dead", to: "/de", status: 302 }],
      },
    },
    { expected: 3, body: { entries: [OLD, { from: "//*", to: "/de", status: 302 }] } },
    { expected: 3, body: { entries: [OLD, { from: "/:any/rooms", to: "/de", status: 302 }] } },
    { expected: 3, body: { entries: [OLD, { from: "/?p=1", to: "/de", status: 302 }] } },
  ],
  "redirects.edit": [
    { expected: 3, remove: [OLD.from] },
    { expected: 3, put: [{ redirect: { ...OLD, to: "/else" } }] },
    { expected: 3, put: [{ redirect: REDIRECT }] },
  ],
  "theme.put": [],
  "settings.put": [],
  "types.put": [],
  "navigation.discard": [{ expected: 2 }],
  "redirects.discard": [{ expected: 3 }],
  "theme.discard": [],
  "settings.discard": [],
  "types.discard": [],
  "navigation.restore": [{ expected: 2, version: 1 }],
  "redirects.restore": [{ expected: 3, version: 1 }],
  "theme.restore": [],
  "settings.restore": [],
  "types.restore": [],
  publish: [
    {},
    { except: { pages: ["rooms"] } },
    { only: { pages: ["prices"] } },
    { only: { pages: ["zimmer", "prices"] } },
    { only: { pages: ["gone"] } },
    { only: { documents: ["navigation"] } },
    // Visitors see it in English. Publishing its German draft would take the English page away.
    { only: { pages: ["turned"] } },
  ],
  "schedule.create": [
    { at: SOON },
    { at: SOON, only: { pages: ["prices"] } },
    { at: SOON, except: { pages: ["zimmer"] } },
  ],
  "schedule.move": [{ schedule: "", at: SOON + 1 }],
  "schedule.cancel": [{ schedule: "" }],
  "review.put": [],
  "request.create": [
    { words: "Bitte" },
    { words: "Bitte", only: { pages: ["prices"] } },
    { words: "Bitte", only: { pages: ["turned"] } },
    { words: "Bitte", only: { documents: ["navigation"] } },
    { words: "Bitte", again: "" },
  ],
  "request.approve": [{ request: "" }],
  "request.return": [{ request: "", words: "Nein" }],
  "request.withdraw": [{ request: "" }],
  "remark.add": [{ page: "prices", words: "Bitte kürzer" }],
  "remark.answer": [{ remark: "", words: "Ja" }],
  "remark.settle": [{ remark: "", resolved: true }],
  "remark.remove": [{ remark: "" }],
  "remark.leave": [],
  "share.create": [],
  "share.remove": [],
  "release.restore": [],
  "release.delete": [],
  "media.update": [],
  "media.audience": [],
  "media.replace": [],
  "media.delete": [],
  "mail.invite": [],
  "mail.share": [],
  "mail.login": [],
  "reader.add": [],
  "reader.groups": [],
  "reader.remove": [],
  "form.mark": [],
  "form.delete": [],
  "form.accept": [],
  "form.reject": [],
};

interface Site {
  readonly world: World;
  readonly schedule: string;
  readonly request: string;
  /** A remark about an English page. */
  readonly remark: string;
}

/** A published site with a deleted English page, an unpublished change, an English page that became German, and an Arabic one outside of its prefix. */
async function site(): Promise<Site> {
  const world = await languagesWorld();
  const { run } = world;
  await run("page.create", { id: "gone", body: page("/gone") });
  await run("page.create", { id: "turned", body: page("/turned") });
  await run("page.duplicate", { page: "rooms", expected: 1, path: "/ar/rooms", language: "ar" });
  await run("redirects.put", { expected: 1, body: { entries: [] } });
  await run("publish", {});
  await run("navigation.put", { expected: 1, body: { menus: MENUS } });
  await run("redirects.put", { expected: 2, body: { entries: [OLD] } });
  await run("page.delete", { page: "gone", expected: 1 });
  await run("page.update", { page: "prices", expected: 1, changes: { title: "Prices" } });
  await run("page.update", { page: "turned", expected: 1, changes: { language: "de", path: "/de/turned" } });
  const at = world.powers.now() + 60_000;
  const { schedule } = await run<{ schedule: string }>("schedule.create", { at, only: { pages: ["prices"] } });
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const languages = body.languages?.map((one) => (one.tag === "ar" ? { ...one, prefix: "/arabic" } : one));
  await run("settings.put", { expected: version, body: { ...body, languages } });
  await run("member.languages", { member: TRANSLATOR.id, languages: ["de"] });
  const asked = { words: "Please", only: { pages: ["prices"] } };
  const { request } = await run<{ request: string }>("request.create", asked);
  const { remark } = await run<{ remark: string }>("remark.add", { page: "prices", words: "Shorter" });
  return { world, schedule, request, remark };
}

const as = (actor: Actor, key: string) => ({
  site: SITE,
  actor,
  key,
  requestId: "r",
  role: "editor",
  mayPublish: true,
});

const refused = ({ kernel }: World, name: CommandName, input: object, actor = TRANSLATOR): Promise<unknown> =>
  kernel.execute(name, as(actor, "attack"), input).then(
    () => "done",
    ({ code, detail }: Refusal) => (code === "FORBIDDEN" ? code : { code, detail }),
  );

const done = async ({ kernel }: World, name: CommandName, input: object, key = name): Promise<unknown> =>
  JSON.parse((await kernel.execute(name, as(TRANSLATOR, key), input)).json);

const OF_ADMINS = Object.fromEntries(Object.keys({ ...BACKUP_COMMANDS, ...PLUGIN_COMMANDS }).map((name) => [name, []]));
const CASES = Object.entries<readonly object[]>({ ...ATTACKS, ...OF_ADMINS }).map(
  ([name, inputs]) => [name as CommandName, inputs.length === 0 ? [{}] : inputs] as const,
);

describe("a translator who is limited to German", () => {
  test.each(CASES)("does not reach English by %s", async (name, inputs) => {
    const { world, schedule, request, remark } = await site();
    const before = everythingIn(world);
    for (const input of inputs) {
      const sent = {
        ...input,
        ...("schedule" in input && { schedule }),
        ...("request" in input && { request }),
        ...("remark" in input && { remark }),
        ...("again" in input && { again: request }),
      };
      expect([sent, await refused(world, name, sent)]).toEqual([sent, "FORBIDDEN"]);
    }
    expect(everythingIn(world)).toBe(before);
  });

  test("does not reach it through a plugin that acts for them", async () => {
    const { world } = await site();
    const writes = [{ kind: "page", id: "rooms", expected: 1, body: page("/rooms", { title: "Gekapert" }) }];
    const asked = { site: SITE, plugin: "acme.tool", behalf: { member: TRANSLATOR.id }, mayStill: () => true };
    expect(await world.kernel.writeDraft(asked, writes)).toMatchObject({ ok: false, refusal: { code: "FORBIDDEN" } });
  });

  test("does not reach it in a rehearsal, which names what is beyond", async () => {
    const { world } = await site();
    const tried = world.kernel.rehearse("page.update", as(TRANSLATOR, "k"), {
      ...rooms,
      changes: { title: "Gekapert" },
    });
    await expect(tried).rejects.toMatchObject({
      code: "FORBIDDEN",
      detail: { languages: ["de"], beyond: "page rooms", pages: ["rooms"] },
    });
  });

  test("edits, translates, moves and publishes German pages, and keeps German menus and redirects", async () => {
    const { world } = await site();
    await done(world, "page.update", { ...zimmer, changes: { title: "Zimmer" } });
    await done(world, "page.duplicate", { page: "prices", expected: 2, path: "/de/preise", language: "de" });
    await done(world, "page.move", { page: "zimmer", expected: 2, path: "/de/raeume", redirect: true });
    const { version, body } = world.kernel.documents.only(SITE, "navigation");
    await done(world, "navigation.put", { expected: version, body: { ...body, languages: { de: MENUS } } });
    await done(world, "publish", { only: { pages: ["zimmer", "de-preise"] } });
    expect(await world.statusOf("/de/raeume")).toBe(200);
    expect(await world.html("/prices")).not.toContain("<h1>Prices</h1>");
  });

  test.each([
    { now: ["de"], title: "Zimmer", state: "published" },
    { now: ["ar"], title: "Page /de/zimmer", state: "failed" },
    { now: null, title: "Zimmer", state: "published" },
  ])("publishes at a scheduled time what the limit of that time allows: $now", async ({ now, title, state }) => {
    const { world } = await site();
    const at = world.powers.now() + 30_000;
    await done(world, "page.update", { ...zimmer, changes: { title: "Zimmer" } });
    await done(world, "schedule.create", { at, only: { pages: ["zimmer"] } });
    await world.run("member.languages", { member: TRANSLATOR.id, languages: now });
    world.powers.clock.now = at;
    await world.kernel.scheduleRunner.runDue();
    expect(await world.html("/de/zimmer")).toContain(`<h1>${title}</h1>`);
    const { items } = world.kernel.reads.schedules(SITE);
    expect(items.find((one) => one.at === at)?.state).toBe(state);
  });

  test("does not publish at a scheduled time what a limit given meanwhile forbids", async () => {
    const { world } = await site();
    const at = world.powers.now() + 30_000;
    await world.run("member.languages", { member: TRANSLATOR.id, languages: null });
    await done(world, "schedule.create", { at });
    await world.run("member.languages", { member: TRANSLATOR.id, languages: ["de"] });
    world.powers.clock.now = at;
    await world.kernel.scheduleRunner.runDue();
    expect(await world.html("/prices")).not.toContain("<h1>Prices</h1>");
    const { items } = world.kernel.reads.schedules(SITE);
    expect(items.find((one) => one.at === at)).toMatchObject({ state: "failed", problem: { code: "FORBIDDEN" } });
  });

  test("has every language again when the limit is taken away", async () => {
    const { world } = await site();
    await world.run("member.languages", { member: TRANSLATOR.id, languages: null });
    expect(await refused(world, "page.update", { ...rooms, changes: { title: "Rooms" } })).toBe("done");
  });

  test("keeps and forgets their own address for letters, and chooses letters", async () => {
    const { world } = await site();
    await done(world, "mail.choose", { form: "login", wanted: false });
    expect(await done(world, "mail.prove", { code: "0" })).toEqual({ proven: false });
    await done(world, "mail.forget", {});
    // The site of this test has no mail server. So the refusal is none of languages.
    expect(await refused(world, "mail.address", { address: "ann@harbour.example" })).toMatchObject({
      detail: { conflict: "no_mail_server" },
    });
  });

  test("is limited to languages of the site alone", async () => {
    const { world } = await site();
    const other: Actor = { kind: "member", id: "admin" };
    for (const languages of [[], ["fr"], ["de_DE"]])
      expect(await refused(world, "member.languages", { member: "m", languages }, other)).toMatchObject({
        code: "INVALID_REQUEST",
      });
  });

  test("takes their own limit away if they are an owner", async () => {
    const { world } = await site();
    const asked = { ...as(TRANSLATOR, "own"), role: "owner" };
    await world.kernel.execute("member.languages", asked, { member: TRANSLATOR.id, languages: null });
    expect(await refused(world, "page.update", { ...rooms, changes: { title: "Rooms" } })).toBe("done");
  });
});
