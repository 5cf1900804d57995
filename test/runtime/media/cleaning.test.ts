import { describe, expect, test } from "vitest";
import { MEDIA_HEADER_MAX_BYTES, MEDIA_MAX_QUESTIONS } from "../../../manifests/bounds/media.ts";
import { ANIMATIONS } from "../../../runtime/media/animations.ts";
import { Inspection } from "../../../runtime/media/inspection.ts";
import { GIF, JPEG, PNG, WEBP, be16, bytes, pngChunk } from "../../support/mediaFiles.ts";
import { cleanedOf, shown } from "../../support/shownMedia.ts";
import {
  BIG_PLACE,
  PLACE,
  exifOf,
  photograph,
  pngPhotograph,
  segment,
  webpChunk,
  webpOf,
} from "../../support/photographs.ts";

const textOf = (file: Uint8Array): string => new TextDecoder("latin1").decode(file);

/** Inspects a file as an upload is inspected. */
function inspected(file: Uint8Array): { readonly type: string } {
  const inspection = new Inspection("a picture");
  inspection.push(file);
  return inspection.end();
}

const PROFILE = segment(0xe2, "ICC_PROFILE\0", [1, 1], "colours");
const JFIF = segment(0xe0, "JFIF\0", [1, 1, 0], be16(1), be16(1), [0, 0]);
const ADOBE = segment(0xee, "Adobe", new Uint8Array(7));
const [START, REST] = [JPEG.subarray(0, 2), JPEG.subarray(2)];
const PNG_HEAD = PNG.subarray(0, 33);

describe("a JPEG", () => {
  test("loses places, devices, texts and appended pictures, and keeps its pixels, colours and orientation", () => {
    const others = [
      segment(0xe1, "http://ns.adobe.com/xap/1.0/\0", PLACE),
      segment(0xed, "Photoshop 3.0\0", PLACE),
      segment(0xfe, PLACE),
      segment(0xe0, "JFXX\0", PLACE),
      segment(0xe2, "MPF\0", PLACE),
      segment(0xef, PLACE),
    ];
    const file = bytes(
      START,
      JFIF,
      segment(0xe1, "Exif\0\0", exifOf(6)),
      PROFILE,
      ...others,
      ADOBE,
      REST,
      [0, 0],
      photograph(1),
    );
    const clean = bytes(START, JFIF, segment(0xe1, "Exif\0\0", exifOf(6, "")), PROFILE, ADOBE, REST);
    expect(shown(file)).toEqual(clean);
    expect(inspected(clean).type).toBe("image/jpeg");
    expect(cleanedOf(bytes(START, JFIF, PROFILE, REST))).toBe("as_sent");
  });

  test.each([1, 3, 7, 64])("that arrives in chunks of %i bytes is the same", (chunk) => {
    const file = photograph(8);
    expect(shown(file, chunk)).toEqual(shown(file));
    expect(textOf(shown(file))).not.toContain(PLACE);
  });

  test("with metadata between its scans loses it, and keeps restart markers", () => {
    const scan = bytes([0xff, 0xda], be16(3), [0, 1, 0xff, 0, 2, 0xff, 0xd0, 3]);
    const file = bytes(START, scan, segment(0xfe, PLACE), scan, [0xff, 0xff, 0xd9]);
    expect(shown(file)).toEqual(bytes(START, scan, scan, [0xff, 0xff, 0xd9]));
  });

  test.each([
    ["in a comment", bytes(START, segment(0xfe, PLACE, "more").subarray(0, -4))],
    ["after a length", bytes(START, [0xff, 0xe1, 0])],
    ["after a marker", bytes(START, [0xff])],
    ["in Exif data", photograph(6).subarray(0, 60)],
  ])("that is cut off %s shows nothing of it", (_, file) => {
    expect(textOf(shown(bytes(file, new Uint8Array(0))))).not.toContain("Lat");
  });

  test("that is cut off in a scan, or has bytes that decoders pass over, shows what it did", () => {
    const cut = photograph(6).subarray(0, -5);
    expect(shown(cut).subarray(-20)).toEqual(cut.slice(-20));
    expect(shown(bytes(START, JFIF, PLACE, REST))).toEqual(bytes(START, JFIF, REST));
    expect(shown(bytes(START, [0xff, 0xe1, 0, 0], PLACE, REST))).toEqual(JPEG);
  });
});

describe("a PNG", () => {
  test("loses its texts, its time, its place and what nobody knows, and keeps its colours and orientation", () => {
    const kept = [
      pngChunk("iCCP", "colours"),
      pngChunk("acTL", new Uint8Array(8)),
      pngChunk("pHYs", new Uint8Array(9)),
    ];
    const removed = ["tEXt", "iTXt", "zTXt", "tIME", "sPLT", "prVt"].map((name) => pngChunk(name, PLACE));
    const file = bytes(PNG_HEAD, ...kept, pngChunk("eXIf", exifOf(3)), ...removed, PNG.subarray(33), PLACE);
    expect(shown(file)).toEqual(bytes(PNG_HEAD, ...kept, pngChunk("eXIf", exifOf(3, "")), PNG.subarray(33)));
    expect(cleanedOf(bytes(PNG_HEAD, ...kept, PNG.subarray(33)))).toBe("as_sent");
  });

  test.each([-1, 0, 1])("keeps the orientation of Exif data %i bytes longer than is read at once", (more) => {
    const data = bytes(exifOf(6), new Uint8Array(MEDIA_HEADER_MAX_BYTES - 4 + more - exifOf(6).length));
    const file = bytes(PNG_HEAD, pngChunk("eXIf", data), PNG.subarray(33));
    expect(shown(file)).toEqual(bytes(PNG_HEAD, pngChunk("eXIf", exifOf(6, "")), PNG.subarray(33)));
  });

  test("whose length lies ends there", () => {
    const lie = bytes([0xff, 0xff, 0xff, 0xff], "tEXt", PLACE);
    expect(shown(bytes(PNG_HEAD, lie, PNG.subarray(33)))).toEqual(bytes(PNG_HEAD));
    expect(textOf(shown(bytes(PNG_HEAD, pngChunk("eXIf", exifOf(6)).subarray(0, 40))))).not.toContain("Lat");
  });
});

