/** Packs the plugins in authors' folders. A faulty folder does not keep the other plugins from the sites. */
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { AuthoredPlugin } from "../../cli/packing/packing.ts";
import { foldersIn } from "../../cli/packing/pluginFolder.ts";
import { packFolder } from "../../cli/plugin/folder.ts";
import { WrongValue } from "../process/wrongValue.ts";

interface FolderPlugin {
  readonly folder: string;
  readonly plugin: AuthoredPlugin;
}

/** A folder whose plugin this run leaves out, and each fault with file, line and column. */
export interface WrongFolder {
  readonly folder: string;
  readonly lines: readonly string[];
}

export interface FolderPlugins {
  readonly plugins: readonly FolderPlugin[];
  readonly wrong: readonly WrongFolder[];
}

/** Packs each plugin in these folders. */
export function packFolders(roots: readonly string[]): FolderPlugins {
  const taken = new Map<string, string>();
  const all = roots.flatMap(inRoot).map((folder) => ({ folder, packed: readable(folder, taken) }));
  return {
    plugins: all.flatMap(({ folder, packed }) => (packed.ok ? [{ folder, plugin: packed.value }] : [])),
    wrong: all.flatMap(({ folder, packed }) => (packed.ok ? [] : [{ folder, lines: packed.error }])),
  };
}

function inRoot(root: string): string[] {
  try {
    return foldersIn(root);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const [{ found, allowed } = { found: "nothing", allowed: "a folder" }] = error.detail.issues ?? [];
    throw new WrongValue(
      "plugins",
      root,
      (where) => `A plugin was refused. ${where}: found ${found}; allowed: ${allowed}.`,
      { cause: error },
    );
  }
}

/** Packs a folder. If two folders have one plugin id, the first keeps it. */
function readable(folder: string, taken: Map<string, string>): Result<AuthoredPlugin, readonly string[]> {
  const packed = packFolder(folder);
  if (!packed.ok) return refused(packed.error.lines);
  const { manifest } = packed.value;
  const other = taken.get(manifest.id);
  if (other !== undefined)
    return refused([`${folder} /id: found ${manifest.id}, which ${other} has; allowed: each id once`]);
  taken.set(manifest.id, folder);
  return accepted(packed.value);
}
