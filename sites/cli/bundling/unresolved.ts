/** Explains to authors why an import cannot be resolved. */
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";

export const IN_A_SANDBOX = "modules of this folder, and packages that need neither Node nor the platform";

/**
 * Matches the package name of a specifier. A specifier with a scheme, such as `cloudflare:workers`, or an alias has
 * none.
 */
const PACKAGE = /^(?:@[a-z\d][\w.-]*\/)?[a-z\d][\w.-]*(?=\/|$)/i;

interface Words {
  /** Continues the sentence that names the import. */
  readonly found: string;
  readonly allowed: string;
}

/** True if the package is installed. Its import then failed because it has no entry for browsers. */
const isInstalled = (name: string, from: string): boolean =>
  existsSync(join(from, "node_modules", name)) || (dirname(from) !== from && isInstalled(name, dirname(from)));

/** Explains the failed import of `name` by a module in the folder `from`. */
export function wordsFor(name: string, from: string): Words {
  if (/^[./]/.test(name)) return { found: ", but there is no such file", allowed: "modules that are in this folder" };
  const needed = PACKAGE.exec(name)?.[0];
  if (needed === undefined || isBuiltin(name) || isInstalled(needed, from)) return { found: "", allowed: IN_A_SANDBOX };
  return {
    found: ", but there is no such package",
    allowed: `installed packages: \`npm install ${needed}\` in the plugin's folder brings this one`,
  };
}
