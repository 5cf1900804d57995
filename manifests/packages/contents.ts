/**
 * The files that a package may have: those that the manifest names, the modules that its code imports, and the texts of
 * languages. Nothing reads any other file, so it is there by mistake, and everybody who has the package reads it.
 */
import { assetKind } from "../assets/kinds.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { encodePointer, quote } from "../refusals/pointer.ts";
import type { TextIssue } from "../templates/templateCheck.ts";
import { reachedModules } from "./importCheck.ts";
import { isLanguageFile } from "./labels.ts";
import { fileReferences } from "./references.ts";
import { fileSecret } from "./secrets.ts";

type Files = Readonly<Record<string, string>>;
type Issue = TextIssue & { readonly file: string };

/** `checkPackage` reports files with these endings, because their reference is more often misspelt than missing. */
export const isReportedByName = (path: string): boolean =>
  /\.(?:liquid|css|html)$/.test(path) || assetKind(path) !== undefined;

/** The names of all files that the plugin can use. */
function usedFiles(manifest: Manifest, files: Files): ReadonlySet<string> {
  const { main } = manifest;
  return new Set([
    ...fileReferences(manifest).map(({ path }) => path),
    ...(main === undefined ? [] : reachedModules(files, main)),
    ...Object.keys(files).filter(isLanguageFile),
  ]);
}

function strayIssues(manifest: Manifest, files: Files): Issue[] {
  const used = usedFiles(manifest, files);
  return Object.keys(files)
    .filter((path) => !used.has(path) && !isReportedByName(path))
    .map((path) => ({
      pointer: encodePointer(["files", path]),
      file: path,
      offset: 0,
      found: `${quote(path)}, which nothing refers to`,
      allowed: "only files that the manifest names, modules that its code imports, and files of locales/ and labels/",
    }));
}

const secretIssues = (files: Files): Issue[] =>
  Object.entries(files).flatMap(([file, text]) => {
    const secret = fileSecret(file, text);
    return secret ? [{ pointer: encodePointer(["files", file]), file, allowed: "no secret", ...secret }] : [];
  });

/** Lists files that a package may not have. A secret is listed first, because it is the worst of them. */
export const checkContents = (manifest: Manifest, files: Files): Issue[] => [
  ...secretIssues(files),
  ...(manifest.kind === "executable" ? strayIssues(manifest, files) : []),
];
