/** A version of a plugin whose code names its source map, so that breakpoints hold in the author's files. */
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { existsSync } from "node:fs";
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

/** The plugin with a last line in its main module that names the map. A debugger fetches it from there. */
export function debuggable(plugin: AuthoredPlugin, map: string): AuthoredPlugin {
  const { manifest, files } = plugin;
  const { main } = manifest;
  if (main === undefined) return plugin;
  const text = `${files[main] ?? ""}\n//# sourceMappingURL=${map}\n`;
  return {
    ...plugin,
    files: { ...files, [main]: text },
    manifest: { ...manifest, files: { ...manifest.files, [main]: folderFileDigest(text) } },
  };
}
