/** Reads plugin folders from disk and packs them. `packing.ts` makes all decisions. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { bundleModules } from "../bundling/bundle.ts";
import { needsBundling } from "../bundling/bundling.ts";
import { issueLine } from "../files/locatedIssue.ts";
import { sha256Base64url } from "../files/sha256.ts";
import { type AuthoredPlugin, MANIFEST_FILE, pack } from "./packing.ts";
import { assetKind, isBinaryAsset } from "../../../manifests/assets/kinds.ts";
import { cleanIcon } from "../../../manifests/assets/svg.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";

/** Files for people and tools, which the package does not need. */
const LEFT_OUT =
  /^(README\.md|LICENSE|CHANGELOG\.md|.*\.d\.ts|.*\.test\.m?[jt]s|tsconfig\.json|package(-lock)?\.json|(test|node_modules)\/.*)$/;

export const folderFileDigest = (text: string): string => `sha256-${sha256Base64url(text)}`;

function textOf(folder: string, path: string): string {
  try {
    // Refuses bytes that are not UTF-8. A replacement character would make the digest differ from the bytes on disk.
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(join(folder, path)));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const issue = { pointer: encodePointer(["files", path]), found: "bytes that are not UTF-8", allowed: "text" };
    throw new Refusal("PLUGIN_REJECTED", { folder, issues: [issue] });
  }
}

/** Encodes fonts and pictures in base64, and writes icons in their canonical form. Other files stay as they are. */
function packedText(folder: string, path: string): string {
  if (isBinaryAsset(path)) return readFileSync(join(folder, path)).toString("base64");
  const text = textOf(folder, path);
  const clean = assetKind(path)?.role === "icon" ? cleanIcon(text) : undefined;
  // An icon with forbidden content stays unchanged, so that the check reports its place.
  return clean?.ok === true ? clean.value : text;
}

function readFolder(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
  const packed = paths.filter((path) => !path.split("/").some((part) => part.startsWith(".")) && !LEFT_OUT.test(path));
  return Object.fromEntries(packed.toSorted().map((path) => [path, packedText(folder, path)]));
}

function packageJsonIn(folder: string): string | undefined {
  const path = join(folder, "package.json");
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** Packs the plugin in a folder. Throws a `Refusal` with every issue and its file, line and column. */
export function packPlugin(folder: string): AuthoredPlugin {
  const packing = pack(readFolder(folder), folderFileDigest, (main) =>
    needsBundling(main, packageJsonIn(folder)) ? () => bundleModules(folder, main) : undefined,
  );
  if (packing.ok) return packing.value;
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
export function packPlugins(roots: readonly string[]): AuthoredPlugin[] {
  const plugins = roots.flatMap(foldersIn).map(packPlugin);
  const sorted = plugins.toSorted((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
  const twice = sorted.find((plugin, index) => plugin.manifest.id === sorted[index + 1]?.manifest.id);
  if (!twice) return sorted;
  const issues = [{ pointer: "/id", found: `a second plugin ${twice.manifest.id}`, allowed: "each id once" }];
  throw new Refusal("PLUGIN_REJECTED", { issues });
}
