import { expect, test } from "vitest";
import { type RehearsedName, isRehearsed } from "../../../runtime/commandNames.ts";
import { EDITING_COMMANDS } from "../../../runtime/editing/commandTable.ts";
import { MEDIA_COMMANDS } from "../../../runtime/media/commandTable.ts";
import { PLUGIN_COMMANDS } from "../../../runtime/plugins/commandTable.ts";
import { PUBLISHING_COMMANDS } from "../../../runtime/publishing/commandTable.ts";
import { REVIEW_COMMANDS } from "../../../runtime/reviews/commandTable.ts";
import { SAVED_FILTER_COMMANDS } from "../../../runtime/savedFilters/commandTable.ts";
import { MEMBER, SITE, THEME, page, plugin, textSection, type World } from "../kernel/world.ts";
import { EDITING_PACK } from "../editing/editingWorld.ts";
import { recipeType } from "../entries/ownTypes.ts";
import { ACME } from "../../vectors/trust/workshop.ts";
import { STORAGE, everythingIn, executableText, managedWorld, packageText } from "../plugins/manager.ts";

const COMMANDS = {
  ...EDITING_COMMANDS,
  ...PUBLISHING_COMMANDS,
  ...REVIEW_COMMANDS,
  ...SAVED_FILTER_COMMANDS,
  ...MEDIA_COMMANDS,
  ...PLUGIN_COMMANDS,
};
const REHEARSED = (Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]).filter(isRehearsed);

const media = plugin(
  "test.media",
  { media: [{ name: "any", title: "Any", types: ["image/png"], maxBytes: 1_000 }] } as never,
  {},
);
const file = { digest: "a".repeat(64), type: "image/png", bytes: 50, width: 7, height: 5, name: "a.png" } as const;
const SETTINGS = { name: "Other", language: "en" };
const NAVIGATION = { menus: { header: [{ label: "Home", link: "page:home" }], footer: [] } };
const REDIRECTS = { entries: [{ from: "/old", to: "/", status: 301 as const }] };

/** A published site with a second version of every document, a release, a schedule, a file and plugins. */
async function aSite() {
  const world = await managedWorld({ pack: [...EDITING_PACK, media] });
  const { run } = world;
  const about = page("/about", { sections: [textSection("One", "a"), textSection("Two", "b")] });
  await run("page.create", { id: "about", body: about });
  await run("publish", {});
  await run("page.update", { page: "about", expected: 1, changes: { title: "Second" } });
  await run("navigation.put", { expected: 1, body: NAVIGATION });
  await run("redirects.put", { expected: 1, body: REDIRECTS });
  await run("theme.put", { expected: 1, body: { ...THEME, scheme: "dark" } });
  await run("settings.put", { expected: 1, body: SETTINGS });
  await run("types.put", { expected: 0, body: { types: [recipeType()] } });
  await run("types.put", { expected: 1, body: { types: [] } });
  await run("publish", {});
  await run("page.update", { page: "about", expected: 2, changes: { title: "Third" } });
  await run("navigation.put", { expected: 2, body: { menus: { header: [], footer: [] } } });
  await run("redirects.put", { expected: 2, body: { entries: [] } });
  await run("theme.put", { expected: 2, body: THEME });
  await run("settings.put", { expected: 2, body: { ...SETTINGS, name: "Third" } });
  await run("types.put", { expected: 2, body: { types: [recipeType({ title: "Dish" })] } });
  const { schedule } = await run<{ schedule: string }>("schedule.create", { at: world.powers.now() + 60_000 });
  world.kernel.media.place(SITE, world.kernel.media.begin(SITE, 50).upload, { ...file, preview: null });
  const { id: picture } = await run<{ id: string }>("media.create", file);
  const { digest } = await world.install(executableText(STORAGE));
  return { world, schedule, picture, digest };
}

type Site = Awaited<ReturnType<typeof aSite>>;

const about = { page: "about", expected: 3 };
const discard = { expected: 3 };
const restore = { expected: 3, version: 1 };

