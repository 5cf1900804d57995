import { describe, expect, test } from "vitest";
import type { Settings } from "../../../runtime/documents/content/content.ts";
import { page, SITE, type World } from "../kernel/world.ts";
import { LANGUAGES, alternatesOf, choicesOf, german, languagesWorld, siteInLanguages } from "./languagesWorld.ts";

const showing: NonNullable<Settings["languages"]> = LANGUAGES.map((one) =>
  one.tag === "de" ? { ...one, fallback: "source" } : one,
);
const PAGES = {
  home: page("/"),
  prices: page("/prices"),
  rooms: page("/rooms"),
  zimmer: german("/de/zimmer", "rooms"),
  lost: page("/404"),
};
const worldWith = (languages: Settings["languages"]): Promise<World> =>
  languagesWorld(siteInLanguages(PAGES, { languages }));
const answer = (world: World, path: string) => world.kernel.published.answer(SITE, path, null);

describe("an address without a translation", () => {
  test.each(["sv", "he"])(
    "has the notice in English for %s, which the kernel does not speak, and says so",
    async (tag) => {
      const languages = [...LANGUAGES, { tag, name: tag, prefix: `/${tag}`, fallback: "source" as const }];
      const { body } = await answer(await worldWith(languages), `/${tag}/prices`);
      expect(body).toContain('role="note" lang="en" dir="ltr">');
    },
  );

  test("shows the source with a notice in the reader's language, to no search engine, list or shared cache", async () => {
    const world = await worldWith(showing);
    const { status, body, headers } = await answer(world, "/de/prices");
    expect(status).toBe(200);
    expect(body).toContain('role="note" lang="de" dir="ltr">Diese Seite ist nicht übersetzt.');
    expect(body).toContain('<html lang="en"');
    expect(body).toMatch(/<meta name="robots" content="noindex/);
    expect(alternatesOf(body ?? "")).toEqual([]);
    expect(headers["Cache-Control"]).toContain("private");
    const source = await answer(world, "/prices");
    expect(source.body).not.toContain("nicht übersetzt");
    expect(choicesOf(source.body ?? "")).toContain("de /de/prices true ltr");
  });

  test("shows the home page of the source at the prefix", async () => {
    const world = await worldWith(showing);
    expect((await answer(world, "/de")).status).toBe(200);
  });

  test("leads to the translation, if that has another address", async () => {
    const world = await worldWith(showing);
    const { status, headers } = await answer(world, "/de/rooms");
    expect([status, headers["Location"]]).toEqual([302, "/de/zimmer"]);
    expect((await answer(world, "/de/zimmer")).body).not.toContain("nicht übersetzt");
  });

  test.each(["/de/nothing", "/de/404", "/ar/prices", "/ar"])("shows nothing at %s", async (path) => {
    const world = await worldWith(showing);
    expect((await answer(world, path)).status).toBe(404);
  });

  test("shows nothing in a language that does not say so, nor what is not published", async () => {
    const plain = await worldWith(LANGUAGES);
    expect((await answer(plain, "/de/prices")).status).toBe(404);
    expect(choicesOf((await answer(plain, "/prices")).body ?? "")).toEqual([]);
  });
});

describe("the draft", () => {
  const draft = (world: World, path: string, guest: boolean) => world.kernel.draft.answer(SITE, path, { guest });

  test.each([false, true])(
    "shows the source, translation or nothing as visitors get it, to a guest: %s",
    async (guest) => {
      const world = await worldWith(showing);
      await world.run("page.update", { page: "prices", expected: 1, changes: { title: "New prices" } });
      const { status, body, headers } = await draft(world, "/de/prices", guest);
      expect(status).toBe(200);
      expect(body).toContain('role="note" lang="de" dir="ltr">Diese Seite ist nicht übersetzt.');
      expect(body).toContain("New prices");
      expect(headers["Cache-Control"]).toBe("private, no-store");
      expect((await draft(world, "/prices", guest)).body).not.toContain("nicht übersetzt");
      const moved = await draft(world, "/de/rooms", guest);
      expect([moved.status, moved.headers["Location"], moved.headers["Cache-Control"]]).toEqual([
        302,
        "/de/zimmer",
        "private, no-store",
      ]);
      for (const path of ["/de/nothing", "/de/404", "/ar/prices"])
        expect((await draft(world, path, guest)).status).toBe(404);
    },
  );

  test("knows translations and fallbacks that are not published", async () => {
    const world = await worldWith(LANGUAGES);
    expect((await draft(world, "/de/prices", false)).status).toBe(404);
    const body = siteInLanguages(PAGES, { languages: showing }).settings;
    await world.run("settings.put", { expected: 1, body });
    expect((await draft(world, "/de/prices", false)).status).toBe(200);
    expect((await answer(world, "/de/prices")).status).toBe(404);
    await world.run("page.create", { body: german("/de/preise", "prices") });
    expect((await draft(world, "/de/prices", false)).headers["Location"]).toBe("/de/preise");
  });
});
