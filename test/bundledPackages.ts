import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vitest/config";
import { bundleModules } from "../sites/cli/bundling/bundle.ts";
import { NOT_RUNNING, RUNNING } from "./fixtures/packages/wanted.ts";

const NAME = "drawbridge:packages";

/** A folder in which esbuild finds this checkout's packages. */
const FOLDER = join(import.meta.dirname, "../.build/wanted");

/** The bundle of each package with its lines, as for an author, or the words of its refusal. */
function bundled(): Record<string, { readonly text: string } | { readonly refused: string }> {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const bundles = [...RUNNING, ...NOT_RUNNING].map(({ name, imports, uses }) => {
    writeFileSync(join(FOLDER, "main.ts"), `${imports}\nexport const tools = { go: async () => (${uses}) };\n`);
    const bundle = bundleModules(FOLDER, "main.ts");
    const one = bundle.ok ? { text: bundle.value.text } : { refused: JSON.stringify(bundle.error) };
    return [name, one] as const;
  });
  return Object.fromEntries(bundles);
}

/** A module with these bundles, for tests inside of workerd. They are made when a test imports it. */
export const bundledPackages = (): Plugin => ({
  name: "bundled-packages",
  enforce: "pre",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(bundled())};` : undefined),
});
