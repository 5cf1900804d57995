import { coded, keepsDirectives, withCodes } from "../../../sites/editor/xliff/codes.ts";
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { TextLoss } from "../../../sites/editor/xliff/incoming.ts";
import { readXliff } from "../../../sites/editor/xliff/reading.ts";
import { readDirectiveText, textSchemas, textsOfPage } from "../../../sites/editor/xliff/texts.ts";
import { COPY, pair, planOf, SOURCE, translatedFile, TYPES, written } from "./exchange.ts";

const isRead = (_: string, value: string | null): boolean => value === null || value === "title";

const statesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<unit id="([^"]+)".*?<segment state="(\w+)">/gs)].map(([, id = "", state = ""]) => [id, state]),
  );

describe("a file for translators", () => {
  test("has no value that a member chose from a list, and no fixed one", () => {
    const fields = { title: "Wooden boats", size: "small", kind: "boat" };
    const page: Page = { ...SOURCE, sections: [{ id: "hero", type: "drawbridge.basics/hero", fields }] };
    const ids = textsOfPage(page, textSchemas(TYPES)).map(({ id }) => id);
    expect(ids).toEqual(["page.title", "section.hero.title"]);
  });

  test("has every text that people read, and nothing else", () => {
    const read = readXliff(written(pair(null)));
    if (!read.ok) throw new Error(read.error.fault);
    const [file] = read.value.files;
    expect([read.value.source, read.value.target, file?.id, file?.original, file?.version]).toEqual([
      "en",
      "de",
      "boats",
      "/boats",
      5,
    ]);
    expect(file?.units.map(({ id, name, source }) => [id, name, source])).toEqual([
      ["page.title", "title", ["Boats & <planks>"]],
      ["section.hero.title", "Title", ["Wooden boats"]],
      ["section.hero.text", "Text", ["See [prices", { code: "1" }, " and\n\n**[mail", { code: "2" }, "**."]],
      ["section.hero.image.alt", "Picture › Description for people who do not see the picture", ["A boat"]],
      ["section.hero.cards.0.title", "Cards › 1. › Name", ["First"]],
      ["section.hero.cards.1.title", "Cards › 2. › Name", ["Second"]],
    ]);
  });

  test.each([
    ['[a](/b "T")', ["[a", "](/b", ' "T")']],
    ["[a](</b c>) <https://d.example>", ["[a", "](</b c>)", " ", "<https://d.example>"]],
    ["[a][b]\n\n[b]: /c 'T'", ["[a][b]\n\n[b]: ", "/c", " 'T'"]],
    ["![a](/b_(c)) x", ["![a", "](/b_(c))", " x"]],
  ])("keeps the addresses of %j apart", (text, parts) => {
    const { pieces, codes } = coded(text, true, () => false);
    expect(pieces.map((piece) => (typeof piece === "string" ? piece : codes[piece.code]))).toEqual(parts);
    expect(pieces.map((piece) => typeof piece)).toEqual(
      parts.map((part) => (/^(?:\]?\(?<?\/|<?https)/.test(part) ? "object" : "string")),
    );
  });

  test.each([
    [
      ':a.b/c[the *pier*]{to="/a" title="A \\"b\\""}.',
      [":a.b/c[", "the *pier*", ']{to="/a" title="', 'A \\"b\\"', '"}', "."],
    ],
    [':::a.b/c{title="A" kind="b"}\nwords\n:::', [':::a.b/c{title="', "A", '" kind="b"}', "\nwords\n:::"]],
    ['(:a.b/c[[a](/b)]) <:a.b/d{kind="b"}>', ["(", ":a.b/c[", "[a", "](/b)", "]", ") <", ':a.b/d{kind="b"}', ">"]],
  ])("keeps the signs and values of %j apart", (text, parts) => {
    const { pieces, codes } = coded(text, true, isRead);
    expect(pieces.map((piece) => (typeof piece === "string" ? piece : codes[piece.code]))).toEqual(parts);
    expect(withCodes(pieces, codes)).toBe(text);
    expect(keepsDirectives(text, text, isRead)).toBe(true);
  });

  test("writes quotes of translators into values with backslashes, and refuses a directive that was broken", () => {
    const text = ':a.b/c[pier]{to="/a" title="A"} :a.b/d[x]';
    const { pieces, codes } = coded(text, true, isRead);
    const translated = (words: string, title: string) =>
      withCodes(
        pieces.map((piece) => (piece === "pier" ? words : piece === "A" ? title : piece)),
        codes,
      ) ?? "";
    expect(translated("Steg", 'Das "A" \\"B\\"')).toBe(':a.b/c[Steg]{to="/a" title="Das \\"A\\" \\"B\\""} :a.b/d[x]');
    expect(keepsDirectives(text, translated("Steg", "C"), isRead)).toBe(true);
    expect(keepsDirectives(text, translated("Steg]", "C"), isRead)).toBe(false);
    expect(keepsDirectives(text, ':a.b/d[y] :a.b/c[z]{to="/a" title=""}', isRead)).toBe(true);
    expect(keepsDirectives(text, ':a.b/d[y] :a.b/c[z]{to="/b" title=""}', isRead)).toBe(false);
  });

  test("reads texts alone among the values of a directive", () => {
    const properties = {
      title: { type: "string", title: "Title" },
      kind: { title: "Kind", enum: ["a"] },
      to: { $ref: "drawbridge:link", title: "To" },
    };
    const read = readDirectiveText(textSchemas([], [{ directive: "a.b/c", fields: { type: "object", properties } }]));
    expect([null, "title", "kind", "to", "other", "constructor"].map((value) => read("a.b/c", value))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(read("a.b/d", "title")).toBe(false);
  });

  test("says what is translated, what was only copied, and what has changed since", () => {
    expect(statesOf(written(pair(COPY)))).toMatchObject({
      "page.title": "translated",
      "section.hero.title": "initial",
    });
    const changed = written(pair(COPY, ["page.title"]));
    expect(statesOf(changed)["page.title"]).toBe("initial");
    expect(changed).toContain(">Boote</target>");
  });

  test("keeps characters that XML cannot hold, and line ends", () => {
    const body = { ...SOURCE, sections: [], title: 'a\u0001b\r\n\uFFFF"c"' };
    const read = readXliff(written({ ...pair(null), body }));
    expect(read.ok && read.value.files[0]?.units[0]?.source).toEqual([body.title]);
  });
});

describe("a translated file", () => {
  test("makes the translation of a page that has none", () => {
    const { pages, lost } = planOf(pair(null), translatedFile(written(pair(null))));
    expect(lost).toEqual([]);
    const [hero, odd] = SOURCE.sections;
    expect(pages).toEqual([
      {
        page: "boats",
        title: SOURCE.title,
        texts: 6,
        edit: {
          do: "create",
          anyPath: true,
          body: {
            path: "/de/boats",
            title: "DE Boats & <planks>",
            language: "de",
            translationOf: "boats",
            translatedFrom: { page: "boats", version: 5 },
            sections: [
              {
                ...hero,
                fields: {
                  title: "DE Wooden boats",
                  text: "DE See [prices](page:prices) and\n\n**[mail](mailto:a@b.example)**.",
                  anchor: "boats",
                  image: { src: "/media/a.webp", alt: "DE A boat", width: 4, height: 3 },
                  cards: [{ title: "DE First" }, { title: "DE Second" }],
                },
              },
              odd,
            ],
          },
        },
      },
    ]);
  });

  test("changes the texts of a translation that there is, and counts it as made from the source of the file", () => {
    const { pages, lost } = planOf(pair(COPY), translatedFile(written(pair(COPY))));
    expect([lost, pages[0]?.edit]).toEqual([
      [],
      {
        do: "edit",
        page: "boote",
        expected: 2,
        operations: [
          { op: "page", changes: { title: "DE Boats & <planks>", translatedFrom: { page: "boats", version: 5 } } },
          {
            op: "set",
            section: "hero",
            fields: {
              "/title": "DE Wooden boats",
              "/text": "DE See [prices](page:prices) and\n\n**[mail](mailto:a@b.example)**.",
              "/image/alt": "DE A boat",
              "/cards/0/title": "DE First",
              "/cards/1/title": "DE Second",
            },
          },
        ],
      },
    ]);
  });

  test("leaves a translation outdated if one of its texts is not translated yet", () => {
    const text = translatedFile(written(pair(COPY))).replace('state="final"', 'state="initial"');
    expect(JSON.stringify(planOf(pair(COPY), text).pages)).not.toContain("translatedFrom");
  });

  test("does nothing where nothing is new", () => {
    expect(planOf(pair(COPY), written(pair(COPY)))).toEqual({ pages: [], lost: [] });
  });

  test("takes a text although its source has changed meanwhile, and says so", () => {
    const old = { ...pair(COPY), body: { ...SOURCE, title: "Old boats" }, version: 4 };
    const { pages, lost } = planOf(pair(COPY), translatedFile(written(old)));
    expect(lost).toEqual([{ loss: "source", page: "Boote", place: "title", text: "DE Old boats" }]);
    expect(pages[0]?.edit).toMatchObject({
      operations: [{ changes: { title: "DE Old boats", translatedFrom: { version: 4 } } }, {}],
    });
  });

  test("joins the segments of a unit, as programs split them", () => {
    const text = written(pair(COPY)).replace(
      /<segment state="initial">\n<source xml:space="preserve">Wooden boats<\/source>\n<\/segment>/,
      `<segment state="final"><source>Wooden</source><target>Hölzerne</target></segment>
       <ignorable><source> </source><target> </target></ignorable>
       <segment state="final"><source>boats</source><target><mrk id="m1">Boo<?pi x?>te</mrk></target></segment>`,
    );
    const { pages, lost } = planOf(pair(COPY), text);
    expect([lost, pages[0]?.edit]).toMatchObject([[], { operations: [{ fields: { "/title": "Hölzerne Boote" } }] }]);
  });

  const CASES: readonly [loss: TextLoss, translation: Page, found: string, given: string][] = [
    ["place", { ...COPY, sections: [] }, "Wooden boats", "Wooden boats"],
    ["markup", COPY, '<ph id="1" dataRef="d1"/>', ""],
    ["refused", COPY, "Wooden boats", "B".repeat(41)],
  ];
  test.each(CASES)("names a text that does not fit: %s", (loss, translation, found, given) => {
    const text = translatedFile(written(pair(COPY))).replaceAll(found, given);
    expect(planOf(pair(translation), text).lost.map((one) => one.loss)).toContain(loss);
  });
});
