/** Documents of a word processor, moved into a site. */
import { expect, test } from "vitest";
import { readWord } from "../../sites/moving/read/word/readWord.ts";
import { folderOf, MemorySite } from "./memorySite.ts";
import { bytesOf, documentOf, paragraph, R } from "./docxText.ts";
import { zipOf } from "./zipOf.ts";

const run = (text: string, looks = ""): string =>
  `<w:r>${looks && `<w:rPr>${looks}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

const PICTURE = `<w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:docPr id="1" name="p" descr="A quay"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="rId2" xmlns:r="${R}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

const BODY =
  paragraph("Tide tables", "Title") +
  paragraph("High water", "heading2") +
  paragraph(`${run("Read ")}${run("before", "<w:b/>")}${run(" you sail.")}<w:r><w:footnoteReference w:id="7"/></w:r>`) +
  paragraph(PICTURE);

test("a document arrives with its title, headings, picture and footnotes", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(
    folderOf({ "guides/Tide tables.docx": await documentOf(BODY), "guides/~$Tide tables.docx": "lock" }),
  );
  const page = site.at("/guides/tide-tables");
  expect(page).toMatchObject({ title: "Tide tables", source: "docx:guides/Tide tables.docx" });
  const text = JSON.stringify(page?.sections);
  expect(text).toContain("## High water");
  expect(text).toContain(String.raw`Read **before** you sail.[^1]`);
  expect(text).toMatch(/\[\^1\]: By the \\{0,2}<harbour\\{0,2}> master\./);
  expect(text).toMatch(/!\[A quay\]\(\/media\/[0-9a-f]{64}\/picture-1\.png\)/);
  expect(losses).toEqual([]);
});

test("a document that is damaged or unpacks to too much is told, and the others arrive", async () => {
  const site = await MemorySite.open();
  const bomb = zipOf([{ path: "word/document.xml", content: "x".repeat(1000), says: 10 }]);
  const { losses } = await site.move(
    folderOf({ "a.docx": await documentOf(BODY), "b.docx": "no archive", "c.docx": await bytesOf(bomb) }),
  );
  expect(site.at("/a")).toMatchObject({ title: "Tide tables" });
  expect(losses.map(({ place, what }) => [place, what.slice(0, 32)])).toEqual([
    ["b.docx", "a document that cannot be read: "],
    ["c.docx", "a document that cannot be read: "],
  ]);
});

test("a picture that several places of a text show is kept once", async () => {
  const site = await MemorySite.open();
  await site.move(folderOf({ "a.docx": await documentOf(BODY + paragraph(PICTURE)) }));
  const text = JSON.stringify(site.at("/a")?.sections);
  expect(text.match(/picture-\d+\.png/g)).toEqual(["picture-1.png", "picture-1.png"]);
});

const lossesOf = async (document: Uint8Array<ArrayBuffer>, most: number): Promise<string[]> =>
  (await readWord(folderOf({ "a.docx": document }), most)).losses.map(({ what }) => what);
const tooLarge = (most: number): string[] => [`a document that cannot be read: it unpacks to more than ${most} bytes`];

const LARGE_BYTES = 100_000;

test.each([
  [10, []],
  [11, tooLarge(10 * LARGE_BYTES)],
])("a picture counts each time that the text shows it: %i times", async (times, expected) => {
  const document = await documentOf(paragraph(PICTURE.repeat(times)), new Uint8Array(LARGE_BYTES));
  expect(await lossesOf(document, 10 * LARGE_BYTES)).toEqual(expected);
});

test.each([999, 1000])(
  "parts of every name count towards what a document unpacks to: %i bytes at most",
  async (most) => {
    const document = await bytesOf(zipOf([{ path: ".git/a.xml", content: "x".repeat(1000) }]));
    const told = await lossesOf(document, most);
    expect(told.length).toBe(1); // The archive is no document in either case.
    expect(told[0] === tooLarge(most)[0]).toBe(most < 1000);
  },
);
