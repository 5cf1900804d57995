/**
 * A package's source map, as a site stores it. It names the author's files and maps positions of the bundle to them. It
 * has no source text. It is untrusted: its author may make false claims. So members see it beside the position in the
 * package, and nothing else uses it.
 */
import * as z from "zod/mini";
import { SOURCE_MAP_MAX_CHARS, SOURCE_MAP_SOURCES_MAX, SOURCE_NAME_MAX_CHARS } from "../bounds/calls.ts";

const NAME_SAYS = "a path without . and .. of letters, digits, spaces and _ @ . + ~ ( ) [ ] -";
const PART = /^[\w@.+~()[\] -]+$/;

/** A path inside the author's folder, or inside a package such as `semver@7.6.0/index.js`. */
const isSourceName = (name: string): boolean =>
  name.split("/").every((part) => PART.test(part) && part !== "." && part !== "..");

const sourceName = z.string().check(z.maxLength(SOURCE_NAME_MAX_CHARS), z.refine(isSourceName, NAME_SAYS));

export const sourceMapShape = z.strictObject({
  sources: z.array(sourceName).check(z.minLength(1), z.maxLength(SOURCE_MAP_SOURCES_MAX)),
  mappings: z.string().check(z.maxLength(SOURCE_MAP_MAX_CHARS)),
});
export type SourceMap = z.infer<typeof sourceMapShape>;
