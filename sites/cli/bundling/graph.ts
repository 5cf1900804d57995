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
  /** The specifier in the source. */
  readonly original?: string;
}

/** The bundler's mark before a module that its package does without in browsers. The bundle has an empty one. */
const EMPTIED = "(disabled):";

export const isEmptied = (path: string): boolean => path.startsWith(EMPTIED);

const unmarked = (path: string): string => (isEmptied(path) ? path.slice(EMPTIED.length) : path);

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

/**
 * Finds the npm package of a folder, and remembers it. A large package has hundreds of modules and a long package.json.
 */
class Packages {
  readonly #known = new Map<string, Facts | undefined>();

  /**
   * Looks upwards. A nested package.json without a name and a version only sets the module format, so it is skipped.
   */
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

export interface Edge {
  readonly one: Import;
  readonly from: string;
}

/** The import graph of one bundle. `folder` is the plugin's folder, and all paths are relative to it. */
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

  /** True for a module in the plugin's folder, outside of `node_modules`. */
  isOwn = (path: string): boolean => !/^(?:\.\.\/|\/)/.test(unmarked(path)) && !IN_PACKAGES.test(unmarked(path));

  packageOf(path: string): PackageFacts | undefined {
    return this.isOwn(path) ? undefined : this.#packages.at(dirname(join(this.#folder, path)));
  }

  /** The module's name in reports, the same on every machine: `main.ts`, or `nanoid@5.1.6/index.js`. */
  nameOf = (path: string): string => {
    if (this.isOwn(path)) return path;
    if (isEmptied(path)) return EMPTIED + this.nameOf(unmarked(path));
    const facts = this.#packages.at(dirname(join(this.#folder, path)));
    if (!facts) return path.replace(IN_PACKAGES, "");
    return `${facts.name}@${facts.version}/${join(this.#folder, path).slice(facts.folder.length + 1)}`;
  };

  /** All imports that the main module reaches, breadth first. */
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

  /** The shortest chain of imports from the main module to this one, as names of modules. */
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
