/** Finds the items of an AVIF picture that hold metadata. The description names each item's type, and where it lies. */
import { asciiAt } from "../formats/walk.ts";
import type { Blank } from "./blanks.ts";

/** Exif data without an entry: the offset of its header, and the header with an empty list. */
const NO_EXIF = Uint8Array.from([0, 0, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]);
const NOTHING = new Uint8Array(0);

/** The replacement of an item, by its type. XMP is a text, so spaces make it empty. */
const METADATA: ReadonlyMap<string, Pick<Blank, "begins" | "fill">> = new Map([
  ["Exif", { begins: NO_EXIF, fill: 0 }],
  ["mime", { begins: NOTHING, fill: 0x20 }],
  ["uri ", { begins: NOTHING, fill: 0x20 }],
]);

/** Reads numbers one after the other. Past the end, everything is zero. */
class Numbers {
  readonly #view: DataView;
  at: number;

  constructor(view: DataView, at: number) {
    this.#view = view;
    this.at = at;
  }

  next(bytes: number): number {
    let value = 0;
    for (let left = bytes; left > 0; left--)
      value = value * 256 + (this.at < this.#view.byteLength ? this.#view.getUint8(this.at++) : 0);
    return value;
  }
}

interface Found {
  readonly content: number;
  readonly to: number;
}

/** The boxes of a description, by name. `from` is the place of the first one. */
function boxesIn(view: DataView, from: number, end: number): ReadonlyMap<string, readonly Found[]> {
  const found: (Found & { readonly name: string })[] = [];
  for (let at = from; at + 8 <= end;) {
    const length = view.getUint32(at) || end - at;
    if (length < 8) break;
    found.push({ name: asciiAt(view, at + 4, 4), content: at + 8, to: Math.min(end, at + length) });
    at += length;
  }
  return Map.groupBy(found, ({ name }) => name);
}

/** The blanks for all metadata. `place` is where the description's content begins in the file. */
export function metadataItems(view: DataView, place: number): Blank[] {
  const boxes = boxesIn(view, 4, view.byteLength);
  const kinds = kindsIn(view, boxes.get("iinf")?.[0]);
  const data = boxes.get("idat")?.[0]?.content ?? 0;
  return extentsIn(view, boxes.get("iloc")?.[0]).flatMap(({ item, isInside, from, length }) => {
    const kind = kinds.get(item);
    const start = isInside ? place + data + from : from;
    return kind ? [{ ...kind, from: start, to: length === 0 ? Infinity : start + length }] : [];
  });
}

/** The metadata among the items, by their numbers. */
function kindsIn(view: DataView, list: Found | undefined): ReadonlyMap<number, Pick<Blank, "begins" | "fill">> {
  if (!list || list.content >= list.to) return new Map();
  const first = list.content + (view.getUint8(list.content) === 0 ? 6 : 8);
  const entries = boxesIn(view, first, list.to).get("infe") ?? [];
  return new Map(
    entries.flatMap(({ content }) => {
      const numbers = new Numbers(view, content);
      const version = numbers.next(1);
      numbers.next(3);
      const item = numbers.next(version >= 3 ? 4 : 2);
      numbers.next(2);
      const kind = numbers.at + 4 <= view.byteLength ? METADATA.get(asciiAt(view, numbers.at, 4)) : undefined;
      return kind ? [[item, kind] as const] : [];
    }),
  );
}

interface Extent {
  readonly item: number;
  /** True for bytes in the description itself. */
  readonly isInside: boolean;
  readonly from: number;
  readonly length: number;
}

function extentsIn(view: DataView, list: Found | undefined): Extent[] {
  if (!list) return [];
  const numbers = new Numbers(view, list.content);
  const version = numbers.next(1);
  numbers.next(3);
  const [sizes, more] = [numbers.next(1), numbers.next(1)];
  const [offset, length, base, index] = [sizes >> 4, sizes & 15, more >> 4, version > 0 ? more & 15 : 0];
  const found: Extent[] = [];
  for (let left = numbers.next(version < 2 ? 2 : 4); left > 0 && numbers.at < list.to; left--) {
    const item = numbers.next(version < 2 ? 2 : 4);
    const isInside = version > 0 && (numbers.next(2) & 15) === 1;
    numbers.next(2);
    const start = numbers.next(base);
    for (let extents = numbers.next(2); extents > 0 && numbers.at < list.to; extents--) {
      numbers.next(index);
      found.push({ item, isInside, from: start + numbers.next(offset), length: numbers.next(length) });
    }
  }
  return found;
}
