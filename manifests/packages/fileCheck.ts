/**
 * Checks each text file of a package by its use. Forbidden templates, styles and code are refused wherever a package
 * comes in, even with a trusted signature.
 */
import { assetFaults, unknownAssets } from "./assetCheck.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { LiquidFault } from "../liquid/liquid.ts";
import { encodePointer } from "../refusals/pointer.ts";
import { isLabels, isLanguageFile, labelFaults } from "./labels.ts";
import { localeFaults, unknownKeys } from "./locales.ts";
import { frameFaults } from "./frameCheck.ts";
import { checkCode } from "./codeCheck.ts";
import { checkContents } from "./contents.ts";
import { checkImports } from "./importCheck.ts";
import { type FileReference, fileReferences } from "./references.ts";
import { checkStyle, checkTemplate, type TextIssue } from "../templates/templateCheck.ts";

export interface FileIssue extends TextIssue {
  readonly file: string;
}

type TextReference = FileReference & { readonly use: Exclude<FileReference["use"], "main"> };

function textIssues({ pointer, path, use, frames }: TextReference, text: string): TextIssue[] {
  if (use === "frameHtml" || use === "frameStyle" || use === "frameScript")
    return frameFaults(use, text).map((fault) => ({ pointer, ...fault }));
  if (use === "asset") return assetFaults(path, text).map((fault) => ({ pointer, ...fault }));
  if (use === "sectionStyle" || use === "themeStyle") {
    return checkStyle({ text, pointer }, use === "themeStyle" ? "theme" : "section");
  }
  return checkTemplate({ text, pointer }, use, frames);
}

const isText = (reference: FileReference): reference is TextReference => reference.use !== "main";

const USES_ASSETS: ReadonlySet<FileReference["use"]> = new Set([
  "section",
  "layout",
  "sectionStyle",
  "themeStyle",
  "metadata",
  "markdown",
]);

type Files = Readonly<Record<string, string>>;

/** Assets and texts that a file uses and the package does not have. */
const unknownNames = (manifest: Manifest, { path, use }: TextReference, files: Files, text: string): LiquidFault[] => [
  ...(USES_ASSETS.has(use) ? unknownAssets(manifest, path, text) : []),
  ...(path.endsWith(".liquid") ? unknownKeys(files, text) : []),
];

function textFileIssues(manifest: Manifest, reference: TextReference, files: Files, text: string): FileIssue[] {
  const { pointer, path: file } = reference;
  const issues = textIssues(reference, text);
  const unknown = issues.length === 0 ? unknownNames(manifest, reference, files, text) : [];
  return [...issues, ...unknown.map((fault) => ({ pointer, ...fault }))].map((issue) => ({ ...issue, file }));
}

const languageIssues = (files: Files): FileIssue[] =>
  Object.entries(files)
    .filter(([file]) => isLanguageFile(file))
    .flatMap(([file, text]) =>
      (isLabels(file) ? labelFaults(text) : localeFaults(text)).map((fault) => ({
        pointer: encodePointer(["files", file]),
        ...fault,
        file,
      })),
    );

function referredIssues(manifest: Manifest, files: Files): FileIssue[] {
  return fileReferences(manifest).flatMap((reference) => {
    const text = Object.hasOwn(files, reference.path) ? files[reference.path] : undefined;
    if (text === undefined) return [];
    return isText(reference) ? textFileIssues(manifest, reference, files, text) : checkImports(files, reference.path);
  });
}

/**
 * Judges a package's files before templates are compiled: forbidden contents, files that nothing uses, secrets, and
 * code that cannot work. `checkPackage` reports missing files.
 */
export function checkFiles(manifest: Manifest, files: Files): FileIssue[] {
  const code = checkCode(manifest, files);
  // Both checks find a module that cannot be read. The check of code says why.
  const isSaid = ({ file, offset }: FileIssue): boolean =>
    code.some((issue) => issue.file === file && issue.offset === offset);
  const referred = referredIssues(manifest, files).filter((issue) => !isSaid(issue));
  return [...checkContents(manifest, files), ...referred, ...code, ...languageIssues(files)];
}
