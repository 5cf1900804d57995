/** Input about languages that would lose a page, or lead readers to a wrong one. */
import { describe, expect, test } from "vitest";
import { SITE, initialiseInput, page, worldOf, type World } from "../../runtime/kernel/world.ts";
import { testPowers } from "../../runtime/kernel/powers.ts";
import { refusalOf } from "../../runtime/editing/editingWorld.ts";
import {
  LANGUAGES,
  LANGUAGE_PACK,
  german,
  languagesWorld,
  siteInLanguages,
} from "../../runtime/languages/languagesWorld.ts";
import { LANGUAGE_TAG_MAX_CHARS, PREFIX_PATHS_NAMED, SITE_MAX_LANGUAGES } from "../../../manifests/bounds/documents.ts";

interface Fault {
  readonly pointer: string;
  readonly allowed: string;
}

/** The first fault of a refused command, with the pointer in the document. */
async function faultOf(world: World, ...[name, input]: [Parameters<typeof refusalOf>[1], unknown]): Promise<Fault> {
  const { detail } = await refusalOf(world, name, input);
  const [issue] = (detail as { issues?: readonly Fault[] }).issues ?? [];
  return issue ?? { pointer: "none", allowed: JSON.stringify(detail) };
}

const putLanguages = (world: World, languages: unknown, more: object = {}) => {
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  return faultOf(world, "settings.put", { expected: version, body: { ...body, languages, ...more } });
};

const created = (world: World, body: object) => faultOf(world, "page.create", { body });

describe("a page", () => {
  test("of a language that its group has is refused by name", async () => {
    const fault = await created(await languagesWorld(), german("/de/raeume", "rooms"));
    expect([fault.pointer, fault.allowed]).toEqual([
      "/body/language",
      "a language that no other page of the group has: /de/zimmer has it",
    ]);
  });

  test("of the source's own language in its group is refused, in any spelling", async () => {
    const world = await languagesWorld();
    for (const language of ["en", "EN"])
      expect(await created(world, page("/more-rooms", { language, translationOf: "rooms" }))).toMatchObject({
        pointer: "/body/language",
      });
  });

  test("and its twin in one command: the second takes nothing along", async () => {
    const world = await languagesWorld();
    const writes = ["one", "two"].map((id) => ({ kind: "page", id, expected: 0, body: german(`/de/${id}`, "prices") }));
    const { code, detail } = await refusalOf(world, "documents.write", { writes });
    expect([code, detail]).toMatchObject(["CONFLICT", { conflict: "language_taken", page: "one" }]);
  });

  test("restored beside the page that took its place is refused", async () => {
    const world = await languagesWorld();
    await world.write("zimmer", null);
    await world.run("page.create", { id: "raum", body: german("/de/raum", "rooms") });
    const restore = { page: "zimmer", expected: 0, version: 1 };
    expect(await faultOf(world, "revision.restore", restore)).toMatchObject({
      allowed: expect.stringContaining("/de/raum"),
    });
  });

  test.each([
    ["outside of its prefix", german("/zimmer-2", "prices"), "/body/path"],
    ["below another prefix", page("/de/about"), "/body/path"],
    ["of a language that the site does not have", page("/fr/x", { language: "fr" }), "/body/language"],
    ["that translates without a language", page("/x", { translationOf: "prices" }), "/body/language"],
    ["that translates a translation", german("/de/x", "start"), "/body/translationOf"],
    ["with a tag that is none", page("/x", { language: "de_DE" }), "/body/language"],
    ["with a private tag alone", page("/x", { language: "x-pirate" }), "/body/language"],
    ["with markup for a tag", page("/x", { language: 'de" onload="x' }), "/body/language"],
  ])("%s is refused where it is", async (_what, body, pointer) => {
    expect(await created(await languagesWorld(), body)).toMatchObject({ pointer });
  });

  test("that has translations becomes none itself", async () => {
    const world = await languagesWorld();
    const changes = { language: "en", translationOf: "prices" };
    expect(await faultOf(world, "page.update", { page: "rooms", expected: 1, changes })).toMatchObject({
      pointer: "/changes/translationOf",
    });
  });

  test("duplicated belongs to no group", async () => {
    const world = await languagesWorld();
    const { page: copy } = await world.run<{ page: string }>("page.duplicate", {
      page: "zimmer",
      expected: 1,
      path: "/de/zimmer-2",
    });
    expect(world.kernel.documents.get(SITE, "page", copy)?.body).toMatchObject({ language: "de" });
    expect(world.kernel.documents.get(SITE, "page", copy)?.body.translationOf).toBeUndefined();
  });
});

