import { joinedBytes } from "../../manifests/joinedBytes.ts";

/** Small valid files of every type. The pictures are 7 pixels wide and 5 high, in one colour. */
export const base64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

export const PNG = base64(
  "iVBORw0KGgoAAAANSUhEUgAAAAcAAAAFCAIAAAAG+GGPAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWM4kWKEiRhoJAoAXVwv2zrQo/wAAAAASUVORK5CYII=",
);
export const JPEG = base64(
  "/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAFAAcDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJAHlX//2Q==",
);
export const GIF = base64("R0lGODlhBwAFAIAAAExpcchkMiH5BAUAAAAALAAAAAAHAAUAAAIFjI+puwUAOw==");
export const WEBP = base64("UklGRjoAAABXRUJQVlA4IC4AAADwAQCdASoHAAUAAUAmJaACdLoB+AAEyAAA/q4X/zYEDND6YP/SbPE2eJs+OYAA");
export const AVIF = base64(
  "AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACIAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAAAcAAAAFAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAAqbWRhdBIACgg4CLRpAQ0GkDIUGUJjBMAANAAAkEDJGOCaejmy42g=",
);

const text = (words: string): Uint8Array => Uint8Array.from(words, (character) => character.charCodeAt(0));

type Part = string | Uint8Array | readonly number[];

const bytesIn = (part: Part): Uint8Array => {
  if (typeof part === "string") return text(part);
  return part instanceof Uint8Array ? part : Uint8Array.from(part);
};

export function bytes(...parts: Part[]): Uint8Array<ArrayBuffer> {
  return joinedBytes(parts.map(bytesIn));
}

export const be16 = (value: number): readonly number[] => [value >>> 8, value & 255];
export const be32 = (value: number): readonly number[] => [...be16(value >>> 16), ...be16(value & 0xffff)];

export const box = (name: string, ...parts: Part[]): Uint8Array<ArrayBuffer> => {
  const content = bytes(...parts);
  return bytes(be32(content.length + 8), name, content);
};

const trackHeader = (width: number, height: number): Uint8Array =>
  box("tkhd", new Uint8Array(76), be16(width), [0, 0], be16(height), [0, 0]);

export const mp4Of = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  bytes(
    box("ftyp", "isom", be32(512), "isomiso2avc1mp41"),
    box("moov", box("mvhd", new Uint8Array(100)), box("trak", trackHeader(width, height))),
    box("mdat", "film"),
  );
export const MP4 = mp4Of(640, 360);

const element = (id: readonly number[], ...parts: Part[]): Uint8Array => {
  const content = bytes(...parts);
  return bytes(id, [0x40 | (content.length >>> 8), content.length & 255], content);
};

export const webmOf = (width: number, height: number, type = "webm"): Uint8Array<ArrayBuffer> =>
  bytes(
    element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], type)),
    element(
      [0x18, 0x53, 0x80, 0x67],
      element(
        [0x16, 0x54, 0xae, 0x6b],
        element([0xae], element([0xe0], element([0xb0], be16(width)), element([0xba], be16(height)))),
      ),
      element([0x1f, 0x43, 0xb6, 0x75], "cluster"),
    ),
  );
export const WEBM = webmOf(320, 240);

export const SVG = bytes(
  '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 5"><path d="M1 1"/></svg>',
);

