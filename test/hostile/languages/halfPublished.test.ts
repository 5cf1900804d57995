/** Groups of which visitors see only a part. Search engines find no page of the other part, by head or sitemap. */
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { SITE, type World } from "../../runtime/kernel/world.ts";
import { LANGUAGES } from "../../runtime/languages/languagesWorld.ts";
import { ring } from "../../runtime/publishing/ringing.ts";
import { alternatesOf } from "../../support/alternates.ts";
import { emptyPage, namedBy, searchedWorld } from "./searched.ts";

const inGerman = (path: string, translationOf: string, more: Partial<Page> = {}): Page =>
  emptyPage(path, { language: "de", translationOf, ...more });

/** Rooms are published in English and Arabic, prices in English. */
const site = (): Promise<World> =>
  searchedWorld({
    home: emptyPage("/"),
    rooms: emptyPage("/rooms"),
    prices: emptyPage("/prices"),
    "ar-rooms": emptyPage("/ar/rooms", { language: "ar", translationOf: "rooms" }),
  });

const publish = (world: World, input: object = {}) => world.run("publish", input);

const ALL = ["/", "/ar/rooms", "/prices", "/rooms"];
const GERMAN = [...ALL, "/de/zimmer"].toSorted();

describe("a translation that visitors do not see is named by no page and no sitemap", () => {
  test.each<[how: string, more: Partial<Page>]>([
    ["held back", { held: true }],
    ["of the next year", { from: "2030-01-01T00:00:00Z" }],
    ["that is over", { until: "2020-01-01T00:00:00Z" }],
    ["kept from search engines", { noindex: true }],
  ])("%s", async (_, more) => {
    const world = await site();
    await world.write("zimmer", inGerman("/de/zimmer", "rooms", more));
    await world.write("rooms", emptyPage("/rooms", { title: "New rooms" }));
    await publish(world);
    expect(await namedBy(world)).toEqual({ faults: [], addresses: ALL });
  });

  test("in the draft alone, while its source is published again", async () => {
    const world = await site();
    await world.write("zimmer", inGerman("/de/zimmer", "rooms"));
    await world.write("rooms", emptyPage("/rooms", { title: "New rooms" }));
    await publish(world, { only: { pages: ["rooms"] } });
    expect(await namedBy(world)).toEqual({ faults: [], addresses: ALL });
    await publish(world);
    expect(await namedBy(world)).toEqual({ faults: [], addresses: GERMAN });
  });

  test("deleted, and no longer once its deletion is published", async () => {
    const world = await site();
    await world.write("zimmer", inGerman("/de/zimmer", "rooms"));
    await publish(world);
    await world.write("zimmer", null);
    expect(await namedBy(world)).toEqual({ faults: [], addresses: GERMAN });
    await publish(world);
    expect(await namedBy(world)).toEqual({ faults: [], addresses: ALL });
  });

  test("moved in the draft alone", async () => {
    const world = await site();
    await world.write("zimmer", inGerman("/de/zimmer", "rooms"));
    await publish(world);
    await world.write("zimmer", inGerman("/de/raeume", "rooms"));
    await world.write("rooms", emptyPage("/rooms", { title: "New rooms" }));
    await publish(world, { only: { pages: ["rooms"] } });
    expect(await namedBy(world)).toEqual({ faults: [], addresses: GERMAN });
  });
});

describe("a group without its source", () => {
  test("names its translations alone, after the source was deleted", async () => {
    const world = await site();
    await world.write("zimmer", inGerman("/de/zimmer", "rooms"));
    await world.write("preise", inGerman("/de/preise", "prices"));
    await world.write("rooms", null);
    await publish(world);
    const addresses = ["/", "/ar/rooms", "/de/preise", "/de/zimmer", "/prices"];
    expect(await namedBy(world)).toEqual({ faults: [], addresses });
  });

  test("names the published translation alone, while the source is a draft", async () => {
    const world = await site();
    await world.write("new", emptyPage("/new"));
    await world.write("neu", inGerman("/de/neu", "new"));
    await publish(world, { only: { pages: ["neu"] } });
    expect(await namedBy(world)).toEqual({ faults: [], addresses: [...ALL, "/de/neu"].toSorted() });
    expect(alternatesOf(await world.html("/de/neu")).size).toBe(0);
  });
});

describe("a page whose date is to come is named as soon as lists show it", () => {
  const withPageOfTomorrow = async (): Promise<World> => {
    const world = await site();
    const date = new Date(world.powers.now() + 86_400_000).toISOString().slice(0, 10);
    await world.write("zimmer", inGerman("/de/zimmer", "rooms", { date }));
    await publish(world);
    expect(await namedBy(world)).toEqual({ faults: [], addresses: ALL });
    return world;
  };

  test("by the clock", async () => {
    const world = await withPageOfTomorrow();
    world.powers.clock.now += 86_400_000;
    await ring(world);
    expect(await namedBy(world)).toEqual({ faults: [], addresses: GERMAN });
  });

  test("by an earlier date", async () => {
    const world = await withPageOfTomorrow();
    await world.write("zimmer", inGerman("/de/zimmer", "rooms", { date: "2020-01-01" }));
    await publish(world);
    expect(await namedBy(world)).toEqual({ faults: [], addresses: GERMAN });
  });
});

test("a language that the site no longer has takes nobody out of their group", async () => {
  const world = await site();
  await world.write("zimmer", inGerman("/de/zimmer", "rooms"));
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const languages = LANGUAGES.filter(({ tag }) => tag !== "de");
  await publish(world);
  await world.run("settings.put", { expected: version, body: { ...body, languages } });
  await publish(world);
  expect((await namedBy(world)).faults).toEqual([]);
});
