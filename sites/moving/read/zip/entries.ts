/** The list of files at the end of a zip archive. The archive may be hostile: every number in it is checked. */

export interface ZipEntry {
  readonly path: string;
  /** 0 for stored as it is, 8 for deflate. */
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  /** The place of the entry's own header. */
  readonly at: number;
}

/** Most files of an archive, as of a folder. */
export const ZIP_MAX_FILES = 200_000;

/** Most bytes of all files of an archive. */
export const ZIP_MAX_BYTES = 64 * 1024 ** 3;

/** Most bytes of archives in an archive, because they are unpacked into memory. */
export const ZIP_MAX_INNER_BYTES = 2 * 1024 ** 3;

/** Longest name of a file, as systems have it. */
export const ZIP_NAME_MAX_BYTES = 4_096;

/** An archive may grow by this factor and these bytes. Texts grow by less than 20, and only bombs by more than 100. */
const GROWTH_MOST = 100;
const GROWTH_FREE = 64 * 1024 * 1024;

const END = 0x06054b50;
const END_BYTES = 22;
const COMMENT_MOST = 65_535;
const END_OF_LARGE = 0x07064b50;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LINK = 0o120000;
const KIND = 0o170000;
const LARGE = 0xffffffff;

const broken = (): Error => new Error("The archive is damaged. Pack it again.");

export const bytesAt = async (archive: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> =>
  new DataView(await archive.slice(from, to).arrayBuffer());

interface Central {
  readonly from: number;
  readonly bytes: number;
  readonly count: number;
}

/** The place of the list. Archives beyond 4 GB have a second end, which tells it. */
async function readCentral(archive: Blob): Promise<Central> {
  const start = Math.max(0, archive.size - END_BYTES - COMMENT_MOST);
  const tail = await bytesAt(archive, start, archive.size);
  for (let at = tail.byteLength - END_BYTES; at >= 0; at--) {
    if (tail.getUint32(at, true) !== END) continue;
    const [count, bytes, from] = [
      tail.getUint16(at + 10, true),
      tail.getUint32(at + 12, true),
      tail.getUint32(at + 16, true),
    ];
    return from === LARGE || count === 0xffff ? largeCentral(archive, start + at) : { from, bytes, count };
  }
  throw broken();
}

async function largeCentral(archive: Blob, end: number): Promise<Central> {
  const locator = await bytesAt(archive, end - 20, end);
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== END_OF_LARGE) throw broken();
  const at = Number(locator.getBigUint64(8, true));
  const record = await bytesAt(archive, at, at + 56);
  if (record.byteLength < 56) throw broken();
  const [count, bytes, from] = [32, 40, 48].map((offset) => Number(record.getBigUint64(offset, true))) as [
    number,
    number,
    number,
  ];
  return { from, bytes, count };
}

/** The files and bytes of an archive and of all archives in it. */
export class ZipSum {
  /** The bytes of the archive that the member gave, on which its growth depends. */
  readonly #packed: number;
  #files = 0;
  #bytes = 0;
  #inner = 0;

  constructor(packed: number) {
    this.#packed = packed;
  }

  addFiles(count: number): void {
    this.#files += count;
    if (this.#files > ZIP_MAX_FILES) throw new Error(`The archive has more than ${ZIP_MAX_FILES} files.`);
  }

  addBytes(count: number): void {
    this.#bytes += count;
    if (this.#bytes > this.#packed * GROWTH_MOST + GROWTH_FREE)
      throw new Error(`The archive unpacks to more than ${GROWTH_MOST} times its size, as only an attack does.`);
    if (this.#bytes > ZIP_MAX_BYTES) throw new Error(`The archive has more than ${ZIP_MAX_BYTES} bytes of files.`);
  }

  addInner(bytes: number): void {
    this.#inner += bytes;
    if (this.#inner > ZIP_MAX_INNER_BYTES)
      throw new Error(`The archive has more than ${ZIP_MAX_INNER_BYTES} bytes of archives in it. Unpack it first.`);
  }
}

export async function zipEntries(archive: Blob, sum = new ZipSum(archive.size)): Promise<ZipEntry[]> {
  const { from, bytes, count } = await readCentral(archive);
  sum.addFiles(count);
  if (from + bytes > archive.size) throw broken();
  const list = await bytesAt(archive, from, from + bytes);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    if (at + CENTRAL_BYTES > list.byteLength || list.getUint32(at, true) !== CENTRAL) throw broken();
    const { entry, next } = entryAt(list, at);
    at = next;
    if (!entry) continue;
    sum.addBytes(entry.size);
    entries.push(entry);
  }
  return entries;
}

/** One file of the list. Folders and links are none, and nothing beyond the archive is reached. */
function entryAt(
  list: DataView<ArrayBuffer>,
  at: number,
): { readonly entry: ZipEntry | undefined; readonly next: number } {
  const [name, extra, comment] = [28, 30, 32].map((offset) => list.getUint16(at + offset, true)) as [
    number,
    number,
    number,
  ];
  const next = at + CENTRAL_BYTES + name + extra + comment;
  if (next > list.byteLength) throw broken();
  if (name > ZIP_NAME_MAX_BYTES)
    throw new Error(`The archive has a name of ${name} bytes; a name may have ${ZIP_NAME_MAX_BYTES}.`);
  const path = nameIn(new Uint8Array(list.buffer, list.byteOffset + at + CENTRAL_BYTES, name));
  const mode = list.getUint32(at + 38, true) >>> 16;
  if (path.endsWith("/") || (mode & KIND) === LINK) return { entry: undefined, next };
  if ((list.getUint16(at + 8, true) & 1) === 1) throw new Error("The archive has a password. Pack it without one.");
  const method = list.getUint16(at + 10, true);
  if (method !== 0 && method !== 8)
    throw new Error(`The archive packs ${path} in a way that is not known here (${method}).`);
  const sizes = sizesIn(list, at, at + CENTRAL_BYTES + name, extra);
  if (method === 0 && sizes.packed !== sizes.size) throw broken();
  return { entry: { path: insidePath(path), method, ...sizes }, next };
}

/** Sizes beyond 4 GB stand in a field of their own, in the order of those that did not fit. */
function sizesIn(list: DataView, at: number, extraAt: number, extra: number): Pick<ZipEntry, "packed" | "size" | "at"> {
  const plain = {
    size: list.getUint32(at + 24, true),
    packed: list.getUint32(at + 20, true),
    at: list.getUint32(at + 42, true),
  };
  for (let field = extraAt; field + 4 <= extraAt + extra;) {
    const [id, bytes] = [list.getUint16(field, true), list.getUint16(field + 2, true)];
    if (id === 1) takeLarge(plain, list, field + 4, extraAt + extra);
    field += 4 + bytes;
  }
  return plain;
}

function takeLarge(sizes: Record<"size" | "packed" | "at", number>, list: DataView, from: number, end: number): void {
  let value = from;
  for (const key of ["size", "packed", "at"] as const) {
    if (sizes[key] !== LARGE || value + 8 > end) continue;
    sizes[key] = Number(list.getBigUint64(value, true));
    value += 8;
  }
}

/** Names are UTF-8, but for those of old programs. */
function nameIn(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** A name that leads out of the archive is an attack, so nothing of the archive is taken. */
function insidePath(name: string): string {
  const path = name.replaceAll("\\", "/");
  if (/^(?:\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)|\0/i.test(path))
    throw new Error(`The archive names a file outside of itself: ${name.slice(0, 200)}`);
  return path.replace(/^(?:\.\/)+/, "").normalize("NFC");
}
