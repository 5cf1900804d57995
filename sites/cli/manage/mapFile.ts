/** Reads a source map from the author's disk. Apart from `inSource.ts`, which authors' tests load without types of Node. */
import { readFileSync } from "node:fs";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { UsageError } from "../command.ts";
import type { InSource } from "../bundling/inSource.ts";
import { AS_PACKED, inSourceOf } from "../bundling/inSource.ts";

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
