/** A further import: what members deleted stays deleted, and translations find each other. */
import { expect, test } from "vitest";
import { giveLanguages, folderOf, MemorySite, withLanguages } from "./memorySite.ts";
import { wxr } from "./wxrText.ts";

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

test("a file of another host is fetched once, and keeps its source, description and caption", async () => {
  const site = await MemorySite.open();
  const picture =
    "<item><title>Boat</title><wp:post_id>90</wp:post_id><wp:post_type>attachment</wp:post_type><excerpt:encoded><![CDATA[At <em>noon</em> &amp; later]]></excerpt:encoded><wp:attachment_url>https://old.example/wp-content/uploads/boat.jpg</wp:attachment_url></item>";
  const post =
    '<item><title>A</title><link>https://old.example/a/</link><wp:post_id>5</wp:post_id><wp:status>publish</wp:status><wp:post_type>page</wp:post_type><content:encoded><![CDATA[<figure><img src="https://old.example/wp-content/uploads/boat.jpg" alt="B"><figcaption>Say "hi"</figcaption></figure><figure><img src="https://old.example/wp-content/uploads/gone.jpg" alt="G"><figcaption>Lost</figcaption></figure>]]></content:encoded><wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>90</wp:meta_value></wp:postmeta></item>';
  const folder = folderOf({ "old.xml": wxr(picture, post) });
  await site.move(folder);
  expect([...site.uploads.values()]).toEqual([
    {
      name: "boat.jpg",
      source: "wp:90",
      formerPath: "/wp-content/uploads/boat.jpg",
      alt: "Boat",
      caption: "At noon & later",
    },
  ]);
  expect(site.at("/a")?.image).toMatchObject({ alt: "Boat", caption: "At noon & later" });
  const [path] = [...site.uploads].map(([id, { name }]) => `/media/${id}/${name}`);
  expect(site.textAt("/a")).toBe(
    `![B](${path} "Say \\"hi\\"")\n\n[G](https://old.example/wp-content/uploads/gone.jpg)\n\n*Lost*`,
  );
  const again = await site.move(folder);
  expect([again.files, again.pages.same]).toEqual([{ made: 0, kept: 1 }, 1]);
  expect(site.fetched.filter((url) => url.includes("boat"))).toHaveLength(1);
});

const BILINGUAL = {
  "hugo.yaml": "defaultContentLanguage: en\nlanguages:\n  en: {}\n  de: {}\n",
  "content/posts/tea.md": "---\ntitle: Tea\ndate: 2024-01-01\n---\nHot.\n",
  "content/posts/tea.de.md": "---\ntitle: Tee\ndate: 2024-01-01\n---\nHeiß.\n",
  "content/posts/only.de.md": "---\ntitle: Nur\ndate: 2024-01-01\n---\nAllein.\n",
};

test("a page in two languages is a translation of the first, and its language is known", async () => {
  const site = await withLanguages("en", "de");
  const { losses } = await site.move(folderOf(BILINGUAL));
  expect([site.at("/posts/tea")?.language, site.at("/posts/tea")?.translationOf]).toEqual([undefined, undefined]);
  expect(site.at("/de/posts/tea")).toMatchObject({ language: "de", translationOf: site.idAt("/posts/tea") });
  expect(site.at("/de/posts/only")).toMatchObject({ language: "de" });
  expect(site.at("/de/posts/only")).not.toHaveProperty("translationOf");
  expect(losses.filter(({ what }) => what.includes("language"))).toEqual([]);
  expect((await site.move(folderOf(BILINGUAL))).pages.same).toBe(7);
});

test("a language that a site in one language does not have is told once, and its pages wait with it", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf(BILINGUAL));
  expect(site.at("/de/posts/tea")).toMatchObject({ language: "de", translationOf: site.idAt("/posts/tea") });
  expect(losses.filter(({ what }) => what.startsWith("the language"))).toEqual([
    {
      place: "content/posts/only.de.md",
      what: "the language de of 4 pages: the site has no such language. Add it to the languages of the site",
    },
  ]);
  await giveLanguages(site, "en", "de");
  expect((await site.move(folderOf(BILINGUAL))).pages).toMatchObject({ same: 7, created: 0, replaced: 0 });
});

test("a language that a site with others does not have is told once, and its pages arrive without it", async () => {
  const site = await withLanguages("en", "fr");
  const { losses } = await site.move(folderOf(BILINGUAL));
  expect(site.at("/de/posts/tea")).not.toHaveProperty("language");
  expect(losses.map(({ what }) => what)).toContain(
    "the language de of 4 pages: the site has no such language. Add it to the languages of the site, and import again",
  );
});