test("a translation of a page that is held, scheduled or deleted is refused or made, and never loses the page", async () => {
  const world = await languagesWorld();
  const changes = { held: true, from: "2030-01-01T00:00:00Z" };
  await world.run("page.update", { page: "prices", expected: 1, changes });
  const asked = { page: "prices", expected: 2, path: "/de/preise", language: "de" };
  const { page: copy } = await world.run<{ page: string }>("page.duplicate", asked);
  expect(world.kernel.documents.get(SITE, "page", copy)?.body).toMatchObject({
    ...changes,
    language: "de",
    translationOf: "prices",
    translatedFrom: { page: "prices", version: 2 },
  });
  expect(await faultOf(world, "page.duplicate", { ...asked, path: "/de/preise-2" })).toMatchObject({
    allowed: expect.stringContaining("/de/preise"),
  });
  await world.write("prices", null);
  const { code } = await refusalOf(world, "page.duplicate", { ...asked, expected: 2 });
  expect(code).toBe("NOT_FOUND");
});

test.each([["DE"], ["x"], ["constructor"], ["de_DE"]])("menus of the language %s are refused", async (tag) => {
  const world = await languagesWorld();
  const { version, body } = world.kernel.documents.only(SITE, "navigation");
  const languages = JSON.parse(`{ "${tag}": { "header": [], "footer": [] } }`) as object;
  const { code } = await refusalOf(world, "navigation.put", { expected: version, body: { ...body, languages } });
  expect(code).toBe("INVALID_REQUEST");
});

test("a translation of a translation joins the group of the source", async () => {
  const world = await languagesWorld();
  const asked = { page: "zimmer", expected: 1, path: "/ar/ghurfa", language: "AR" };
  const { page: copy } = await world.run<{ page: string }>("page.duplicate", asked);
  expect(world.kernel.documents.get(SITE, "page", copy)?.body).toMatchObject({
    language: "ar",
    translationOf: "rooms",
    translatedFrom: { page: "zimmer", version: 1 },
  });
});

describe("tags", () => {
  test.each([
    ["ZH-hant-tw", "zh-Hant-TW"],
    ["SR-LATN", "sr-Latn"],
    ["de-x-formal", "de-x-formal"],
    ["iw", "he"],
  ])("%s is stored as %s", async (given, stored) => {
    const world = await languagesWorld();
    const languages = [...LANGUAGES, { tag: given, name: "Other", prefix: "/other" }];
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { expected: version, body: { ...body, languages } });
    await world.run("page.create", { id: "other", body: page("/other", { language: given.toLowerCase() }) });
    await world.run("publish", {});
    expect(await world.html("/other")).toContain(`<html lang="${stored}"`);
  });

  test.each(["u-nu-latn", "de-u-nu-latn", "de-", "", "d", "de--at", "de-x", "toolonglanguage"])(
    "%s is refused",
    async (tag) => {
      const fault = await putLanguages(await languagesWorld(), [...LANGUAGES, { tag, name: "Other", prefix: "/o" }]);
      expect(fault.pointer).toMatch(/^\/body\/languages\/3\/tag/);
    },
  );
});

test.each([
  [LANGUAGE_TAG_MAX_CHARS - 1, true],
  [LANGUAGE_TAG_MAX_CHARS, true],
  [LANGUAGE_TAG_MAX_CHARS + 1, false],
])("a tag of %i characters: %s", async (length, isAllowed) => {
  const text = "de-x-" + "abcdefg-".repeat(5);
  const tag = text.slice(0, length - 1) + "z";
  const world = await languagesWorld();
  const languages = [...LANGUAGES, { tag, name: "Other", prefix: "/other" }];
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const put = world.run("settings.put", { expected: version, body: { ...body, languages } });
  expect(
    await put.then(
      () => true,
      () => false,
    ),
  ).toBe(isAllowed);
});

