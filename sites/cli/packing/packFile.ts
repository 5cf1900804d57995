import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { writeWhole } from "../files/writeWhole.ts";

/** The folder of the project's own plugins. */
export const OWN_PLUGINS = fileURLToPath(new URL("../../../plugins", import.meta.url));

/** Writes plugins into the file that the workspace worker imports. */
export function writePack(target: string, plugins: readonly PackedPlugin[]): void {
  mkdirSync(dirname(target), { recursive: true });
  writeWhole(target, JSON.stringify({ plugins }));
}
