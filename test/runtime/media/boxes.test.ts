import { describe, expect, test } from "vitest";
import { Inspection } from "../../../runtime/media/inspection.ts";
import { MP4, be16, be32, box, bytes } from "../../support/mediaFiles.ts";
import { PLACE, exifOf } from "../../support/photographs.ts";
import { cleanedOf, shown } from "../../support/shownMedia.ts";

type Bytes = Uint8Array<ArrayBuffer>;

const textOf = (file: Uint8Array): string => new TextDecoder("latin1").decode(file);
const FTYP = box("ftyp", "isom", be32(512), "isomiso2avc1mp41");

function inspected(file: Uint8Array): { readonly type: string } {
  const inspection = new Inspection("a picture");
  inspection.push(file);
  return inspection.end();
}

const XYZ = box("\u00a9xyz", be16(PLACE.length), [0x15, 0xc7], PLACE);
const zeros = (length: number): Bytes => new Uint8Array(length);

/** A film. `more` are boxes of the film, of its track, and beside it. */
const filmOf = ({
  inFilm = [],
  inTrack = [],
  beside = [],
  made = 0,
}: {
  inFilm?: Bytes[];
  inTrack?: Bytes[];
  beside?: Bytes[];
  made?: number;
}): Bytes =>
  bytes(
    FTYP,
    box(
      "moov",
      box("mvhd", be32(0), be32(made), be32(made), zeros(88)),
      box(
        "trak",
        box("tkhd", be32(7), be32(made), be32(made), zeros(64), be16(640), [0, 0], be16(360), [0, 0]),
        ...inTrack,
        box("mdia", box("mdhd", be32(0x01000000), be32(0), be32(made), be32(0), be32(made), zeros(16))),
      ),
      ...inFilm,
    ),
    ...beside,
    box("mdat", "film"),
  );

describe("a film", () => {
  test("loses places, devices and dates, and no byte of it moves", () => {
    const notes = {
      inFilm: [box("udta", XYZ), box("meta", PLACE)],
      inTrack: [box("udta", PLACE)],
      beside: [box("uuid", PLACE)],
    };
    const file = filmOf({ ...notes, made: 0x77777777 });
    const clean = shown(file);
    expect([clean.length, textOf(clean).includes("Lat"), textOf(clean).includes("wwww")]).toEqual([
      file.length,
      false,
      false,
    ]);
    expect(clean.indexOf(0x6d)).toBe(file.indexOf(0x6d));
    const free = (content: number): Bytes => box("free", zeros(content));
    expect(clean).toEqual(
      filmOf({
        inFilm: [free(XYZ.length), free(PLACE.length)],
        inTrack: [free(PLACE.length)],
        beside: [free(PLACE.length)],
      }),
    );
    expect(inspected(clean).type).toBe("video/mp4");
    expect(cleanedOf(clean)).toBe("as_sent");
  });

  test.each([1, 3, 7, 64])("that arrives in chunks of %i bytes is the same", (chunk) => {
    const file = filmOf({ inFilm: [box("udta", XYZ)], made: 5 });
    expect(shown(file, chunk)).toEqual(shown(file));
  });

  test("without anything to remove is sent as it is", () => {
    expect([cleanedOf(MP4), cleanedOf(filmOf({}))]).toEqual(["as_sent", "as_sent"]);
  });

  test.each([
    ["its notes reach the end of the file", bytes(MP4, be32(0), "uuid", PLACE)],
    ["its notes are longer than the file", bytes(MP4, be32(2 ** 31), "uuid", PLACE)],
    ["its notes have a long length", bytes(MP4, be32(1), "uuid", be32(0), be32(16 + PLACE.length), PLACE)],
    ["its notes have no end", bytes(MP4, be32(1), "uuid", be32(0xffffffff), be32(0xffffffff), PLACE)],
  ])("shows no place if %s", (_, file) => {
    const clean = shown(file);
    expect([textOf(clean).includes("Lat"), textOf(clean).startsWith(textOf(MP4))]).toEqual([false, true]);
    expect(clean.length).toBeLessThanOrEqual(file.length);
  });

  test("with notes of a megabyte is overwritten in parts", () => {
    const file = filmOf({ inFilm: [box("udta", zeros(1_000_000).fill(65))] });
    const clean = shown(file, 65_536);
    expect([clean.length, clean.includes(65)]).toEqual([file.length, false]);
  });
});

