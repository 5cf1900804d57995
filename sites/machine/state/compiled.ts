import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import type { DataFolder } from "./dataFolder.ts";

/**
 * Keeps what Node compiles of this program in a data folder, as trusted as the program: nobody else may write there. A
 * folder that does not exist yet gets none, because its start makes it private.
 */
export function keepCompiled({ path, compiled }: Pick<DataFolder, "path" | "compiled">): void {
  if (existsSync(path)) enableCompileCache(compiled);
}
