/** Packs the plugins in authors' folders. A faulty folder does not keep the other plugins from the sites. */
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { AuthoredPlugin } from "../../cli/packing/packing.ts";
import { foldersIn } from "../../cli/packing/folderFiles.ts";
import { unchangedPackage } from "../../cli/packing/lastPackages.ts";
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
export async function packFolders(roots: readonly string[]): Promise<FolderPlugins> {
  const taken = new Map<string, string>();
  const all: { folder: string; packed: Readable }[] = [];
  for (const folder of roots.flatMap(inRoot)) all.push({ folder, packed: await readable(folder, taken) });
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

/** The plugin of a folder, or each of its faults. */
type Readable = Result<AuthoredPlugin, readonly string[]>;

/** The checks of plugins take long to load, so a start with unchanged plugins loads none. */
async function packed(folder: string): Promise<Readable> {
  const unchanged = unchangedPackage(folder);
  if (unchanged) return accepted(unchanged);
  const { packFolder } = await import("../../cli/plugin/folder.ts");
  const made = packFolder(folder);
  return made.ok ? made : refused(made.error.lines);
}

/** Packs a folder. If two folders have one plugin id, the first keeps it. */
async function readable(folder: string, taken: Map<string, string>): Promise<Readable> {
  const packing = await packed(folder);
  if (!packing.ok) return packing;
  const { manifest } = packing.value;
  const other = taken.get(manifest.id);
  if (other !== undefined)
    return refused([`${folder} /id: found ${manifest.id}, which ${other} has; allowed: each id once`]);
  taken.set(manifest.id, folder);
  return packing;
}
