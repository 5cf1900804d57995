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

/** Packs the project's plugins, and those of further folders, into one file. */
export function writePluginPack(target: string, further: readonly string[] = []): readonly PackedPlugin[] {
  const plugins = packPlugins([at("plugins"), ...further]);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, JSON.stringify({ plugins }));
  return plugins;
}

if (import.meta.main) {
  const plugins = writePluginPack(FIRST_PARTY_PACK);
  process.stdout.write(`${plugins.length} plugins packed into ${FIRST_PARTY_PACK}\n`);
}
