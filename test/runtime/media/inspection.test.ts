import { describe, expect, test } from "vitest";
import { IMAGE_MAX_SIDE } from "../../../manifests/bounds/fields.ts";
import {
  ICON_MAX_PICTURES,
  MEDIA_HEADER_MAX_BYTES,
  MEDIA_MAX_PIXELS,
  MEDIA_MAX_QUESTIONS,
  ZIP_TAIL_BYTES,
} from "../../../manifests/bounds/media.ts";
import { MEDIA_TYPES } from "../../../manifests/shapes/mediaTypes.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type MediaFacts, Inspection } from "../../../runtime/media/inspection.ts";
import { FORMATS } from "../../../runtime/media/formats/index.ts";
import { type Walk, Walker } from "../../../runtime/media/formats/walk.ts";
import {
  AVIF,
  CSV,
  DOCX,
  DOCX_PARTS,
  GIF,
  ICO,
  SVG,
  icoOf,
  JPEG,
  MP3,
  MP4,
  OGG,
  PDF,
  PNG,
  TEXT,
  WAV,
  WEBM,
  WEBP,
  WOFF2,
  archiveOf,
  be16,
  be32,
  box,
  bytes,
  mp4Of,
  oggPage,
  pngOf,
  pngOfBytes,
  wavOf,
  webmOf,
  wholeZipOf,
  zipOf,
  zipRecordOf,
} from "../../support/mediaFiles.ts";
import { excess } from "../../support/effort.ts";

function inspect(file: Uint8Array, step = file.length): MediaFacts {
  const inspection = new Inspection("image/png, application/pdf");
  for (let at = 0; at < file.length; at += step) inspection.push(file.subarray(at, at + step));
  return inspection.end();
}

const refusalOf = (file: Uint8Array): Refusal => {
  try {
    inspect(file);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("it was taken");
};

const le32 = (value: number): number[] => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];

