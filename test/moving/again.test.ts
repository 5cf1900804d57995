/** A further import: what members deleted stays deleted, and translations find each other. */
import { expect, test } from "vitest";
import { SITE } from "../runtime/kernel/world.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

const FILES = {
  "a.md": "---\ntitle: A\n---\nFirst.\n",
  "b.md": "---\ntitle: B\n---\nSecond, see [A](a.md).\n",
};

test("a page that a member has deleted stays deleted, and comes back only when asked for", async () => {
  const site = await MemorySite.open();
  await site.move(folderOf(FILES));
  const id = site.idAt("/a");
  await site.world.run("page.delete", { page: id, expected: 1 }, "delete-the-page-a");
  const again = await site.move(folderOf(FILES));
  expect([again.pages.created, again.pages.deleted.map(({ source }) => source)]).toEqual([0, ["md:a.md"]]);
  expect([site.at("/a"), again.pages.same]).toEqual([undefined, 1]);
  const asked = await site.move(folderOf(FILES), false, true);
  expect([asked.pages.created, asked.pages.deleted, site.idAt("/a")]).toEqual([1, [], id]);
});

const BILINGUAL = {
  "hugo.yaml": "defaultContentLanguage: en\nlanguages:\n  en: {}\n  de: {}\n",
  "content/posts/tea.md": "---\ntitle: Tea\ndate: 2024-01-01\n---\nHot.\n",
  "content/posts/tea.de.md": "---\ntitle: Tee\ndate: 2024-01-01\n---\nHeiß.\n",
  "content/posts/only.de.md": "---\ntitle: Nur\ndate: 2024-01-01\n---\nAllein.\n",
};

const withLanguages = async (...tags: readonly string[]): Promise<MemorySite> => {
  const site = await MemorySite.open();
  const languages = tags.map((tag, index) => ({ tag, name: tag, ...(index === 0 ? {} : { prefix: `/${tag}` }) }));
  const { body, version } = site.world.kernel.documents.only(SITE, "settings");
  await site.world.run(
    "settings.put",
    { body: { ...body, language: tags[0], languages }, expected: version },
    "languages-of-site",
  );
  return site;
};

test("a page in two languages is a translation of the first, and its language is known", async () => {
  const site = await withLanguages("en", "de");
  const { losses } = await site.move(folderOf(BILINGUAL));
  expect([site.at("/posts/tea")?.language, site.at("/posts/tea")?.translationOf]).toEqual([undefined, undefined]);
  expect(site.at("/de/posts/tea")).toMatchObject({ language: "de", translationOf: site.idAt("/posts/tea") });
  expect(site.at("/de/posts/only")).toMatchObject({ language: "de" });
  expect(site.at("/de/posts/only")).not.toHaveProperty("translationOf");
  expect(losses.filter(({ what }) => what.includes("language"))).toEqual([]);
  expect((await site.move(folderOf(BILINGUAL))).pages.same).toBe(3);
});

test("a language that the site does not have is told once, and its pages arrive without it", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf(BILINGUAL));
  expect(site.at("/de/posts/tea")).not.toHaveProperty("language");
  expect(losses.filter(({ what }) => what.startsWith("the language"))).toEqual([
    {
      place: "content/posts/only.de.md",
      what: "the language de of 2 pages: the site has no such language with these addresses. Add it to the languages of the site, and import again",
    },
  ]);
});
