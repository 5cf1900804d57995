/** Explains to authors why an import cannot be resolved. */
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import { quote } from "../../../manifests/refusals/pointer.ts";
import { textAt } from "../files/textAt.ts";

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

/** The folder of an installed package, as Node looks for it. */
function folderOf(name: string, from: string): string | undefined {
  const folder = join(from, "node_modules", name);
  if (existsSync(folder)) return folder;
  return dirname(from) === from ? undefined : folderOf(name, dirname(from));
}

/** The names under which a package can be imported; undefined if it gives every file of it. */
function namesOf(name: string, folder: string): readonly string[] | undefined {
  const exports = exportsIn(textAt(join(folder, "package.json")));
  if (exports === undefined) return undefined;
  const paths = Object.entries(exports).filter(([path, target]) => path.startsWith(".") && target !== null);
  return paths.length > 0 ? paths.map(([path]) => `${name}${path.slice(1)}`) : [name];
}

function exportsIn(text = "{}"): object | undefined {
  try {
    const { exports } = JSON.parse(text) as { readonly exports?: unknown };
    return typeof exports === "string" ? [exports] : typeof exports === "object" && exports ? exports : undefined;
  } catch {
    return undefined;
  }
}

/** The paths that a refusal names of a package with many. */
const NAMES_SHOWN = 20;

const ENDINGS = ["", ".js", ".mjs", ".cjs", ".json"];

const hasFile = (name: string, needed: string, folder: string): boolean =>
  ENDINGS.some((ending) => existsSync(join(folder, name.slice(needed.length) + ending)));

function pathWords(name: string, needed: string, folder: string): Words | undefined {
  const found = `, but the package ${needed} has no path ${quote(`.${name.slice(needed.length)}`)}`;
  const names = namesOf(needed, folder);
  if (names === undefined) return hasFile(name, needed, folder) ? undefined : { found, allowed: "one of its files" };
  if (names.includes(name)) return undefined;
  const shown = names.filter((one) => !one.endsWith("/package.json"));
  const more = shown.length > NAMES_SHOWN ? ` and ${shown.length - NAMES_SHOWN} more` : "";
  return {
    found,
    allowed: `one of its paths: ${shown.slice(0, NAMES_SHOWN).join(", ")}${more}`,
  };
}

/** `from` is the folder of the module that imports `name`. A package with the path has nothing there for browsers. */
export function wordsFor(name: string, from: string, allowed: string): Words {
  if (/^[./]/.test(name)) return { found: ", but there is no such file", allowed: "modules that are in this folder" };
  const needed = PACKAGE.exec(name)?.[0];
  if (needed === undefined || isBuiltin(name)) return { found: "", allowed };
  const folder = folderOf(needed, from);
  if (folder !== undefined) return pathWords(name, needed, folder) ?? { found: "", allowed };
  return {
    found: ", but there is no such package",
    allowed: `installed packages: \`npm install ${needed}\` in the plugin's folder brings this one`,
  };
}
