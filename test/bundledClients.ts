import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vitest/config";
import { bundleModules } from "../sites/cli/bundling/bundle.ts";

const NAME = "drawbridge:clients";

const FOLDER = join(import.meta.dirname, "fixtures/clients");

/** The modules in `test/fixtures/clients`, each bundled with its packages as for an author, by name. */
function bundled(): Record<string, string> {
  const texts = readdirSync(FOLDER).map((file): [string, string] => {
    const bundle = bundleModules(FOLDER, file);
    if (!bundle.ok) throw new Error(JSON.stringify(bundle.error));
    return [file.replace(".ts", ""), bundle.value.text];
  });
  return Object.fromEntries(texts);
}

/** A module with these bundles, for tests inside of workerd. They are made when a test imports it. */
export const bundledClients = (): Plugin => ({
  name: "bundled-clients",
  enforce: "pre",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(bundled())};` : undefined),
});
