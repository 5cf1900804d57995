/**
 * Leaves out of the guest what lockdown does not need in an isolate: every new isolate pays for each line. A file under
 * `sandbox/guest/standIns/` takes the place of the module of the same path under `node_modules/`. Each says why nothing
 * is lost by that. Some modules have lines edited instead.
 */
import { globSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "esbuild";
import type { Edit } from "./sesEdits.ts";

type Edits = Readonly<Record<string, readonly Edit[]>>;

const modulePath = (file: string): string =>
  file
    .split(sep)
    .join("/")
    .replace(/\.[jt]s$/, "");

export function standIns(root: string, edits: Edits = {}): Plugin {
  const folder = join(root, "sandbox/guest/standIns");
  const packages = join(root, "node_modules");
  const byModule = new Map(globSync("**/*.ts", { cwd: folder }).map((file) => [modulePath(file), join(folder, file)]));
  const unused = new Set([...byModule.keys(), ...Object.keys(edits)]);
  return {
    name: "stand-ins",
    setup({ onResolve, resolve, onLoad, onEnd }) {
      onResolve({ filter: /./ }, async ({ path, pluginData, kind, resolveDir, importer }) => {
        if (pluginData === RESOLVED || kind === "entry-point") return undefined;
        const { path: found } = await resolve(path, { kind, resolveDir, importer, pluginData: RESOLVED });
        const name = modulePath(relative(packages, found));
        const standIn = byModule.get(name);
        unused.delete(name);
        return standIn === undefined ? undefined : { path: standIn };
      });
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const wanted = edits[modulePath(relative(packages, path))];
        return wanted && { contents: wanted.reduce(edited, readFileSync(path, "utf8")), loader: "js" };
      });
      onEnd(() => ({ errors: [...unused].map((name) => ({ text: `nothing that the guest imports is ${name}` })) }));
    },
  };
}

/** Marks a resolution that we asked for, so that our plugin does not handle it again. */
const RESOLVED = Symbol("resolved");

function edited(text: string, { from, to, times, why }: Edit): string {
  const parts = text.split(from);
  if (parts.length !== times + 1)
    throw new Error(`an edit that ${why} fits ${parts.length - 1} times instead of ${times}`);
  return parts.join(to);
}
