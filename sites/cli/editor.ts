/**
 * Bundles the editor's script and style sheet into one module of text, which the site worker serves under their
 * digests. The same sources always give the same text, which is committed and can be compared in a review.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";
import { EDITOR_ASSET_MAX_BYTES } from "../../manifests/bounds.ts";
import { FOCAL_CSS } from "../../runtime/rendering/focal.ts";

const ROOT = join(import.meta.dirname, "../..");

export const EDITOR_FILE = "sites/site/editor/assets.generated.ts";

async function bundled(entry: string, format: { readonly format?: "esm" }): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "sites/editor", entry)],
    absWorkingDir: ROOT,
    bundle: true,
    write: false,
    minify: true,
    charset: "ascii",
    target: ["es2022", "chrome111", "firefox114", "safari16.4"],
    legalComments: "none",
    ...format,
  });
  return outputFiles[0]?.text ?? "";
}

export function assetFaults(name: string, text: string): string[] {
  const bytes = Buffer.byteLength(text);
  return bytes > EDITOR_ASSET_MAX_BYTES ? [`the editor's ${name} has ${bytes} bytes, of at most ${EDITOR_ASSET_MAX_BYTES}`] : [];
}

function asset(name: string, text: string): string {
  const faults = assetFaults(name.toLowerCase(), text);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const hash = createHash("sha256").update(text).digest();
  const value = { digest: hash.toString("hex"), integrity: `sha256-${hash.toString("base64")}`, text };
  return `export const ${name} = ${JSON.stringify(value)};`;
}

export async function editorModule(banner: string): Promise<string> {
  const script = await bundled("index.ts", { format: "esm" });
  const style = await bundled("editor.css", {});
  return [banner, asset("SCRIPT", script), asset("STYLE", style + FOCAL_CSS), ""].join("\n");
}
