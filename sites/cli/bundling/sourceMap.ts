/** Finds where a place in a bundle comes from. */
import { SourceMap } from "node:module";
import type { SourceMapPayload } from "node:module";
import type { Bundle } from "./bundling.ts";

/** Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The part of a bundle that leads to its sources. */
export type MappedBundle = Pick<Bundle, "main" | "sourceMap">;

const read = new WeakMap<MappedBundle, SourceMap>();

function mapOf(bundle: MappedBundle): SourceMap {
  const known = read.get(bundle) ?? new SourceMap(JSON.parse(bundle.sourceMap) as SourceMapPayload);
  read.set(bundle, known);
  return known;
}

/** The place in the author's source; for a place that the bundler wrote itself, the beginning of the main module. */
export function sourceOf(bundle: MappedBundle, { line, column }: Omit<Place, "file">): Place {
  const entry = mapOf(bundle).findEntry(line - 1, column - 1);
  if (!("originalSource" in entry)) return { file: bundle.main, line: 1, column: 1 };
  return { file: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}
