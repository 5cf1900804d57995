import { describe, expect, test } from "vitest";
import type { Settings } from "../../../runtime/documents/content/settings.ts";
import { page, SITE, textSection, type World } from "../kernel/world.ts";
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
    expect(headers["Link"]).toBe('<https://acme.example/prices>; rel="canonical"');
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

describe("the switcher", () => {
  test("leads to the home page, and not to the page of another group at the address of the source", async () => {
    const world = await worldWith(showing);
    await world.write("start", german("/de", "home"));
    await world.run("publish", {});
    expect(choicesOf(await world.html("/prices"))).toContain("de /de/prices true ltr");
    await world.write("other", page("/de/prices", { language: "de" }));
    await world.run("publish", {});
    expect(choicesOf(await world.html("/prices"))).toContain("de /de false ltr");
    await world.write("other", null);
    await world.run("publish", {});
    expect(choicesOf(await world.html("/prices"))).toContain("de /de/prices true ltr");
  });

  test("leads to no address below a prefix that the source has not moved below", async () => {
    const world = await worldWith(showing);
    const languages = showing.map((one) => (one.tag === "en" ? { ...one, prefix: "/en" } : one));
    const body = { ...world.kernel.documents.only(SITE, "settings").body, languages };
    await world.run("settings.put", { expected: 1, body });
    await world.run("publish", {});
    expect(choicesOf(await world.html("/prices"))).toEqual([]);
    expect((await answer(world, "/de/prices")).status).toBe(404);
  });
});

describe("a link to the address of a source shown instead", () => {
  const warned = (world: World, text: string) =>
    world
      .write("home", page("/", { sections: [textSection(text, "s")] }))
      .then(() => world.kernel.reads.publication(SITE).warnings.map(({ code, link }) => [code, link]));

  test("is sound if the language shows it, or its translation elsewhere, and broken if not", async () => {
    const world = await worldWith(showing);
    const text = "[a](/de/prices) [b](/de/rooms) [c](/de/prices#nowhere) [d](/de/nothing) [e](/ar/prices) [f](/de/404)";
    expect(await warned(world, text)).toEqual([
      ["anchor_missing", "/de/prices#nowhere"],
      ["link_broken", "/de/nothing"],
      ["link_broken", "/ar/prices"],
      ["link_broken", "/de/404"],
    ]);
  });

  test("to a source that visitors do not see is told as unpublished", async () => {
    const world = await worldWith(showing);
    await world.write("later", page("/later", { held: true }));
    expect(await warned(world, "[a](/de/later)")).toEqual([["link_unpublished", "/de/later"]]);
  });
});

describe("a link to chosen pages of the draft", () => {
  test("shows a chosen source in a language that lacks it, and leads to a chosen translation", async () => {
    const world = await worldWith(showing);
    await world.write("prices", page("/prices", { title: "Prices of the draft" }));
    const share = await world.run<{ path: string }>("share.create", { name: "A", days: 1, pages: ["prices", "rooms"] });
    const seen = (path: string) => world.kernel.sharedDraft.answer(SITE, share.path.slice("/_draft/".length), path);
    const shown = await seen("/de/prices");
    expect(shown?.body).toContain("Prices of the draft");
    expect(shown?.body).toContain('role="note" lang="de"');
    expect((await seen("/de/rooms"))?.headers["Location"]).toBe("/de/zimmer");
    expect(await seen("/ar/prices")).toBeNull();
    await world.write("preise", german("/de/preise", "prices"));
    expect((await seen("/de/prices"))?.status).toBe(200);
    const both = await world.run<{ path: string }>("share.create", { name: "B", days: 1, pages: ["prices", "preise"] });
    const answered = await world.kernel.sharedDraft.answer(SITE, both.path.slice("/_draft/".length), "/de/prices");
    expect([answered?.status, answered?.headers["Location"]]).toEqual([302, "/de/preise"]);
  });
});