function codeOf(file: Uint8Array): string {
  try {
    return inspect(file).type;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const REFUSED = "UNSUPPORTED_MEDIA_TYPE";
const SEVEN_BY_FIVE = { width: 7, height: 5 };
const FILES = [
  ["image/png", PNG, SEVEN_BY_FIVE],
  ["image/jpeg", JPEG, SEVEN_BY_FIVE],
  ["image/gif", GIF, SEVEN_BY_FIVE],
  ["image/webp", WEBP, SEVEN_BY_FIVE],
  ["image/avif", AVIF, SEVEN_BY_FIVE],
  ["video/mp4", MP4, { width: 640, height: 360 }],
  ["video/webm", WEBM, { width: 320, height: 240 }],
  ["application/pdf", PDF, null],
  ["audio/mpeg", MP3, null],
  ["audio/ogg", OGG, null],
  ["audio/wav", WAV, null],
  ["font/woff2", WOFF2, null],
  ["text/plain", TEXT, null],
  ["image/svg+xml", SVG, null],
  ["image/x-icon", ICO, { width: 7, height: 5 }],
  ["text/csv", CSV, null],
  ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", DOCX, null],
] as const;

describe("a file", () => {
  test("of no type at all is refused with what is taken where it goes", () => {
    expect(refusalOf(Buffer.from("# Notes\0\n"))).toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      detail: { issues: [{ found: "a file of an unknown type", allowed: "image/png, application/pdf" }] },
    });
  });

  test("that is empty is called so", () => {
    expect(refusalOf(Buffer.alloc(0))).toMatchObject({ detail: { issues: [{ found: "an empty file" }] } });
  });

  test.each(["heic", "heix", "mif1", "hevc"])("of the brand %s is called what it is", (brand) => {
    const file = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), Buffer.alloc(12)]);
    expect(refusalOf(file)).toMatchObject({
      detail: { issues: [{ found: "an iPhone picture (HEIC)", allowed: expect.stringContaining("Most Compatible") }] },
    });
  });

  test.each(FILES)("of %s is known by its bytes, however they come", (type, file, size) => {
    for (const step of [1, 2, 7, 64, file.length])
      expect(inspect(file, step)).toEqual({ type, bytes: file.length, size });
  });

  test("of icons has a bound of pictures", () => {
    const icons = (count: number): Uint8Array => {
      const entries = Array.from({ length: count }, (_, at) => [
        7,
        5,
        0,
        0,
        1,
        0,
        32,
        0,
        PNG.length,
        0,
        0,
        0,
        ...le32(6 + count * 16 + at * PNG.length),
      ]);
      return bytes([0, 0, 1, 0, count, 0], ...entries, ...entries.map(() => PNG));
    };
    for (const [more, code] of [
      [-1, "image/x-icon"],
      [0, "image/x-icon"],
      [1, "UNSUPPORTED_MEDIA_TYPE"],
    ] as const)
      expect([more, codeOf(icons(ICON_MAX_PICTURES + more))]).toEqual([more, code]);
  });

  test("of every type a plugin may name can be recognised, and every one that is recognised can be named", () => {
    expect(FORMATS.map(({ type }) => type).toSorted()).toEqual([...MEDIA_TYPES].toSorted());
    expect(FILES.map(([type]) => type).toSorted()).toEqual([...MEDIA_TYPES].toSorted());
  });

  // The end of a film or sound has no marker. Whether one is complete follows from the ends of its parts. Tests of
  // drawings are those of their cleaning, which reads the whole text.
  test.each(FILES.filter(([type]) => type !== "audio/mpeg" && type !== "image/svg+xml" && !type.startsWith("text/")))(
    "of %s that was cut off anywhere is refused",
    (_, file) => {
      const taken = [];
      for (let length = 0; length < file.length; length++) {
        if (codeOf(file.subarray(0, length)) !== "UNSUPPORTED_MEDIA_TYPE") taken.push(length);
      }
      // A PDF may lack the line break after its last word.
      expect(taken).toEqual(file === PDF ? [file.length - 1] : []);
    },
  );

  test.each(FILES)("of %s with an archive behind it is refused", (_, file) => {
    expect(codeOf(bytes(file, zipOf("page.html")))).toBe("UNSUPPORTED_MEDIA_TYPE");
  });

  test.each(FILES.filter(([type]) => type.startsWith("image/") !== (type === "image/svg+xml") || type === "video/mp4"))(
    "of %s with anything behind it is refused",
    (_, file) => {
      for (const more of ["X", "<script>alert(1)</script>", "\xff\xd8", "%PDF-1.7"])
        expect(codeOf(bytes(file, more))).toBe("UNSUPPORTED_MEDIA_TYPE");
    },
  );

  test("that hides an archive where its type allows anything is refused: a program for archives reads from the end", () => {
    const comment = (length: number) =>
      bytes("PK\x05\x06", new Uint8Array(16), [length & 255, length >>> 8], new Uint8Array(length));
    for (const length of [0, 1, 65_534, 65_535])
      expect(codeOf(bytes(MP4, box("free", comment(length))))).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(codeOf(bytes(MP4, box("free", "PK\x05\x06", new Uint8Array(40))))).toBe("video/mp4");
  });

  test("that hides an archive with something behind it is refused, too: most programs look past that", () => {
    const archive = wholeZipOf("page.html");
    const [start, end] = [PDF.subarray(0, 9), PDF.subarray(9)];
    expect(codeOf(bytes(start, "%", archive, "\n", end))).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(
      codeOf(bytes(PNG.subarray(0, 33), be32(archive.length), "teXt", archive, [0, 0, 0, 0], PNG.subarray(33))),
    ).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(codeOf(bytes(MP4, box("free", new Uint8Array(100_000), zipRecordOf({ listBytes: 70_000 }), "X")))).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  test.each([
    [-1, "UNSUPPORTED_MEDIA_TYPE"],
    [0, "UNSUPPORTED_MEDIA_TYPE"],
    [1, "video/mp4"],
  ])("with an archive that ends as far from its end as programs look, and %i bytes, is %s", (more, code) => {
    const archive = wholeZipOf("page.html");
    expect(
      codeOf(bytes(MP4, box("free", archive, new Uint8Array(ZIP_TAIL_BYTES - zipRecordOf({}).length + more)))),
    ).toBe(code);
  });

  test.each<[string, string, Parameters<typeof zipRecordOf>[0], string]>([
    ["an archive", "PK\x01\x02", { listBytes: 50 }, "UNSUPPORTED_MEDIA_TYPE"],
    ["one that says it has no files", "PK\x01\x02", { here: 0, listBytes: 50 }, "UNSUPPORTED_MEDIA_TYPE"],
    ["one that says it is on several disks", "PK\x01\x02", { disk: 1, listBytes: 50 }, "UNSUPPORTED_MEDIA_TYPE"],
    ["one that says it has more files", "PK\x01\x02", { here: 1, files: 2, listBytes: 50 }, "UNSUPPORTED_MEDIA_TYPE"],
    ["one without its list", "PK\x01\x03", { listBytes: 50 }, "video/mp4"],
    ["one with its list in another place", "PK\x01\x02", { listBytes: 49 }, "video/mp4"],
    ["one with its list where it says in the file", "PK\x01\x02", { from: MP4.length + 8 }, "UNSUPPORTED_MEDIA_TYPE"],
    ["one with its list beside where it says in the file", "PK\x01\x02", { from: MP4.length + 9 }, "video/mp4"],
    ["one with a list longer than the file", "PK\x01\x02", { listBytes: 1_000_000 }, "video/mp4"],
  ])("in which something looks like the record of %s is refused only for an archive", (_, list, record, code) => {
    expect(codeOf(bytes(MP4, box("free", list, new Uint8Array(46), zipRecordOf(record), "X")))).toBe(code);
  });

  test.each([
    [-1, "UNSUPPORTED_MEDIA_TYPE"],
    [0, "UNSUPPORTED_MEDIA_TYPE"],
    [1, "video/mp4"],
  ])(
    "with a record whose list, too far from the end to be looked at, has as many bytes as are before it, and %i, is %s",
    (more, code) => {
      const before = 100_000;
      const head = MP4.length + 8 + before;
      expect(
        codeOf(
          bytes(
            MP4,
            box("free", new Uint8Array(before), zipRecordOf({ disk: 1, here: 0, listBytes: head + more }), "X"),
          ),
        ),
      ).toBe(code);
    },
  );

  test("with the record of an archive of any size, and something behind it, is refused", () => {
    const record = zipRecordOf({ disk: 65_535, here: 65_535, listBytes: 0xffff_ffff });
    expect(codeOf(bytes(MP4, box("free", "PK\x06\x07", new Uint8Array(16), record, "X")))).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
    expect(codeOf(bytes(MP4, box("free", "PK\x06\x08", new Uint8Array(16), record, "X")))).toBe("video/mp4");
  });

  test("that is a PDF as well, anywhere in its first kilobyte, is refused", () => {
    for (const before of [0, 1, 900, 1_023 - 33 - 8]) {
      const png = pngOf(7, 5);
      const text = bytes(be32(before + 8), "teXt", new Uint8Array(before), "%PDF-1.7", [0, 0, 0, 0]);
      expect(codeOf(bytes(png.subarray(0, 33), text, png.subarray(33)))).toBe("UNSUPPORTED_MEDIA_TYPE");
    }
  });

  test.each([
    ["nothing", ""],
    ["one byte", "G"],
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a program", "MZ\x90\x00"],
    ["an icon of no picture", bytes([0, 0, 1, 0, 1, 0], new Uint8Array(16))],
    ["an icon of more pictures than it has", bytes([0, 0, 1, 0, 2, 0], ICO.subarray(6))],
    ["an icon of another size than its picture", icoOf(PNG, 8, 5)],
    ["an icon of a page", icoOf(bytes("<script>alert(1)</script>"), 7, 5)],
    ["an archive", "PK\x03\x04"],
    ["the beginning of a picture and a page", "GIF89a<script>alert(1)</script>"],
    ["a picture that reads as a program", "GIF89a/*" + "a".repeat(100) + "*/=1;alert(1)"],
    ["another picture in a container of its kind", box("ftyp", "heic", be32(0), "mif1heic")],
    ["a page before a PDF", "<html>%PDF-1.7\n%%EOF"],
    ["a PDF with a page behind it", "%PDF-1.7\n%%EOF\n<script>"],
    ["a PDF of no version", "%PDF-x.y\n%%EOF"],
    ["a Matroska file", webmOf(2, 2, "matroska")],
    ["a frame of sound and then none", bytes([0xff, 0xfb, 0x90, 0], new Uint8Array(600))],
    ["a WebP that says it is longer", bytes(WEBP.subarray(0, 4), [0xff, 0, 0, 0], WEBP.subarray(8))],
    ["a PNG whose header is not its first part", bytes(PNG.subarray(0, 8), be32(0), "IDAT", be32(0), PNG.subarray(8))],
    ["a PNG that shows nothing", bytes(pngOf(7, 5).subarray(0, 33), be32(0), "IEND", be32(0))],
    ["a JPEG that shows nothing", "\xff\xd8\xff\xd9"],
    ["a JPEG within a JPEG", bytes(JPEG.subarray(0, 2), JPEG)],
    ["a box shorter than its head", bytes(MP4, be32(7), "free")],
    [
      "a box longer than the one it is in",
      bytes(box("ftyp", "isom", be32(0)), be32(16), "moov", be32(100), "trak", box("mdat", "x")),
    ],
    ["a film without a film", box("ftyp", "isom", be32(0), "isom")],
  ])("that is %s is refused", (_, content) => {
    // Random content may parse as a size as well.
    expect(codeOf(bytes(content))).toBe(String(content).startsWith("GIF89a") ? "TOO_LARGE" : "UNSUPPORTED_MEDIA_TYPE");
  });

  test("is as wide as it is shown when a camera was held upright", () => {
    const exif = (turn: number) =>
      bytes(
        [0xff, 0xe1],
        be16(2 + 6 + 8 + 2 + 12 + 4),
        "Exif\0\0",
        "MM\0*",
        be32(8),
        be16(1),
        be16(0x0112),
        be16(3),
        be32(1),
        be16(turn),
        be16(0),
        be32(0),
      );
    const other = bytes([0xff, 0xe1], be16(2 + 4), "xmp\0");
    const sizeAt = (turn: number) => inspect(bytes(JPEG.subarray(0, 2), exif(turn), other, JPEG.subarray(2))).size;
    for (const turn of [0, 1, 2, 3, 4, 9]) expect(sizeAt(turn)).toEqual(SEVEN_BY_FIVE);
    for (const turn of [5, 6, 7, 8]) expect(sizeAt(turn)).toEqual({ width: 5, height: 7 });
  });

  test("of a camera may hold a second picture behind the first, with zeros between them", () => {
    expect(inspect(bytes(JPEG, [0, 0, 0], JPEG)).size).toEqual(SEVEN_BY_FIVE);
  });
});

