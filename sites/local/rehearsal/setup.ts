/** Runs once before an author's tests: packs and signs the plugin, and starts the workers it is rehearsed in. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { exportJWK, generateKeyPair } from "jose";
import type { TestProject } from "vitest/node";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { CALL_WALL_MS } from "../../../manifests/bounds/calls.ts";
import type { AuthoredPlugin } from "../../cli/packing/packing.ts";
import { packFolder } from "../../cli/plugin/folder.ts";
import { documentBytes, unsigned } from "../../cli/plugin/packageFile.ts";
import { keyOf, signed } from "../../cli/plugin/signing.ts";
import { packPlugins } from "../../cli/packing/pluginFolder.ts";
import type { Stage } from "../../cli/rehearsal/stage.ts";
import { openDataFolder } from "../state/dataFolder.ts";
import { RehearsalWorkers } from "./rehearsalWorkers.ts";
import { openStageDoor } from "./stageDoor.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

function pluginIn(folder: string): AuthoredPlugin {
  const packed = packFolder(folder);
  if (packed.ok) return packed.value;
  throw new Error(["The plugin cannot be packed:", ...packed.error.lines].join("\n"));
}

/** An action is offered at sections and pictures of other plugins, which a site has anyway. */
const needsOthers = ({ manifest: { requires = {}, contributes } }: AuthoredPlugin): boolean =>
  Object.keys(requires).length > 0 || contributes.actions !== undefined;

/** Makes a key for this run; only this run's workers trust it. */
async function signedNow(plugin: PackedPlugin): Promise<Pick<Stage, "document" | "trustKeys">> {
  const { privateKey } = await generateKeyPair("Ed25519", { extractable: true });
  const key = await keyOf(await exportJWK(privateKey));
  const document = await signed(unsigned(plugin), key);
  return {
    document: Buffer.from(documentBytes(document)).toString("utf8"),
    trustKeys: JSON.stringify([key.publicJwk]),
  };
}

export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const plugin = pluginIn(config.root);
  const pack = needsOthers(plugin) ? packPlugins([at("plugins")]) : [];
  await using opened = new AsyncDisposableStack();
  const path = mkdtempSync(join(tmpdir(), "drawbridge-rehearsal-"));
  opened.defer(() => rmSync(path, { recursive: true, force: true }));
  const workers = opened.use(await RehearsalWorkers.start(openDataFolder(path)));
  const door = opened.use(await openStageDoor(() => workers.renewSandbox()));
  const { bundle, manifest } = plugin;
  provide("stage", {
    url: workers.url,
    renewal: door.url,
    plugin: plugin.manifest.id,
    pack,
    wallMs: manifest.limits?.wallMs ?? CALL_WALL_MS,
    ...(bundle && { bundle: { main: bundle.main, sourceMap: bundle.sourceMap } }),
    ...(await signedNow(plugin)),
  });
  const kept = opened.move();
  return () => kept.disposeAsync();
}
