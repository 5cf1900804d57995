import { join } from "node:path";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { writePluginPack } from "../../cli/firstParty.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { Problem } from "../problem.ts";

export interface PluginPack {
  /** Path of the file with the plugins that every site of this run has. */
  readonly path: string;
  readonly count: number;
  /** Plugins with code, which a site must install. */
  readonly executable: readonly PackedPlugin[];
}

/** Packs the project's plugins and those of further folders into the data folder. */
export function packForRun(folder: DataFolder, further: readonly string[]): PluginPack {
  const path = join(folder.plugins, "first-party.json");
  try {
    const { firstParty, executable } = writePluginPack(path, further);
    return { path, count: firstParty.length, executable };
  } catch (error) {
    if (error instanceof Refusal) throw new Problem(`A plugin was refused. ${wrong(error)}`, { cause: error });
    throw error;
  }
}

/** Describes the first fault and the number of the others. `svc plugin pack` lists all. */
function wrong({ detail }: Refusal): string {
  const { folder, lines, issues = [] } = detail;
  const all = Array.isArray(lines)
    ? lines.map(String)
    : issues.map(({ pointer, found, allowed }) => `${pointer || "/"}: found ${found}; allowed: ${allowed}`);
  const where = typeof folder === "string" ? `${folder}/` : "";
  const more =
    all.length > 1
      ? ` (and ${all.length - 1} more: node sites/cli/pack.ts ${typeof folder === "string" ? folder : "<folder>"})`
      : "";
  return `${where}${all[0] ?? "No reason was given"}${more}`;
}