describe("the size a picture claims", () => {
  const claims: Readonly<Record<string, (width: number, height: number) => Uint8Array>> = {
    PNG: pngOf,
    GIF: (width, height) =>
      bytes(GIF.subarray(0, 6), [width & 255, width >>> 8, height & 255, height >>> 8], GIF.subarray(10)),
    JPEG: (width, height) => {
      const at = JPEG.findIndex((byte, index) => byte === 0xff && JPEG[index + 1] === 0xc0);
      return bytes(JPEG.subarray(0, at + 5), be16(height), be16(width), JPEG.subarray(at + 9));
    },
    AVIF: (width, height) => {
      const at = AVIF.findIndex((_, index) => String.fromCharCode(...AVIF.subarray(index, index + 4)) === "ispe") + 8;
      return bytes(AVIF.subarray(0, at), be32(width), be32(height), AVIF.subarray(at + 8));
    },
    MP4: mp4Of,
    WebM: webmOf,
  };

  test.each(Object.entries(claims))("of %s is bounded before anything is decoded", (_, make) => {
    const pixels = MEDIA_MAX_PIXELS / 8_000;
    const code = (width: number, height: number) =>
      codeOf(make(width, height)).replace(/^(?:image|video)\/.*/, "taken");
    expect([IMAGE_MAX_SIDE - 1, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE + 1].map((side) => code(side, 1))).toEqual([
      "taken",
      "taken",
      "TOO_LARGE",
    ]);
    expect([IMAGE_MAX_SIDE - 1, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE + 1].map((side) => code(1, side))).toEqual([
      "taken",
      "taken",
      "TOO_LARGE",
    ]);
    expect([pixels - 1, pixels, pixels + 1].map((side) => code(side, 8_000))).toEqual(["taken", "taken", "TOO_LARGE"]);
  });

  test.each([
    [6, "UNSUPPORTED_MEDIA_TYPE"],
    [7, "image/webp"],
    [8, "UNSUPPORTED_MEDIA_TYPE"],
  ])("of a still WebP with a canvas of %i by 5 pixels around a picture of 7 by 5 is %s", (width, found) => {
    const part = bytes("VP8X", [10, 0, 0, 0, 0, 0, 0, 0, width - 1, 0, 0, 4, 0, 0]);
    const file = bytes("RIFF", [4 + part.length + WEBP.length - 12, 0, 0, 0], "WEBP", part, WEBP.subarray(12));
    expect(codeOf(file)).toBe(found);
  });

  test("of WebP is bounded, too", () => {
    const extended = (width: number, height: number) => {
      const uint24 = (value: number) => [value & 255, (value >>> 8) & 255, value >>> 16];
      const part = bytes("VP8X", [10, 0, 0, 0, 0, 0, 0, 0], uint24(width - 1), uint24(height - 1));
      const frame = bytes("ANMF", [0, 0, 0, 0]);
      return bytes("RIFF", [4 + part.length + frame.length, 0, 0, 0], "WEBP", part, frame);
    };
    expect([IMAGE_MAX_SIDE - 1, IMAGE_MAX_SIDE, IMAGE_MAX_SIDE + 1].map((side) => codeOf(extended(side, 1)))).toEqual([
      "image/webp",
      "image/webp",
      "TOO_LARGE",
    ]);
    expect(codeOf(extended(16_777_216, 16_777_216))).toBe("TOO_LARGE");
  });

  test("of nothing is no size", () => {
    expect([codeOf(pngOf(0, 5)), codeOf(pngOf(7, 0))]).toEqual(["UNSUPPORTED_MEDIA_TYPE", "UNSUPPORTED_MEDIA_TYPE"]);
  });
});

