/**
 * The texts of a package against what each is for: templates, styles and code that reach for more than they may are
 * refused wherever a package comes in. A trusted signature changes nothing about that.
 */
import type { Manifest } from "../manifest/manifest.ts";
import { checkImports } from "./importCheck.ts";
import { type FileReference, fileReferences } from "./references.ts";
import { checkStyle, checkTemplate, type TextIssue } from "../templates/templateCheck.ts";

export interface FileIssue extends TextIssue {
  readonly file: string;
}

function textIssues(
  { pointer, use, frames }: FileReference & { readonly use: Exclude<FileReference["use"], "main"> },
  text: string,
): TextIssue[] {
  if (use === "sectionStyle" || use === "themeStyle") {
    return checkStyle({ text, pointer }, use === "themeStyle" ? "theme" : "section");
  }
  return checkTemplate({ text, pointer }, use, frames);
}

const isText = (reference: FileReference): reference is Parameters<typeof textIssues>[0] => reference.use !== "main";

const issuesOf = (reference: FileReference, text: string, files: Readonly<Record<string, string>>): FileIssue[] =>
  isText(reference)
    ? textIssues(reference, text).map((issue) => ({ ...issue, file: reference.path }))
    : checkImports(files, reference.path);

/** Lists forbidden contents of a package's files. `checkPackage` reports missing files. */
export function checkFiles(manifest: Manifest, files: Readonly<Record<string, string>>): FileIssue[] {
  return fileReferences(manifest).flatMap((reference) => {
    const text = Object.hasOwn(files, reference.path) ? files[reference.path] : undefined;
    if (text === undefined) return [];
    return issuesOf(reference, text, files);
  });
}
