/** The work of translators: which translations are missing, outdated, unpublished or done, and what has changed. */
import { describe, expect, test } from "vitest";
import { LIST_MAX_ROWS } from "../../../manifests/bounds/api.ts";
import { listTranslations, type TranslationsAsked } from "../../../runtime/editing/languages/translationList.ts";
import { sourceChanges } from "../../../runtime/editing/languages/sourceChanges.ts";
import type { ChangesView } from "../../../runtime/editing/comparing/views.ts";
import { changesOf } from "../../../runtime/editing/comparing/changes.ts";
import { refusalOf } from "../editing/editingWorld.ts";
import { SITE, page, textSection, type World } from "../kernel/world.ts";
import { german, languagesWorld, siteInLanguages } from "./languagesWorld.ts";

const ROOMS = page("/rooms", { sections: [textSection("A room", "a"), textSection("A view", "b")] });
const PAGES = { home: page("/"), start: german("/de", "home"), rooms: ROOMS, prices: page("/prices") };

/** A site whose rooms are translated from version 1, all published. */
async function translated(): Promise<World> {
  const world = await languagesWorld(siteInLanguages(PAGES));
  await world.run("page.duplicate", { page: "rooms", expected: 1, path: "/de/zimmer", language: "de" });
  await world.run("publish", {});
  return world;
}

const list = (world: World, asked: TranslationsAsked = {}) => listTranslations(world.kernel, SITE, asked);
const changes = (world: World, id = "de-zimmer") => sourceChanges(world.kernel, SITE, id);

/** The states of a group's languages by their tags. */
const statesOf = (world: World, path: string): Record<string, string> => {
  const group = list(world).items.find((one) => one.path === path);
  return Object.fromEntries(group?.translations.map(({ language, state }) => [language, state]) ?? []);
};

const retitled = (world: World, expected: number, title: string) =>
  world.run("page.update", { page: "rooms", expected, changes: { title } });

describe("a translation", () => {
  test("is missing, a draft until visitors see it, done, and outdated after its source has changed", async () => {
    const world = await languagesWorld(siteInLanguages(PAGES));
    expect(statesOf(world, "/rooms")).toEqual({ en: "done", de: "missing", ar: "missing" });
    await world.run("page.duplicate", { page: "rooms", expected: 1, path: "/de/zimmer", language: "de" });
    expect(statesOf(world, "/rooms")).toMatchObject({ de: "draft" });
    await world.run("publish", {});
    expect(statesOf(world, "/rooms")).toMatchObject({ de: "done" });
    await retitled(world, 1, "More rooms");
    expect(statesOf(world, "/rooms")).toEqual({ en: "draft", de: "outdated", ar: "missing" });
  });

  test("is not outdated by a change that is taken back, nor by one of address or time", async () => {
    const world = await translated();
    await retitled(world, 1, "More rooms");
    await retitled(world, 2, "Page /rooms");
    await world.run("page.update", { page: "rooms", expected: 3, changes: { noindex: true, held: true } });
    await world.run("page.move", { page: "rooms", expected: 4, path: "/all-rooms", redirect: true });
    expect(statesOf(world, "/all-rooms")).toMatchObject({ de: "done" });
    expect(changes(world)).toMatchObject({ from: 1, outdated: false, total: 0, source: { version: 5 } });
  });

  test("shows exactly the changed texts of its source", async () => {
    const world = await translated();
    const operations = [
      { op: "set", section: "a", fields: { text: "A bright room" } },
      { op: "remove", section: "b" },
      { op: "page", changes: { title: "More rooms" } },
    ];
    await world.run("page.edit", { page: "rooms", expected: 1, operations });
    const { source, sections, values, ...rest } = changes(world);
    expect(rest).toEqual({ from: 1, known: true, outdated: true, total: 3 });
    expect(source).toEqual({ id: "rooms", path: "/rooms", title: "More rooms", language: "en", version: 2 });
    expect(sections).toEqual({ added: [], removed: [{ id: "b", type: "test.text/text" }], moved: [] });
    expect(values.map(({ section, pointer, was, is }) => [section?.id, pointer, was, is])).toEqual([
      [undefined, "/title", "Page /rooms", "More rooms"],
      ["a", "/fields/text", "A room", "A bright room"],
      ["b", "/fields/text", "A view", null],
    ]);
  });

  test("of a source that has only moved its sections is outdated", async () => {
    const world = await translated();
    const operations = [{ op: "move", section: "b", to: { index: 0 } }];
    await world.run("page.edit", { page: "rooms", expected: 1, operations });
    expect(statesOf(world, "/rooms")).toMatchObject({ de: "outdated" });
    expect(changes(world)).toMatchObject({ outdated: true, total: 0, sections: { moved: [{ id: "a" }] } });
  });

  test("that is still right is done again without a publication, until the source changes once more", async () => {
    const world = await translated();
    await retitled(world, 1, "More rooms");
    await world.run("translation.confirm", { page: "de-zimmer", expected: 1, source: 2 });
    expect(statesOf(world, "/rooms")).toMatchObject({ de: "done" });
    const { pages }: ChangesView = changesOf(world.kernel, SITE);
    expect(pages.map(({ id }) => id)).toEqual(["rooms"]);
    await retitled(world, 2, "All rooms");
    expect(changes(world)).toMatchObject({ outdated: true, from: 2, total: 1 });
  });

  test("that is right for the version that its translator saw stays outdated by a later one", async () => {
    const world = await translated();
    await retitled(world, 1, "More rooms");
    await retitled(world, 2, "All rooms");
    await world.run("translation.confirm", { page: "de-zimmer", expected: 1, source: 2 });
    expect(statesOf(world, "/rooms")).toMatchObject({ de: "outdated" });
  });

  test("whose origin nobody noted is not outdated, and can be marked", async () => {
    const world = await languagesWorld(siteInLanguages(PAGES));
    await world.run("page.update", { page: "home", expected: 1, changes: { title: "New" } });
    expect(changes(world, "start")).toMatchObject({ source: { id: "home", version: 2 }, from: null, outdated: false });
    await world.run("translation.confirm", { page: "start", expected: 1, source: 1 });
    expect(changes(world, "start")).toMatchObject({ from: 1, outdated: true, total: 1 });
  });

  test("of a deleted source is not outdated, and says what it was", async () => {
    const world = await translated();
    await world.write("rooms", null);
    expect(changes(world)).toMatchObject({ source: { id: "rooms", path: "/rooms", version: 0 }, outdated: false });
    expect(list(world, { language: "de", state: "done" }).items.map(({ path }) => path)).toContain("/de/zimmer");
  });

  test.each([
    ["a page that is none", { page: "rooms", expected: 1, source: 1 }, "/page"],
    ["version 0 of the source", { page: "de-zimmer", expected: 1, source: 0 }, "/source"],
    ["a version that the source does not have", { page: "de-zimmer", expected: 1, source: 2 }, "/source"],
  ])("is not marked as right: %s", async (_what, input, pointer) => {
    const { code, detail } = await refusalOf(await translated(), "translation.confirm", input);
    expect([code, detail]).toMatchObject(["INVALID_REQUEST", { issues: [{ pointer }] }]);
  });
});

