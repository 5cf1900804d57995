/**
 * `npm run pack`: packs the project's plugins into `.build/first-party.json`, which the workspace worker imports. Each
 * file is pinned by digest, so a deployment runs exactly the packed bytes.
 */
import { fileURLToPath } from "node:url";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { OWN_PLUGINS, writePack } from "../cli/packing/packFile.ts";
import { packAnew, packPlugin, packPlugins } from "../cli/packing/pluginFolder.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const FIRST_PARTY_PACK = at(".build/first-party.json");

/** The plugins in a project's plugin folders. */
export interface ProjectPlugins {
  /** Plugins of the deployment, which every site has. */
  readonly firstParty: readonly PackedPlugin[];
  /** Plugins with code, which an owner installs and grants at a site. */
  readonly executable: readonly PackedPlugin[];
}

export function packProject(further: readonly string[] = [], packOne = packPlugin): ProjectPlugins {
  const { declarative = [], executable = [] } = Object.groupBy(
    packPlugins([OWN_PLUGINS, ...further], packOne),
    ({ manifest }) => manifest.kind,
  );
  return { firstParty: declarative, executable };
}

/** Writes the deployment's plugins, from the project and from further folders, into one file. Checks each anew. */
export function writePluginPack(target: string, further: readonly string[] = []): ProjectPlugins {
  const plugins = packProject(further, packAnew);
  writePack(target, plugins.firstParty);
  return plugins;
}

if (import.meta.main) {
  const { firstParty } = writePluginPack(FIRST_PARTY_PACK);
  process.stdout.write(`${firstParty.length} plugins packed into ${FIRST_PARTY_PACK}\n`);
}
