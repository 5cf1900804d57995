/**
 * Films and AVIF pictures: nested boxes, and tables that name places in the file. So each byte stays where it is, and
 * what visitors do not get is overwritten.
 */
import { MEDIA_HEADER_MAX_BYTES } from "../../../manifests/bounds/media.ts";
import { brandsOf } from "../formats/boxes.ts";
import { broken } from "../formats/unfit.ts";
import { type Walk, asciiAt } from "../formats/walk.ts";
import { type Blank, blanked } from "./blanks.ts";
import { metadataItems } from "./metadataItems.ts";
import type { Pieces } from "./pieces.ts";

const FORMAT = "ISO";
const HEAD_BYTES = 8;
const LONG_HEAD_BYTES = 16;

interface Box {
  readonly name: string;
  /** The place of the box and of its content. */
  readonly from: number;
  readonly content: number;
  /** The place after the box. Infinity for a box that extends to the end of the file. */
  readonly to: number;
}

/** Handles the content of a box. */
type Work = (file: Pieces, box: Box, blanks: Blank[]) => Walk<void>;

/** Boxes by name. All others are kept. */
type Works = Readonly<Record<string, Work>>;

/** Replaces a box by free space of the same length. */
const free: Work = function* (file, { from, content, to }, blanks) {
  blanks.push({ from: from + 4, to: from + HEAD_BYTES, begins: FREE, fill: 0 });
  blanks.push({ from: content, to, begins: NOTHING, fill: 0 });
  yield* rest(file, to);
};

const FREE = Uint8Array.from("free", (letter) => letter.charCodeAt(0));
const NOTHING = new Uint8Array(0);

/** Overwrites when a film or track was made, which follows the version and the flags. */
const times: Work = function* (file, { content, to }, blanks) {
  const version = (yield* file.take(4)).getUint8(0);
  const end = Math.min(to, content + (version === 1 ? 20 : 12));
  const held = yield* file.take(end - file.at);
  if (new Uint8Array(held.buffer, held.byteOffset, held.byteLength).some((byte) => byte !== 0))
    blanks.push({ from: content + 4, to: end, begins: NOTHING, fill: 0 });
  yield* rest(file, to);
};

const inside =
  (works: Works): Work =>
  (file, { to }, blanks) =>
    boxes(file, to, works, blanks);

/** The description of a picture's items. The items themselves lie elsewhere. */
const items: Work = function* (file, { content, to }, blanks) {
  if (to - content > MEDIA_HEADER_MAX_BYTES) throw broken(FORMAT);
  const description = yield* file.take(to - content);
  blanks.push(...metadataItems(description, content));
};

const NOTES: Works = { udta: free, uuid: free, meta: free };
const TRACK: Works = { ...NOTES, tkhd: times, mdia: inside({ ...NOTES, mdhd: times }) };
const FILM: Works = {
  ...NOTES,
  moov: inside({ ...NOTES, mvhd: times, trak: inside(TRACK) }),
};
const PICTURE: Works = { ...FILM, meta: items };
const PICTURE_BRANDS: ReadonlySet<string> = new Set(["avif", "avis"]);

export function* boxPieces(file: Pieces): Walk<void> {
  const blanks: Blank[] = [];
  file.atEnd = () => blanked(file, blanks);
  yield* boxes(file, Infinity, yield* worksOf(file), blanks);
}

/** Reads the first box, which says whether the file is a picture. */
function* worksOf(file: Pieces): Walk<Works> {
  const length = Math.max(HEAD_BYTES, (yield* file.take(4)).getUint32(0));
  if (length > MEDIA_HEADER_MAX_BYTES) throw broken(FORMAT);
  const box = yield* file.take(length - 4);
  const whole = new Uint8Array(length);
  new DataView(whole.buffer).setUint32(0, length);
  whole.set(new Uint8Array(box.buffer, box.byteOffset, box.byteLength), 4);
  return brandsOf(new DataView(whole.buffer)).some((brand) => PICTURE_BRANDS.has(brand)) ? PICTURE : FILM;
}

function* boxes(file: Pieces, to: number, works: Works, blanks: Blank[]): Walk<void> {
  while (file.at < to) {
    const box = yield* opened(file);
    if (!box) return;
    const work = Object.hasOwn(works, box.name) ? works[box.name] : undefined;
    if (work) yield* work(file, box, blanks);
    else yield* rest(file, box.to);
  }
}

/** Undefined at the end of the file. */
function* opened(file: Pieces): Walk<Box | undefined> {
  const from = file.at;
  const head = yield* file.takeMore(HEAD_BYTES);
  if (!head) return undefined;
  const [length, name] = [head.getUint32(0), asciiAt(head, 4, 4)];
  if (length === 0) return { name, from, content: from + HEAD_BYTES, to: Infinity };
  if (length !== 1) return { name, from, content: from + HEAD_BYTES, to: from + Math.max(length, HEAD_BYTES) };
  const whole = Number((yield* file.take(8)).getBigUint64(0));
  return { name, from, content: from + LONG_HEAD_BYTES, to: from + Math.max(whole, LONG_HEAD_BYTES) };
}

function* rest(file: Pieces, to: number): Walk<void> {
  if (to === Infinity) yield* file.skipAll();
  else yield* file.skip(Math.max(0, to - file.at));
}
