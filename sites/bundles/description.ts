/**
 * Builds the API's description from the table of routes. It runs their code as one bundle, because the bundler says
 * which files that code is, and reads 460 modules faster than Node does.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { API_DESCRIPTION } from "../web/api/description/apiDescription.ts";
import { bundledModule, loadExports } from "./bundledModule.ts";
import { writeBuilt, type Built } from "./writeBuilt.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ENTRY = "sites/web/api/description/document.ts";
/** The last description, under the digest of the code that made it. Most builds do not change that code. */
const CACHE = join(ROOT, ".build/description");

/** Undefined if there is no such file. Another build may remove one at any time. */
function keptAt(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Runs the code, unless its description is still there. */
async function described(code: string, cache: string): Promise<Uint8Array> {
  const name = `${createHash("sha256").update(code).digest("hex")}.json`;
  const kept = keptAt(join(cache, name));
  if (kept) return kept;
  const { openapiDocument } = await loadExports<{ openapiDocument(): unknown }>(code);
  const bytes = Buffer.from(`${JSON.stringify(openapiDocument())}\n`);
  mkdirSync(cache, { recursive: true });
  writeBuilt(cache, { name, bytes });
  for (const old of readdirSync(cache).filter((found) => found !== name && !found.startsWith(".")))
    rmSync(join(cache, old), { force: true });
  return bytes;
}

/** Returns the description as a static file, on one line, and the paths of the files that it was made from. */
export async function buildDescription(
  cache = CACHE,
): Promise<{ readonly file: Built; readonly inputs: readonly string[] }> {
  const { code, inputs } = await bundledModule(ENTRY);
  return { file: { name: API_DESCRIPTION, bytes: await described(code, cache) }, inputs };
}
