/** Archives of any source, and what services put into them. */
import { expect, test } from "vitest";
import { zipFolder } from "../../sites/moving/move.ts";
import { MemorySite } from "./memorySite.ts";
import { zipOf, zipOfAll } from "./zipOf.ts";

test("an archive is read like the folder in it, without what systems add", async () => {
  const folder = await zipFolder(
    zipOfAll({
      "my-blog/content/über.md": "---\ntitle: Über\n---\nHallo.\n",
      "my-blog/hugo.toml": "",
      "__MACOSX/my-blog/._x": "x",
      "my-blog/static/a.png": new Uint8Array([1, 2]),
    }),
  );
  expect(folder.paths).toEqual(["content/über.md", "hugo.toml", "static/a.png"]);
  expect([await folder.text("content/über.md"), await folder.head("hugo.toml", 5)]).toEqual([
    "---\ntitle: Über\n---\nHallo.\n",
    "",
  ]);
  expect(await folder.bytes("static/a.png")).toEqual(new Uint8Array([1, 2]));
});

test("an archive in parts is one archive, and files may be stored as they are", async () => {
  const part = zipOf([{ path: "a.md", content: "A", method: 0 }]);
  const folder = await zipFolder(zipOfAll({ "Part-1.zip": new Uint8Array(await part.arrayBuffer()) }));
  expect([folder.paths, await folder.text("a.md")]).toEqual([["a.md"], "A"]);
});

const ID = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210", "00112233445566778899aabbccddeeff"];

test("an export of Notion arrives as pages that link to each other, with their properties", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(
    await zipFolder(
      zipOfAll({
        [`Harbour ${ID[0]}.md`]: `# Harbour\n\nSee [Tide](Harbour%20${ID[0]}/Tide%20tables%20${ID[1]}.md).\n`,
        [`Harbour ${ID[0]}/Tide tables ${ID[1]}.md`]:
          "# Tide tables\n\nDate: 2024-03-01\nTags: Water, Moon\nDepth: 3 m\n\nThe text: it stays.\n",
        [`Harbour ${ID[0]}/List ${ID[2]}.csv`]: "Name,Depth\nTide tables,3 m\n",
      }),
    ),
  );
  expect(site.textAt("/harbour")).toBe(`See [Tide](page:${site.idAt("/harbour/tide-tables")}).`);
  expect(site.at("/harbour/tide-tables")).toMatchObject({
    title: "Tide tables",
    date: "2024-03-01",
    source: `notion:${ID[1]}`,
  });
  expect(site.at("/harbour/tide-tables")?.values?.["topics"]).toHaveLength(2);
  expect(site.textAt("/harbour/tide-tables")).toBe("- **Depth:** 3 m\n\nThe text: it stays.");
  expect(losses.map(({ what }) => what)).toContain(
    "the table List, whose rows are pages of their own. A content type takes it under Entries, Import",
  );
});
