/** Leads from a place in a package to the place in what its author wrote. */
import { readFileSync } from "node:fs";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { Fault } from "../../../manifests/faults/fault.ts";
import { bundleName } from "../bundling/bundling.ts";
import type { MappedBundle } from "../bundling/sourceMap.ts";
import { sourceOf } from "../bundling/sourceMap.ts";
import { UsageError } from "../command.ts";

/** The fault of a call of the version with this digest, by the author's own places where they are known. */
export type InSource = (fault: Fault, digest: string) => Fault;

/** Modules that go into a package as they are written are in their place already. */
export const AS_PACKED: InSource = (fault) => fault;

/** A map leads astray in every other version. */
export const inSourceOf =
  (bundle: MappedBundle, digest: string): InSource =>
  (fault, of) =>
    of === digest
      ? {
          ...fault,
          places: fault.places.map((place) =>
            place.file === bundleName(bundle.main) ? { ...place, ...sourceOf(bundle, place) } : place,
          ),
        }
      : fault;

export const MAP_OPTION = ["--map <file>", "the source map that svc plugin pack left beside the package"] as const;

/** The map in a file, which names the package it is of. */
export function inSourceBy(file: string | undefined): InSource {
  if (file === undefined) return AS_PACKED;
  const sourceMap = readFileSync(file, "utf8");
  const map = parsed(sourceMap);
  const { x_package: digest, sources } = isObject(map) ? map : {};
  const main: unknown = Array.isArray(sources) ? sources.at(-1) : undefined;
  if (typeof digest !== "string" || typeof main !== "string")
    throw new UsageError(`${file} is no source map that svc plugin pack wrote.`);
  return inSourceOf({ main, sourceMap }, digest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
