/** The home page of a source: where it stands after the move, and what it shows. */
import { describe, expect, test } from "vitest";
import { folderOf, MemorySite, withLanguages } from "./memorySite.ts";
import { wxr, wxrItem as item } from "./wxrText.ts";

const ARCHIVE = "drawbridge.journal/article-archive";
const ghost = (posts: readonly object[]): string =>
  JSON.stringify({ data: { posts, settings: [{ key: "title", value: "The Log" }] } });
const GHOST_POST = {
  id: "1",
  slug: "tide",
  title: "Tide",
  html: "<p>High.</p>",
  status: "published",
  published_at: "2024-03-01T10:00:00.000Z",
};
const HUGO_POST = "---\ntitle: Tide\ndate: 2024-03-01\n---\nHigh.\n";

test.each<[name: string, files: Record<string, string>, title: string]>([
  ["WordPress", { "old.xml": wxr(item({ id: 1, link: "https://old.example/tide/" })) }, "Old"],
  ["Ghost", { "blog.json": ghost([GHOST_POST]) }, "The Log"],
  ["Hugo", { "hugo.toml": 'title = "The Log"\n', "content/posts/tide.md": HUGO_POST }, "The Log"],
  [
    "Jekyll",
    {
      "_config.yml": "title: x\n",
      "index.md": "---\ntitle: Log\nlayout: home\n---\n",
      "_posts/2024-03-01-tide.md": "---\ntitle: Tide\n---\nHigh.\n",
    },
    "Log",
  ],
])("%s lists all articles on an empty home page", async (_, files, title) => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf(files));
  expect(site.at("/")).toMatchObject({ title, sections: [{ type: ARCHIVE, fields: {} }] });
  expect(site.idAt("/")).toBe("home");
  expect(losses.filter(({ what }) => what.includes("address"))).toEqual([]);
  expect((await site.move(folderOf(files))).pages).toMatchObject({ created: 0, replaced: 0, changed: [] });
});

describe("the home page of a site", () => {
  test("stays if a member has filled it, and the list is beside it", async () => {
    const site = await MemorySite.open();
    await site.fill("home");
    const { losses } = await site.move(folderOf({ "blog.json": ghost([GHOST_POST]) }));
    expect([site.textAt("/"), site.at("/home")?.sections.length]).toEqual(["Ours.", 1]);
    expect(losses).toContainEqual({
      place: "the list at /",
      what: "the address /, which another page has; the page is at /home",
      kind: "an address that another page has",
    });
  });

  test("stays as it is without an article, and beside a page of the source", async () => {
    const [none, own] = [await MemorySite.open(), await MemorySite.open()];
    await none.move(folderOf({ "blog.json": ghost([{ ...GHOST_POST, type: "page" }]) }));
    expect(none.at("/")).toMatchObject({ title: "Page /", sections: [] });
    await own.move(
      folderOf({
        "old.xml": wxr(
          item({ id: 1, type: "page", title: "Front", link: "https://old.example/" }),
          item({ id: 2, link: "https://old.example/tide/" }),
        ),
      }),
    );
    expect(own.at("/")).toMatchObject({ title: "Front", source: "wp:1" });
  });

  test("is there in each language that has articles", async () => {
    const site = await withLanguages("en", "de", "fr");
    const languages =
      "title: Log\ndefaultContentLanguage: en\nlanguages:\n  en: {}\n  de: { title: Logbuch }\n  fr: {}\n";
    await site.move(
      folderOf({ "hugo.yaml": languages, "content/posts/tide.md": HUGO_POST, "content/posts/tide.de.md": HUGO_POST }),
    );
    expect([site.at("/")?.title, site.at("/de")?.title, site.at("/fr")]).toEqual(["Log", "Logbuch", undefined]);
    expect(site.at("/de")).toMatchObject({ language: "de", translationOf: "home" });
  });
});

test("a link to a page in another language leads there, and to no translation of it", async () => {
  const site = await withLanguages("en", "de");
  const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n${text}\n`;
  await site.move(
    folderOf({
      "hugo.yaml": "defaultContentLanguage: en\nlanguages:\n  en: {}\n  de: {}\n",
      "content/tea.md": page(
        "Tea",
        "[Deutsch](/de/tea/#wasser), [alone](/de/nur/), [home][1], [tea](/tea/#top).\n\n[1]: /de/tea/",
      ),
      "content/tea.de.md": page("Tee", "### Wasser (heiß) {#wasser}\n\n[English](/tea/)"),
      "content/nur.de.md": page("Nur", "[english](/tea/)"),
    }),
  );
  const [tea, nur] = [site.idAt("/tea") ?? "", site.idAt("/de/nur") ?? ""];
  expect(site.textAt("/tea")).toBe(
    `[Deutsch](/de/tea#wasser), [alone](page:${nur}), [home][1], [tea](page:${tea}#top).\n\n[1]: /de/tea`,
  );
  expect(site.textAt("/de/tea")).toContain("[English](/tea)");
  expect(site.textAt("/de/nur")).toBe("[english](/tea)");
});
