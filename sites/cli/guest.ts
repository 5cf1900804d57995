/**
 * Bundles the guest of the sandbox into one module of text. The same sources always give the same text, which is
 * committed: what runs inside every isolate can be read and compared in a review.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";
import { GUEST_MAX_BYTES } from "../../manifests/bounds.ts";
import { SES_EDITS } from "./sesEdits.ts";
import { standIns } from "./standIns.ts";

const ROOT = join(import.meta.dirname, "../..");

export const GUEST_FILE = "sandbox/guest.generated.ts";

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "sandbox/guest/index.ts")],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    minify: true,
    charset: "ascii",
    format: "esm",
    target: "es2024",
    legalComments: "none",
    external: ["node:async_hooks", "cloudflare:workers"],
    conditions: ["workerd", "import"],
    plugins: [standIns(ROOT, SES_EDITS)],
  });
  return outputFiles[0]?.text ?? "";
}

export function guestFaults(text: string): string[] {
  const bytes = Buffer.byteLength(text);
  return bytes > GUEST_MAX_BYTES ? [`the guest has ${bytes} bytes, of at most ${GUEST_MAX_BYTES}`] : [];
}

export async function guestModule(banner: string): Promise<string> {
  const text = await bundle();
  const faults = guestFaults(text);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const digest = createHash("sha256").update(text).digest("base64url");
  return [banner, `export const GUEST_DIGEST = "sha256-${digest}";`, `export const GUEST = ${JSON.stringify(text)};`, ""].join("\n");
}
