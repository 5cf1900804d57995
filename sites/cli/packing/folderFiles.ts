/** Reads plugins' folders from disk. This file loads no check, so that a start with unchanged plugins needs none. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { FOLDER_FILE_MAX_BYTES, FOLDER_MAX_FILES } from "../../../manifests/bounds/packages.ts";
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
  /^(README\.md|LICENSE|CHANGELOG\.md|.*\.d\.ts|.*\.test\.m?[jt]s|tsconfig\.json|package(-lock)?\.json|released-[\w-]+\.json|(test|node_modules)\/.*)$/;

/** Endings of the files that a package or its bundle can use. */
const USABLE = /\.(?:liquid|css|html|json|jsonc|[cm]?[jt]sx?)$/;

/** The beginning of a package that a command wrote into the folder. */
const PACKAGE_BEGINS = `{"format":${JSON.stringify(PACKAGE_FORMAT)}`;

const refusal = (folder: string, path: string, found: string, allowed: string): Refusal =>
  new Refusal("PLUGIN_REJECTED", { folder, issues: [{ pointer: encodePointer(["files", path]), found, allowed }] });

/** Texts that an author's editor has not saved yet, by path. */
export type OpenTexts = ReadonlyMap<string, string>;

const NONE: OpenTexts = new Map();

function readText(folder: string, path: string, open: OpenTexts): string {
  const unsaved = open.get(path);
  if (unsaved !== undefined) return unsaved.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  try {
    // Refuses bytes that are not UTF-8. A replacement character would make the digest differ from the bytes on disk.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(join(folder, path)));
    // Windows writes other line ends, and its editors a byte order mark. The same folder has the same digest everywhere.
    return text.replaceAll("\r\n", "\n");
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw refusal(folder, path, "bytes that are not UTF-8", "text");
  }
}

/** Encodes fonts and pictures in base64, and writes icons in their canonical form. Other files stay as they are. */
function packedText(folder: string, path: string, open: OpenTexts): string {
  const bytes = open.has(path) ? 0 : statSync(join(folder, path)).size;
  if (bytes > FOLDER_FILE_MAX_BYTES)
    throw refusal(folder, path, `${bytes} bytes`, `at most ${FOLDER_FILE_MAX_BYTES}: move the file out of the folder`);
  if (isBinaryAsset(path)) return readFileSync(join(folder, path)).toString("base64");
  const text = readText(folder, path, open);
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

/** Folders of other tools, which have too many files to look at. Links are no files and no folders here. */
const isOfTools = (name: string): boolean => name === "node_modules" || name.startsWith(".");

function filesBelow(folder: string): string[] {
  const [found, open] = [[] as string[], [""]];
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      if (entry.isFile()) found.push(below + entry.name);
      else if (entry.isDirectory() && !isOfTools(entry.name)) open.push(`${below}${entry.name}/`);
    }
    if (found.length + open.length > FOLDER_MAX_FILES)
      throw refusal(folder, "", `more files than ${FOLDER_MAX_FILES}`, "a folder with the files of one plugin");
  }
  return found;
}

/** The files of a plugin's folder. Texts that an editor has open stand for those on disk. */
export function readPluginFolder(folder: string, open: OpenTexts = NONE): FolderFiles {
  const paths = [...new Set([...filesBelow(folder), ...open.keys()])];
  refuseSecrets(
    folder,
    paths.filter((path) => !open.has(path)),
  );
  const wanted = paths.filter((path) => !isHidden(path) && !LEFT_OUT.test(path)).toSorted();
  const read = wanted
    .filter((path) => USABLE.test(path) || assetKind(path) !== undefined)
    .map((path) => [path, packedText(folder, path, open)] as const)
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
