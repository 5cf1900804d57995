/** The first words of earlier pages, which the workspace stores without a save, a few in each turn. */
import { expect, test } from "vitest";
import { WORDS_DUE_TURN } from "../../../manifests/bounds/documents.ts";
import { DOCUMENT_TABLES } from "../../../runtime/documents/tables.ts";
import { PACK, SITE, page, textSection, worldWith } from "../kernel/world.ts";

const PROSE = "The tide comes twice a day, and the boats of the yard lie dry for six hours in between.";
const [, LIST_DUE = ""] = DOCUMENT_TABLES.steps[72] ?? [];

/** A site whose pages were written before first words were stored. */
async function siteOfBefore(count: number) {
  const pages = Array.from({ length: count }, (_, n) => [`p${n}`, page(`/p${n}`, { sections: [textSection(PROSE)] })]);
  const described = page("/described", { description: "Own words.", sections: [textSection(PROSE)] });
  const closed = page("/closed", { audience: ["readers"], sections: [textSection(PROSE)] });
  const world = await worldWith({ home: page("/"), described, closed, ...Object.fromEntries(pages) }, PACK);
  const { sql } = world.powers;
  sql.all("UPDATE documents SET summary = json_remove(summary, '$.opening')");
  sql.all(LIST_DUE);
  const stored = () =>
    sql.all<{ id: string; opening: string }>(
      "SELECT id, summary ->> 'opening' AS opening FROM documents WHERE summary ->> 'opening' IS NOT NULL AND until = 9007199254740991 AND deleted = 0 ORDER BY id",
    );
  return { ...world, stored };
}

test("are stored by the alarm, of pages for everybody without a description, and nobody is woken again", async () => {
  const { kernel, powers, stored } = await siteOfBefore(2);
  expect(stored()).toEqual([]);
  expect(kernel.chores.nextDue()).toBeLessThanOrEqual(powers.clock.now);
  await kernel.chores.run();
  expect(stored()).toEqual([
    { id: "p0", opening: PROSE },
    { id: "p1", opening: PROSE },
  ]);
  expect(powers.sql.all("SELECT * FROM words_due")).toEqual([]);
  expect(kernel.dueWords.isAny).toBe(false);
});

test.each([
  [WORDS_DUE_TURN - 1, 0],
  [WORDS_DUE_TURN, 0],
  [WORDS_DUE_TURN + 1, 1],
])("of %i pages in one turn leave %i for the next", async (due, left) => {
  // The home page and the one for readers are due, too.
  const { kernel, powers } = await siteOfBefore(due - 2);
  kernel.dueWords.goOn();
  expect(powers.sql.all("SELECT * FROM words_due")).toHaveLength(left);
});

test("of a page that was written meanwhile are its new ones, and one that was deleted wakes nobody", async () => {
  const world = await siteOfBefore(2);
  await world.write("p0", page("/p0", { title: "New", sections: [textSection(PROSE.replace("tide", "flood"))] }));
  await world.run("page.delete", { page: "p1", expected: 1 });
  await world.kernel.chores.run();
  expect(world.stored()).toEqual([{ id: "p0", opening: PROSE.replace("tide", "flood") }]);
  expect(world.kernel.dueWords.isAny).toBe(false);
});

test("of published pages have every list asked again by the next publication, also by one of other sections", async () => {
  const world = await siteOfBefore(1);
  await world.run("publish", {});
  const isDue = () => world.kernel.sites.get(SITE).recheck;
  expect(isDue()).toBe(false);
  await world.kernel.chores.run();
  expect(isDue()).toBe(true);
  await world.write("home", page("/", { sections: [textSection("Another text.")] }));
  await world.run("publish", {});
  expect(isDue()).toBe(false);
});

test("that no page has ask for nothing", async () => {
  const world = await siteOfBefore(0);
  await world.run("publish", {});
  await world.kernel.chores.run();
  expect(world.kernel.sites.get(SITE).recheck).toBe(false);
});
