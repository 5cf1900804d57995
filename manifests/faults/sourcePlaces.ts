/** Reads the source map of a package. Apart from its shape, which workers that read no map have too. */
import * as z from "zod/mini";
import type { FaultPlace, SourcePlace } from "./fault.ts";
import type { Position } from "./mappings.ts";
import { walkMappings } from "./mappings.ts";
import type { SourceMap } from "./sourceMap.ts";

const walks = ({ mappings, sources }: Pick<SourceMap, "mappings" | "sources">): boolean =>
  walkMappings(mappings, sources.length, () => undefined);

/** Holds a map to mappings that can be read: each step leads into one of its sources. */
export const readableMap = z.refine<SourceMap>(walks, {
  path: ["mappings"],
  error: "mappings of a source map into these sources",
});

const key = ({ line, column }: Position): string => `${line}:${column}`;

/** Finds the sources of places in a bundle, by line and column. A place that the bundler wrote has none. */
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
