import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { startLocal } from "../../sites/machine/local.ts";

/**
 * Creates both demo sites in a folder and stops. This takes longer than a start with a copy. The folder appears as a
 * whole, because another project may need it meanwhile. If that project was faster, its folder stays.
 */
async function fill(filled: string): Promise<void> {
  const data = mkdtempSync(join(dirname(filled), "filling-"));
  try {
    const local = await startLocal({ port: 0, data, fresh: false, profile: "plugins", plugins: [] });
    await local.stop();
    renameSync(data, filled);
  } catch (error) {
    if (!isFilled(filled)) throw error;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

const isFilled = (data: string): boolean => existsSync(join(data, "state"));

/** Copies both demo sites into an empty folder. `filled` is the path of the original, which the first copy creates. */
export async function copyDemo(filled: string, data: string): Promise<void> {
  if (!isFilled(filled)) await fill(filled);
  cpSync(filled, data, { recursive: true });
}
