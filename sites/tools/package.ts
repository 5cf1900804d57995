/**
 * The build of `npm run package`: fills `dist/` with the files of the installed package. `dist/` has the same layout as
 * the sources, because code finds files relative to its own module. The workers in it are the bundles of `npm run
 * build`. What npm packages contribute is in `dist/vendor`.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { STATIC_FOLDER } from "../bundles/staticFiles.ts";
import { DATA_FOLDERS, isPackageData } from "./packageData.ts";
import { licences } from "./packaging/licences.ts";
import { type Vendored, vendor } from "./packaging/vendored.ts";
import { WORKERS } from "../workers/workers.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const DIST = join(ROOT, "dist");
const STAGE = join(ROOT, ".build/package");
const TSC = join(dirname(createRequire(import.meta.url).resolve("@typescript/native/package.json")), "bin/tsc");
/** The Node that the installed package runs on. A checkout brings one of its own. */
const PACKED_NODE = "^22.16 || >=24";
const OF_CHECKOUTS: ReadonlySet<string> = new Set(["devDependencies", "optionalDependencies", "scripts", "private"]);
const COMPILATIONS = ["tsconfig.package.json", "tsconfig.package-types.json"];

function compile(config: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, "-p", join(ROOT, config)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${config} does not compile:\n${stdout}${stderr}`);
}

const dataFiles = (): string[] =>
  DATA_FOLDERS.flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter(isPackageData);

/** A worker's configuration. The manifest of a plugin also has a main file, which stays as the author wrote it. */
const isWorkerFile = (path: string): boolean => /(?:^|\/)(?:wrangler|rehearsal)\.jsonc$/.test(path);

/** Changes the entry in a worker's configuration to the compiled file. */
const compiled = (text: string): string => text.replace(/("main": "[^"]+)\.ts"/, '$1.js"');

function copyData(path: string): void {
  const target = join(DIST, path);
  mkdirSync(dirname(target), { recursive: true });
  if (isWorkerFile(path)) writeFileSync(target, compiled(readFileSync(join(ROOT, path), "utf8")));
  else copyFileSync(join(ROOT, path), target);
}

function copyBundle(key: string): void {
  const path = join(".build", key, "index.js");
  if (!existsSync(join(ROOT, path))) throw new Error(`The worker ${key} is not built. Run: npm run build`);
  copyData(path);
}

function copyStaticFiles(): void {
  if (!existsSync(STATIC_FOLDER)) throw new Error("The static files are not built. Run: npm run build");
  for (const name of readdirSync(STATIC_FOLDER).filter((found) => !found.startsWith(".")))
    copyData(join(relative(ROOT, STATIC_FOLDER), name));
}

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

/** The compiled modules, without the bundled workers and without what belongs to plugins. */
const ownModules = (): string[] =>
  readdirSync(DIST, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter(
      (path) => path.endsWith(".js") && !/^(?:\.build|plugins|sites\/cli\/plugin\/scaffolds\/files)\//.test(path),
    );

/** Writes the package.json in which commands read the release's version, and those of the tools of authors. */
function writeManifest(): void {
  const { name, version, type, peerDependencies } = manifest;
  writeFileSync(join(DIST, "package.json"), `${JSON.stringify({ name, version, type, peerDependencies })}\n`);
}

/**
 * Fills the folder that is packed. Its manifest lacks what only a checkout needs: packages of its tools and of what is
 * vendored, and a second Node. `svc` asks for that only where the installed one is too old.
 */
function stage({ beside, folders }: Vendored): void {
  mkdirSync(join(STAGE, "sites"), { recursive: true });
  cpSync(DIST, join(STAGE, "dist"), { recursive: true });
  for (const path of ["README.md", "LICENSE", "sites/launch.mjs"]) copyFileSync(join(ROOT, path), join(STAGE, path));
  cpSync(join(ROOT, "docs"), join(STAGE, "docs"), { recursive: true });
  const kept = Object.entries(manifest).filter(([name]) => !OF_CHECKOUTS.has(name));
  const dependencies = Object.fromEntries(beside.map((name) => [name, manifest.dependencies[name]]));
  const packed = { ...Object.fromEntries(kept), dependencies, engines: { node: PACKED_NODE } };
  writeFileSync(join(STAGE, "THIRD-PARTY-LICENCES.txt"), licences(folders));
  writeFileSync(join(STAGE, "package.json"), `${JSON.stringify(packed, undefined, 2)}\n`);
}

for (const folder of [DIST, STAGE]) rmSync(folder, { recursive: true, force: true });
COMPILATIONS.forEach(compile);
const peers = [...Object.keys(manifest.peerDependencies), "typescript"];
const vendored = await vendor(DIST, ownModules(), { root: ROOT, peers });
dataFiles().forEach(copyData);
WORKERS.forEach(({ key }) => copyBundle(key));
copyStaticFiles();
copyData("sites/stacks.mjs");
writeManifest();
stage(vendored);
