/** `svc plugin check`: all checks that need no running plugin, of shape, sizes, markup, rendering and code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ADVISED_BYTES } from "../../../manifests/bounds/packages.ts";
import { missingKeys } from "../../../manifests/packages/locales.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import type { CliCommand, Invocation, Outcome } from "../command.ts";
import { assetLines } from "../assets/report.ts";
import { reportLines } from "../bundling/report.ts";
import { sourceOf } from "../bundling/sourceMap.ts";
import { issueLine, type LocatedIssue } from "../files/locatedIssue.ts";
import { type AuthoredPlugin, inManifest, MANIFEST_FILE } from "../packing/packing.ts";
import { checkCode } from "./code.ts";
import { checkFieldUse } from "./fieldUse.ts";
import { packFolder } from "./folder.ts";
import { promiseIssues } from "./promises.ts";
import { type PreviewFinding, previewFindings } from "./preview.ts";

export interface CheckedPlugin {
  readonly plugin?: AuthoredPlugin;
  readonly findings: readonly unknown[];
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

const unusedNote = (name: string): string =>
  `It asks for ${name}, but its code does not seem to use it. Owners are less likely to grant what is not needed.`;
/** Advises against large packages, because the first call after an idle time loads the whole package. */
export function sizeNotes({ manifest, files }: PackedPlugin): string[] {
  const bytes = Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0);
  if (manifest.kind === "declarative" || bytes <= PACKAGE_ADVISED_BYTES) return [];
  return [
    `It has ${bytes} bytes. Above ${PACKAGE_ADVISED_BYTES} its first calls are slow. Remove files and code that it does not need.`,
  ];
}

/** Moves faults of the bundle to their places in the author's files. */
function codeIssues({ manifest, bundle }: AuthoredPlugin, issues: readonly LocatedIssue[]): readonly LocatedIssue[] {
  if (!bundle) return issues;
  return issues.map((issue) => (issue.file === manifest.main ? { ...issue, ...sourceOf(bundle, issue) } : issue));
}

const codeLine = (folder: string, issue: LocatedIssue): string => join(folder, issueLine(issue));
const previewLine = (folder: string, { at, problem }: PreviewFinding): string => `${folder}: ${at}: ${problem}`;

export function checkFolder(folder: string): CheckedPlugin {
  const packed = packFolder(folder);
  if (!packed.ok) return { findings: packed.error.issues, lines: packed.error.lines, notes: [] };
  const plugin = packed.value;
  const code = checkCode(plugin.manifest, plugin.files);
  const issues = [
    ...inManifest(promiseIssues(plugin.manifest), readFileSync(join(folder, MANIFEST_FILE), "utf8")),
    ...checkFieldUse(plugin.manifest, plugin.files),
    ...codeIssues(plugin, code.issues),
  ];
  const preview = previewFindings(plugin);
  return {
    plugin,
    findings: [...issues, ...preview],
    lines: [
      ...issues.map((issue) => codeLine(folder, issue)),
      ...preview.map((finding) => previewLine(folder, finding)),
    ],
    notes: [
      ...code.unused.map(unusedNote),
      ...sizeNotes(plugin),
      ...(plugin.bundle ? reportLines(plugin.bundle) : []),
      ...assetLines(plugin),
      ...missingKeys(plugin.files).map((key) => `${key} is missing; the text of another language is used.`),
    ],
  };
}

function run({ args: [folder = ""], paint }: Invocation): Outcome {
  const { plugin, findings, lines, notes } = checkFolder(folder);
  const ok = findings.length === 0;
  const found = plugin && { id: plugin.manifest.id, version: plugin.manifest.version, digest: plugin.digest };
  const good = found ? [`${paint("green", "ok")}  ${found.id} ${found.version} ${found.digest}`] : [];
  return { ok, lines: ok ? good : lines, data: { folder, ...found, findings, notes }, talk: notes };
}

export const check: CliCommand = {
  name: "check",
  summary: "Check a plugin: manifest, sizes, templates, rendered examples, and the APIs that its code uses.",
  argument: ["<folder>", "the folder with plugin.jsonc"],
  options: [],
  examples: ["svc plugin check notices", "svc plugin check notices --json"],
  run,
};