test.each([
  [PREFIX_PATHS_NAMED - 1, PREFIX_PATHS_NAMED - 1],
  [PREFIX_PATHS_NAMED, PREFIX_PATHS_NAMED],
  [PREFIX_PATHS_NAMED + 1, PREFIX_PATHS_NAMED],
])("a prefix with %i pages of another language is refused by the names of %i", async (count, named) => {
  const world = await languagesWorld();
  for (let n = 0; n < count; n += 1) await world.write(`p${n}`, page(`/fr/p${n}`));
  const fault = await putLanguages(world, [...LANGUAGES, { tag: "fr", name: "Français", prefix: "/fr" }]);
  expect(fault.allowed.match(/\/fr\/p/g)).toHaveLength(named);
});

describe("languages of a site", () => {
  test.each([
    ["the path of another page", "/rooms"],
    ["a path above another page", "/ar-pages"],
    ["the interface", "/api"],
    ["the editor", "/_editor"],
    ["files", "/media"],
    ["the platform", "/cdn-cgi"],
    ["a prefix below another", "/de/at"],
    ["the home page", "/"],
    ["no path", "fr"],
  ])("have no prefix that is %s", async (_what, prefix) => {
    const world = await languagesWorld();
    await world.write("below", page("/ar-pages/one"));
    const fault = await putLanguages(world, [...LANGUAGES, { tag: "fr", name: "Français", prefix }]);
    expect(fault.pointer).toMatch(/^\/body\/languages/);
  });

  test.each([
    ["a language twice", [...LANGUAGES, { tag: "DE", name: "Noch einmal", prefix: "/x" }]],
    ["two without a prefix", [...LANGUAGES, { tag: "fr", name: "Français" }]],
    ["without the language of the site", LANGUAGES.filter(({ tag }) => tag !== "en")],
    ["none", []],
  ])("are refused with %s", async (_what, languages) => {
    expect((await putLanguages(await languagesWorld(), languages)).pointer).toMatch(/^\/body\/languages/);
  });

  test("keep the site's own language while its pages have translations in the other", async () => {
    expect(await putLanguages(await languagesWorld(), LANGUAGES, { language: "de" })).toMatchObject({
      pointer: "/body/language",
    });
  });

  test.each([
    [SITE_MAX_LANGUAGES - 1, true],
    [SITE_MAX_LANGUAGES, true],
    [SITE_MAX_LANGUAGES + 1, false],
  ])("are %i: %s", async (count, isAllowed) => {
    const world = await languagesWorld();
    const more = Array.from({ length: count - LANGUAGES.length }, (_, n) => ({
      tag: `de-x-n${n}`,
      name: `Language ${n}`,
      prefix: `/n${n}`,
    }));
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    const put = world.run("settings.put", { expected: version, body: { ...body, languages: [...LANGUAGES, ...more] } });
    expect(
      await put.then(
        () => true,
        () => false,
      ),
    ).toBe(isAllowed);
  });

  test("cannot begin with a page outside of its prefix, a reserved prefix or two pages of one language", async () => {
    const begin = async (document: Parameters<typeof initialiseInput>[0]) =>
      worldOf(testPowers(), LANGUAGE_PACK)
        .kernel.initialiser.run(initialiseInput(document))
        .then(
          () => "begun",
          (error: { detail: { issues: Fault[] } }) => error.detail.issues[0]?.pointer,
        );
    expect(await begin(siteInLanguages({ home: page("/"), x: german("/x", "home") }))).toBe("/document/pages/1/path");
    const reserved = [...LANGUAGES, { tag: "fr", name: "Français", prefix: "/api" }];
    expect(await begin(siteInLanguages({ home: page("/") }, { languages: reserved }))).toBe(
      "/document/settings/languages/3/prefix",
    );
    const twins = { home: page("/"), second: page("/second", { language: "en", translationOf: "home" }) };
    expect(await begin(siteInLanguages(twins))).toBe("/document/pages/1/language");
  });
});
