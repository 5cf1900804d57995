/** A version of a plugin whose code names its source map, so that breakpoints hold in the author's files. */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { existsSync } from "node:fs";
import { PACKAGE_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import type { AuthoredPlugin } from "../packing/packing.ts";
import { folderFileDigest } from "../packing/pluginFolder.ts";

interface SourceMap {
  readonly sources: readonly string[];
}

/** The map of code that was not bundled: each line is the author's own. */
const mapOfSame = (file: string, text: string): object => ({
  version: 3,
  names: [],
  sources: [file],
  sourcesContent: [text],
  mappings: text
    .split("\n")
    .map((_, index) => (index === 0 ? "AAAA" : "AACA"))
    .join(";"),
});

/** The source map with the addresses of the author's files, as far as these are in the folder. */
export function debuggerMap(folder: string, { manifest: { main = "" }, files, bundle }: AuthoredPlugin): string {
  const map = (bundle ? JSON.parse(bundle.sourceMap) : mapOfSame(main, files[main] ?? "")) as SourceMap;
  const addressOf = (source: string): string =>
    existsSync(join(folder, source)) ? pathToFileURL(resolve(folder, source)).href : source;
  return JSON.stringify({ ...map, sources: map.sources.map(addressOf) });
}

/** The source map to name in the code: its text, and the address that gives it. */
export interface NamedMap {
  readonly text: string;
  readonly address: string;
}

const bytesOf = (files: Readonly<Record<string, string>>): number =>
  Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/**
 * The plugin with a last line in its main module that names the map. The line holds the whole map if the package has
 * room for it. VS Code asks no address for the map of a script that has no address itself.
 */
export function debuggable(plugin: AuthoredPlugin, { text: map, address }: NamedMap): AuthoredPlugin {
  const { manifest, files } = plugin;
  const { main } = manifest;
  if (main === undefined) return plugin;
  const naming = (url: string): Record<string, string> => ({
    ...files,
    [main]: `${files[main] ?? ""}\n//# sourceMappingURL=${url}\n`,
  });
  const whole = naming(`data:application/json;base64,${Buffer.from(map).toString("base64")}`);
  const named = bytesOf(whole) > PACKAGE_MAX_BYTES ? naming(address) : whole;
  return {
    ...plugin,
    files: named,
    manifest: { ...manifest, files: { ...manifest.files, [main]: folderFileDigest(named[main] ?? "") } },
  };
}
