import { describe, expect, test } from "vitest";
import { listedWarnings } from "../../../../runtime/editing/comparing/publication.ts";
import { importMark } from "../../../../runtime/editing/comparing/importMarks.ts";
import { IMPORT_MARKS_LISTED, PUBLISH_WARNINGS_LISTED } from "../../../../manifests/bounds/publishing.ts";
import type { Contributes } from "../../../../manifests/manifest/manifest.ts";
import { type MediaTypeName, mediaRow, mediaTypesOf } from "../../../../manifests/shapes/mediaTypes.ts";
import type { MediaView } from "../../../../runtime/media/views.ts";
import { PACK, SITE, page, plugin, textSection, worldWith, type World } from "../../kernel/world.ts";

const PICTURES = mediaTypesOf("picture");

const pictures = plugin(
  "test.pictures",
  {
    media: [{ name: "picture", title: "Picture", types: PICTURES, maxBytes: 10_000 }],
    sections: [
      {
        name: "look",
        title: "Look",
        description: "Look",
        category: "media",
        template: "look.liquid",
        markdown: "look.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: {
            pictures: { type: "array", title: "Pictures", items: { $ref: "drawbridge:image", title: "One" } },
          },
          additionalProperties: false,
        },
        example: { fields: {} },
      },
    ],
  } as unknown as Contributes,
  { "look.liquid": "<p>A look</p>" },
);
const aWorld = (): Promise<World> => worldWith({ home: page("/") }, [...PACK, pictures]);

const DIGEST = "a".repeat(64);
const FILE = { digest: DIGEST, type: "image/png", bytes: 2_000, width: 8, height: 6 } as const;

/** A file as an upload lists it. */
async function uploaded({ kernel, run }: World, type: MediaTypeName = FILE.type): Promise<MediaView> {
  const file = { ...FILE, type, name: `boat.${mediaRow(type).ending}` };
  const { upload } = kernel.media.begin(SITE, file.bytes);
  kernel.media.place(SITE, upload, { ...file, preview: null });
  const listed = await run<MediaView>("media.create", file);
  kernel.media.end(upload);
  return listed;
}

const SIDES = { width: 8, height: 6 };
const withPicture = (src: string, alt = "A boat", said: { decorative?: boolean } = {}) =>
  page("/", {
    sections: [{ id: "s1", type: "test.pictures/look", fields: { pictures: [{ ...SIDES, src, alt, ...said }] } }],
  });

const warned = ({ kernel }: World): string[] => kernel.reads.publication(SITE).warnings.map(({ code }) => code);

describe("the warning of a picture that is missing", () => {
  test("is of a file that was removed, and not of one that is there", async () => {
    const world = await aWorld();
    const { id, path, version } = await uploaded(world);
    await world.write("home", withPicture(path));
    expect(warned(world)).toEqual([]);
    await world.run("media.delete", { media: id, expected: version, force: true });
    expect(warned(world)).toEqual(["picture_missing"]);
    const again = await uploaded(world);
    expect([again.path === path, warned(world)]).toEqual([false, ["picture_missing"]]);
    await world.write("home", withPicture(again.path));
    expect(warned(world)).toEqual([]);
  });

  test.each([
    ["an example's stand-in", "/media/example.svg"],
    ["a file that nobody has uploaded", `/media/${DIGEST}/boat.png`],
  ])("is of %s", async (_, src) => {
    const world = await aWorld();
    await world.write("home", withPicture(src));
    expect(warned(world)).toEqual(["picture_missing"]);
    await world.write("home", page("/", { image: { ...SIDES, src, alt: "Shared" } }));
    expect(world.kernel.reads.publication(SITE).warnings).toMatchObject([
      { code: "picture_missing", id: "home", section: null },
    ]);
  });

  test("comes beside the one of a picture that nothing is said of", async () => {
    const world = await aWorld();
    await world.write("home", withPicture("/media/example.svg", ""));
    expect(warned(world)).toEqual(["picture_missing", "picture_undescribed"]);
  });
});

describe("the warning of a picture that nobody has described", () => {
  test.each([
    ["comes while nothing is said of it", "", {}, ["picture_undescribed"]],
    ["stays when somebody said that it does more than decorate", "", { decorative: false }, ["picture_undescribed"]],
    ["goes when somebody said that it only decorates", "", { decorative: true }, []],
    ["goes with a description", "A boat", {}, []],
  ])("%s", async (_, alt, said, codes) => {
    const world = await aWorld();
    const { path } = await uploaded(world);
    await world.write("home", withPicture(path, alt, said));
    expect(warned(world)).toEqual(codes);
  });
});

