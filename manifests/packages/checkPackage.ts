/**
 * Compares a manifest with the names of the package's files: all are there, all are declared, and all are safe names on
 * every file system.
 */
import { ASSET_ENDINGS, assetKind } from "../assets/kinds.ts";
import { PACKAGE_MAX_FILES } from "../bounds/packages.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { encodePointer, quote } from "../refusals/pointer.ts";
import { fileReferences } from "./references.ts";
import { isLanguageFile } from "./labels.ts";
import type { Issue } from "../refusals/refusal.ts";
import { FILE_PATH_SAYS, isFilePath } from "../shapes/shape.ts";

const at = (name: string): string => encodePointer(["files", name]);

const nameIssues = (names: readonly string[]): Issue[] =>
  names
    .filter((name) => !isFilePath(name))
    .map((name) => ({ pointer: at(name), found: `a file named ${quote(name)}`, allowed: FILE_PATH_SAYS }));

/** Names that some file system takes for the same file: they differ only in case or in Unicode normalisation. */
function collisionIssues(names: readonly string[]): Issue[] {
  const seen = new Set<string>();
  return names.flatMap((name) => {
    const folded = name.normalize("NFC").toLowerCase();
    const isNew = !seen.has(folded);
    seen.add(folded);
    return isNew ? [] : [{ pointer: at(name), found: `a second file named ${quote(name)}`, allowed: "distinct names" }];
  });
}

const missingIssues = (manifest: Manifest, names: ReadonlySet<string>): Issue[] =>
  fileReferences(manifest)
    .filter(({ path }) => !names.has(path))
    .map(({ pointer, path }) => ({
      pointer,
      found: `${quote(path)}, which is not in the package`,
      allowed: "a file of the package",
    }));

const DATA = /\.(liquid|css|html)$/;

/**
 * Reports files that no member references. An unused template, style sheet or asset is more often a misspelt reference
 * than a spare file.
 */
function unusedIssues(manifest: Manifest, names: readonly string[]): Issue[] {
  const used = new Set(fileReferences(manifest).map(({ path }) => path));
  return names
    .filter((name) => (DATA.test(name) || assetKind(name)) && !used.has(name))
    .map((name) => ({
      pointer: at(name),
      found: `${quote(name)}, which nothing refers to`,
      allowed: "only files that the manifest names",
    }));
}

function codeIssues(manifest: Manifest, names: readonly string[]): Issue[] {
  if (manifest.kind === "executable") return [];
  const frames = new Set((manifest.contributes.frames ?? []).map(({ script }) => script));
  return names
    .filter((name) => !DATA.test(name) && !assetKind(name) && !frames.has(name) && !isLanguageFile(name))
    .map((name) => ({
      pointer: at(name),
      found: quote(name),
      allowed: `only .liquid and .css files, files of locales/ and labels/ and assets (${ASSET_ENDINGS.join(" ")}) in a declarative plugin`,
    }));
}

function pinIssues(pinned: Readonly<Record<string, string>>, names: readonly string[]): Issue[] {
  const present = new Set(names);
  return [
    ...names
      .filter((name) => !Object.hasOwn(pinned, name))
      .map((name) => ({
        pointer: at(name),
        found: "no digest of this file",
        allowed: "a digest of every file of the package",
      })),
    ...Object.keys(pinned)
      .filter((name) => !present.has(name))
      .map((name) => ({
        pointer: at(name),
        found: "a digest without its file",
        allowed: "digests of files of the package",
      })),
  ];
}

/** Lists mismatches between a packed manifest and the names of its files. */
export function checkPackage(manifest: Manifest, fileNames: readonly string[]): Issue[] {
  if (fileNames.length > PACKAGE_MAX_FILES) {
    return [{ pointer: "/files", found: `${fileNames.length} files`, allowed: `at most ${PACKAGE_MAX_FILES} files` }];
  }
  return [
    ...nameIssues(fileNames),
    ...collisionIssues(fileNames),
    ...missingIssues(manifest, new Set(fileNames)),
    ...unusedIssues(manifest, fileNames),
    ...codeIssues(manifest, fileNames),
    ...pinIssues(manifest.files ?? {}, fileNames),
  ];
}