/** An icon file of one picture. */
export const icoOf = (picture: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> => {
  const length = [picture.length & 255, picture.length >> 8, 0, 0];
  return bytes([0, 0, 1, 0, 1, 0], [width, height, 0, 0, 1, 0, 32, 0], length, [22, 0, 0, 0], picture);
};
export const ICO = icoOf(PNG, 7, 5);

export const PDF = bytes("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n");

/** A different PDF for each text of one line. */
export const pdfOf = (text: string): Uint8Array<ArrayBuffer> =>
  bytes(PDF.subarray(0, 9), `%${text}\n`, PDF.subarray(9));

/** Two frames of silence at 128 kbit/s and 44.1 kHz, of 417 bytes each. */
const frame = bytes([0xff, 0xfb, 0x90, 0x00], new Uint8Array(413));
export const MP3 = bytes("ID3", [4, 0, 0, 0, 0, 0, 10], new Uint8Array(10), frame, frame);

/** The part of a checksum that each value of a byte adds. */
const CRC_OF_BYTE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

/** The checksum of a PNG's chunks. */
function crc(part: Uint8Array): readonly number[] {
  let sum = 0xffffffff;
  for (let at = 0; at < part.length; at++) sum = (sum >>> 8) ^ (CRC_OF_BYTE[(sum ^ (part[at] ?? 0)) & 255] ?? 0);
  return be32(~sum >>> 0);
}

export function pngChunk(name: string, ...parts: Part[]): Uint8Array {
  const content = bytes(...parts);
  return bytes(be32(content.length), name, content, crc(bytes(name, content)));
}

/** A PNG of this size without pixel data. */
export const pngOf = (width: number, height: number): Uint8Array<ArrayBuffer> =>
  bytes(
    [0x89],
    "PNG\r\n\x1a\n",
    pngChunk("IHDR", be32(width), be32(height), [8, 2, 0, 0, 0]),
    pngChunk("IDAT"),
    pngChunk("IEND"),
  );

/** A PNG of exactly this many bytes. Still pictures ignore the chunk that fills it, and visitors get it. */
export function pngOfBytes(length: number): Uint8Array<ArrayBuffer> {
  const head = 8 + 25;
  return bytes(PNG.subarray(0, head), pngChunk("fdAT", new Uint8Array(length - PNG.length - 12)), PNG.subarray(head));
}

export const zipOf = (name: string): Uint8Array =>
  bytes("PK\x03\x04", new Uint8Array(26), name, "PK\x05\x06", new Uint8Array(18));

const le16 = (value: number): readonly number[] => [value & 255, value >>> 8];
const le32 = (value: number): readonly number[] => [...le16(value & 0xffff), ...le16(value >>> 16)];

interface ZipRecord {
  readonly disk?: number;
  /** The numbers of files on this disk and in total. */
  readonly here?: number;
  readonly files?: number;
  /** The size of the central directory in bytes, which precedes the record. */
  readonly listBytes?: number;
  /** The offset of the central directory. */
  readonly from?: number;
}

/** The end-of-central-directory record. */
export const zipRecordOf = ({
  disk = 0,
  here = 1,
  files,
  listBytes = 0,
  from = 0,
}: ZipRecord): Uint8Array<ArrayBuffer> =>
  bytes(
    "PK\x05\x06",
    le16(disk),
    le16(disk),
    le16(here),
    le16(files ?? here),
    le32(listBytes),
    le32(from),
    new Uint8Array(2),
  );

/** A valid ZIP archive with one empty file. */
export function wholeZipOf(name: string): Uint8Array<ArrayBuffer> {
  const version = le16(10);
  const about = bytes(version, new Uint8Array(20), le16(name.length), le16(0));
  const list = bytes("PK\x01\x02", version, about, new Uint8Array(14), name);
  const file = bytes("PK\x03\x04", about, name);
  return bytes(file, list, zipRecordOf({ listBytes: list.length, from: file.length }));
}

interface OggPage {
  /** 2 begins a stream, 4 ends it. */
  readonly kind: number;
  readonly stream?: number;
  readonly content: Part;
}

export const oggPage = ({ kind, stream = 1, content }: OggPage): Uint8Array<ArrayBuffer> => {
  const body = bytes(content);
  return bytes("OggS", [0, kind], new Uint8Array(8), le32(stream), new Uint8Array(8), [1, body.length], body);
};

export const OGG = bytes(
  oggPage({ kind: 2, content: "OpusHead\x01\x01" }),
  oggPage({ kind: 0, content: "OpusTags" }),
  oggPage({ kind: 4, content: "sound" }),
);

const riffChunk = (name: string, content: Part): Uint8Array => {
  const body = bytes(content);
  return bytes(name, le32(body.length), body, new Uint8Array(body.length % 2));
};

/** A WAV file. `format` is the sample format: 1 for integers. */
export const wavOf = (format: number): Uint8Array<ArrayBuffer> => {
  const content = bytes(
    riffChunk("fmt ", bytes(le16(format), le16(1), le32(8_000), le32(8_000), le16(1), le16(8))),
    riffChunk("data", "silence"),
  );
  return bytes("RIFF", le32(content.length + 4), "WAVE", content);
};
export const WAV = wavOf(1);

/** A WOFF2 font with an invalid table, which only browsers check. */
export const WOFF2 = bytes(
  "wOF2",
  be32(0x10000),
  be32(60),
  be16(1),
  be16(0),
  be32(99),
  be32(12),
  new Uint8Array(24),
  new Uint8Array(12),
);

export const TEXT = bytes("Opening hours\n\nMonday to Friday, 9 to 17.\n");
export const CSV = bytes('day,hours\r\nMonday,9 to 17\r\n"Sunday, and holidays",closed\r\n');

/** A ZIP archive with these entries, uncompressed. */
export function archiveOf(entries: Readonly<Record<string, string>>, between = ""): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const list: Uint8Array[] = [];
  let from = 0;
  for (const [name, content] of Object.entries(entries)) {
    const about = bytes(le16(10), le16(0), le16(0), le32(0), le32(0), le32(content.length), le32(content.length));
    const file = bytes("PK\x03\x04", about, le16(name.length), le16(0), name, content, between);
    list.push(bytes("PK\x01\x02", le16(10), about, le16(name.length), new Uint8Array(12), le32(from), name));
    files.push(file);
    from += file.length;
  }
  const listed = bytes(...list);
  return bytes(...files, listed, zipRecordOf({ here: list.length, listBytes: listed.length, from }));
}

export const DOCX_PARTS = {
  "[Content_Types].xml": "<Types/>",
  "_rels/.rels": "<Relationships/>",
  "word/document.xml": "<document/>",
  "word/media/image1.png": "picture",
};
export const DOCX = archiveOf(DOCX_PARTS);
