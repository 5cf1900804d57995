/** The work of a save on a site of several languages. Each save does it, so it must not grow with the page's versions. */
import { describe, expect, test } from "vitest";
import { LATEST_CHANGE } from "../../../runtime/documents/content/forever.ts";
import { SITE, type World, page, textSection } from "../kernel/world.ts";
import { statementsOf } from "./statements.ts";
import { german, languagesWorld, siteInLanguages } from "./languagesWorld.ts";

const PAGES = {
  rooms: page("/rooms", { sections: [textSection("Rooms")] }),
  zimmer: german("/de/zimmer", "rooms", { sections: [textSection("Zimmer")] }),
};

const save = (world: World, id: string, text: string) => {
  const current = world.kernel.documents.get(SITE, "page", id);
  const section = current?.body.sections[0]?.id;
  return () => world.run("section.update", { page: id, expected: current?.version, section, fields: { text } });
};

describe("a save", () => {
  test("that leaves a page at its place asks nothing about languages", async () => {
    const [one, several] = [
      await languagesWorld(siteInLanguages({ rooms: PAGES.rooms }, {})),
      await languagesWorld(siteInLanguages(PAGES)),
    ];
    const plain = await statementsOf(one, save(one, "rooms", "New"));
    expect(await statementsOf(several, save(several, "zimmer", "Neu"))).toEqual(plain);
    expect(plain.filter((text) => /translation_of = |"group"/.test(text))).toEqual([]);
  });

  test("writes the change, the version, the claim and the audit row, and nothing else", async () => {
    const world = await languagesWorld(siteInLanguages(PAGES));
    const written = async (id: string): Promise<(string | undefined)[]> =>
      (await statementsOf(world, save(world, id, "New"))).flatMap((text) => {
        const found = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)/.exec(text);
        return found ? [found[1]] : [];
      });
    for (const id of ["rooms", "zimmer"])
      expect(await written(id)).toEqual(["sites", "documents", "documents", "claims", "outbox"]);
  });

  test("that gives a page another group is still checked", async () => {
    const world = await languagesWorld(siteInLanguages({ ...PAGES, prices: page("/prices") }));
    await world.write("raum", german("/de/raum", "prices"));
    await expect(world.write("raum", german("/de/raum", "rooms"))).rejects.toMatchObject({ code: "INVALID_REQUEST" });
  });
});

describe("the pages of a group in the draft", () => {
  test("are read by their current versions alone, however many a page has", async () => {
    const world = await languagesWorld(siteInLanguages(PAGES));
    const { translations } = world.kernel.documents;
    for (const ask of [
      () => translations.pages(SITE, "rooms", LATEST_CHANGE),
      () => translations.draftGroup(SITE, "rooms"),
    ]) {
      const [text = ""] = await statementsOf(world, ask);
      const plan = world.powers.sql
        .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, SITE, "rooms", SITE, "rooms")
        .map(({ detail }) => detail);
      expect(plan).toContain("SEARCH documents USING INDEX documents_translation (site=? AND translation_of=?)");
      expect(text).toContain("ORDER BY version DESC LIMIT 1");
      expect(plan.filter((detail) => /SCAN documents|TEMP B-TREE/.test(detail))).toEqual([]);
    }
  });

  test("are the same at the moment of the draft and by its change, after saves, deletions and returns", async () => {
    const world = await languagesWorld(siteInLanguages(PAGES));
    const { documents } = world.kernel;
    const same = (): string[] => {
      const [latest, now] = [LATEST_CHANGE, documents.change(SITE)].map((at) =>
        documents.translations.pages(SITE, "rooms", at).map(({ id }) => id),
      );
      expect(latest).toEqual(now);
      return latest ?? [];
    };
    await world.write("zimmer", german("/de/zimmer", "rooms", { title: "Zimmer" }));
    await world.write("rooms", page("/rooms", { title: "All rooms" }));
    expect(same()).toEqual(["rooms", "zimmer"]);
    await world.write("rooms", null);
    expect(same()).toEqual(["zimmer"]);
    await world.write("raum", page("/ar/rooms", { language: "ar", translationOf: "rooms" }));
    await world.write("zimmer", null);
    expect(same()).toEqual(["raum"]);
  });
});
