/** Reads plugin folders from disk and packs them. `packing.ts` makes all decisions. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { bundleModules } from "../bundling/bundle.ts";
import { needsBundling } from "../bundling/bundling.ts";
import { textAt } from "../files/textAt.ts";
import { issueLine } from "../files/locatedIssue.ts";
import { sha256, sha256Base64url } from "../files/sha256.ts";
import { CHECKOUT_PACKAGES, type KeptPackage } from "./keptPackages.ts";
import { type AuthoredPlugin, MANIFEST_FILE, pack } from "./packing.ts";
import { refuseSecrets } from "./folderSecrets.ts";
import { assetKind, isBinaryAsset } from "../../../manifests/assets/kinds.ts";
import { cleanIcon } from "../../../manifests/assets/svg.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { PACKAGE_FORMAT } from "../../../manifests/trust/packageShape.ts";

/** Files for people and tools, which the package does not need. Nobody expects them in it, so no command names them. */
const LEFT_OUT =
  /^(README\.md|LICENSE|CHANGELOG\.md|.*\.d\.ts|.*\.test\.m?[jt]s|tsconfig\.json|package(-lock)?\.json|(test|node_modules)\/.*)$/;

/** Endings of the files that a package or its bundle can use. */
const USABLE = /\.(?:liquid|css|html|json|jsonc|[cm]?[jt]sx?)$/;

/** The number of folders whose last package is in memory. */
const PACKED_FOLDERS_MAX = 64;

/** The beginning of a package that a command wrote into the folder. */
const PACKAGE_BEGINS = `{"format":${JSON.stringify(PACKAGE_FORMAT)}`;

export const folderFileDigest = (text: string): string => `sha256-${sha256Base64url(text)}`;

function readText(folder: string, path: string): string {
  try {
    // Refuses bytes that are not UTF-8. A replacement character would make the digest differ from the bytes on disk.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(join(folder, path)));
    // Windows writes other line ends, and its editors a byte order mark. The same folder has the same digest everywhere.
    return text.replaceAll("\r\n", "\n");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const issue = { pointer: encodePointer(["files", path]), found: "bytes that are not UTF-8", allowed: "text" };
    throw new Refusal("PLUGIN_REJECTED", { folder, issues: [issue] });
  }
}

/** Encodes fonts and pictures in base64, and writes icons in their canonical form. Other files stay as they are. */
function packedText(folder: string, path: string): string {
  if (isBinaryAsset(path)) return readFileSync(join(folder, path)).toString("base64");
  const text = readText(folder, path);
  const clean = assetKind(path)?.role === "icon" ? cleanIcon(text) : undefined;
  // An icon with forbidden content stays unchanged, so that the check reports its place.
  return clean?.ok === true ? clean.value : text;
}

interface FolderFiles {
  readonly files: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
}

const isHidden = (path: string): boolean => path.split("/").some((part) => part.startsWith("."));

function readFolder(folder: string): FolderFiles {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  refuseSecrets(folder, paths);
  const wanted = paths.filter((path) => !isHidden(path) && !LEFT_OUT.test(path)).toSorted();
  const read = wanted
    .filter((path) => USABLE.test(path) || assetKind(path) !== undefined)
    .map((path) => [path, packedText(folder, path)] as const)
    .filter(([, text]) => !text.startsWith(PACKAGE_BEGINS));
  const files = Object.fromEntries(read);
  return { files, leftOut: wanted.filter((path) => !Object.hasOwn(files, path)) };
}

const packageJsonIn = (folder: string): string | undefined => textAt(join(folder, "package.json"));

/**
 * The last package of each folder. Checks of the project's own plugins take most of the processor time of a start, and
 * one process may pack a folder many times.
 */
const LAST = new BoundedMap<string, KeptPackage>(PACKED_FOLDERS_MAX);

/**
 * Packs the plugin in a folder, or answers its last package if no file has changed since. Throws a `Refusal` with every
 * issue and its file, line and column.
 */
export function packPlugin(folder: string): AuthoredPlugin {
  const read = readFolder(folder);
  const from = sha256(JSON.stringify([read, packageJsonIn(folder)]));
  const [path, last] = [resolve(folder), LAST.get(resolve(folder))];
  if (last?.from === from) return last.plugin;
  const kept = CHECKOUT_PACKAGES?.find(path, from);
  const plugin = kept ?? packRead(folder, read);
  // A bundle also has modules from other folders.
  if (plugin.bundle !== undefined) return plugin;
  LAST.set(path, { from, plugin });
  if (!kept) CHECKOUT_PACKAGES?.keep(path, { from, plugin });
  return plugin;
}

/** Packs the plugin in a folder with the checks of this process, whatever others have kept. */
export const packAnew = (folder: string): AuthoredPlugin => packRead(folder, readFolder(folder));

function packRead(folder: string, { files, leftOut }: FolderFiles): AuthoredPlugin {
  const packing = pack(files, folderFileDigest, (main) =>
    needsBundling(main, packageJsonIn(folder)) ? () => bundleModules(folder, main) : undefined,
  );
  if (packing.ok) return { ...packing.value, leftOut: [...packing.value.leftOut, ...leftOut].toSorted() };
  throw new Refusal("PLUGIN_REJECTED", { folder, issues: packing.error, lines: packing.error.map(issueLine) });
}

/** The folders with a plugin: the root itself, or those in it. */
export function foldersIn(root: string): string[] {
  if (!existsSync(root)) {
    const issue = {
      pointer: "",
      found: `no folder ${root}`,
      allowed: `a folder with a ${MANIFEST_FILE}, or of such folders`,
    };
    throw new Refusal("PLUGIN_REJECTED", { issues: [issue] });
  }
  if (existsSync(join(root, MANIFEST_FILE))) return [root];
  const names = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.map(({ name }) => join(root, name)).filter((folder) => existsSync(join(folder, MANIFEST_FILE)));
}

/** Packs all plugins in these folders, each a plugin or a folder of plugins. The result is sorted by id. */
export function packPlugins(roots: readonly string[], packOne = packPlugin): AuthoredPlugin[] {
  const plugins = roots.flatMap(foldersIn).map((folder) => packOne(folder));
  const sorted = plugins.toSorted((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
  const twice = sorted.find((plugin, index) => plugin.manifest.id === sorted[index + 1]?.manifest.id);
  if (!twice) return sorted;
  const issues = [{ pointer: "/id", found: `a second plugin ${twice.manifest.id}`, allowed: "each id once" }];
  throw new Refusal("PLUGIN_REJECTED", { issues });
}