describe("reading a file", () => {
  test("holds no part longer than the bound", () => {
    const described = AVIF.subarray(36, 242);
    const padded = (length: number) =>
      bytes(
        AVIF.subarray(0, 28),
        box("meta", described, box("free", new Uint8Array(length - described.length - 8))),
        AVIF.subarray(242),
      );
    const codes = [-1, 0, 1].map((more) => codeOf(padded(MEDIA_HEADER_MAX_BYTES + more)));
    expect(codes).toEqual(["image/avif", "image/avif", "UNSUPPORTED_MEDIA_TYPE"]);
  });

  test("costs about as much as the file is long, whatever it is made of", async () => {
    const many = (unit: readonly number[], length: number) =>
      new Uint8Array(length).map((_, index) => unit[index % unit.length] ?? 0);
    const worst = [
      bytes(JPEG.subarray(0, -2), many([0xff, 0], 4_000_000), [0xff, 0xd9]),
      bytes(JPEG, new Uint8Array(4_000_000)),
      bytes(GIF.subarray(0, -1), [0x21, 0xfe], many([1, 1], 4_000_000), [0, 0x3b]),
    ];
    expect(await excess(() => worst.forEach((file) => inspect(file, 65_536)), 200)).toBeUndefined();
  });

  test("asks so many questions and not one more", () => {
    const asking = (count: number) => {
      const walker = new Walker(
        (function* (): Walk<string> {
          for (let index = 0; index < count; index++) yield { take: 1 };
          return "read";
        })(),
      );
      walker.push(new Uint8Array(count));
      return walker.end();
    };
    expect([asking(MEDIA_MAX_QUESTIONS - 1), asking(MEDIA_MAX_QUESTIONS)]).toEqual(["read", "read"]);
    expect(() => asking(MEDIA_MAX_QUESTIONS + 1)).toThrow("UNSUPPORTED_MEDIA_TYPE");
    expect(codeOf(bytes(JPEG.subarray(0, 2), new Uint8Array(4_000_000).fill(0xff), JPEG.subarray(2)))).toBe(
      "UNSUPPORTED_MEDIA_TYPE",
    );
  });

  test("goes past a long part without holding it", () => {
    expect(inspect(pngOfBytes(1_000_000), 4_096)).toEqual({ type: "image/png", bytes: 1_000_000, size: SEVEN_BY_FIVE });
  });
});

