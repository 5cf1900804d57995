/**
 * The source map of a package, as a site keeps it beside the package. It names the author's files, and where each part
 * of the bundle comes from. It has no line of a source. Whoever uploads one may lie in it. So members read it beside the
 * place in the package, and it is believed for nothing else.
 */
import * as z from "zod/mini";
import { SOURCE_MAP_MAX_CHARS, SOURCE_MAP_SOURCES_MAX, SOURCE_NAME_MAX_CHARS } from "../bounds/calls.ts";
import type { FaultPlace, SourcePlace } from "./fault.ts";
import type { Position } from "./mappings.ts";
import { walkMappings } from "./mappings.ts";

const NAME_SAYS = "a path without . and .. of letters, digits, spaces and _ @ . + ~ ( ) [ ] -";
const PART = /^[\w@.+~()[\] -]+$/;

/** A path inside the author's folder, or inside a package such as `semver@7.6.0/index.js`. */
const isSourceName = (name: string): boolean =>
  name.split("/").every((part) => PART.test(part) && part !== "." && part !== "..");

const sourceName = z.string().check(z.maxLength(SOURCE_NAME_MAX_CHARS), z.refine(isSourceName, NAME_SAYS));

const walks = ({ mappings, sources }: Pick<SourceMap, "mappings" | "sources">): boolean =>
  walkMappings(mappings, sources.length, () => undefined);

export const sourceMapShape = z.strictObject({
  sources: z.array(sourceName).check(z.minLength(1), z.maxLength(SOURCE_MAP_SOURCES_MAX)),
  mappings: z.string().check(z.maxLength(SOURCE_MAP_MAX_CHARS)),
});
export type SourceMap = z.infer<typeof sourceMapShape>;

/** The same, with mappings that were read: each step leads into one of the sources. */
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
