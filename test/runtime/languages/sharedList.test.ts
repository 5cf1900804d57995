/** The list of translations on a site whose languages share values: a change of those alone is no work of translators. */
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { listTranslations } from "../../../runtime/editing/languages/translationList.ts";
import { sourceChanges } from "../../../runtime/editing/languages/sourceChanges.ts";
import { SITE, type World, page } from "../kernel/world.ts";
import { boat, boatsWorld, boatsPlugin, boot } from "./sharedWorld.ts";
import { statementsOf } from "./statements.ts";

const outdated = (world: World): string[] =>
  listTranslations(world.kernel, SITE, {})
    .items.flatMap(({ translations }) => translations)
    .flatMap(({ state, page: of }) => (state === "outdated" && of ? [of.id] : []))
    .toSorted();

const FROM_FIRST = (of: string) => ({ translatedFrom: { page: of, version: 1 } });

/** The changes of a boat's values, and whether its translator has work to do. */
const CHANGES: readonly (readonly [what: string, was: object, is: object, isOutdated: boolean])[] = [
  ["another shared value", { price: 90, about: "Fast" }, { price: 7000, about: "Fast" }, false],
  ["a first shared value", { price: 90 }, { price: 90, launched: "2026-05-01" }, false],
  ["no shared value any more", { price: 90, launched: "2026-05-01" }, { price: 90 }, false],
  ["the same members in another order", { price: 90, about: "Fast" }, { about: "Fast", price: 90 }, false],
  ["another text", { price: 90, about: "Fast" }, { price: 90, about: "Slow" }, true],
  ["another shared value and another text", { price: 90, about: "Fast" }, { price: 70, about: "Slow" }, true],
  ["a first text", { price: 90 }, { price: 90, about: "Fast" }, true],
];

describe("the list of translations", () => {
  test.each(CHANGES)("of a source with %s", async (_what, was, is, isOutdated) => {
    const world = await boatsWorld(boatsPlugin(), {
      home: page("/"),
      gull: boat("/gull", { ...was }),
      moewe: boot("/de/moewe", "gull", { about: "Schnell" }, FROM_FIRST("gull")),
    });
    await world.write("gull", boat("/gull", { ...is }));
    expect(outdated(world)).toEqual(isOutdated ? ["moewe"] : []);
    expect(sourceChanges(world.kernel, SITE, "moewe").outdated).toBe(isOutdated);
  });

  test("of a page without a content type", async () => {
    const world = await boatsWorld(boatsPlugin(), {
      home: page("/"),
      rooms: page("/rooms"),
      zimmer: page("/de/zimmer", { language: "de", translationOf: "rooms", ...FROM_FIRST("rooms") }),
    });
    await world.write("rooms", page("/rooms", { title: "All rooms" }));
    expect(outdated(world)).toEqual(["zimmer"]);
  });

  test("asks as much of the database for many outdated translations as for one", async () => {
    const [few = [], many = []] = await Promise.all([1, 12].map(outdatedBoats));
    expect(many).toEqual(few);
  });
});

async function outdatedBoats(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `boat-${index}`);
  const pages = ids.flatMap((id): [string, Page][] => [
    [id, boat(`/${id}`, { price: 1, about: "Fast" })],
    [`de-${id}`, boot(`/de/${id}`, id, { about: "Schnell" }, FROM_FIRST(id))],
  ]);
  const world = await boatsWorld(boatsPlugin(), { home: page("/"), ...Object.fromEntries(pages) });
  for (const id of ids) await world.write(id, boat(`/${id}`, { price: 2, about: "Slow" }));
  return statementsOf(world, () => {
    expect(outdated(world)).toHaveLength(count);
  });
}
