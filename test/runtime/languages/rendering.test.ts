import { describe, expect, test } from "vitest";
import { SITE, listSection, page, textSection, worldWith } from "../kernel/world.ts";
import { LANGUAGES, alternatesOf, choicesOf, german, languagesWorld, siteInLanguages } from "./languagesWorld.ts";

const ORIGIN = "https://acme.example";

describe("a page in its language", () => {
  test("has its language, direction, site name and home", async () => {
    const world = await languagesWorld();
    await world.write("bayt", page("/ar", { language: "ar", translationOf: "home" }));
    await world.run("publish", {});
    expect(await world.html("/rooms")).toContain('<html lang="en"');
    const zimmer = await world.html("/de/zimmer");
    expect(zimmer).toContain('<html lang="de"');
    expect(zimmer).toContain("· Testseite</title>");
    expect(zimmer).toContain('<meta name="home" content="/de">');
    expect(await world.html("/ar")).toContain('<html lang="ar" dir="rtl"');
  });

  test("names its published translations, itself among them, in both directions", async () => {
    const world = await languagesWorld();
    const both = [`en ${ORIGIN}/rooms`, `de ${ORIGIN}/de/zimmer`];
    expect(alternatesOf(await world.html("/rooms"))).toEqual(both);
    expect(alternatesOf(await world.html("/de/zimmer"))).toEqual(both);
    expect(alternatesOf(await world.html("/prices"))).toEqual([]);
  });

  test("offers the home page of a language without the translation, and never an address without a page", async () => {
    const world = await languagesWorld();
    expect(choicesOf(await world.html("/prices"))).toEqual(["en /prices true ltr", "de /de false ltr"]);
    expect(choicesOf(await world.html("/de/zimmer"))).toEqual(["en /rooms true ltr", "de /de/zimmer true ltr"]);
  });

  test("leads links and menus to the reader's language, and else to the source", async () => {
    const world = await languagesWorld();
    const html = await world.html("/de/zimmer");
    expect(html).toContain('<a href="/de">Start</a>');
    expect(html).toContain('href="/prices"');
    expect(html).toContain('<nav><a href="/de">Home</a></nav>');
    expect(await world.html("/rooms")).toContain('<a href="/">Home</a> and');
  });

  test("has the menus of its language, and those of the site without its own", async () => {
    const world = await languagesWorld();
    await world.write("bayt", page("/ar", { language: "ar", translationOf: "home" }));
    const { version, body } = world.kernel.documents.only(SITE, "navigation");
    const german = { header: [{ label: "Zimmer", link: "page:rooms" }], footer: [] };
    await world.run("navigation.put", { expected: version, body: { ...body, languages: { de: german } } });
    await world.run("publish", {});
    expect(await world.html("/de")).toContain('<nav><a href="/de/zimmer">Zimmer</a></nav>');
    expect(await world.html("/")).toContain('<nav><a href="/">Home</a></nav>');
    expect(await world.html("/ar")).toContain('<nav><a href="/ar">Home</a></nav>');
  });

  test("finds the entries of its own language in lists", async () => {
    const news = (path: string, title: string, more = {}) => page(path, { title, collection: "news", ...more });
    const world = await languagesWorld(
      siteInLanguages({
        home: page("/", { sections: [listSection("news")] }),
        start: german("/de", "home", { sections: [listSection("news")] }),
        one: news("/one", "English one"),
        eins: news("/de/eins", "Deutsche eins", { language: "de", translationOf: "one" }),
      }),
    );
    expect(await world.html("/")).toContain("<ul><li>English one</li></ul>");
    expect(await world.html("/de")).toContain("<ul><li>Deutsche eins</li></ul>");
  });

  test("has a page for unknown addresses below its prefix, and a file of its own pages", async () => {
    const world = await languagesWorld();
    expect(await world.html("/de/nichts")).toContain("Seite nicht gefunden");
    expect(await world.html("/nothing")).toContain("Page not found");
    await world.write("fehlt", german("/de/404", "missing", { title: "Hier ist nichts" }));
    await world.run("publish", {});
    expect([await world.statusOf("/de/404"), await world.html("/de/nichts")]).toEqual([
      404,
      expect.stringContaining("Hier ist nichts"),
    ]);
    const locations = [...(await world.html("/de/sitemap.xml")).matchAll(/<loc>([^<]*)/g)].map(([, url]) => url);
    expect(locations).toEqual([`${ORIGIN}/de`, `${ORIGIN}/de/zimmer`]);
  });
});

test("a language on a page of a site with one language is the page's alone", async () => {
  const world = await worldWith({ home: page("/"), bonjour: page("/bonjour", { language: "fr" }) });
  expect(await world.html("/bonjour")).toContain('<html lang="fr"');
  expect(await world.html("/")).toContain('<html lang="en"');
});

test("a site without languages keeps every byte when the draft gets some, until they are published", async () => {
  const world = await worldWith({
    home: page("/"),
    about: page("/about", { sections: [textSection("[H](page:home)")] }),
  });
  const before = [await world.html("/"), await world.html("/about")];
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  await world.run("settings.put", { expected: version, body: { ...body, languages: LANGUAGES } });
  expect([await world.html("/"), await world.html("/about")]).toEqual(before);
  await world.run("publish", {});
  expect([await world.html("/"), await world.html("/about")]).toEqual(before);
});
