/** Writes a zip file of texts. The same texts give the same bytes. */
import { crc32, deflateRawSync } from "node:zlib";

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [VERSION, DEFLATED, UTF8_NAMES] = [20, 8, 0x0800];
/** 1 January 1980, the earliest day of a zip file. */
const DAY = 0x21;
const [LOCAL_BYTES, CENTRAL_BYTES, END_BYTES] = [30, 46, 22];

interface Packed {
  readonly name: Buffer;
  readonly bytes: Buffer;
  readonly packed: Buffer;
}

/** The fields that both headers of an entry have, from the needed version to the length of the name. */
function writeCommon(header: Buffer, from: number, { name, bytes, packed }: Packed): void {
  header.writeUInt16LE(VERSION, from);
  header.writeUInt16LE(UTF8_NAMES, from + 2);
  header.writeUInt16LE(DEFLATED, from + 4);
  header.writeUInt16LE(DAY, from + 8);
  header.writeUInt32LE(crc32(bytes), from + 10);
  header.writeUInt32LE(packed.length, from + 14);
  header.writeUInt32LE(bytes.length, from + 18);
  header.writeUInt16LE(name.length, from + 22);
}

function localOf(entry: Packed): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  writeCommon(header, 4, entry);
  return Buffer.concat([header, entry.name, entry.packed]);
}

function centralOf(entry: Packed, offset: number): Buffer {
  const header = Buffer.alloc(CENTRAL_BYTES);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(VERSION, 4);
  writeCommon(header, 6, entry);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, entry.name]);
}

export function zipped(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).map(([name, text]): Packed => {
    const bytes = Buffer.from(text, "utf8");
    return { name: Buffer.from(name, "utf8"), bytes, packed: deflateRawSync(bytes) };
  });
  const locals = entries.map(localOf);
  let at = 0;
  const offsets = locals.map(({ length }) => (at += length) - length);
  const central = Buffer.concat(entries.map((entry, index) => centralOf(entry, offsets[index] ?? 0)));
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
}
