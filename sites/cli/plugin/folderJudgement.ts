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
import { MANIFEST_FILE, type OpenTexts, readPluginFolder } from "../packing/folderFiles.ts";
import { type AuthoredPlugin, inManifest } from "../packing/packing.ts";
import { readCode } from "./code.ts";
import { checkFieldUse } from "./fieldUse.ts";
import { type Advice, adviceLine, guardedAdvice, manifestAdvice } from "./findings/advice.ts";
import { type Allowance, allowanceLine, allowedBy } from "./findings/allowances.ts";
import { packFolder } from "./folder.ts";
import { typesOfOthers } from "./knownTypes.ts";
import { previewFindings } from "./preview.ts";
import { promiseIssues } from "./promises.ts";

export interface FolderJudgement {
  /** Undefined if the folder cannot be packed. */
  readonly plugin?: AuthoredPlugin;
  /** Every reason to refuse the folder; empty if there is none. */
  readonly findings: readonly unknown[];
  readonly lines: readonly string[];
  /** Advice, which refuses nothing. */
  readonly advice: readonly Advice[];
  /** The comments by which the author allows findings and advice. */
  readonly allowed: readonly Allowance[];
  /** Advice and allowances as lines for people. */
  readonly notes: readonly string[];
}

/** A place in the package, or in the author's source if a bundle replaces it. */
const inSource = ({ manifest, bundle }: AuthoredPlugin, issue: LocatedIssue): LocatedIssue =>
  bundle && issue.file === manifest.main ? { ...issue, ...sourceOf(bundle, issue) } : issue;

/** True for a place in an npm package of the bundle. Its authors wrote it for other places than a sandbox, too. */
const isForeign = ({ bundle }: AuthoredPlugin, { file }: LocatedIssue): boolean =>
  bundle?.parts.some(({ name, version }) => name !== "" && file.startsWith(`${name}@${version}/`)) ?? false;

const ownIssues = (plugin: AuthoredPlugin, issues: readonly LocatedIssue[]): LocatedIssue[] =>
  issues.map((issue) => inSource(plugin, issue)).filter((issue) => !isForeign(plugin, issue));

const textOf = (folder: string, file: string, open?: OpenTexts): string =>
  open?.get(file) ?? textAt(join(folder, file)) ?? "";

/** All that checks find in a plugin that can be packed, and that the author may partly allow. */
function found(folder: string, plugin: AuthoredPlugin, manifest: string) {
  const inCode = (issue: CodeIssue): LocatedIssue =>
    located(issue, issue.file, plugin.files[issue.file] ?? "", issue.offset);
  const code = readCode(plugin.manifest, plugin.files);
  const others = typesOfOthers(folder, plugin.manifest);
  const preview = previewFindings(plugin);
  const claims = [
    ...promiseIssues(plugin.manifest, plugin.files),
    ...others.flatMap((types) => queriesOverTypes(plugin.manifest, types)),
    ...others.flatMap((types) => referencesOverTypes(plugin.manifest, types)),
    ...preview.filter(({ file }) => file === undefined),
  ];
  return {
    issues: [
      ...inManifest(claims, manifest),
      ...checkFieldUse(plugin.manifest, plugin.files, others),
      ...ownIssues(plugin, code.failing),
      ...ownIssues(plugin, checkPromises(plugin.manifest, plugin.files).map(inCode)),
      ...preview.flatMap((issue) => (issue.file === undefined ? [] : [located(issue, issue.file, "", 0)])),
    ],
    advice: [...ownIssues(plugin, code.guarded).map(guardedAdvice), ...manifestAdvice(plugin, code.unused, manifest)],
  };
}

/** Judges a folder. Texts that the author's editor has open stand for those on disk. */
export function judgeFolder(folder: string, open?: OpenTexts): FolderJudgement {
  const packed = packFolder(folder, open);
  if (!packed.ok) {
    const { issues, lines } = packed.error;
    return { findings: issues, lines, advice: [], allowed: [], notes: [] };
  }
  const plugin = packed.value;
  const { issues, advice } = found(folder, plugin, textOf(folder, MANIFEST_FILE, open));
  const { files } = readPluginFolder(folder, open);
  const { kept, used, idle } = allowedBy<LocatedIssue | Advice>([...issues, ...advice], files);
  const stays = new Set<LocatedIssue | Advice>(kept);
  const findings = [...issues.filter((issue) => stays.has(issue)), ...idle];
  const left = advice.filter((one) => stays.has(one));
  return {
    plugin,
    findings,
    lines: findings.map((issue) => join(folder, issueLine(issue))),
    advice: left,
    allowed: used,
    notes: [...left.map(adviceLine), ...used.map(allowanceLine)],
  };
}
