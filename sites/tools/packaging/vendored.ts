/**
 * Puts the parts of npm packages that the program uses beside it, into `dist/vendor`. npm would install each package
 * whole, for other systems and with its tests: a third of an installation. Own modules stay where they are.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { type BuildOptions, type Plugin, build, transform } from "esbuild";

/** Packages that npm installs beside ours, each with the reason. */
const BESIDE: Readonly<Record<string, string>> = {
  miniflare: "brings workerd and the library for pictures, which are programs for one system",
  esbuild: "is a program for one system",
  "fxa-common-password-list": "is a file of nine megabytes, which only people with passwords need",
  "@wordpress/block-serialization-default-parser": "has the GPL as its licence, so it stays a package of its own",
  "@wordpress/shortcode": "has the GPL as its licence, so it stays a package of its own",
};

/** Modules whose form for workers serves every Node, too. The bundler would take the one for Node alone. */
const FOR_WORKERS: Readonly<Record<string, string>> = {
  liquidjs: "node_modules/liquidjs/dist/liquid.browser.mjs",
  "@modelcontextprotocol/server/_shims": "node_modules/@modelcontextprotocol/server/dist/shimsWorkerd.mjs",
};

/** Packages that read the names of their own classes and functions, each with what it exports. They keep all names. */
const NAMED: Readonly<Record<string, string>> = {
  "oidc-provider": 'export * from "oidc-provider"; export { default } from "oidc-provider";',
  "@simplewebauthn/server": 'export * from "@simplewebauthn/server";',
  "acme-client": 'export { default } from "acme-client";',
};

const namedFile = (dist: string, name: string): string => join(dist, "vendor", `${name.replaceAll("/", "-")}.js`);

/** Modules of the platform, of the project's own build, and of Node. */
const GIVEN = /^(?:node|cloudflare|drawbridge):/;
const NODES = new Set(builtinModules);

const packageOf = (specifier: string): string => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

export interface Vendored {
  /** The packages that npm installs, by name. */
  readonly beside: readonly string[];
  /** The folders of the packages that are contained, for their licences. */
  readonly folders: readonly string[];
}

/** Tells whether npm, the platform or Node has a module. */
const isOutside = (path: string, peers: ReadonlySet<string>): boolean =>
  GIVEN.test(path) || NODES.has(path) || Object.hasOwn(BESIDE, packageOf(path)) || peers.has(packageOf(path));

/** The folder of the package that a file belongs to. */
function folderOf(path: string): string | undefined {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return folder;
}

/** The path by which one module imports another. */
function pathTo(importer: string, path: string): string {
  const found = relative(dirname(importer), path).split(sep).join("/");
  return found.startsWith(".") ? found : `./${found}`;
}

/** Keeps own modules apart. `peers` are packages that their users install themselves. */
function doors(dist: string, peers: ReadonlySet<string>, root: string): Plugin {
  const isOwn = (importer: string): boolean => !relative(dist, importer).startsWith("..");
  return {
    name: "doors",
    setup(bundler) {
      bundler.onResolve({ filter: /./ }, ({ path, importer, kind }) => {
        if (kind === "entry-point") return undefined;
        if (/^\.{1,2}\//.test(path)) return isOwn(importer) ? { path, external: true } : undefined;
        if (isOutside(path, peers)) return { path, external: true };
        if (Object.hasOwn(NAMED, path) && isOwn(importer))
          return { path: pathTo(importer, namedFile(dist, path)), external: true };
        const forWorkers = FOR_WORKERS[path];
        return forWorkers === undefined ? undefined : { path: join(root, forWorkers) };
      });
    },
  };
}

/** CommonJS packages ask for Node's modules by `require`, which modules do not have. */
const REQUIRE = "const require = (name) => process.getBuiltinModule(name);\n";
const ASKS = /^var __require = /m;

/** Packages come without their comments and indents. Names stay, because traces show them. */
const SHORT = { minifyWhitespace: true, minifySyntax: true, target: "node22.16", charset: "utf8" } as const;

interface VendorInput {
  /** The folder with the packages. */
  readonly root: string;
  readonly peers: readonly string[];
}

const COMMON = {
  bundle: true,
  format: "esm",
  platform: "node",
  // A package's modules, where it has some: what wraps CommonJS for browsers names its files in a way no bundler reads.
  mainFields: ["module", "main"],
  target: "node22.16",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  write: false,
  logLevel: "error",
} as const satisfies BuildOptions;

/** Bundles a package that keeps its names. Answers the paths of its inputs. */
async function bundleNamed(dist: string, name: string, contents: string, root: string): Promise<string[]> {
  const outfile = namedFile(dist, name);
  const { outputFiles, metafile } = await build({
    ...COMMON,
    ...SHORT,
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile,
    keepNames: true,
  });
  mkdirSync(dirname(outfile), { recursive: true });
  writeFileSync(outfile, REQUIRE + (outputFiles[0]?.text ?? ""));
  return Object.keys(metafile.inputs);
}

/** Rewrites the modules of a folder. */
export async function vendor(
  dist: string,
  modules: readonly string[],
  { root, peers }: VendorInput,
): Promise<Vendored> {
  const { outputFiles, metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    entryPoints: modules.map((path) => join(dist, path)),
    outbase: dist,
    outdir: dist,
    chunkNames: "vendor/[name]-[hash]",
    splitting: true,
    allowOverwrite: true,
    plugins: [doors(resolve(dist), new Set(peers), root)],
  });
  const hasPackages = (path: string): boolean =>
    Object.keys(metafile.outputs[relative(root, path)]?.inputs ?? {}).some((input) => folderOf(input) !== undefined);
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    const whole = ASKS.test(text) ? REQUIRE + text : text;
    writeFileSync(path, hasPackages(path) ? (await transform(whole, SHORT)).code : whole);
  }
  const inputs = Object.keys(metafile.inputs);
  for (const [name, contents] of Object.entries(NAMED)) inputs.push(...(await bundleNamed(dist, name, contents, root)));
  const folders = new Set(inputs.flatMap((path) => folderOf(path) ?? []));
  return { beside: Object.keys(BESIDE), folders: [...folders].toSorted().map((folder) => join(root, folder)) };
}
