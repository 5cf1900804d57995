import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TenantScript } from "../provider/state.ts";

/** Writes the main module of uploaded code below a folder. Answers its path. */
export function writeScript(folder: string, { script: { id, etag }, metadata, modules }: TenantScript): string {
  const path = join(folder, id, `${etag}.js`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, modules.get(metadata.main_module) ?? "");
  return path;
}
