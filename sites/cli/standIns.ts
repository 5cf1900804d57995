/**
 * Leaves out of the guest what lockdown does not need in an isolate: every new isolate pays for each line. A file under
 * `sandbox/guest/standIns/` takes the place of the module of the same path under `node_modules/`; why nothing is lost
 * by that is written in each.
 */
import { globSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "esbuild";

const modulePath = (file: string): string => file.split(sep).join("/").replace(/\.[jt]s$/, "");

export function standIns(root: string): Plugin {
  const folder = join(root, "sandbox/guest/standIns");
  const byModule = new Map(globSync("**/*.ts", { cwd: folder }).map((file) => [modulePath(file), join(folder, file)]));
  const unused = new Set(byModule.keys());
  return {
    name: "stand-ins",
    setup({ onResolve, resolve, onEnd }) {
      onResolve({ filter: /./ }, async ({ path, pluginData, kind, resolveDir, importer }) => {
        if (pluginData === RESOLVED || kind === "entry-point") return undefined;
        const { path: found } = await resolve(path, { kind, resolveDir, importer, pluginData: RESOLVED });
        const name = modulePath(relative(join(root, "node_modules"), found));
        const standIn = byModule.get(name);
        unused.delete(name);
        return standIn === undefined ? undefined : { path: standIn };
      });
      onEnd(() => ({ errors: [...unused].map((name) => ({ text: `nothing that the guest imports is ${name}` })) }));
    },
  };
}

/** Marks what is asked about the second time, without us. */
const RESOLVED = Symbol("resolved");
