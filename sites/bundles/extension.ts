/** Builds the browser extension into a folder that a browser loads unpacked: its manifest and its one script. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundled } from "./browserAsset.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The folder in which `npm run build` leaves the extension. */
export const EXTENSION_FOLDER = join(ROOT, ".build/extension");

export async function buildExtension(folder: string): Promise<void> {
  const script = await bundled("sites/editor/extension/index.ts", { format: "esm" });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(ROOT, "sites/editor/extension/manifest.json"), join(folder, "manifest.json"));
  writeFileSync(join(folder, "background.js"), script);
}