describe("the warnings of a page for readers", () => {
  const forReaders = { audience: ["readers"] };

  test("name a file that everybody gets, until it is for readers", async () => {
    const world = await aWorld();
    const { id, path, version } = await uploaded(world);
    await world.write("home", { ...withPicture(path), ...forReaders });
    expect(warned(world)).toEqual(["file_open"]);
    await world.run("media.audience", { media: id, expected: version, audience: ["paid"] });
    expect(warned(world)).toEqual([]);
    await world.write("home", withPicture(path));
    expect(warned(world)).toEqual([]);
  });

  test("leave out the picture by which lists tease the page", async () => {
    const world = await aWorld();
    const { path: src } = await uploaded(world);
    const image = { ...SIDES, src, alt: "A boat" };
    await world.write("home", page("/", { ...forReaders, image, teaser: true }));
    expect(warned(world)).toEqual([]);
    await world.write("home", page("/", { ...forReaders, image }));
    expect(warned(world)).toEqual(["file_open"]);
  });

  test("name each translation that stays open, at the source alone", async () => {
    const world = await aWorld();
    await world.write("start", page("/de", { language: "de", translationOf: "home" }));
    expect(warned(world)).toEqual([]);
    await world.write("home", page("/", forReaders));
    expect(world.kernel.reads.publication(SITE).warnings).toMatchObject([
      { code: "translation_open", id: "home", target: { id: "start", path: "/de" }, section: null },
    ]);
    await world.write("start", page("/de", { language: "de", translationOf: "home", ...forReaders }));
    expect(warned(world)).toEqual([]);
    await world.write("home", page("/"));
    expect(warned(world)).toEqual([]);
  });
});

describe("the warning of a page picture that link previews do not show", () => {
  const SHOWN = new Set(["image/gif", "image/jpeg", "image/png"]);

  test.each(PICTURES)("is right for %s, and none for a section's picture", async (type) => {
    const world = await aWorld();
    const { path: src } = await uploaded(world, type);
    await world.write("home", withPicture(src));
    expect(warned(world)).toEqual([]);
    await world.write("home", page("/", { image: { ...SIDES, src, alt: "Shared" } }));
    expect(warned(world)).toEqual(SHOWN.has(type) ? [] : ["picture_unpreviewed"]);
  });
});

const openings = plugin(
  "test.openings",
  {
    sections: [
      { name: "opening", title: "Opening", providesTitle: true },
      { name: "plain", title: "Plain", providesTitle: false },
    ].map((said) => ({
      ...said,
      description: said.title,
      category: "intro",
      template: "opening.liquid",
      markdown: "opening.liquid",
      variants: [{ name: "plain", title: "Plain" }],
      fields: {
        type: "object",
        properties: {
          title: { $ref: "drawbridge:text", title: "Title", default: "A title" },
          lead: { $ref: "drawbridge:text", title: "Lead" },
        },
        required: ["title"],
        additionalProperties: false,
      },
      example: { fields: { title: "A title" } },
    })),
  } as unknown as Contributes,
  { "opening.liquid": "{{ fields.title }}" },
);

describe("the warning of a main heading that is empty", () => {
  const [OPENING, PLAIN] = ["test.openings/opening", "test.openings/plain"];
  test.each([
    ["comes with an empty title", [[OPENING, { title: "" }]], ["heading_empty"]],
    ["comes with a title of spaces", [[OPENING, { title: " \u00a0 " }]], ["heading_empty"]],
    ["is none with a title", [[OPENING, { title: "A" }]], []],
    ["is none while a text is empty that nobody asks for", [[OPENING, { title: "A", lead: "" }]], []],
    [
      "is none below another section",
      [
        [PLAIN, { title: "A" }],
        [OPENING, { title: "" }],
      ],
      [],
    ],
    ["is none of a type that shows no main heading", [[PLAIN, { title: "" }]], []],
  ] as const)("%s", async (_, sections, codes) => {
    const world = await worldWith({ home: page("/") }, [...PACK, openings]);
    const drafted = sections.map(([type, fields], index) => ({ id: `s${index}`, type: type ?? "", fields }));
    await world.write("home", page("/", { sections: drafted }));
    const { warnings } = world.kernel.reads.publication(SITE);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
    expect(warnings.map(({ section, sectionTitle }) => [section, sectionTitle])).toEqual(
      codes.map(() => ["s0", "Opening"]),
    );
  });
});

describe("the warnings of a publication", () => {
  test.each([PUBLISH_WARNINGS_LISTED - 1, PUBLISH_WARNINGS_LISTED, PUBLISH_WARNINGS_LISTED + 1])(
    "are listed up to the bound and counted, of %i",
    async (count) => {
      const world = await aWorld();
      const fields = { pictures: [{ ...SIDES, src: "/media/example.svg", alt: "A boat" }] };
      const sections = Array.from({ length: count }, (_, n) => ({ id: `s${n}`, type: "test.pictures/look", fields }));
      await world.write("home", page("/", { sections }));
      const { warnings, total } = world.kernel.reads.publication(SITE);
      expect([warnings.length, total]).toEqual([Math.min(count, PUBLISH_WARNINGS_LISTED), count]);
    },
  );

  test.each([
    [PUBLISH_WARNINGS_LISTED + 1, 3, PUBLISH_WARNINGS_LISTED + 3],
    [0, IMPORT_MARKS_LISTED - 1, IMPORT_MARKS_LISTED - 1],
    [0, IMPORT_MARKS_LISTED, IMPORT_MARKS_LISTED],
    [1, IMPORT_MARKS_LISTED + 1, IMPORT_MARKS_LISTED + 1],
  ])("of %i other faults and %i marks of an import, %i are listed", async (faults, marks, listed) => {
    const world = await aWorld();
    await world.write("home", page("/", { sections: [textSection(importMark("block map"), "s1")] }));
    const [mark] = world.kernel.reads.publication(SITE).warnings;
    const of = (count: number, code: "import_marked" | "html_shown") =>
      Array.from({ length: count }, () => ({ ...(mark ?? expect.unreachable()), code }));
    expect(listedWarnings([...of(faults, "html_shown"), ...of(marks, "import_marked")])).toHaveLength(listed);
  });
});
