/**
 * Bundles the guest of the sandbox into a few modules of text. The same sources always give the same text, which is
 * committed: what runs inside every isolate can be read and compared in a review.
 */
import { basename, dirname, join } from "node:path";
import { build } from "esbuild";
import type { Plugin } from "esbuild";
import { GUEST_MAX_BYTES } from "../../../manifests/bounds/calls.ts";
import { eager } from "./eager.ts";
import { GUEST_POWERS_FILE } from "./guestPowers.ts";
import { permits } from "./permits.ts";
import { edits } from "../bundling/edits.ts";
import { sha256Base64url } from "../files/sha256.ts";
import { SES_EDITS } from "./sesEdits.ts";
import { standIns } from "./standIns.ts";

const ROOT = join(import.meta.dirname, "../../..");

export const GUEST_FILE = "sandbox/guest.generated.ts";

/** The modules an isolate loads before its plugin, and what each is made of. */
const MODULES = { errors: "errors.ts", ses: "ses.ts", guest: "index.ts" } as const;

/** Keeps the first two modules out of what imports them, also where an edit of SES or a stand-in imports one. */
const apart: Plugin = {
  name: "apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.{1,2}\/(?:\.\.\/)*(?:errors|ses)\.ts$/ }, ({ path }) => ({
      path: `./${basename(path, ".ts")}.js`,
      external: true,
    })),
};

/** The generated part, as the contract is now and not as it was when the file was last written. */
const current = (powers: string): Plugin => ({
  name: "powers",
  setup: ({ onResolve, onLoad }) => {
    const path = join(ROOT, GUEST_POWERS_FILE);
    onResolve({ filter: /^\.\/powers\.generated\.ts$/ }, () => ({ path }));
    onLoad({ filter: /[/\\]powers\.generated\.ts$/ }, () => ({
      contents: powers,
      loader: "ts",
      resolveDir: dirname(path),
    }));
  },
});

async function bundle(powers: string): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    entryPoints: Object.entries(MODULES).map(([out, file]) => ({ in: join(ROOT, "sandbox/guest", file), out })),
    absWorkingDir: ROOT,
    outdir: ROOT,
    bundle: true,
    write: false,
    minify: true,
    charset: "ascii",
    format: "esm",
    target: "es2024",
    legalComments: "none",
    external: ["node:async_hooks", "cloudflare:workers"],
    conditions: ["workerd", "import"],
    plugins: [apart, current(powers), permits(ROOT), standIns(ROOT), edits(ROOT, SES_EDITS)],
  });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), eager(text)]));
}

export function guestFaults(modules: Readonly<Record<string, string>>): string[] {
  const bytes = Object.values(modules).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return bytes > GUEST_MAX_BYTES ? [`the guest has ${bytes} bytes, of at most ${GUEST_MAX_BYTES}`] : [];
}

export async function guestModule(banner: string, powers: string): Promise<string> {
  const modules = await bundle(powers);
  const faults = guestFaults(modules);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const json = JSON.stringify(modules, null, 2);
  return [
    banner,
    `export const GUEST_DIGEST = "sha256-${sha256Base64url(json)}";`,
    `export const GUEST = ${json};`,
    "",
  ].join("\n");
}