/** An AVIF with one Exif item and one XMP item; `isInside` puts the items into the description. */
function pictureOf({ exif, xmp, isInside = false }: { exif: Bytes; xmp: Bytes; isInside?: boolean }): Bytes {
  const infe = (item: number, type: string): Bytes => box("infe", [2, 0, 0, 0], be16(item), be16(0), type, "\0");
  const iinf = box("iinf", be32(0), be16(3), infe(1, "av01"), infe(2, "Exif"), infe(3, "mime"));
  const properties = box("iprp", box("ipco", box("ispe", be32(0), be32(7), be32(5))));
  const pixels = bytes("pixels");
  const made = (places: readonly number[]): Bytes => {
    const lengths = [pixels.length, exif.length, xmp.length];
    const methods = [0, isInside ? 1 : 0, isInside ? 1 : 0];
    const iloc = box(
      "iloc",
      [1, 0, 0, 0, 0x44, 0],
      be16(3),
      ...[1, 2, 3].map((item, at) =>
        bytes(be16(item), be16(methods[at] ?? 0), be16(0), be16(1), be32(places[at] ?? 0), be32(lengths[at] ?? 0)),
      ),
    );
    const idat = isInside ? [box("idat", exif, xmp)] : [];
    const meta = box("meta", be32(0), iloc, iinf, properties, ...idat);
    return bytes(box("ftyp", "avif", be32(0), "mif1avif"), meta, box("mdat", pixels, ...(isInside ? [] : [exif, xmp])));
  };
  const start = textOf(made([])).indexOf("pixels");
  const first = start + pixels.length;
  return made(isInside ? [start, 0, exif.length] : [start, first, first + exif.length]);
}

const EXIF = bytes(be32(0), exifOf(1));
const XMP = bytes(`<x:xmpmeta>${PLACE}</x:xmpmeta>`);

describe("an AVIF picture", () => {
  test.each([false, true])(
    "loses place and device, and no byte of it moves (inside the description: %s)",
    (isInside) => {
      const file = pictureOf({ exif: EXIF, xmp: XMP, isInside });
      const clean = shown(file);
      const empty = bytes(be32(0), "MM", be16(42), be32(8), be16(0), be32(0));
      const overwritten = {
        exif: bytes(empty, zeros(EXIF.length - empty.length)),
        xmp: bytes(zeros(XMP.length).fill(0x20)),
      };
      expect(clean).toEqual(pictureOf({ ...overwritten, isInside }));
      expect([inspected(file).type, inspected(clean).type]).toEqual(["image/avif", "image/avif"]);
      expect(shown(file, 5)).toEqual(clean);
    },
  );

  test("with Exif data shorter than an empty one is overwritten by zeros", () => {
    const short = bytes("Lat Device 7.");
    expect(textOf(shown(pictureOf({ exif: short, xmp: XMP })))).not.toContain("Lat");
  });

  test.each([
    ["a place beyond the file", [1, 0, 0, 0, 0x44, 0], be32(0xfffffff0)],
    ["no extents", [1, 0, 0, 0, 0x44, 0], []],
    ["an index that is cut", [2, 0, 0, 0, 0xff], []],
  ])("whose items have %s is shown, whatever its length", (_, head, place) => {
    const iloc = box("iloc", head, be16(1), be16(2), be16(0), be16(0), be16(1), place, be32(0xfffffff0));
    const iinf = box("iinf", be32(0), be16(1), box("infe", [2, 0, 0, 0], be16(2), be16(0), "Exif", "\0"));
    const file = bytes(
      box("ftyp", "avif", be32(0), "mif1avif"),
      box("meta", be32(0), iloc, iinf),
      box("mdat", "pixels"),
    );
    expect(shown(file).length).toBe(file.length);
  });
});
