/** Runs once before an author's tests: packs and signs the plugin, and starts the workers it is rehearsed in. */
import { fileURLToPath } from "node:url";
import { exportJWK, generateKeyPair } from "jose";
import { createTestHarness } from "wrangler";
import type { TestProject } from "vitest/node";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { CALL_WALL_MS } from "../../../manifests/bounds/calls.ts";
import type { AuthoredPlugin } from "../packing.ts";
import { packFolder } from "../plugin/folder.ts";
import { documentBytes, unsigned } from "../plugin/packageFile.ts";
import { keyOf, signed } from "../plugin/signing.ts";
import { packPlugins } from "../pluginFolder.ts";
import type { Stage } from "./stage.ts";

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

function pluginIn(folder: string): AuthoredPlugin {
  const packed = packFolder(folder);
  if (packed.ok) return packed.value;
  throw new Error(["The plugin cannot be packed:", ...packed.error.lines].join("\n"));
}

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
  const pack = Object.keys(plugin.manifest.requires ?? {}).length > 0 ? packPlugins([at("plugins")]) : [];
  const workers = ["sites/rehearsal/rehearsal.jsonc", "sandbox/wrangler.jsonc"].map((path) => ({
    configPath: at(path),
  }));
  const harness = createTestHarness({ workers });
  const { url } = await harness.listen();
  const { bundle, manifest } = plugin;
  provide("stage", {
    url: url.origin,
    plugin: plugin.manifest.id,
    pack,
    wallMs: manifest.limits?.wallMs ?? CALL_WALL_MS,
    ...(bundle && { bundle: { main: bundle.main, sourceMap: bundle.sourceMap } }),
    ...(await signedNow(plugin)),
  });
  return () => harness.close();
}