describe("a text", () => {
  test.each([
    ["a letter", "Dear Ann,\n\nthank you.\n", "text/plain"],
    ["in other letters, with its mark", "\ufeffGrüße aus Köln 🚢, und 東京\n", "text/plain"],
    ["words without a line end", "Welcome!", "text/plain"],
    ["rows of two fields", "a,b\nc,d\n", "text/csv"],
    ["rows of fields between semicolons, some in quotes", 'a;b\n"c;d";"e\n""f"""\n\n', "text/csv"],
    ["rows of fields between tabs", "a\tb\nc\td\n", "text/csv"],
    ["rows of different lengths", "aa,bb\ncc\n", "text/plain"],
    ["one row", "aaa,bbb\n", "text/plain"],
  ])("%s is known as what it is", (_, words, type) => expect(codeOf(Buffer.from(words))).toBe(type));

  test.each([
    ["a page", "<!doctype html><script>alert(1)</script>"],
    ["a page after its mark and a line", "\ufeff \n<html>"],
    ["a drawing in a page", "<p><svg onload='alert(1)'/>"],
    ["XML", "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>"],
    ["a document with macros", "{\\rtf1\\ansi}"],
    ["a letter with parts", "MIME-Version: 1.0\nContent-Type: multipart/related\n"],
    ["a program for printers", "%!PS-Adobe-3.0\n"],
    ["a PDF", "Notes\n%PDF-1.7\n"],
    ["a control character", "Hello\u0007"],
    ["a zero", "Hello\u0000"],
  ])("that another program takes for %s is refused", (_, words) => expect(codeOf(Buffer.from(words))).toBe(REFUSED));

  test.each([
    ["half a character", [0xc3]],
    ["a character written too long", [0xc0, 0xaf]],
    ["half of a pair", [0xed, 0xa0, 0x80]],
    ["one beyond the last", [0xf4, 0x90, 0x80, 0x80]],
    ["another encoding", [0xfc, 0x62, 0x65, 0x72]],
  ])("with %s is refused, wherever it stands", (_, wrong) => {
    const long = "a line of text\n".repeat(200);
    expect([codeOf(bytes("so: ", wrong)), codeOf(bytes(long, wrong))]).toEqual([REFUSED, REFUSED]);
  });

  test("that begins as a table and goes on otherwise is refused with the reason", () => {
    const rows = "one,two\n".repeat(200);
    expect(codeOf(Buffer.from(rows))).toBe("text/csv");
    expect(refusalOf(Buffer.from(`${rows}three\n`))).toMatchObject({
      detail: { issues: [{ found: "a table whose rows have different numbers of fields" }] },
    });
  });
});

