/**
 * Bundles browser code into the text of a generated module, which is served under its digest. The build is
 * reproducible, so the committed text can be compared in a review.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");

export async function bundled(entry: string, format: { readonly format?: "esm" } = {}): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, entry)],
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

/** The digests of a text. Throws if the text has more than `most` bytes. */
function digests(what: string, text: string, most: number): { readonly digest: string; readonly integrity: string } {
  const bytes = Buffer.byteLength(text);
  if (bytes > most) throw new Error(`the ${what} has ${bytes} bytes, of at most ${most}`);
  const hash = createHash("sha256").update(text).digest();
  return { digest: hash.toString("hex"), integrity: `sha256-${hash.toString("base64")}` };
}

/** Returns a module that exports the text as this constant. Throws if the text has more than `most` bytes. */
export const assetConstant = (name: string, what: string, text: string, most: number): string =>
  `export const ${name} = ${JSON.stringify({ ...digests(what, text, most), text })};`;

/** As above, with the text as a constant of its own, so that a bundle can have the digests alone. */
export const assetConstants = (name: string, what: string, text: string, most: number): string =>
  [
    `export const ${name} = ${JSON.stringify(digests(what, text, most))};`,
    `export const ${name}_TEXT = ${JSON.stringify(text)};`,
  ].join("\n");
