/**
 * The one judgement of a package's files, for authors' commands and for sites. Templates are compiled last, as rendering
 * compiles them. So no package comes in with a template that every page would leave out.
 */
import { checkFiles, type FileIssue } from "../../manifests/packages/fileCheck.ts";
import { type FileReference, fileReferences } from "../../manifests/packages/references.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import type { TemplateKind } from "../../manifests/templates/templateCheck.ts";
import { type Dialect, DIALECTS } from "../templates/dialect.ts";
import { compileTemplate, templateOffset, templateProblem } from "../templates/liquid.ts";

type Files = Readonly<Record<string, string>>;

const OF_KIND: Readonly<Record<TemplateKind, Dialect>> = {
  section: DIALECTS.section,
  layout: DIALECTS.layout,
  metadata: DIALECTS.metadata,
  letter: DIALECTS.letter,
  xml: DIALECTS.xml,
  markdown: DIALECTS.plain,
  text: DIALECTS.plain,
};

const isTemplate = (use: FileReference["use"]): use is TemplateKind => Object.hasOwn(OF_KIND, use);

function templateIssues(files: Files, { pointer, path: file, use }: FileReference): FileIssue[] {
  const source = Object.hasOwn(files, file) ? files[file] : undefined;
  if (source === undefined || !isTemplate(use)) return [];
  try {
    compileTemplate(source, OF_KIND[use]);
    return [];
  } catch (error) {
    const found = templateProblem(error);
    return [{ pointer, found, allowed: "a template that pages can show", file, offset: templateOffset(error) }];
  }
}

/** The faults of a package's files; empty if a site takes them. */
export function judgeFiles(manifest: Manifest, files: Files): FileIssue[] {
  const issues = checkFiles(manifest, files);
  return issues.length > 0 ? issues : fileReferences(manifest).flatMap((one) => templateIssues(files, one));
}
