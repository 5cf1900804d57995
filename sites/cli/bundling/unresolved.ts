/** Imports that the bundler cannot follow, each with the words that help its author. */
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";

export const IN_A_SANDBOX = "modules of this folder, and packages that need neither Node nor the platform";

/** The package that an import takes from. Names with a scheme, such as `cloudflare:workers`, and aliases are none. */
const PACKAGE = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?=\/|$)/i;

interface Words {
  /** Follows the name of the import. */
  readonly found: string;
  readonly allowed: string;
}

/** A package that is there and still cannot be resolved has nothing for browsers. */
const isInstalled = (name: string, from: string): boolean =>
  existsSync(join(from, "node_modules", name)) || (dirname(from) !== from && isInstalled(name, dirname(from)));

/** `from` is the folder of the module that imports `name`. */
export function wordsFor(name: string, from: string): Words {
  if (/^[./]/.test(name)) return { found: ", but there is no such file", allowed: "modules that are in this folder" };
  const needed = PACKAGE.exec(name)?.[0];
  if (needed === undefined || isBuiltin(name) || isInstalled(needed, from)) return { found: "", allowed: IN_A_SANDBOX };
  return {
    found: ", but there is no such package",
    allowed: `installed packages: \`npm install ${needed}\` in the plugin's folder brings this one`,
  };
}
