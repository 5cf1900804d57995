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

type Facts = PackageFacts & { readonly folder: string };

/** The packages of one bundle by folder. A large one has hundreds of modules, and a long package.json for all of them. */
class Packages {
  readonly #known = new Map<string, Facts | undefined>();

  /** A package may hold further package.json files, which only say how to read a folder. */
  at(folder: string): Facts | undefined {
    if (!this.#known.has(folder)) this.#known.set(folder, this.#read(folder));
    return this.#known.get(folder);
  }

  #read(folder: string): Facts | undefined {
    const described = describedIn(folder);
    if (described?.name !== undefined && described.version !== undefined)
      return { name: described.name, version: described.version, ...licenceOf(described.license), folder };
    return dirname(folder) === folder ? undefined : this.at(dirname(folder));
  }
}

/** One import of one module. */
export interface Edge {
  readonly one: Import;
  readonly from: string;
}

/** The modules of one bundle. `folder` is the plugin's, and paths are relative to it. */
export class ModuleGraph {
  readonly #folder: string;
  readonly #main: string;
  readonly #inputs: Metafile["inputs"];
  readonly #packages = new Packages();

  constructor(folder: string, main: string, { inputs }: Metafile) {
    this.#folder = folder;
    this.#main = main;
    this.#inputs = inputs;
  }

  get paths(): readonly string[] {
    return Object.keys(this.#inputs);
  }

  has(path: string): boolean {
    return Object.hasOwn(this.#inputs, path);
  }

  /** The plugin's own modules lie in its folder, and not among its packages. */
  isOwn = (path: string): boolean => !path.startsWith("../") && !path.startsWith("/") && !IN_PACKAGES.test(path);

  packageOf(path: string): PackageFacts | undefined {
    return this.isOwn(path) ? undefined : this.#packages.at(dirname(join(this.#folder, path)));
  }

  /** The same on every machine, wherever packages are installed: `main.ts`, or `nanoid@5.1.6/index.js`. */
  nameOf = (path: string): string => {
    if (this.isOwn(path)) return path;
    const facts = this.#packages.at(dirname(join(this.#folder, path)));
    if (!facts) return path.replace(IN_PACKAGES, "");
    return `${facts.name}@${facts.version}/${join(this.#folder, path).slice(facts.folder.length + 1)}`;
  };

  /** Every import that the main module leads to, the nearest first. */
  edges(): readonly Edge[] {
    const reached = new Set([this.#main]);
    const edges: Edge[] = [];
    for (const from of reached) {
      for (const one of this.#inputs[from]?.imports ?? []) {
        edges.push({ one, from });
        reached.add(one.path);
      }
    }
    return edges;
  }

  /** The path of imports to a module: the names of modules, the first is the main one. */
  chainTo(module: string): readonly string[] {
    const before = new Map<string, string>();
    for (const { one, from } of this.edges()) if (!before.has(one.path)) before.set(one.path, from);
    const chain = [module];
    for (let at = module; at !== this.#main && before.has(at);) {
      at = before.get(at) ?? this.#main;
      chain.unshift(at);
    }
    return chain.map(this.nameOf);
  }
}