const INPUTS: { readonly [Name in (typeof REHEARSED)[number]]: (site: Site) => object | Promise<object> } = {
  "page.create": () => ({ body: page("/new") }),
  "page.edit": () => ({
    ...about,
    operations: [
      { op: "set", section: "a", fields: { text: "New" } },
      { op: "duplicate", section: "b" },
      { op: "insert", section: { type: "test.text/text", fields: { text: "More" } }, at: {} },
      { op: "page", changes: { path: "/moved" }, redirect: true },
    ],
  }),
  "pages.batch": () => ({ items: [{ do: "create", body: page("/new") }] }),
  "pages.change": () => ({ pages: [about], change: { do: "move", from: "/about", to: "/moved", redirect: true } }),
  "pages.back": () => ({ pages: [{ ...about, version: 1 }] }),
  "page.update": () => ({ ...about, changes: { path: "/moved" }, redirect: true }),
  "page.duplicate": () => ({ ...about, path: "/copy" }),
  "translation.confirm": async ({ world }) => {
    const { page: translation } = await world.run<{ page: string }>("page.duplicate", {
      ...about,
      path: "/de",
      language: "de",
    });
    return { page: translation, expected: 1, source: 2 };
  },
  "language.gather": async ({ world }) => {
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    const languages = [{ tag: body.language, name: "Own", prefix: "/own" }];
    await world.run("settings.put", { expected: version, body: { ...body, languages } });
    return { language: body.language, redirect: true };
  },
  "page.move": () => ({ ...about, path: "/moved", redirect: true }),
  "page.delete": () => about,
  "revision.restore": () => ({ ...about, version: 1 }),
  "section.add": () => ({ ...about, section: { type: "test.text/text", fields: { text: "More" } } }),
  "section.update": () => ({ ...about, section: "a", fields: { text: "New" } }),
  "section.variant": () => ({ ...about, section: "a", variant: "plain" }),
  "structure.apply": () => ({ ...about, operations: [{ op: "move", section: "a", to: { index: 1 } }] }),
  "navigation.put": () => ({ ...discard, body: NAVIGATION }),
  "redirects.put": () => ({ ...discard, body: REDIRECTS }),
  "redirects.edit": () => ({ ...discard, put: [{ redirect: { from: "/edited", to: "/", status: 301 } }] }),
  "theme.put": () => ({ ...discard, body: { ...THEME, scheme: "light" } }),
  "settings.put": () => ({ ...discard, body: SETTINGS }),
  "types.put": () => ({ ...discard, body: { types: [recipeType()] } }),
  "page.discard": () => about,
  "navigation.discard": () => discard,
  "redirects.discard": () => discard,
  "theme.discard": () => discard,
  "settings.discard": () => discard,
  "types.discard": () => discard,
  "navigation.restore": () => restore,
  "redirects.restore": () => restore,
  "theme.restore": () => restore,
  "settings.restore": () => restore,
  "types.restore": () => restore,
  "release.restore": () => ({ release: 2 }),
  "release.delete": () => ({ release: 2 }),
  "schedule.create": ({ world }) => ({ at: world.powers.now() + 90_000, only: { pages: ["about"] } }),
  "schedule.move": ({ world, schedule }) => ({ schedule, at: world.powers.now() + 90_000 }),
  "schedule.cancel": ({ schedule }) => ({ schedule }),
  "filter.save": () => ({ list: "pages", name: "New ones", query: "state=new", shared: false }),
  "filter.remove": async ({ world }) =>
    world.run("filter.save", { list: "pages", name: "New ones", query: "state=new", shared: false }),
  "columns.put": () => ({ list: "pages", columns: ["title"] }),
  "request.create": () => ({ words: "Please", only: { pages: ["about"] } }),
  "media.update": ({ picture }) => ({ media: picture, expected: 1, changes: { alt: "A tide pool" } }),
  "media.replace": async ({ world, picture }) => {
    const other = { ...file, digest: "b".repeat(64) };
    world.kernel.media.place(SITE, world.kernel.media.begin(SITE, 50).upload, { ...other, preview: null });
    const { id } = await world.run<{ id: string }>("media.create", other);
    return { media: picture, expected: 1, by: id };
  },
  "media.delete": ({ picture }) => ({ media: picture, expected: 1, force: false }),
  "plugin.install": () => ({ document: packageText(), allowDowngrade: false }),
  "plugin.add": async () => {
    const { id, version, digest } = await (await managedWorld()).install(packageText());
    const origin = { index: "acme", publisher: ACME.kid, seen: 0 };
    return { plugin: id, version, digest, ...origin, document: packageText(), allowDowngrade: false };
  },
  "plugin.grant": ({ digest }) => ({ plugin: "acme.tool", capabilities: STORAGE, digest }),
};

/** The answer of a command or its rehearsal, without the ids that each run makes anew. */
const said = (action: Promise<string>): Promise<unknown> =>
  action.then((json) => JSON.parse(json.replaceAll(/"id-\d+"/g, '"<new>"')) as unknown);

const envelope = (key: string) => ({ site: SITE, actor: MEMBER, key, requestId: "r1" });
const rehearsed = ({ kernel }: World, name: RehearsedName, input: object): Promise<unknown> =>
  said(kernel.rehearse(name, envelope("rehearsal"), input));
const done = ({ kernel }: World, name: RehearsedName, input: object): Promise<unknown> =>
  said(kernel.execute(name, envelope("in earnest"), input).then(({ json }) => json));

test.each(REHEARSED)("a rehearsal of %s answers as the command then does, and changes nothing", async (name) => {
  const site = await aSite();
  const input = await INPUTS[name](site);
  const before = everythingIn(site.world);
  const answer = await rehearsed(site.world, name, input);
  expect(everythingIn(site.world)).toBe(before);
  expect(await done(site.world, name, input)).toEqual(answer);
});
