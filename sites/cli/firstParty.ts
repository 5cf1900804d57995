/**
 * `npm run pack`: packs the plugins that come with the project into `.build/first-party.json`, where the workspace
 * worker imports them from. Every file in it is pinned by digest, so a deployment runs exactly what was packed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { PackedPlugin } from "../../manifests/packedPlugin.ts";
import { packPlugins } from "./pluginFolder.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const FIRST_PARTY_PACK = at(".build/first-party.json");

/** What the plugin folders of a project hold. */
export interface ProjectPlugins {
  /** Part of a deployment: each of its sites has them. */
  readonly firstParty: readonly PackedPlugin[];
  /** With code, which runs where an owner has granted it: they come to a site by being installed there. */
  readonly executable: readonly PackedPlugin[];
}

export function packProject(further: readonly string[] = []): ProjectPlugins {
  const { declarative = [], executable = [] } = Object.groupBy(packPlugins([at("plugins"), ...further]), ({ manifest }) => manifest.kind);
  return { firstParty: declarative, executable };
}

/** Writes those of the project's plugins, and of further folders, that are part of a deployment into one file. */
export function writePluginPack(target: string, further: readonly string[] = []): ProjectPlugins {
  const plugins = packProject(further);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify({ plugins: plugins.firstParty }));
  return plugins;
}

if (import.meta.main) {
  const { firstParty } = writePluginPack(FIRST_PARTY_PACK);
  process.stdout.write(`${firstParty.length} plugins packed into ${FIRST_PARTY_PACK}\n`);
}
