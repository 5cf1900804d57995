/**
 * Reads a package's source map. It is a module of its own, so that workers that only need the map's shape do not load
 * this code.
 */
import * as z from "zod/mini";
import type { FaultPlace, SourcePlace } from "./fault.ts";
import { type Position, walkMappings } from "./mappings.ts";
import type { SourceMap } from "./sourceMap.ts";

const walks = ({ mappings, sources }: Pick<SourceMap, "mappings" | "sources">): boolean =>
  walkMappings(mappings, sources.length, () => undefined);

/** Checks that a map's mappings can be parsed, and that each step leads into one of its sources. */
export const readableMap = z.refine<SourceMap>(walks, {
  path: ["mappings"],
  error: "mappings of a source map into these sources",
});

const key = ({ line, column }: Position): string => `${line}:${column}`;

/** Finds the source positions of places in a bundle. Undefined for code that the bundler wrote. */
export function sourcesOf(
  { sources, mappings }: SourceMap,
  places: readonly Position[],
): (place: FaultPlace) => SourcePlace | undefined {
  const found = new Map<string, SourcePlace>();
  const wanted = places.toSorted((one, other) => one.line - other.line || one.column - other.column);
  let next = 0;
  let last: SourcePlace | undefined;
  let lastLine = 0;
  const settleBefore = ({ line, column }: Position): void => {
    for (let place = wanted[next]; place && isBefore(place, { line, column }); place = wanted[++next])
      if (last && place.line === lastLine) found.set(key(place), last);
  };
  walkMappings(mappings, sources.length, ({ source, ...step }) => {
    settleBefore(step);
    lastLine = step.line;
    last = source && { file: sources[source.index] ?? "", line: source.line, column: source.column };
  });
  settleBefore({ line: Infinity, column: 1 });
  return (place) => found.get(key(place));
}

const isBefore = (one: Position, other: Position): boolean =>
  one.line < other.line || (one.line === other.line && one.column < other.column);
