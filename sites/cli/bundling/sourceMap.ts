/** Finds where a place in a bundle comes from. */
import { originalPositionFor, TraceMap } from "@jridgewell/trace-mapping";
import type { SourcePlace } from "../../../manifests/faults/fault.ts";
import type { Bundle } from "./bundling.ts";

/** A bundle's entry module and its source map. */
export type MappedBundle = Pick<Bundle, "main" | "sourceMap">;

const read = new WeakMap<MappedBundle, TraceMap>();

function mapOf(bundle: MappedBundle): TraceMap {
  const known = read.get(bundle) ?? new TraceMap(bundle.sourceMap);
  read.set(bundle, known);
  return known;
}

/**
 * Returns the place in the author's source. For code that the bundler itself wrote, returns the start of the main
 * module.
 */
export function sourceOf(bundle: MappedBundle, { line, column }: Omit<SourcePlace, "file">): SourcePlace {
  const found = originalPositionFor(mapOf(bundle), { line, column: column - 1 });
  if (found.source === null) return { file: bundle.main, line: 1, column: 1 };
  return { file: found.source, line: found.line, column: found.column + 1 };
}
