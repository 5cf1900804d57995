import { MEDIA_ENDINGS, RESIZED_ENDINGS } from "../../manifests/mediaTypes.ts";
import type { Contributions } from "../plugins/points.ts";

type Kinds = Contributions["media"];

/** A picture may have been named before it was uploaded, so both spellings of this one are served. */
const SPELT: ReadonlyMap<string, readonly string[]> = new Map([["jpg", ["jpg", "jpeg"]]]);

const known = new WeakMap<Kinds, ReadonlyMap<string, readonly number[]>>();

/** By the ending of a picture's address: what any kind of upload that takes such pictures prepares them in. */
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
      widths.set(ending, [...all].toSorted((one, other) => one - other));
    }
  }
  return widths;
}

function endingsOf(type: keyof typeof MEDIA_ENDINGS): readonly string[] {
  const ending = MEDIA_ENDINGS[type];
  return RESIZED_ENDINGS.has(ending) ? (SPELT.get(ending) ?? [ending]) : [];
}
