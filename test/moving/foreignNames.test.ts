/** Names in a source that every object of JavaScript has, such as `constructor`. They are names like any others. */
import { expect, test } from "vitest";
import { frontMatter, settingsIn } from "../../sites/moving/read/markdown/frontMatter.ts";
import { generatorOf } from "../../sites/moving/read/markdown/generators.ts";
import { patternFilled } from "../../sites/moving/read/markdown/generator.ts";
import { NOTION } from "../../sites/moving/read/markdown/notion.ts";
import { readGhost } from "../../sites/moving/read/ghost/readGhost.ts";
import { folderOf, MemorySite } from "./memorySite.ts";

const NAMES = ["constructor", "toString", "__proto__"];

test.each(NAMES)("a property %s of Notion stays in the text", (name) => {
  const { data, body } = NOTION.read?.({ data: {}, body: `# Tide\n\n${name}: 3 m\n\nText.`, line: 1 }) ?? {};
  expect([Object.keys(data ?? {}), body]).toEqual([["title"], `- **${name}:** 3 m\n\nText.`]);
});

test.each(NAMES)("a pattern of addresses with :%s keeps it", async (name) => {
  expect(patternFilled(`/:${name}/:slug`, { slug: "tide" })).toBe(`/:${name}/tide`);
  const jekyll = generatorOf(["_config.yml", "_posts/2024-03-01-tide.md"]);
  expect(jekyll.situated("_posts/2024-03-01-tide.md", { permalink: name }, {})?.address).toContain(name);
  const posts = [{ id: "1", slug: "tide", type: "post", published_at: "2024-03-01T10:00:00.000Z" }];
  const settings = [{ key: "permalinks", value: `/:${name}/:slug/` }];
  const { pages } = await readGhost(folderOf({ "a.json": JSON.stringify({ data: { posts, settings } }) }), {
    now: 0,
    rows: [],
  });
  expect(pages[0]?.address).toBe(`/:${name}/tide/`);
});

test.each(NAMES)("front matter and settings in a notation %s are not read", (name) => {
  expect(frontMatter(`---${name}\na: 1\n---\nText.`).data).toEqual({});
  expect(settingsIn(`_config.${name}`, "a: 1")).toEqual({});
});

test.each(["constructor", "valueof"])("an element <%s> leaves its words", async (name) => {
  const site = await MemorySite.open();
  await site.move(
    folderOf({ "hugo.toml": "", "content/tide.md": `---\ntitle: Tide\n---\nThe <${name}>moon</${name}>.\n` }),
  );
  expect(site.textAt("/tide")).toBe("The moon.");
});
