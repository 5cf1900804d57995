/**
 * Bundles the sandbox's guest into a few modules of text. The build is reproducible and its output is committed.
 * Reviewers can read and compare the code that runs in every isolate.
 */
import { basename, dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { GUEST_MAX_BYTES } from "../../../manifests/bounds/calls.ts";
import { eager } from "./eager.ts";
import { GUEST_POWERS_FILE } from "./guestPowers.ts";
import { permits } from "./permits.ts";
import { edits } from "../../bundles/edits.ts";
import { sha256Base64url } from "../../cli/files/sha256.ts";
import { SES_EDITS } from "./sesEdits.ts";
import { standIns } from "./standIns.ts";

const ROOT = join(import.meta.dirname, "../../..");

export const GUEST_FILE = "sandbox/guest.generated.ts";

/** The modules that an isolate loads before its plugin, with their source files. */
const MODULES = { errors: "errors.ts", ses: "ses.ts", guest: "index.ts" } as const;

/**
 * Marks `errors` and `ses` as external, so that no other module gets a copy. SES edits and stand-ins import them as
 * well.
 */
const apart: Plugin = {
  name: "apart",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.{1,2}\/(?:\.\.\/)*(?:errors|ses)\.ts$/ }, ({ path }) => ({
      path: `./${basename(path, ".ts")}.js`,
      external: true,
    })),
};

/** Replaces the generated file by its current text, which the file on disk may not have yet. */
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
