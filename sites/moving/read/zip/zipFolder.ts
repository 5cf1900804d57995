/**
 * A zip archive as the source of an import. Its files are unpacked one by one when they are read, into memory and never
 * onto a disk.
 */
import { MEDIA_MAX_BYTES } from "../../../../manifests/bounds/media.ts";
import type { Folder } from "../../tree/folder.ts";
import { bytesAt, type ZipEntry, ZipSum, zipEntries } from "./entries.ts";

type Bytes = Uint8Array<ArrayBuffer>;

interface PackedFile {
  readonly archive: Blob;
  readonly entry: ZipEntry;
}

/** Files of packing programs and of systems, which no site has. */
const SKIPPED = /(?:^|\/)(?:__MACOSX|\.git|node_modules|\.svc)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/;

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;

export async function zipFolder(archive: Blob): Promise<Folder> {
  const files = withoutTop(await listPackedFiles(archive, true, new ZipSum(archive.size)));
  const bytes = async (path: string): Promise<Uint8Array<ArrayBuffer>> => {
    const file = files.get(path);
    if (!file) throw new Error(`The archive has no file ${path}.`);
    if (file.entry.size > MEDIA_MAX_BYTES)
      throw new Error(`it has ${file.entry.size} bytes; a file may have ${MEDIA_MAX_BYTES}`);
    return new Uint8Array(await new Response(unpacked(file)).arrayBuffer());
  };
  const stream = (path: string): AsyncIterable<string> => decoded(files.get(path));
  return {
    paths: [...files.keys()].toSorted(),
    bytes,
    text: async (path) => new TextDecoder().decode(await bytes(path)),
    stream,
    async head(path, chars) {
      for await (const piece of stream(path)) return piece.slice(0, chars);
      return "";
    },
  };
}

/** Files by their paths. An archive of archives, as some services send it in parts, is one archive. */
async function listPackedFiles(archive: Blob, isOuter: boolean, sum: ZipSum): Promise<Map<string, PackedFile>> {
  const entries = (await zipEntries(archive, sum)).filter(({ path }) => !SKIPPED.test(path));
  const files = new Map(entries.map((entry) => [entry.path, { archive, entry }]));
  if (!isOuter || entries.length === 0 || !entries.every(({ path }) => /\.zip$/i.test(path))) return files;
  const all = new Map<string, PackedFile>();
  for (const file of files.values()) {
    sum.addInner(file.entry.size);
    const inner = await new Response(unpacked(file)).blob();
    for (const [path, found] of await listPackedFiles(inner, false, sum)) all.set(path, found);
  }
  return all;
}

/** Single folders around everything are the name of the archive and no part of a path. */
function withoutTop(files: ReadonlyMap<string, PackedFile>): ReadonlyMap<string, PackedFile> {
  const cut = topChars([...files.keys()].toSorted());
  return cut === 0 ? files : new Map([...files].map(([path, file]) => [path.slice(cut), file]));
}

/** The length of the folders that all sorted paths share. What the first and the last share, all share. */
function topChars(paths: readonly string[]): number {
  const [first = "", last = ""] = [paths[0], paths.at(-1)];
  let cut = 0;
  for (let end = first.indexOf("/"); end > cut; end = first.indexOf("/", cut)) {
    const top = first.slice(cut, end + 1);
    if (!last.startsWith(top, cut) || KEPT.test(top.slice(0, -1))) break;
    cut = end + 1;
  }
  return cut;
}

/** Folders whose names tell what a source is. */
const KEPT = /^(?:content|_posts|word|src|posts)$|[ -][0-9a-f]{32}$/;

/** The content of a file. It ends with an error as soon as it has more bytes than the list says. */
function unpacked({ archive, entry }: PackedFile): ReadableStream<Bytes> {
  const { at, method, packed, size } = entry;
  let [begun, left] = [false, size];
  const body = async (): Promise<ReadableStream<Bytes>> => {
    const header = await bytesAt(archive, at, at + LOCAL_BYTES);
    if (header.byteLength < LOCAL_BYTES || header.getUint32(0, true) !== LOCAL)
      throw new Error("The archive is damaged. Pack it again.");
    const from = at + LOCAL_BYTES + header.getUint16(26, true) + header.getUint16(28, true);
    const stream = archive.slice(from, from + packed).stream() as ReadableStream<Bytes>;
    return method === 0
      ? stream
      : stream.pipeThrough(new DecompressionStream("deflate-raw") as ReadableWritablePair<Bytes, Bytes>);
  };
  let reader: ReadableStreamDefaultReader<Bytes> | undefined;
  return new ReadableStream({
    async pull(controller) {
      if (!begun) reader = (await body()).getReader();
      begun = true;
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true };
      if (done || value === undefined) return controller.close();
      left -= value.byteLength;
      if (left < 0) {
        await reader?.cancel();
        throw new Error("A file of the archive is larger than the archive says.");
      }
      controller.enqueue(value);
    },
    cancel: () => reader?.cancel(),
  });
}

/** The lengths of all pieces to which an archive unpacks, also of files that no site has. */
export async function* unpackedLengths(archive: Blob): AsyncGenerator<number> {
  for (const entry of await zipEntries(archive, new ZipSum(archive.size))) {
    const reader = unpacked({ archive, entry }).getReader();
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value.byteLength;
    } finally {
      await reader.cancel();
    }
  }
}

/** Broken UTF-8 becomes U+FFFD, wherever the pieces are cut. */
async function* decoded(file: PackedFile | undefined): AsyncGenerator<string> {
  if (!file) return;
  const decoder = new TextDecoder();
  const reader = unpacked(file).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      yield decoder.decode(read.value, { stream: true });
    yield decoder.decode();
  } finally {
    await reader.cancel();
  }
}