test("history keeps the version from which a translation was made, until the translation names a later one", async () => {
  const world = await translated();
  const stored = (version: number): boolean => world.kernel.history.revision(SITE, "rooms", version) !== undefined;
  const forget = (): void => world.kernel.retention.forgetUnseen(SITE, 1);
  await retitled(world, 1, "More rooms");
  await world.run("translation.confirm", { page: "de-zimmer", expected: 1, source: 2 });
  await retitled(world, 2, "Many rooms");
  await retitled(world, 3, "All rooms");
  forget();
  expect([stored(2), stored(3), stored(4)]).toEqual([true, false, true]);
  expect(changes(world)).toMatchObject({ known: true, from: 2, total: 1 });
  await world.run("translation.confirm", { page: "de-zimmer", expected: 2, source: 4 });
  forget();
  expect(stored(2)).toBe(false);
});

describe("the list", () => {
  test("counts the states of every language, and filters by state, language and words", async () => {
    const world = await translated();
    await retitled(world, 1, "More rooms");
    const { languages, source } = list(world);
    expect(source).toBe("en");
    expect(Object.fromEntries(languages.map(({ tag, counts }) => [tag, counts]))).toEqual({
      en: { missing: 0, outdated: 0, draft: 1, done: 2 },
      de: { missing: 1, outdated: 1, draft: 0, done: 1 },
      ar: { missing: 3, outdated: 0, draft: 0, done: 0 },
    });
    const paths = (asked: TranslationsAsked): string[] => list(world, asked).items.map(({ path }) => path);
    expect(paths({ language: "de", state: "missing" })).toEqual(["/prices"]);
    expect(paths({ language: "de", state: "outdated" })).toEqual(["/rooms"]);
    expect(paths({ state: "done" })).toEqual(["/"]);
    expect(paths({ text: "ZIMMER" })).toEqual(["/rooms"]);
    expect(paths({ page: "de-zimmer" })).toEqual(["/rooms"]);
  });

  test("has the page's own language first in no other place: a page without source in the first language is its own", async () => {
    const world = await languagesWorld(
      siteInLanguages({ home: page("/"), alone: page("/de/allein", { language: "de" }) }),
    );
    expect(list(world, { language: "en", state: "missing" }).items).toMatchObject([{ id: "alone", language: "de" }]);
  });

  test("of a site with one language has that language", async () => {
    const world = await languagesWorld(siteInLanguages({ home: page("/") }, {}));
    expect(list(world)).toMatchObject({ languages: [{ tag: "en", counts: { done: 1, missing: 0 } }], total: 1 });
  });

  test("refuses a language that the site does not have, by the languages that it has", async () => {
    const world = await translated();
    expect(() => list(world, { language: "fr" })).toThrow(
      expect.objectContaining({
        detail: { issues: [{ pointer: "/language", found: "fr", allowed: "one of en, de, ar" }] },
      }),
    );
  });

  test("comes in portions, each group once", async () => {
    const world = await translated();
    const first = list(world, { limit: 2 });
    expect([first.items.map(({ path }) => path), first.next, first.total]).toEqual([["/", "/prices"], "/prices", 3]);
    const rest = list(world, { limit: 2, cursor: first.next });
    expect([rest.items.map(({ path }) => path), rest.next]).toEqual([["/rooms"], null]);
    expect(list(world, { limit: LIST_MAX_ROWS + 1 }).items).toHaveLength(3);
  });
});
