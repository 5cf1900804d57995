/**
 * The source map of a package, as a site keeps it beside the package. It names the author's files, and where each part
 * of the bundle comes from. It has no line of a source. The author of a map may lie in it. So members read it beside the
 * place in the package, and it is believed for nothing else.
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
