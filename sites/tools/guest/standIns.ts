/**
 * Replaces modules in the guest's bundle by smaller ones, because every new isolate pays for each line. A file under
 * `sandbox/guest/standIns/` replaces the module of the same path under `node_modules/`. Each such file states why the
 * isolate loses nothing.
 */
import { globSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "esbuild";
import { modulePath } from "../../bundles/edits.ts";

export function standIns(root: string): Plugin {
  const folder = join(root, "sandbox/guest/standIns");
  const packages = join(root, "node_modules");
  const byModule = new Map(globSync("**/*.ts", { cwd: folder }).map((file) => [modulePath(file), join(folder, file)]));
  const unused = new Set(byModule.keys());
  return {
    name: "stand-ins",
    setup({ onResolve, resolve, onEnd }) {
      onResolve({ filter: /./ }, async ({ path, pluginData, kind, resolveDir, importer }) => {
        if (pluginData === RESOLVED || kind === "entry-point") return undefined;
        const { path: found } = await resolve(path, { kind, resolveDir, importer, pluginData: RESOLVED });
        const name = modulePath(relative(packages, found));
        const standIn = byModule.get(name);
        unused.delete(name);
        return standIn === undefined ? undefined : { path: standIn };
      });
      onEnd(() => ({ errors: [...unused].map((name) => ({ text: `nothing that the guest imports is ${name}` })) }));
    },
  };
}

/** Marks our own call of `resolve`, so that this plugin does not handle it again. */
const RESOLVED = Symbol("resolved");
