import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Matches an import or a re-export of values. A call of `import()` loads its module later, and a type never. */
const LOADED = /^(?:import|export)\s+(?!type\b)(?:[^;"']*?\bfrom\s+)?"([^"]+)";/gm;

/** Everything that Node loads before a module runs: paths of sources, and names of packages. */
export function loadedModules(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, name = ""] of readFileSync(path, "utf8").matchAll(LOADED))
    if (!name.startsWith(".")) seen.add(name);
    else if (name.endsWith(".ts")) loadedModules(resolve(dirname(path), name), seen);
  return seen;
}
