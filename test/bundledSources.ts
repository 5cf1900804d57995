/**
 * The sources that tests in workerd import, in a few large modules. A suite in workerd loads each module by a question to
 * the runner, and a worker has more than a thousand. All suites of a run share one bundle, which goes with the run.
 */
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { parse } from "jsonc-parser";
import { rolldown, type Plugin } from "rolldown";
import { firstParty } from "./firstPartyModule.ts";
import { files, type Project } from "./projects.ts";

/** A variable that tells the suites of a run where the bundle is. */
const FOLDER = "DRAWBRIDGE_BUNDLED_SOURCES";

interface SourceReader {
  readonly name: string;
  readonly enforce: "pre";
  resolveId(source: string, importer?: string): string | undefined;
  load(id: string): Loaded | undefined;
}

/** A part without the map of its lines, which would be half of what a suite sends to workerd. */
interface Loaded {
  readonly code: string;
  readonly map: { readonly mappings: "" };
}

const ROOT = join(import.meta.dirname, "..");

/** The parts of one machine's workers that tests need, too. */
export const DEFINE = { LOCAL_HANDOFF: "true" } as const;

/** True for a path of the folder with tests, which are no sources. */
const isOfTests = (path: string): boolean => relative(ROOT, path).startsWith(`test${sep}`);

const isInWorkerd = (project: Project): boolean => project.in === "workerd";

/** The module that a wrangler configuration starts. */
function mainOf(worker: string): string {
  const { main } = parse(readFileSync(join(ROOT, worker), "utf8")) as { readonly main: string };
  return join(ROOT, dirname(worker), main);
}

/** The modules that a project starts with: its worker, and its tests. */
const startsOf = (project: Project): string[] => [
  mainOf(project.worker ?? ""),
  ...files(project).include.flatMap((pattern) => globSync(join(ROOT, pattern))),
];

/** The sources that these modules of the tests import, directly or through each other. */
async function importedBy(starts: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set(starts.filter((path) => !isOfTests(path)));
  const leave: Plugin = {
    name: "leave",
    resolveId(source, importer) {
      if (importer === undefined) return undefined;
      if (!source.startsWith(".")) return { id: source, external: true };
      const path = join(dirname(importer), source);
      if (isOfTests(path)) return undefined;
      found.add(path);
      return { id: path, external: true };
    },
  };
  const tests = await rolldown({ input: starts.filter(isOfTests), plugins: [leave], treeshake: false });
  await tests.generate();
  await tests.close();
  return found;
}

/** The place in the bundle of each source's exports. */
const placeOf = (path: string): string => relative(ROOT, path).replace(/\.ts$/, "");

function bundledAt(folder: string, path: string): string | undefined {
  const place = join(folder, `${placeOf(path)}.js`);
  return existsSync(place) ? place : undefined;
}

/** A part of the bundle for each folder at the top, because none of them imports one that imports it. */
function partOf(path: string): string {
  const [top = "", floor = ""] = relative(ROOT, path).split(sep);
  return top === "sites" ? `${top}-${floor}` : top;
}

/** Bundles all that the tests of these projects import into a folder. */
async function bundle(projects: readonly Project[], dir: string): Promise<void> {
  const sources = await importedBy(projects.filter(isInWorkerd).flatMap(startsOf));
  const bundled = await rolldown({
    input: Object.fromEntries([...sources].map((path) => [placeOf(path), path])),
    plugins: [firstParty()],
    platform: "browser",
    resolve: { conditionNames: ["workerd", "worker", "module", "browser", "import"] },
    external: [/^cloudflare:/, /^node:/],
    transform: { define: DEFINE },
  });
  await bundled.write({
    dir,
    entryFileNames: "[name].js",
    chunkFileNames: "parts/[name]-[hash].js",
    sourcemap: true,
    sourcemapExcludeSources: true,
    // A source is evaluated when something imports it, as without a bundle: some change what others of their part do.
    strictExecutionOrder: true,
    codeSplitting: { groups: [{ name: partOf, debugName: "folders" }] },
  });
  await bundled.close();
}

/** Bundles once for these suites, which this process starts. If that fails, each loads the sources one by one. */
export async function shareBundledSources(projects: readonly Project[]): Promise<void> {
  if (projects.some(isInWorkerd))
    await ownBundle(projects).then(
      (folder) => void (process.env[FOLDER] = folder),
      () => undefined,
    );
}

/** Makes a bundle that goes with this process. */
export async function ownBundle(projects: readonly Project[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-sources-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  await bundle(projects, folder);
  return folder;
}

/**
 * Leads what tests import to the bundle of the run, from which every source is loaded, so that each exists once. Empty for
 * a suite that was started by itself: it follows changes while vitest watches, and its traces name the sources' own lines.
 */
export function bundledSources(): SourceReader[] {
  const folder = process.env[FOLDER];
  return folder === undefined ? [] : [readingFrom(folder)];
}

/** A plugin of vite, which answers the places of sources in the folder. */
export const readingFrom = (folder: string): SourceReader => ({
  name: "bundled-sources",
  enforce: "pre",
  resolveId(source, importer) {
    if (importer === undefined) return isAbsolute(source) ? bundledAt(folder, source) : undefined;
    if (!isOfTests(importer) || !source.startsWith(".")) return undefined;
    const path = join(dirname(importer), source);
    if (isOfTests(path)) return undefined;
    const place = bundledAt(folder, path);
    if (place === undefined) throw new Error(`${relative(ROOT, path)} is in no bundle`);
    return place;
  },
  load: (id) => (id.startsWith(folder) ? { code: readFileSync(id, "utf8"), map: { mappings: "" } } : undefined),
});
