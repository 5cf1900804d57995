/**
 * The texts of a package against what each is for: templates, styles and code that reach for more than they may are
 * refused wherever a package comes in. A trusted signature changes nothing about that.
 */
import { assetFaults, unknownAssets } from "../assets/assetCheck.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { frameFaults } from "./frameCheck.ts";
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

function textFileIssues(manifest: Manifest, reference: TextReference, text: string): FileIssue[] {
  const { pointer, path: file, use } = reference;
  const issues = textIssues(reference, text);
  const unknown = issues.length === 0 && USES_ASSETS.has(use) ? unknownAssets(manifest, file, text) : [];
  return [...issues, ...unknown.map((fault) => ({ pointer, ...fault }))].map((issue) => ({ ...issue, file }));
}

/** Lists forbidden contents of a package's files. `checkPackage` reports missing files. */
export function checkFiles(manifest: Manifest, files: Readonly<Record<string, string>>): FileIssue[] {
  return fileReferences(manifest).flatMap((reference) => {
    const text = Object.hasOwn(files, reference.path) ? files[reference.path] : undefined;
    if (text === undefined) return [];
    return isText(reference) ? textFileIssues(manifest, reference, text) : checkImports(files, reference.path);
  });
}
