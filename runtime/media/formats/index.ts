/**
 * The formats: how each type begins, how to parse it, and how it ends. The first matching format decides a file's type.
 */
import type { MediaTypeName } from "../../../manifests/shapes/mediaTypes.ts";
import type { Size } from "./unfit.ts";
import { type Walk, asciiAt } from "./walk.ts";
import { avif, brandsOf, mp4 } from "./boxes.ts";
import { docx, endsLikeDocx } from "./docx.ts";
import { gif } from "./gif.ts";
import { ico } from "./ico.ts";
import { jpeg } from "./jpeg.ts";
import { frameLength, mp3 } from "./mp3.ts";
import { ogg } from "./ogg.ts";
import { endsLikePdf, pdf } from "./pdf.ts";
import { png } from "./png.ts";
import { beginsLikeTable, beginsLikeText, plainTextFormat, table } from "./text.ts";
import { beginsLikeDrawing, drawing } from "./svg.ts";
import { wav } from "./wav.ts";
import { webm } from "./webm.ts";
import { webp } from "./webp.ts";
import { woff2 } from "./woff2.ts";

export interface Format {
  readonly type: MediaTypeName;
  begins(head: DataView): boolean;
  walk(): Walk<Size | null>;
  /** `bytes` is the length of the whole file. */
  ends?(tail: Uint8Array, bytes: number): boolean;
  /** True for a type that is itself a ZIP archive and checks its own end. */
  readonly isArchive?: true;
}

const text = (pattern: RegExp) => (head: DataView) => pattern.test(asciiAt(head, 0, 16));
const branded = (brands: readonly string[]) => (head: DataView) =>
  brandsOf(head).some((brand) => brands.includes(brand));

const MP4_BRANDS = [
  "avc1",
  "dash",
  "iso2",
  "iso3",
  "iso4",
  "iso5",
  "iso6",
  "isom",
  "M4V ",
  "mmp4",
  "mp41",
  "mp42",
  "mp71",
];

const sounds = (head: DataView): boolean =>
  asciiAt(head, 0, 3) === "ID3" || (head.byteLength >= 4 && frameLength(head.getUint32(0)) !== undefined);

export const FORMATS: readonly Format[] = [
  { type: "image/png", begins: text(/^\x89PNG\r\n\x1a\n/), walk: png },
  { type: "image/jpeg", begins: text(/^\xff\xd8\xff/), walk: jpeg },
  { type: "image/gif", begins: text(/^GIF8[79]a/), walk: gif },
  { type: "image/webp", begins: text(/^RIFF[^]{4}WEBP/), walk: webp },
  { type: "image/avif", begins: branded(["avif", "avis"]), walk: avif },
  { type: "video/mp4", begins: branded(MP4_BRANDS), walk: mp4 },
  { type: "video/webm", begins: text(/^\x1a\x45\xdf\xa3/), walk: webm },
  { type: "application/pdf", begins: text(/^%PDF-/), walk: pdf, ends: endsLikePdf },
  {
    type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    begins: text(/^PK\x03\x04/),
    walk: docx,
    ends: endsLikeDocx,
    isArchive: true,
  },
  { type: "audio/mpeg", begins: sounds, walk: mp3 },
  { type: "audio/ogg", begins: text(/^OggS/), walk: ogg },
  { type: "audio/wav", begins: text(/^RIFF[^]{4}WAVE/), walk: wav },
  { type: "font/woff2", begins: text(/^wOF2/), walk: woff2 },
  { type: "image/x-icon", begins: text(/^\x00\x00\x01\x00[^\x00]\x00/), walk: ico },
  { type: "image/svg+xml", begins: beginsLikeDrawing, walk: drawing },
  { type: "text/csv", begins: beginsLikeTable, walk: table },
  { type: "text/plain", begins: beginsLikeText, walk: plainTextFormat },
];
