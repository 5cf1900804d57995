/** Packs the plugins in folders on disk. `packing.ts` makes all decisions. */
import { bundleModules } from "../bundling/bundle.ts";
import { IN_FRAME, IN_FRAME_STYLE } from "../bundling/bundlePlace.ts";
import { needsBundling } from "../bundling/bundling.ts";
import { issueLine } from "../files/locatedIssue.ts";
import { sha256Base64url } from "../files/sha256.ts";
import { type FolderFiles, foldersIn, type OpenTexts, packageJsonIn, readPluginFolder } from "./folderFiles.ts";
import { keepPackage, lastPackage, madeFrom } from "./lastPackages.ts";
import { type AuthoredPlugin, pack } from "./packing.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";

export const folderFileDigest = (text: string): string => `sha256-${sha256Base64url(text)}`;

/**
 * Packs the plugin in a folder, or answers its last package if no file has changed since. Throws a `Refusal` with every
 * issue and its file, line and column.
 */
export function packPlugin(folder: string, open?: OpenTexts): AuthoredPlugin {
  const read = readPluginFolder(folder, open);
  const from = madeFrom(folder, read);
  const last = lastPackage(folder, from);
  if (last) return last;
  const plugin = packRead(folder, read);
  keepPackage(folder, { from, plugin });
  return plugin;
}

/** Packs the plugin in a folder with the checks of this process, whatever others have kept. */
export const packAnew = (folder: string): AuthoredPlugin => packRead(folder, readPluginFolder(folder));

function packRead(folder: string, { files, leftOut }: FolderFiles): AuthoredPlugin {
  const packing = pack(files, folderFileDigest, {
    main: (main) => (needsBundling(main, packageJsonIn(folder)) ? () => bundleModules(folder, main) : undefined),
    frame: (path, pointer) => () =>
      bundleModules(folder, path, path.endsWith(".css") ? IN_FRAME_STYLE : IN_FRAME, pointer),
  });
  if (packing.ok) return { ...packing.value, leftOut: [...packing.value.leftOut, ...leftOut].toSorted() };
  throw new Refusal("PLUGIN_REJECTED", { folder, issues: packing.error, lines: packing.error.map(issueLine) });
}

/** Packs all plugins in these folders, each a plugin or a folder of plugins. The result is sorted by id. */
export function packPlugins(
  roots: readonly string[],
  packOne: (folder: string) => AuthoredPlugin = packPlugin,
): AuthoredPlugin[] {
  const plugins = roots.flatMap(foldersIn).map((folder) => packOne(folder));
  const sorted = plugins.toSorted((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
  const twice = sorted.find((plugin, index) => plugin.manifest.id === sorted[index + 1]?.manifest.id);
  if (!twice) return sorted;
  const issues = [{ pointer: "/id", found: `a second plugin ${twice.manifest.id}`, allowed: "each id once" }];
  throw new Refusal("PLUGIN_REJECTED", { issues });
}
