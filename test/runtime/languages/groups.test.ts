/** Publications of translations: which pages they render anew, and what pages say of each other. */
import { describe, expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { SITE, page, plugin, textSection } from "../kernel/world.ts";
import { listTranslations } from "../../../runtime/editing/languages/translationList.ts";
import {
  LANGUAGE_PACK,
  LANGUAGES,
  alternatesOf,
  choicesOf,
  german,
  languagesWorld,
  renderedIn,
  siteInLanguages,
} from "./languagesWorld.ts";

const ORIGIN = "https://acme.example";
const publish = async (world: Awaited<ReturnType<typeof languagesWorld>>, input: object = {}) =>
  (await world.run<{ release: number }>("publish", input)).release;

describe("a publication", () => {
  test("of a change in one language renders that page alone", async () => {
    const world = await languagesWorld();
    await world.write("zimmer", german("/de/zimmer", "rooms", { sections: [textSection("Neu")] }));
    expect(renderedIn(world, await publish(world))).toEqual(["/de/zimmer"]);
  });

  test("of a new translation renders its group, and the pages of its language that link to it", async () => {
    const world = await languagesWorld();
    await world.write("preise", german("/de/preise", "prices"));
    expect(renderedIn(world, await publish(world))).toEqual(["/de/preise", "/de/zimmer", "/prices"]);
    expect(await world.html("/de/zimmer")).toContain('<a href="/de/preise">Preise</a>');
    expect(alternatesOf(await world.html("/prices"))).toEqual([`en ${ORIGIN}/prices`, `de ${ORIGIN}/de/preise`]);
  });

  test("of a deletion takes the page out of its group, in both directions", async () => {
    const world = await languagesWorld();
    await world.write("zimmer", null);
    await publish(world);
    expect(alternatesOf(await world.html("/rooms"))).toEqual([]);
    expect(choicesOf(await world.html("/rooms"))).toEqual(["en /rooms true ltr", "de /de false ltr"]);
  });

  test("of a source page keeps its translations linked when it is deleted", async () => {
    const world = await languagesWorld();
    await world.write("raum", page("/ar/rooms", { language: "ar", translationOf: "rooms" }));
    await world.write("rooms", null);
    await publish(world);
    expect(alternatesOf(await world.html("/de/zimmer"))).toEqual([`de ${ORIGIN}/de/zimmer`, `ar ${ORIGIN}/ar/rooms`]);
  });

  test("of one language leaves out what is not published, in hreflang, links and switcher", async () => {
    const world = await languagesWorld();
    await world.write("preise", german("/de/preise", "prices", { held: true }));
    await world.write("prices", page("/prices", { title: "New prices" }));
    await publish(world);
    expect(alternatesOf(await world.html("/prices"))).toEqual([]);
    expect(await world.html("/de/zimmer")).not.toContain("/de/preise");
    await publish(world, { only: { pages: ["preise"] } });
    expect(alternatesOf(await world.html("/prices"))).toHaveLength(2);
  });

  test("names no page that search engines must not list, in either direction", async () => {
    const world = await languagesWorld();
    await world.write("zimmer", german("/de/zimmer", "rooms", { noindex: true }));
    await publish(world);
    expect([alternatesOf(await world.html("/rooms")), alternatesOf(await world.html("/de/zimmer"))]).toEqual([[], []]);
    expect(choicesOf(await world.html("/rooms"))).toContain("de /de/zimmer true ltr");
  });

  test("of a first home page gives all pages of the site the way to the language", async () => {
    const world = await languagesWorld(siteInLanguages({ home: page("/"), about: page("/about") }));
    expect(choicesOf(await world.html("/about"))).toEqual([]);
    await world.write("start", german("/de", "home"));
    await publish(world);
    expect(choicesOf(await world.html("/about"))).toEqual(["en /about true ltr", "de /de false ltr"]);
  });
});

test("a new title renders its page alone, and pages of the group that show the title", async () => {
  const shown = async (world: Awaited<ReturnType<typeof languagesWorld>>) => {
    const { version } = world.kernel.documents.get(SITE, "page", "rooms") ?? {};
    await world.run("page.update", { page: "rooms", expected: version, changes: { title: "New rooms" } });
    return renderedIn(world, (await world.run<{ release: number }>("publish", {})).release);
  };
  expect(await shown(await languagesWorld())).toEqual(["/rooms"]);
  const titles = plugin(
    "test.titles",
    { metadata: [{ name: "head", template: "head.liquid" }] } as unknown as Contributes,
    {
      "head.liquid": '{% for one in page.translations %}<meta name="same" content="{{ one.title }}">\n{% endfor %}',
    },
  );
  const world = await languagesWorld(undefined, [...LANGUAGE_PACK, titles]);
  expect(await shown(world)).toEqual(["/de/zimmer", "/rooms"]);
  expect(await world.html("/de/zimmer")).toContain('content="New rooms"');
});

test("a language that the site no longer has keeps its pages, their language and addresses", async () => {
  const world = await languagesWorld();
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const languages = LANGUAGES.filter(({ tag }) => tag !== "de");
  await world.run("settings.put", { expected: version, body: { ...body, languages } });
  await publish(world);
  expect(await world.html("/de/zimmer")).toContain('<html lang="de"');
  await world.write("zimmer", german("/de/zimmer", "rooms", { title: "Weiter" }));
  await world.run("settings.put", { expected: version + 1, body });
  await publish(world);
  expect(alternatesOf(await world.html("/rooms"))).toHaveLength(2);
});

test("languages in another order change the source, and no page", async () => {
  const world = await languagesWorld();
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const [english, ...others] = LANGUAGES;
  const languages = [...others, ...(english ? [english] : [])];
  await world.run("settings.put", { expected: version, body: { ...body, languages } });
  await publish(world);
  expect([await world.html("/"), await world.html("/de")].map((html) => /<html lang="(\w+)"/.exec(html)?.[1])).toEqual([
    "en",
    "de",
  ]);
});

describe("a language whose prefix has changed", () => {
  const versionOf = ({ kernel }: Awaited<ReturnType<typeof languagesWorld>>) =>
    kernel.documents.only(SITE, "settings").version;
  const inPrefixes = ({ kernel }: Awaited<ReturnType<typeof languagesWorld>>, prefixes: Record<string, string>) => ({
    ...kernel.documents.only(SITE, "settings").body,
    languages: LANGUAGES.map((one) => ({ ...one, ...(prefixes[one.tag] && { prefix: prefixes[one.tag] }) })),
  });
  const withPrefixes = async (prefixes: Record<string, string>) => {
    const world = await languagesWorld();
    await world.run("settings.put", { expected: versionOf(world), body: inPrefixes(world, prefixes) });
    const gather = (language: string) =>
      world.run<{ moved: { from: string; to: string }[]; left: number }>("language.gather", {
        language,
        redirect: true,
      });
    return { world, gather };
  };
  const leads = async (world: Awaited<ReturnType<typeof languagesWorld>>, path: string) =>
    (await world.kernel.published.answer(SITE, path, null)).headers["Location"];
  const outsideOf = (world: Awaited<ReturnType<typeof languagesWorld>>) =>
    listTranslations(world.kernel, SITE, {}).languages.map(({ tag, outside }) => [tag, outside]);

  test("gets all its pages below the new one, with redirects from each address, and loses none", async () => {
    const { world, gather } = await withPrefixes({ de: "/deutsch" });
    expect(outsideOf(world)).toEqual([
      ["en", 0],
      ["de", 2],
      ["ar", 0],
    ]);
    const { moved, left } = await gather("de");
    expect([moved, left]).toEqual([
      [
        { from: "/de", to: "/deutsch" },
        { from: "/de/zimmer", to: "/deutsch/zimmer" },
      ],
      0,
    ]);
    await publish(world);
    expect([await leads(world, "/de"), await leads(world, "/de/zimmer")]).toEqual(["/deutsch", "/deutsch/zimmer"]);
    expect(alternatesOf(await world.html("/rooms"))).toEqual([`en ${ORIGIN}/rooms`, `de ${ORIGIN}/deutsch/zimmer`]);
    expect((await gather("de")).moved).toEqual([]);
  });

  test.each([false, true])(
    "gets them below the new one after a publication, another prefix between: %s",
    async (other) => {
      const { world, gather } = await withPrefixes({ de: other ? "/allemand" : "/deutsch" });
      if (other)
        await world.run("settings.put", { expected: versionOf(world), body: inPrefixes(world, { de: "/deutsch" }) });
      await publish(world);
      expect((await gather("de")).moved.map(({ to }) => to)).toEqual(["/deutsch", "/deutsch/zimmer"]);
    },
  );

  test("gets the second batch of its pages below the new one, after a publication of the first", async () => {
    const { world, gather } = await withPrefixes({ de: "/deutsch" });
    const { version: expected, body } = world.kernel.documents.get(SITE, "page", "zimmer") ?? {};
    const moved = { kind: "page", id: "zimmer", expected, body: { ...body, path: "/deutsch/zimmer" } };
    await world.run("documents.write", { writes: [moved] });
    await publish(world);
    expect((await gather("de")).moved).toEqual([{ from: "/de", to: "/deutsch" }]);
  });

  test("gets them back below an earlier one", async () => {
    const { world, gather } = await withPrefixes({ de: "/deutsch" });
    await gather("de");
    await publish(world);
    await world.run("settings.put", { expected: versionOf(world), body: inPrefixes(world, { de: "/de" }) });
    await publish(world);
    expect((await gather("de")).moved.map(({ to }) => to)).toEqual(["/de", "/de/zimmer"]);
  });

  test("that had none gets all its pages below its first one, but for the page of unknown addresses", async () => {
    const { world, gather } = await withPrefixes({ en: "/en" });
    await world.run("page.create", { body: page("/en/404") });
    const { moved } = await gather("en");
    expect(moved.map(({ to }) => to).toSorted()).toEqual(["/en", "/en/prices", "/en/rooms"]);
    await publish(world);
    expect([await leads(world, "/"), await leads(world, "/rooms")]).toEqual(["/en", "/en/rooms"]);
  });

  test("moves nothing to an address that another page has, and nothing of a language that the site does not have", async () => {
    const { world, gather } = await withPrefixes({ de: "/deutsch" });
    await world.run("page.create", { body: german("/deutsch/zimmer", "prices") });
    await expect(gather("de")).rejects.toMatchObject({ code: "CONFLICT" });
    expect(world.kernel.documents.get(SITE, "page", "start")?.body.path).toBe("/de");
    await expect(gather("fr")).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

test("a new prefix moves no page, and the move of the language's home takes all pages along with redirects", async () => {
  const world = await languagesWorld();
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const languages = LANGUAGES.map((one) => (one.tag === "de" ? { ...one, prefix: "/deutsch" } : one));
  await world.run("settings.put", { expected: version, body: { ...body, languages } });
  await publish(world);
  expect(await world.statusOf("/de/zimmer")).toBe(200);
  await world.run("page.move", { page: "start", expected: 1, path: "/deutsch", redirect: true });
  await publish(world);
  expect(await world.statusOf("/deutsch/zimmer")).toBe(200);
  const { headers } = await world.kernel.published.answer(SITE, "/de/zimmer", null);
  expect(headers["Location"]).toBe("/deutsch/zimmer");
});
