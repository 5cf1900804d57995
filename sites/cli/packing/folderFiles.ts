/** Reads plugins' folders from disk. This file loads no check, so that a start with unchanged plugins needs none. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { assetKind, isBinaryAsset } from "../../../manifests/assets/kinds.ts";
import { cleanIcon } from "../../../manifests/assets/svg.ts";
import { encodePointer } from "../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { PACKAGE_FORMAT } from "../../../manifests/trust/packageShape.ts";
import { textAt } from "../files/textAt.ts";
import { refuseSecrets } from "./folderSecrets.ts";

export const MANIFEST_FILE = "plugin.jsonc";

/** Files for people and tools, which the package does not need. Nobody expects them in it, so no command names them. */
const LEFT_OUT =
  /^(README\.md|LICENSE|CHANGELOG\.md|.*\.d\.ts|.*\.test\.m?[jt]s|tsconfig\.json|package(-lock)?\.json|(test|node_modules)\/.*)$/;

/** Endings of the files that a package or its bundle can use. */
const USABLE = /\.(?:liquid|css|html|json|jsonc|[cm]?[jt]sx?)$/;

/** The beginning of a package that a command wrote into the folder. */
const PACKAGE_BEGINS = `{"format":${JSON.stringify(PACKAGE_FORMAT)}`;

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

/** The files of a plugin's folder. */
export interface FolderFiles {
  readonly files: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
}

const isHidden = (path: string): boolean => path.split("/").some((part) => part.startsWith("."));

export function readPluginFolder(folder: string): FolderFiles {
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

export const packageJsonIn = (folder: string): string | undefined => textAt(join(folder, "package.json"));

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
