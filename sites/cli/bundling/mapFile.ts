/** Reads a source map from the author's disk. Apart from `inSource.ts`, which authors' tests load without types of Node. */
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import type { SourceMap } from "../../../manifests/faults/sourceMap.ts";
import { UsageError } from "../command.ts";
import type { Bundle } from "./bundling.ts";
import type { InSource } from "./inSource.ts";
import { AS_PACKED, inSourceOf } from "./inSource.ts";

export const MAP_OPTION = ["--map <file>", "the source map that svc plugin pack left beside the package"] as const;

/** A source map of one package. */
export interface PackageMap extends SourceMap {
  /** The file that it is in. */
  readonly file: string;
  readonly digest: string;
  readonly text: string;
}

const written = z.object({
  x_package: z.string(),
  sources: z.array(z.string()).check(z.minLength(1)),
  mappings: z.string(),
});

/** The text that names the package, because a map of another one misleads. */
export const mapText = ({ sourceMap }: Pick<Bundle, "sourceMap">, digest: string): string =>
  `${JSON.stringify({ ...(JSON.parse(sourceMap) as object), x_package: digest })}\n`;

export function readMap(file: string, text: string): PackageMap {
  const read = written.safeParse(parsed(text));
  if (!read.success) throw new UsageError(`${file} is no source map that svc plugin pack wrote.`);
  const { x_package: digest, sources, mappings } = read.data;
  return { file, digest, text, sources, mappings };
}

export const readMapFile = (file: string): PackageMap => readMap(file, readFileSync(file, "utf8"));

/** The name that `svc plugin pack` gives the map of a package. */
export const mapFileOf = (file: string): string => `${file.replace(/\.json$/, "")}.map`;

/** The map that was named, or the one that `svc plugin pack` left beside the package. */
export function mapFor(file: string, named: string | undefined): PackageMap | undefined {
  const beside = named ?? mapFileOf(file);
  return named !== undefined || existsSync(beside) ? readMapFile(beside) : undefined;
}

/** The map in a file, for the version it names. */
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
