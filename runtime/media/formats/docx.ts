/**
 * Word documents, which are ZIP archives. Nothing is unpacked: the check reads the archive's directory at its end. Only
 * downloads serve such a file, and a visitor's program opens it. So it must contain no macro and no embedded object,
 * and must not be a valid archive of another kind.
 */
import { broken } from "./unfit.ts";
import { type Walk, asciiAt, skipAll, take } from "./walk.ts";

const FORMAT = "DOCX";
const RECORD_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** Bytes that writers may leave in an entry: a data descriptor after it, and padding before it. */
const SLACK_BYTES = 4_096;

const NEEDED = ["[Content_Types].xml", "word/document.xml"];
const FOLDERS = /^(?:_rels|word|docProps|customXml|docMetadata)\//;
const PARTS = /(?:^\[Content_Types\]\.xml|\/|\.(?:xml|rels|png|jpe?g|gif|emf|wmf|tiff?|bmp|svg|wdp|odttf|xlsx))$/;

export function* docx(): Walk<null> {
  if (asciiAt(yield* take(4, FORMAT), 0, 4) !== "PK\x03\x04") throw broken(FORMAT);
  yield* skipAll();
  return null;
}

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly from: number;
}

const isPart = ({ name, flags, method }: Entry): boolean =>
  (NEEDED.includes(name) || FOLDERS.test(name)) &&
  PARTS.test(name) &&
  !name.split("/").includes("..") &&
  (flags & 1) === 0 &&
  (method === 0 || method === 8);

/**
 * Tells whether the archive ends with its directory, the directory lists only parts of a document, and these parts fill
 * the file.
 */
export function endsLikeDocx(tail: Uint8Array, bytes: number): boolean {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const at = tail.length - RECORD_BYTES;
  if (at < 0 || asciiAt(view, at, 4) !== "PK\x05\x06" || view.getUint16(at + 20, true) !== 0) return false;
  const [count, length, from] = [
    view.getUint16(at + 10, true),
    view.getUint32(at + 12, true),
    view.getUint32(at + 16, true),
  ];
  if (length > at || from !== bytes - RECORD_BYTES - length) return false;
  const entries = entriesIn(view, at - length, at);
  if (entries?.length !== count || !entries.every(isPart)) return false;
  const names = new Set(entries.map(({ name }) => name));
  return names.size === count && NEEDED.every((name) => names.has(name)) && fill(entries, from);
}

function entriesIn(view: DataView, from: number, end: number): Entry[] | undefined {
  const entries: Entry[] = [];
  for (let at = from; at < end;) {
    if (at + ENTRY_BYTES > end || asciiAt(view, at, 4) !== "PK\x01\x02") return undefined;
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: asciiAt(view, at + ENTRY_BYTES, name),
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      from: view.getUint32(at + 42, true),
    });
    at += ENTRY_BYTES + name + extra + comment;
    if (at > end) return undefined;
  }
  return entries;
}

/**
 * Tells whether the entries fill the file from its first byte to the directory. With gaps, two programs could read
 * different archives from it.
 */
function fill(entries: readonly Entry[], end: number): boolean {
  const sorted = entries.toSorted((one, other) => one.from - other.from);
  return sorted.every(({ name, packed, from }, index) => {
    const room = (sorted[index + 1]?.from ?? end) - from - LOCAL_BYTES - name.length - packed;
    return (index > 0 || from === 0) && room >= 0 && room <= SLACK_BYTES;
  });
}
