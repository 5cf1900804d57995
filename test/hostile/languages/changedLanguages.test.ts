/**
 * The languages of a published site change under its visitors: a prefix, the first language, one language less. Every
 * address that visitors have known leads to a page, and search engines read no contradiction.
 */
import { expect, test } from "vitest";
import type { Settings } from "../../../runtime/documents/content/settings.ts";
import { refusalOf } from "../../runtime/editing/editingWorld.ts";
import { SITE, type World } from "../../runtime/kernel/world.ts";
import { emptyPage, namedBy, searchedWorld } from "./searched.ts";

const KNOWN = ["/", "/ar", "/ar/rooms", "/de", "/de/preise", "/de/zimmer", "/prices", "/rooms"];

const inLanguage = (language: string, path: string, translationOf: string) =>
  emptyPage(path, { language, translationOf });

const site = (): Promise<World> =>
  searchedWorld({
    home: emptyPage("/"),
    rooms: emptyPage("/rooms"),
    prices: emptyPage("/prices"),
    start: inLanguage("de", "/de", "home"),
    zimmer: inLanguage("de", "/de/zimmer", "rooms"),
    preise: inLanguage("de", "/de/preise", "prices"),
    "ar-home": inLanguage("ar", "/ar", "home"),
    "ar-rooms": inLanguage("ar", "/ar/rooms", "rooms"),
  });

type Languages = NonNullable<Settings["languages"]>;

function putLanguages({ kernel, run }: World, change: (languages: Languages) => Languages): Promise<unknown> {
  const { version, body } = kernel.documents.only(SITE, "settings");
  return run("settings.put", { expected: version, body: { ...body, languages: change(body.languages ?? []) } });
}

/** The address that a visitor of each known address reaches in one hop at most. */
async function led(world: World): Promise<string[]> {
  return Promise.all(
    KNOWN.map(async (path) => {
      const { status, headers } = await world.kernel.published.answer(SITE, path, null);
      const to = status === 200 ? path : (headers["Location"] ?? `${status}`);
      expect([path, await world.statusOf(to)]).toEqual([path, 200]);
      return to;
    }),
  );
}

const asLinked = { faults: [], addresses: KNOWN };

test("another prefix moves nothing by itself, and its redirects lead from each old address to its page", async () => {
  const world = await site();
  await putLanguages(world, (all) => all.map((one) => (one.tag === "de" ? { ...one, prefix: "/deutsch" } : one)));
  await world.run("publish", {});
  expect([await led(world), await namedBy(world)]).toEqual([KNOWN, asLinked]);
  await world.run("language.gather", { language: "de", redirect: true });
  expect([await led(world), await namedBy(world)]).toEqual([KNOWN, asLinked]);
  await world.run("publish", {});
  const moved = KNOWN.map((path) => path.replace(/^\/de(?=\/|$)/, "/deutsch"));
  expect(await led(world)).toEqual(moved);
  expect(await namedBy(world)).toEqual({ faults: [], addresses: moved.toSorted() });
});

test("the first language without a prefix gets one, and the old addresses lead to their pages", async () => {
  const world = await site();
  await putLanguages(world, (all) => all.map((one) => (one.tag === "en" ? { ...one, prefix: "/en" } : one)));
  await world.run("language.gather", { language: "en", redirect: true });
  await world.run("publish", {});
  expect(await led(world)).toEqual(
    KNOWN.map((path) => (["/prices", "/rooms"].includes(path) ? `/en${path}` : path === "/" ? "/en" : path)),
  );
  expect((await namedBy(world)).faults).toEqual([]);
});

test("another first language moves no page, and x-default follows it", async () => {
  const world = await site();
  await putLanguages(world, ([english, german, arabic]) => [german, arabic, english].flatMap((one) => one ?? []));
  await world.run("publish", {});
  expect([await led(world), await namedBy(world)]).toEqual([KNOWN, asLinked]);
  expect(await world.html("/rooms")).toContain('hreflang="x-default" href="https://acme.example/de/zimmer"');
});

test("the language of pages that name none cannot become that of their translations", async () => {
  const world = await site();
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const { code } = await refusalOf(world, "settings.put", { expected: version, body: { ...body, language: "de" } });
  expect(code).toBe("INVALID_REQUEST");
  expect([await led(world), await namedBy(world)]).toEqual([KNOWN, asLinked]);
});

test("a language less keeps its pages, texts and links, and comes back as it was", async () => {
  const world = await site();
  const before = await world.html("/de/zimmer");
  let taken: Languages = [];
  await putLanguages(world, (all) => {
    taken = all;
    return all.filter(({ tag }) => tag !== "de");
  });
  await world.run("publish", {});
  expect([await led(world), await namedBy(world)]).toEqual([KNOWN, asLinked]);
  await putLanguages(world, () => taken);
  await world.run("publish", {});
  expect([await led(world), await namedBy(world)]).toEqual([KNOWN, asLinked]);
  expect(await world.html("/de/zimmer")).toBe(before);
});
