/**
 * Edits lines of npm packages during bundling. The build fails if a package's lines have changed, so no edit is lost
 * silently.
 */
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Plugin } from "esbuild";

export interface ModuleEdit {
  readonly why: string;
  readonly from: string | RegExp;
  readonly to: string;
  /** The exact number of places at which the text occurs. */
  readonly times: number;
}

/** Edits by the module's path under `node_modules/`, without its extension. */
export type Edits = Readonly<Record<string, readonly ModuleEdit[]>>;

export const modulePath = (file: string): string =>
  file
    .split(sep)
    .join("/")
    .replace(/\.[jt]s$/, "");

export function edits(root: string, wanted: Edits): Plugin {
  const packages = join(root, "node_modules");
  const unused = new Set(Object.keys(wanted));
  return {
    name: "edits",
    setup({ onLoad, onEnd }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        const name = modulePath(relative(packages, path));
        unused.delete(name);
        const made = wanted[name];
        return made && { contents: made.reduce(edited, readFileSync(path, "utf8")), loader: "js" };
      });
      onEnd(() => ({ errors: [...unused].map((name) => ({ text: `nothing that is bundled imports ${name}` })) }));
    },
  };
}

function edited(text: string, { from, to, times, why }: ModuleEdit): string {
  const parts = text.split(from);
  if (parts.length !== times + 1)
    throw new Error(`an edit that ${why} fits ${parts.length - 1} times instead of ${times}`);
  return parts.join(to);
}
