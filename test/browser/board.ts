/** The plugin with a frame that the docs describe, and the same plugin with another signed script. */
import { join } from "node:path";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import { folderFileDigest, packPlugin } from "../../sites/cli/packing/pluginFolder.ts";

export const BOARD = packPlugin(join(import.meta.dirname, "../fixtures/plugins/lantern-board"));

export function boardWith(script: string): PackedPlugin {
  const files = { ...BOARD.files, "frame/tasks.js": script };
  const pins = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, folderFileDigest(text)]));
  const manifest = { ...BOARD.manifest, files: pins };
  const manifestText = JSON.stringify(manifest);
  return { manifest, manifestText, digest: folderFileDigest(manifestText), files };
}
