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
