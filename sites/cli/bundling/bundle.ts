/**
 * Runs esbuild over a plugin's modules. The same sources and packages give the same bytes on every machine. Nothing in
 * the bundle names a place on disk, and no setting is read from the folder.
 */
import { realpathSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type BuildOptions, type Message, type Metafile, type OutputFile, buildSync } from "esbuild";
import { quote } from "../../../manifests/refusals/pointer.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";
import type { Bundle, BundledPart } from "./bundling.ts";
import { type Edge, isEmptied, ModuleGraph } from "./graph.ts";
import { type BundlePlace, IN_SANDBOX } from "./bundlePlace.ts";
import { minified } from "./minified.ts";
import { withNames, type WrittenModule } from "./names.ts";
import { wordsFor } from "./unresolved.ts";

const UNRESOLVED = /^Could not resolve "(.+)"$/;

/** An entry of a plugin's folder, and the place in which its bundle runs. */
interface Entry {
  readonly folder: string;
  readonly main: string;
  /** JSON pointer to the entry in the manifest. */
  readonly pointer: string;
  readonly place: BundlePlace;
}

const optionsFor = ({
  folder,
  main,
  place,
}: Entry): BuildOptions & { readonly metafile: true; readonly write: false } => ({
  entryPoints: [main],
  absWorkingDir: folder,
  outfile: outfileOf(main),
  bundle: true,
  write: false,
  metafile: true,
  logLevel: "silent",
  format: "esm",
  // Packages name files and modules of Node that they replace, or do without, in browsers.
  platform: "browser",
  mainFields: ["browser", "module", "main"],
  target: "es2024",
  charset: "utf8",
  // With "eof", esbuild would write this machine's path of a package beside its licence notice.
  legalComments: "inline",
  sourcemap: "external",
  sourcesContent: true,
  // Packages leave out their development code. A sandbox has no `process`, so the value must be known at build time.
  define: { "process.env.NODE_ENV": '"production"' },
  // The author's tsconfig.json configures their editor; it must not change the bytes.
  tsconfigRaw: "{}",
  ...place.options,
});

const outfileOf = (main: string): string => (main.endsWith(".css") ? "main.css" : "main.js");

interface Failed {
  readonly errors: readonly Message[];
}

const isFailed = (error: unknown): error is Failed & Error =>
  error instanceof Error && Array.isArray((error as Partial<Failed>).errors);

/** esbuild counts columns in bytes; we count characters from 1. */
const columnOf = ({ column, lineText }: NonNullable<Message["location"]>): number =>
  Buffer.from(lineText, "utf8").subarray(0, column).toString("utf8").length + 1;

const placeIn = ({ location }: Message, main: string) => ({
  file: location?.file ?? main,
  line: location?.line ?? 1,
  column: location ? columnOf(location) : 1,
});

/** Builds again with the missing modules marked external, to learn which modules import them. */
function graphWithout(entry: Entry, missing: readonly string[]): ModuleGraph | undefined {
  try {
    const { metafile } = buildSync({ ...optionsFor(entry), external: [...missing] });
    return new ModuleGraph(entry.folder, entry.main, metafile);
  } catch (error) {
    if (isFailed(error)) return undefined;
    throw error;
  }
}

const asked = (name: string, chain: readonly string[] | undefined): string =>
  `an import of ${quote(name)}${chain === undefined ? "" : ` by ${chain.join(" → ")}`}`;

function issuesOf({ errors }: Failed, entry: Entry): LocatedIssue[] {
  const { folder, main, pointer, place } = entry;
  const missing = errors.flatMap(({ text }) => UNRESOLVED.exec(text)?.[1] ?? []);
  const graph = missing.length > 0 ? graphWithout(entry, missing) : undefined;
  return errors.map((error) => {
    const name = UNRESOLVED.exec(error.text)?.[1];
    const where = { pointer, ...placeIn(error, main) };
    if (name === undefined) return { ...where, found: error.text, allowed: "code that can be bundled" };
    const from = graph?.edges().find(({ one, from: file }) => one.path === name && file === error.location?.file)?.from;
    const { found, allowed } = wordsFor(name, dirname(resolve(folder, where.file)), place.allowed);
    return { ...where, found: asked(name, from === undefined ? from : graph?.chainTo(from)) + found, allowed };
  });
}

/**
 * Issues for files that are no module, and for relative imports out of the plugin's folder. Each file is reported once.
 */
function strayIssues(graph: ModuleGraph, { main, pointer, place }: Entry): LocatedIssue[] {
  const isStray = ({ one, from }: Edge): boolean =>
    !isEmptied(one.path) &&
    ((graph.isOwn(from) && !graph.isOwn(one.path) && /^[./]/.test(one.original ?? "")) || !place.loads.test(one.path));
  const strays = new Map<string, string>();
  for (const edge of graph.edges())
    if (isStray(edge) && graph.has(edge.one.path) && !strays.has(edge.one.path)) strays.set(edge.one.path, edge.from);
  return [...strays].map(([path, from]) => ({
    pointer,
    found: asked(graph.nameOf(path), graph.chainTo(from)),
    allowed: place.allowed,
    file: main,
    line: 1,
    column: 1,
  }));
}

function partsOf(graph: ModuleGraph, { outputs }: Metafile, outfile: string): BundledPart[] {
  const inputs = Object.entries(outputs[outfile]?.inputs ?? {});
  const parts = new Map<string, BundledPart>();
  for (const [path, { bytesInOutput }] of inputs.filter(([one]) => !isEmptied(one))) {
    const facts = graph.packageOf(path) ?? { name: "", version: "" };
    const key = `${facts.name}@${facts.version}`;
    parts.set(key, { ...facts, bytes: (parts.get(key)?.bytes ?? 0) + bytesInOutput });
  }
  return [...parts.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { name, version, licence, bytes }]) => ({
      name,
      version,
      ...(licence === undefined ? {} : { licence }),
      bytes,
    }));
}

/** The text that the bundler wrote. One entry writes one text, a module or a style sheet. */
function writtenBy(entry: Entry, { outputFiles }: { readonly outputFiles: readonly OutputFile[] }): WrittenModule {
  const text = (ending: string): string => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? "";
  const name = outfileOf(entry.main);
  // Licence notices keep the line ends of their file. In code, such an end in a template counts as a line feed.
  return { text: text(name).replaceAll("\r\n", "\n"), sourceMap: text(`${name}.map`) };
}

/** Bundles the modules that `main` reaches, or lists every import that cannot run in the place. */
export function bundleModules(
  at: string,
  main: string,
  place = IN_SANDBOX,
  pointer = "/main",
): Result<Bundle, readonly LocatedIssue[]> {
  // esbuild reports real paths. Behind a symlink, the folder's own files would look as if they lay outside it.
  const entry = { folder: realpathSync(resolve(at)), main, pointer, place };
  try {
    const built = buildSync(optionsFor(entry));
    const graph = new ModuleGraph(entry.folder, main, built.metafile);
    const issues = strayIssues(graph, entry);
    if (issues.length > 0) return refused(issues);
    const small = minified(withNames(writtenBy(entry, built), graph), place, outfileOf(main));
    // The sizes of parts are those of the smaller module, which only a build of its own tells.
    const { metafile: sizes } = buildSync({ ...optionsFor(entry), ...place.smaller, sourcemap: false });
    const ownFiles = graph.paths.filter(graph.isOwn);
    return accepted({ main, ...small, ownFiles, parts: partsOf(graph, sizes, outfileOf(main)) });
  } catch (error) {
    if (isFailed(error)) return refused(issuesOf(error, entry));
    throw error;
  }
}