describe("a sound", () => {
  test("in Ogg has nothing but sound, in streams that begin and end", () => {
    const opens = oggPage({ kind: 2, content: "OpusHead" });
    const closes = oggPage({ kind: 4, content: "sound" });
    expect(codeOf(bytes(opens, closes))).toBe("audio/ogg");
    for (const wrong of [
      bytes(oggPage({ kind: 2, content: "\x80theora\x03" }), closes),
      bytes(opens, oggPage({ kind: 2, stream: 2, content: "\x80theora\x03" }), closes),
      bytes(opens, oggPage({ kind: 4, stream: 2, content: "sound" })),
      bytes(opens),
      bytes(oggPage({ kind: 0, content: "sound" }), closes),
      bytes(opens, closes, "<script>"),
    ])
      expect(codeOf(wrong)).toBe(REFUSED);
  });

  test("in WAV says how its samples are written, and is as long as it says", () => {
    expect([1, 3, 6, 7, 0xfffe].map((format) => codeOf(wavOf(format)))).toEqual(Array(5).fill("audio/wav"));
    expect([0, 2, 0x55].map((format) => codeOf(wavOf(format)))).toEqual(Array(3).fill(REFUSED));
    expect(codeOf(bytes(WAV, "<script>"))).toBe(REFUSED);
  });
});

describe("a document of a word processor", () => {
  const more = (name: string) => archiveOf({ ...DOCX_PARTS, [name]: "more" });

  test("holds parts of a document, whatever its pictures are called", () => {
    expect([more("word/media/image2.jpeg"), more("customXml/item1.xml")].map(codeOf)).toEqual([DOCX_TYPE, DOCX_TYPE]);
  });

  test.each([
    "word/vbaProject.bin",
    "word/embeddings/oleObject1.bin",
    "word/activeX/activeX1.bin",
    "META-INF/MANIFEST.MF",
    "index.html",
    "word/../../evil.xml",
    "word/run.exe",
    "xl/workbook.xml",
  ])("with %s is refused", (name) => expect(codeOf(more(name))).toBe(REFUSED));

  test("without what makes it one is refused, as is any other archive", () => {
    const { "word/document.xml": _, ...rest } = DOCX_PARTS;
    expect([archiveOf(rest), archiveOf({ "page.xml": "" }), wholeZipOf("word/document.xml")].map(codeOf)).toEqual(
      Array(3).fill(REFUSED),
    );
  });

  test("with something before, behind or hidden between its parts is refused", () => {
    const comment = DOCX.slice();
    comment.set([4, 0], comment.length - 2);
    for (const wrong of [
      bytes(" ", DOCX),
      bytes(DOCX, "X"),
      bytes(comment, "<js>"),
      archiveOf(DOCX_PARTS, "x".repeat(5_000)),
      bytes(DOCX, DOCX),
    ])
      expect(codeOf(wrong)).toBe(REFUSED);
  });
});
