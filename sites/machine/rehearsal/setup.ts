/** Runs once before an author's tests: packs and signs the plugin, and starts its workers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { exportJWK, generateKeyPair } from "jose";
import type { TestProject } from "vitest/node";
import { CALL_WALL_MS } from "../../../manifests/bounds/calls.ts";
import type { AuthoredPlugin } from "../../cli/packing/packing.ts";
import { packFolder } from "../../cli/plugin/folder.ts";
import { packageBytes, unsigned } from "../../cli/plugin/signed/packageFile.ts";
import { type SigningKey, importKey, signed } from "../../cli/plugin/signed/signing.ts";
import { packPlugins } from "../../cli/packing/pluginFolder.ts";
import type { StagedPlugin } from "../../cli/rehearsal/stage.ts";
import { openDataFolder } from "../state/dataFolder.ts";
import { RehearsalWorkers } from "./rehearsalWorkers.ts";
import { openStageDoor } from "./stageDoor.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

function pluginIn(folder: string): AuthoredPlugin {
  const packed = packFolder(folder);
  if (packed.ok) return packed.value;
  throw new Error([`The plugin in ${folder} cannot be packed:`, ...packed.error.lines].join("\n"));
}

/**
 * True for a plugin that needs others. Actions work on sections and pictures of the first-party plugins that every site
 * has.
 */
const needsOthers = ({ manifest: { requires = {}, contributes } }: AuthoredPlugin): boolean =>
  Object.keys(requires).length > 0 || contributes.actions !== undefined || contributes.extends !== undefined;

/** Makes a signing key that only this run's workers trust. */
async function keyOfRun(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  return importKey(await exportJWK(privateKey));
}

async function staged(plugin: AuthoredPlugin, key: SigningKey): Promise<StagedPlugin> {
  const { bundle, manifest } = plugin;
  const document = await signed(unsigned(plugin), key);
  return {
    plugin: manifest.id,
    document: Buffer.from(packageBytes(document)).toString("utf8"),
    wallMs: manifest.limits?.wallMs ?? CALL_WALL_MS,
    ...(bundle && { bundle: { main: bundle.main, sourceMap: bundle.sourceMap } }),
  };
}

export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const plugin = pluginIn(config.root);
  const pack = needsOthers(plugin) ? packPlugins([at("plugins")]) : [];
  await using opened = new AsyncDisposableStack();
  const path = mkdtempSync(join(tmpdir(), "drawbridge-rehearsal-"));
  opened.defer(() => rmSync(path, { recursive: true, force: true }));
  const workers = opened.use(await RehearsalWorkers.start(openDataFolder(path)));
  const key = await keyOfRun();
  const door = opened.use(
    await openStageDoor({
      renewSandbox: () => workers.renewSandbox(),
      packed: (folder) => staged(pluginIn(resolve(config.root, folder)), key),
    }),
  );
  provide("stage", {
    url: workers.url,
    door: door.url,
    pack,
    trustKeys: JSON.stringify([key.publicJwk]),
    ...(await staged(plugin, key)),
  });
  const kept = opened.move();
  return () => kept.disposeAsync();
}
