/**
 * Reads a source map from the author's disk. This is no part of `inSource.ts`, because authors' tests load that without
 * Node's types.
 */
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { SourceMap } from "../../../manifests/faults/sourceMap.ts";
import { UsageError } from "../command/command.ts";
import type { Bundle } from "./bundling.ts";
import { type InSource, AS_PACKED, inSourceOf } from "./inSource.ts";

export const MAP_OPTION = ["--map <file>", "the source map that svc plugin pack wrote beside the package"] as const;

/** A source map of one package. */
export interface PackageMap extends SourceMap {
  /** Path of the source map. */
  readonly file: string;
  readonly digest: string;
  readonly text: string;
}

const written = z.object({
  x_package: z.string(),
  sources: z.array(z.string()),
  mappings: z.string(),
});

/** The source map as a file, with the package's digest: a map of another package would point to wrong lines. */
export const mapText = ({ sourceMap }: Pick<Bundle, "sourceMap">, digest: string): string =>
  `${JSON.stringify({ ...(JSON.parse(sourceMap) as object), x_package: digest })}\n`;

export function readMap(file: string, text: string): PackageMap {
  const read = written.safeParse(parsed(text));
  if (!read.success) throw new UsageError(`${file} is not a source map from svc plugin pack.`);
  const { x_package: digest, sources, mappings } = read.data;
  return { file, digest, text, sources, mappings };
}

export const readMapFile = (file: string): PackageMap => readMap(file, readFileSync(file, "utf8"));

/** The path at which `svc plugin pack` writes a package's source map. */
export const mapFileOf = (file: string): string => `${file.replace(/\.json$/, "")}.map`;

/** Reads the named source map, or the one beside the package. Undefined if there is none. */
export function mapFor(file: string, named: string | undefined): PackageMap | undefined {
  const beside = named ?? mapFileOf(file);
  return named !== undefined || existsSync(beside) ? readMapFile(beside) : undefined;
}

/** Maps faults with the source map in a file. Without a file, faults stay as they are. */
export function inSourceBy(file: string | undefined): InSource {
  if (file === undefined) return AS_PACKED;
  const { digest, sources, text: sourceMap } = readMapFile(file);
  return inSourceOf({ main: sources.at(-1) ?? "", sourceMap }, digest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