describe("a WebP", () => {
  const still = WEBP.subarray(12);
  const extended = (flags: number) => webpChunk("VP8X", [flags, 0, 0, 0, 6, 0, 0, 4, 0, 0]);

  test("loses Exif, XMP and unknown chunks and their flags, and keeps its colours and orientation", () => {
    const file = webpOf(
      extended(0x2c),
      webpChunk("ICCP", "odd"),
      still,
      webpChunk("EXIF", exifOf(8)),
      webpChunk("XMP ", PLACE),
      webpChunk("WHAT", PLACE),
    );
    const upright = webpOf(extended(0x20), webpChunk("ICCP", "odd"), still);
    expect(shown(bytes(file, PLACE))).toEqual(
      webpOf(extended(0x28), webpChunk("ICCP", "odd"), still, webpChunk("EXIF", exifOf(8, ""))),
    );
    expect(shown(webpOf(extended(0x2c), webpChunk("ICCP", "odd"), still, webpChunk("EXIF", exifOf(1))))).toEqual(
      upright,
    );
    expect([cleanedOf(upright), cleanedOf(WEBP)]).toEqual(["as_sent", "as_sent"]);
    expect(inspected(shown(file)).type).toBe("image/webp");
  });

  test("keeps the orientation behind the mark of a JPEG, and none that no flag announces", () => {
    const marked = webpChunk("EXIF", "Exif\0\0", exifOf(6));
    expect(shown(webpOf(extended(0x08), still, marked))).toEqual(
      webpOf(extended(0x08), still, webpChunk("EXIF", exifOf(6, ""))),
    );
    expect(shown(webpOf(extended(0), still, marked))).toEqual(webpOf(extended(0), still));
    expect(shown(webpOf(still, marked))).toEqual(WEBP);
  });

  test("whose lengths lie, or that is cut off, shows nothing that it hides", () => {
    const lying = webpOf(extended(0x08), still, webpChunk("EXIF", exifOf(8)));
    for (const length of [0, 4, 12, lying.length, 0xffffffff]) {
      new DataView(lying.buffer).setUint32(4, length, true);
      expect(textOf(shown(lying))).not.toContain("Lat");
    }
    expect(textOf(shown(lying.subarray(0, -3)))).not.toContain("Lat");
    const short = webpOf(webpChunk("VP8X", [8]), still, webpChunk("EXIF", exifOf(8)));
    expect(textOf(shown(short))).not.toContain("Lat");
  });
});

test.each([-1, 0, 1])("a picture of %i parts more than an upload may have shows none of its comments", (more) => {
  const comment = segment(0xfe, PLACE);
  // The walk of an upload asks four times for a comment, and 35 times for the rest.
  const parts = Math.floor((MEDIA_MAX_QUESTIONS - 35) / 4) + more;
  const file = new Uint8Array(JPEG.length + parts * comment.length);
  file.set(START);
  for (let part = 0; part < parts; part++) file.set(comment, 2 + part * comment.length);
  file.set(REST, 2 + parts * comment.length);
  if (more < 1) expect(inspected(file).type).toBe("image/jpeg");
  else expect(() => inspected(file)).toThrow(expect.objectContaining({ code: "UNSUPPORTED_MEDIA_TYPE" }));
  expect(shown(file)).toEqual(JPEG);
});

describe("a file of another format under a picture's name", () => {
  test("is shown as it was sent, unless metadata stands in it", () => {
    expect([cleanedOf(GIF), cleanedOf(bytes("short")), cleanedOf(new Uint8Array(0))]).toEqual([
      "as_sent",
      "as_sent",
      "as_sent",
    ]);
    for (const mark of ["Exif\0\0", "eXIf", "EXIF", "http://ns.adobe.com/xap/1.0/", "<x:xmpmeta", "Photoshop 3.0"]) {
      const file = bytes("an unknown beginning ", mark, BIG_PLACE);
      expect([mark, cleanedOf(file), cleanedOf(file, 5)]).toEqual([mark, "withheld", "withheld"]);
    }
    expect(cleanedOf(bytes([0], photograph(6)))).toBe("withheld");
  });
});

test("what moves is told from what stands still", () => {
  const moves = (ending: string, file: Uint8Array) => ANIMATIONS.get(ending)?.(file);
  const animated = pngChunk("acTL", new Uint8Array(8));
  expect(moves("png", bytes(PNG_HEAD, pngChunk("iCCP", "colours"), animated, PNG.subarray(33)))).toBe(true);
  for (const file of [PNG, pngPhotograph(6), PNG.subarray(0, 20), bytes(PNG, animated)])
    expect(moves("png", file)).toBe(false);
  expect(moves("webp", webpOf(webpChunk("VP8X", [2, 0, 0, 0, 6, 0, 0, 4, 0, 0]), WEBP.subarray(12)))).toBe(true);
  for (const file of [WEBP, WEBP.subarray(0, 13)]) expect(moves("webp", file)).toBe(false);
  const box = (brand: string) => bytes([0, 0, 0, 20], "ftyp", brand, [0, 0, 0, 0], "mif1");
  expect([moves("avif", box("avis")), moves("avif", box("avif")), moves("avif", new Uint8Array(3))]).toEqual([
    true,
    false,
    false,
  ]);
});
