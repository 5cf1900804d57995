import { type MediaTypeName, mediaRow, RESIZED_ENDINGS } from "../../manifests/shapes/mediaTypes.ts";
import type { Contributions } from "../contributions/points.ts";

type Kinds = Contributions["media"];

/** Further spellings of an ending. A picture may keep its original file name, so the site serves both. */
const SPELT: ReadonlyMap<string, readonly string[]> = new Map([["jpg", ["jpg", "jpeg"]]]);

const known = new WeakMap<Kinds, ReadonlyMap<string, readonly number[]>>();

/** The widths of pictures by ending: all widths that any media kind prepares for that ending. */
export function widthsOf(kinds: Kinds): ReadonlyMap<string, readonly number[]> {
  const made = known.get(kinds) ?? makeWidths(kinds);
  known.set(kinds, made);
  return made;
}

function makeWidths(kinds: Kinds): ReadonlyMap<string, readonly number[]> {
  const widths = new Map<string, number[]>();
  for (const { item } of kinds.values()) {
    for (const ending of item.types.flatMap(endingsOf)) {
      const all = new Set([...(widths.get(ending) ?? []), ...(item.widths ?? [])]);
      widths.set(
        ending,
        [...all].toSorted((one, other) => one - other),
      );
    }
  }
  return widths;
}

function endingsOf(type: MediaTypeName): readonly string[] {
  const ending = mediaRow(type).ending;
  return RESIZED_ENDINGS.has(ending) ? (SPELT.get(ending) ?? [ending]) : [];
}
