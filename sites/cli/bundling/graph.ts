/** The imports of a bundle, as the bundler reports them, and the names by which people know its modules. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Metafile } from "esbuild";

export interface PackageFacts {
  readonly name: string;
  readonly version: string;
  readonly licence?: string;
}

interface Import {
  readonly path: string;
  /** As the source names it. */
  readonly original?: string;
}

const IN_PACKAGES = /^(?:.*\/)?node_modules\//;

interface Described {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
}

function describedIn(folder: string): Described | undefined {
  const file = join(folder, "package.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Described) : undefined;
}

const licenceOf = (license: Described["license"]): { licence?: string } => {
  const licence = typeof license === "object" ? license.type : license;
  return licence === undefined ? {} : { licence };
};

/** A package may hold further package.json files, which only say how to read a folder. */
function factsAt(folder: string): (PackageFacts & { readonly folder: string }) | undefined {
  const described = describedIn(folder);
  if (described?.name !== undefined && described.version !== undefined) {
    return { name: described.name, version: described.version, ...licenceOf(described.license), folder };
  }
  return dirname(folder) === folder ? undefined : factsAt(dirname(folder));
}

/** The modules of one bundle. `folder` is the plugin's, and paths are relative to it. */
export class ModuleGraph {
  readonly #folder: string;
  readonly #main: string;
  readonly #inputs: Metafile["inputs"];

  constructor(folder: string, main: string, { inputs }: Metafile) {
    this.#folder = folder;
    this.#main = main;
    this.#inputs = inputs;
  }

  get paths(): readonly string[] {
    return Object.keys(this.#inputs);
  }

  /** The plugin's own modules lie in its folder, and not among its packages. */
  isOwn = (path: string): boolean => !path.startsWith("../") && !path.startsWith("/") && !IN_PACKAGES.test(path);

  packageOf(path: string): PackageFacts | undefined {
    return this.isOwn(path) ? undefined : factsAt(dirname(join(this.#folder, path)));
  }

  /** The same on every machine, wherever packages are installed: `main.ts`, or `nanoid@5.1.6/index.js`. */
  nameOf = (path: string): string => {
    if (this.isOwn(path)) return path;
    const facts = factsAt(dirname(join(this.#folder, path)));
    if (!facts) return path.replace(IN_PACKAGES, "");
    return `${facts.name}@${facts.version}/${join(this.#folder, path).slice(facts.folder.length + 1)}`;
  };

  /** The path of imports to a module that `found` accepts: the names of modules, the first is the main one. */
  chainTo(found: (one: Import, from: string) => boolean): readonly string[] | undefined {
    const reached = new Map<string, readonly string[]>([[this.#main, [this.nameOf(this.#main)]]]);
    for (const [path, chain] of reached) {
      for (const one of this.#inputs[path]?.imports ?? []) {
        if (found(one, path)) return chain;
        if (!reached.has(one.path)) reached.set(one.path, [...chain, this.nameOf(one.path)]);
      }
    }
    return undefined;
  }
}
