import { join, sep } from "node:path";
import type { AuthoredPlugin } from "../../cli/packing/packing.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { OWN_PLUGINS, writePack } from "../../cli/packing/packFile.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { LastPack } from "./lastPack.ts";
import { packFolders, type WrongFolder } from "./pluginFolders.ts";

/** A folder that is left out of a run. */
export interface SkippedFolder extends WrongFolder {
  /** The plugin that an earlier run took from the folder; undefined if none did. */
  readonly id: string | undefined;
}

export interface PluginPack {
  /** Path of the file with the plugins that every site of this run has. */
  readonly path: string;
  readonly count: number;
  /** Plugins with code, which a site must install. */
  readonly executable: readonly AuthoredPlugin[];
  readonly leftOut: readonly SkippedFolder[];
}

/**
 * Packs the project's plugins and those of further folders, for this run only. A faulty declarative plugin is replaced
 * by the version that the last run packed. A faulty plugin with code stays at the version that the sites installed.
 */
export async function packForRun(folder: DataFolder, further: readonly string[]): Promise<PluginPack> {
  const path = join(folder.plugins, "first-party.json");
  const last = new LastPack(path, join(folder.plugins, "folders.json"));
  const { plugins, wrong } = await packFolders([OWN_PLUGINS, ...further]);
  const packed = plugins.map(({ plugin }) => plugin);
  const isOwn = ({ folder: at }: { readonly folder: string }): boolean => at.startsWith(join(OWN_PLUGINS, sep));
  const ownIds = new Set(plugins.filter(isOwn).map(({ plugin }) => plugin.manifest.id));
  const earlier = wrong.flatMap(({ folder: at }) => last.pluginOf(at, packed) ?? []);
  const { declarative = [], executable = [] } = Object.groupBy(packed, ({ manifest }) => manifest.kind);
  const { own = [], others = [] } = Object.groupBy([...declarative, ...earlier], ({ manifest: { id } }) =>
    ownIds.has(id) ? "own" : "others",
  );
  // A name that two plugins claim goes to the first of them, so further folders take none from the project's plugins.
  const firstParty = [...byId(own), ...byId(others)];
  const leftOut = wrong.map((one) => ({ ...one, id: last.idOf(one.folder) }));
  writePack(path, firstParty);
  last.replace([...plugins.map(({ folder: at, plugin }) => [at, plugin.manifest.id] as const), ...idsOf(leftOut)]);
  return { path, count: firstParty.length, executable: byId(executable), leftOut };
}

const byId = <T extends PackedPlugin>(plugins: readonly T[]): T[] =>
  plugins.toSorted((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));

const idsOf = (leftOut: readonly SkippedFolder[]): (readonly [folder: string, id: string])[] =>
  leftOut.flatMap(({ folder, id }) => (id === undefined ? [] : [[folder, id] as const]));
