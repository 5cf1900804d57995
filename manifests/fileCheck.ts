/**
 * The texts of a package against what each is for: templates and styles that reach for more than they may are refused
 * wherever a package comes in. That somebody trusted has signed them changes nothing.
 */
import type { Manifest } from "./manifest.ts";
import { type FileReference, fileReferences } from "./references.ts";
import { checkStyle, checkTemplate, type TextIssue } from "./templateCheck.ts";

export interface FileIssue extends TextIssue {
  readonly file: string;
}

function textIssues({ pointer, use, frames }: FileReference, text: string): TextIssue[] {
  if (use === "main") return [];
  if (use === "sectionStyle" || use === "themeStyle") {
    return checkStyle({ text, pointer }, use === "themeStyle" ? "theme" : "section");
  }
  return checkTemplate({ text, pointer }, use, frames);
}

/** What the files of a package hold that they may not. A file that is not there is for `checkPackage` to miss. */
export function checkFiles(manifest: Manifest, files: Readonly<Record<string, string>>): FileIssue[] {
  return fileReferences(manifest).flatMap((reference) => {
    const text = Object.hasOwn(files, reference.path) ? files[reference.path] : undefined;
    if (text === undefined) return [];
    return textIssues(reference, text).map((issue) => ({ ...issue, file: reference.path }));
  });
}
