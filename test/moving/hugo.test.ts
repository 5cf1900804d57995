/** Sites of Hugo: addresses, references and shortcodes by their settings and templates. */
import { expect, test } from "vitest";
import { folderOf, MemorySite, withLanguages } from "./memorySite.ts";

const page = (title: string, text: string, more = ""): string => `---\ntitle: ${title}\n${more}---\n${text}\n`;

test("a reference leads to the page in the language of its text", async () => {
  const site = await withLanguages("en", "de");
  await site.move(
    folderOf({
      "hugo.yaml": "defaultContentLanguage: en\nlanguages:\n  en: {}\n  de: {}\n",
      "content/_index.de.md": page("Anfang", "Los."),
      "content/port/ayr/index.en.md": page("Ayr", 'See [it]({{< ref "/port/oban#food" >}}).'),
      "content/port/ayr/index.de.md": page("Ayr", 'Siehe [dort]({{% ref "/port/oban" %}}), [an]({{< ref "/" >}}).'),
      "content/port/oban.en.md": page(
        "Oban",
        '### Food\n\n[Up]({{< ref "#food" >}}), [bare]({{< relref path="ayr" >}}).',
      ),
      "content/port/oban.de.md": page("Oban", '[Nur]({{< ref "only" >}})'),
      "content/only.en.md": page("Only", "In English."),
    }),
  );
  const to = (path: string): string => `page:${site.idAt(path) ?? "none"}`;
  expect(site.textAt("/port/ayr")).toBe(`See [it](${to("/port/oban")}#food).`);
  expect(site.textAt("/de/port/ayr")).toBe(`Siehe [dort](${to("/de/port/oban")}), [an](${to("/de")}).`);
  expect(site.textAt("/port/oban")).toContain(`[Up](${to("/port/oban")}#food), [bare](${to("/port/ayr")}).`);
  expect(site.textAt("/de/port/oban")).toBe(`[Nur](${to("/only")})`);
});

test("an alias without a slash in front begins in the folder of its page", async () => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({
      "hugo.yaml": "baseURL: https://old.example/\n",
      "content/port/ayr/index.md": page("Ayr", "A port.", "aliases: [air, ../harbour, /quay/, ./old/ayr.html]\n"),
    }),
  );
  expect(site.redirects()).toEqual({
    "/port/air": "/port/ayr",
    "/harbour": "/port/ayr",
    "/quay": "/port/ayr",
    "/port/old/ayr.html": "/port/ayr",
  });
});

test.each([
  ["all pages", "uglyURLs: true\n", ["/about.html", "/log/tide.html", "/log"]],
  ["those of a section", "uglyURLs:\n  log: true\n", ["/about", "/log/tide.html", "/log"]],
  [
    "those of a pattern",
    "uglyurls: true\npermalinks:\n  log: /:year/:slug/\n",
    ["/about.html", "/2024/tide.html", "/log"],
  ],
])("%s may be files", async (_, settings, paths) => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({
      "hugo.yaml": settings,
      "content/about.md": page("About", "Us."),
      "content/log/_index.md": page("Log", "All."),
      "content/log/tide.md": page("Tide", "High.", "date: 2024-03-01\n"),
    }),
  );
  expect(paths.filter((path) => site.at(path) === undefined)).toEqual([]);
});

test("a shortcode with a template of the source is not the one with code of the same name", async () => {
  const text = "{{% highlight warn %}}\nMind *the* tide.\n{{% /highlight %}}";
  const [own, plain] = [await MemorySite.open(), await MemorySite.open()];
  const files = { "hugo.yaml": "title: x\n", "content/a.md": page("A", text) };
  await own.move(folderOf({ ...files, "layouts/shortcodes/highlight.html": "<div>{{ .Inner }}</div>" }));
  await plain.move(folderOf(files));
  expect(own.textAt("/a")).toBe("**[shortcode highlight]**\n\n```\n{{% highlight warn %}}\n```\n\nMind *the* tide.");
  expect(plain.textAt("/a")).toBe("```warn\nMind *the* tide.\n```");
});

test("a reference that leads nowhere stays the address of its link, and is told", async () => {
  const site = await MemorySite.open();
  const text = '[Gone]({{< ref "/gone (now).md" >}} "Title") and {{< ref "alone" >}}.';
  const { losses } = await site.move(folderOf({ "hugo.yaml": "title: x\n", "content/a.md": page("A", text) }));
  expect(site.textAt("/a")).toBe('[Gone](/gone%20%28now%29.md "Title") and **[shortcode ref]** `{{< ref "alone" >}}`.');
  expect(losses.map(({ line, what }) => [line, what])).toEqual([
    [4, "the reference to /gone (now).md, which the source does not have"],
    [4, "shortcode ref, kept as it was written"],
  ]);
});

test("files of a bundle are found in its folders, and in the language of the text", async () => {
  const site = await withLanguages("en", "de");
  const png = (byte: number): Uint8Array<ArrayBuffer> => new Uint8Array([137, 80, 78, 71, byte]);
  await site.move(
    folderOf({
      "hugo.yaml": "defaultContentLanguage: en\nlanguages:\n  en: {}\n  de: {}\n",
      "content/ayr/index.en.md": page("Ayr", "![Chart](chart.png) ![Boat](./more/boat.png)"),
      "content/ayr/index.de.md": page("Ayr", "![Karte](chart.png) ![Boot](more/boat.png)"),
      "content/ayr/chart.en.png": png(1),
      "content/ayr/chart.de.png": png(2),
      "content/ayr/more/boat.png": png(3),
    }),
  );
  const names = (path: string): unknown =>
    [...site.textAt(path).matchAll(/\/media\/[0-9a-f]{64}\/([\w.]+)/g)].map(([, name]) => name);
  expect([names("/ayr"), names("/de/ayr")]).toEqual([
    ["chart.en.png", "boat.png"],
    ["chart.de.png", "boat.png"],
  ]);
});

test("a quoted text over several lines needs no indentation, and YAML that is none is told", async () => {
  const site = await MemorySite.open();
  const front = (text: string): string => `---\n${text}\n---\nText.\n`;
  const { losses } = await site.move(
    folderOf({
      "hugo.yaml": "title: x\n",
      "content/a.md": front('description: "One: (x).\nTwo \\"2\\".\n\nThree"\ntitle: Ayr'),
      "content/b.md": front("title: 'It''s\nOban'"),
      "content/c.md": front('title: "Never\nweight: 1'),
    }),
  );
  expect(site.at("/a")).toMatchObject({ title: "Ayr", description: 'One: (x). Two "2". Three' });
  expect(site.at("/b")?.title).toBe("It's Oban");
  expect(losses).toEqual([
    {
      place: "content/c.md",
      line: 1,
      what: expect.stringMatching(/^front matter that cannot be read: Missing closing/),
    },
  ]);
});
