import { registerHooks, type LoadHookSync, type ResolveHookSync } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./folder.ts";

/** The exports of changed modules, by the number of the reload. A module that is made of them reads them here. */
const CHANGED = new Map<number, object>();
Object.assign(globalThis, { drawbridgeReloaded: CHANGED });

const SOURCES = pathToFileURL(ROOT).href;
const PACKAGES = `${SOURCES}node_modules/`;
/** The mark of a module that is loaded again, in its address. */
const MARK = /[?&]reloaded=(\d+)/;

const isOurs = (url: string): boolean => url.startsWith(SOURCES) && !url.startsWith(PACKAGES);

/** Marks a module of ours whose importer is marked. `isOpen` tells whether all imports are marked now. */
const resolving =
  (turn: number, isOpen: () => boolean): ResolveHookSync =>
  (specifier, context, next) => {
    const found = next(specifier, context);
    const isWanted = isOpen() || Number(MARK.exec(context.parentURL ?? "")?.[1]) === turn;
    return isWanted && isOurs(found.url) && !MARK.test(found.url)
      ? { ...found, url: `${found.url}?reloaded=${turn}` }
      : found;
  };

/** Makes the changed module of the exports that `CHANGED` has for it. */
const loading =
  (turn: number, changed: string): LoadHookSync =>
  (url, context, next) => {
    if (url !== changed) return next(url, context);
    const lines = Object.keys(CHANGED.get(turn) ?? {}).map(
      (name) => `export const ${name} = drawbridgeReloaded.get(${turn}).${name};`,
    );
    return { format: "module", source: lines.join("\n"), shortCircuit: true };
  };

let turns = 0;

/**
 * Loads modules with other rows in one of the project's tables. All modules of ours are loaded again, because test files
 * share loaded ones. `forget` ends this for later imports.
 */
export async function reloaded<Table extends object, Modules>(
  path: string,
  change: (table: Table) => object,
  load: () => Promise<Modules>,
): Promise<{ modules: Modules; forget(): void }> {
  const turn = (turns += 1);
  const changed = `${pathToFileURL(join(ROOT, path)).href}?reloaded=${turn}`;
  let isOpen = false;
  const hooks = registerHooks({ resolve: resolving(turn, () => isOpen), load: loading(turn, changed) });
  const table = (await import(`${changed}&original`)) as Table;
  CHANGED.set(turn, { ...table, ...change(table) });
  isOpen = true;
  const modules = await load();
  isOpen = false;
  return { modules, forget: () => hooks.deregister() };
}
