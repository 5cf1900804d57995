/**
 * The one judgement of an author's folder. `check`, `dev`, `pack` and `test` all act on it, so none takes what another
 * refuses. A site refuses what packing refuses. It takes a package whose promises or examples fail, and says so there.
 */
import { join } from "node:path";
import { checkPromises, type CodeIssue } from "../../../manifests/packages/codeCheck.ts";
import { queriesOverTypes } from "../../../manifests/rules/contentTypeRules.ts";
import { referencesOverTypes } from "../../../manifests/rules/referenceRules.ts";
import { sourceOf } from "../bundling/sourceMap.ts";
import { textAt } from "../files/textAt.ts";
import { issueLine, located, type LocatedIssue } from "../files/locatedIssue.ts";
import { MANIFEST_FILE, type OpenTexts } from "../packing/folderFiles.ts";
import { type AuthoredPlugin, inManifest } from "../packing/packing.ts";
import { readCode } from "./code.ts";
import { checkFieldUse } from "./fieldUse.ts";
import { packFolder } from "./folder.ts";
import { typesOfOthers } from "./knownTypes.ts";
import { type PreviewFinding, previewFindings } from "./preview.ts";
import { promiseIssues } from "./promises.ts";

export interface FolderJudgement {
  /** Undefined if the folder cannot be packed. */
  readonly plugin?: AuthoredPlugin;
  /** Every reason to refuse the folder; empty if there is none. */
  readonly findings: readonly unknown[];
  readonly lines: readonly string[];
  /** Advice, which refuses nothing. */
  readonly advice: readonly string[];
}

/** A place in the package, or in the author's source if a bundle replaces it. */
const inSource = ({ manifest, bundle }: AuthoredPlugin, issue: LocatedIssue): LocatedIssue =>
  bundle && issue.file === manifest.main ? { ...issue, ...sourceOf(bundle, issue) } : issue;

/** True for a place in an npm package of the bundle. Its authors wrote it for other places than a sandbox, too. */
const isForeign = ({ bundle }: AuthoredPlugin, { file }: LocatedIssue): boolean =>
  bundle?.parts.some(({ name, version }) => name !== "" && file.startsWith(`${name}@${version}/`)) ?? false;

const ownIssues = (plugin: AuthoredPlugin, issues: readonly LocatedIssue[]): LocatedIssue[] =>
  issues.map((issue) => inSource(plugin, issue)).filter((issue) => !isForeign(plugin, issue));

const previewLine = (folder: string, { at, problem }: PreviewFinding): string => `${folder}: ${at}: ${problem}`;

const adviceLine = (issue: LocatedIssue): string => `${issueLine(issue)}. A sandbox refuses it if it runs.`;

/** Judges a folder. Texts that the author's editor has open stand for those on disk. */
export function judgeFolder(folder: string, open?: OpenTexts): FolderJudgement {
  const packed = packFolder(folder, open);
  if (!packed.ok) return { findings: packed.error.issues, lines: packed.error.lines, advice: [] };
  const plugin = packed.value;
  const inCode = (issue: CodeIssue): LocatedIssue =>
    located(issue, issue.file, plugin.files[issue.file] ?? "", issue.offset);
  const code = readCode(plugin.manifest, plugin.files);
  const others = typesOfOthers(folder, plugin.manifest);
  const claims = [
    ...promiseIssues(plugin.manifest, plugin.files),
    ...others.flatMap((types) => queriesOverTypes(plugin.manifest, types)),
    ...others.flatMap((types) => referencesOverTypes(plugin.manifest, types)),
  ];
  const issues = [
    ...inManifest(claims, open?.get(MANIFEST_FILE) ?? textAt(join(folder, MANIFEST_FILE)) ?? ""),
    ...checkFieldUse(plugin.manifest, plugin.files, others),
    ...ownIssues(plugin, code.failing),
    ...ownIssues(plugin, checkPromises(plugin.manifest, plugin.files).map(inCode)),
  ];
  const preview = previewFindings(plugin);
  return {
    plugin,
    findings: [...issues, ...preview],
    lines: [
      ...issues.map((issue) => join(folder, issueLine(issue))),
      ...preview.map((finding) => previewLine(folder, finding)),
    ],
    advice: [
      ...ownIssues(plugin, code.guarded).map(adviceLine),
      ...code.unused.map(unusedNote),
      ...leftOutNotes(plugin),
    ],
  };
}

const unusedNote = (name: string): string =>
  `It asks for ${name}, but its code does not seem to use it. Owners are less likely to grant what is not needed.`;

const leftOutNotes = ({ leftOut }: AuthoredPlugin): string[] =>
  leftOut.length === 0
    ? []
    : [`The package does not have these files, because nothing refers to them: ${leftOut.join(", ")}.`];
