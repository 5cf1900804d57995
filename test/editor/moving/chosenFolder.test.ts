/** Files chosen in a browser, as the source of an import. */
import { expect, test } from "vitest";
import { MEDIA_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { chosenFolder, isTable } from "../../../sites/editor/moving/chosenFolder.ts";
import { zipOfAll } from "../../moving/zipOf.ts";

/** A file as the browser gives it: one of a folder knows its path. */
const chosen = (name: string, content: string | Uint8Array<ArrayBuffer> = "", webkitRelativePath = ""): File =>
  Object.assign(new File([content], name), { webkitRelativePath });

test("files of a folder have their paths below it, and those of systems are left out", async () => {
  const folder = await chosenFolder([
    chosen("b.md", "Zwei", "old/posts/b.md"),
    chosen("a.md", "Eins", "old/a.md"),
    chosen("x.md", "", "old/node_modules/x/x.md"),
    chosen(".DS_Store", "", "old/.DS_Store"),
  ]);
  expect(folder.paths).toEqual(["a.md", "posts/b.md"]);
  expect([await folder.text("a.md"), await folder.head("posts/b.md", 2)]).toEqual(["Eins", "Zw"]);
  await expect(folder.bytes("c.md")).rejects.toThrow("There is no file c.md.");
});

test("an archive is told by its first bytes, and a document of a word processor is none", async () => {
  const zip = new Uint8Array(await zipOfAll({ "one.md": "# One" }).arrayBuffer());
  expect((await chosenFolder([chosen("site.backup", zip)])).paths).toEqual(["one.md"]);
  expect((await chosenFolder([chosen("letter.docx", zip)])).paths).toEqual(["letter.docx"]);
});

test("a text in pieces keeps its letters, and broken UTF-8 becomes U+FFFD", async () => {
  const folder = await chosenFolder([chosen("a.md", new Uint8Array([0x41, 0xff, 0xc3, 0xa4]))]);
  let text = "";
  for await (const piece of folder.stream("a.md")) text += piece;
  expect(text).toBe("A\ufffdä");
});

test("a file that no site takes is refused before it is read", async () => {
  const file = chosen("film.mp4");
  const bytesOf = async (size: number): Promise<unknown> => {
    Object.defineProperty(file, "size", { value: size, configurable: true });
    return (await chosenFolder([file, chosen("a.md")])).bytes("film.mp4");
  };
  await expect(bytesOf(MEDIA_MAX_BYTES)).resolves.toBeDefined();
  await expect(bytesOf(MEDIA_MAX_BYTES + 1)).rejects.toThrow(`a file may have ${MEDIA_MAX_BYTES}`);
});

test("one table is told by its name", () => {
  expect(
    [[chosen("a.CSV")], [chosen("a.tsv")], [chosen("a.xml")], [chosen("a.csv"), chosen("b.csv")]].map(isTable),
  ).toEqual([true, true, false, false]);
});
