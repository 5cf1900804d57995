/** `svc plugin check`: all checks that need no running plugin, of shape, sizes, markup, rendering and code. */
import { join } from "node:path";
import { PACKAGE_ADVISED_BYTES } from "../../../manifests/bounds/packages.ts";
import { labelNotes } from "../../../manifests/packages/labels.ts";
import { missingKeys } from "../../../manifests/packages/locales.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { assetLines } from "../assets/report.ts";
import { issueLine } from "../files/locatedIssue.ts";
import { reportLines } from "../bundling/report.ts";
import type { AuthoredPlugin } from "../packing/packing.ts";
import { judgeFolder } from "./folderJudgement.ts";
import { typeIssues } from "./typeCheck.ts";

export interface CheckedPlugin {
  readonly plugin?: AuthoredPlugin;
  readonly findings: readonly unknown[];
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

/** Advises against large packages, because the first call after an idle time loads the whole package. */
export function sizeNotes({ manifest, files }: PackedPlugin): string[] {
  const bytes = Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0);
  if (manifest.kind === "declarative" || bytes <= PACKAGE_ADVISED_BYTES) return [];
  return [
    `It has ${bytes} bytes. Above ${PACKAGE_ADVISED_BYTES} its first calls are slow. Remove files and code that it does not need.`,
  ];
}

const sizeLines = (plugin: AuthoredPlugin): string[] => [
  ...sizeNotes(plugin),
  ...(plugin.bundle ? reportLines(plugin.bundle) : []),
  ...assetLines(plugin),
  ...missingKeys(plugin.files).map((key) => `${key} is missing; the text of another language is used.`),
  ...labelNotes(plugin.manifest, plugin.files),
];

export function checkFolder(folder: string): CheckedPlugin {
  const { plugin, findings, lines, advice } = judgeFolder(folder);
  return {
    ...(plugin && { plugin }),
    findings,
    lines,
    notes: [...advice, ...(plugin ? sizeLines(plugin) : [])],
  };
}

function run({ args: [folder = ""], paint }: Invocation): Outcome {
  const { plugin, findings: judged, lines: judgedLines, notes } = checkFolder(folder);
  const types = plugin?.manifest.kind === "executable" ? typeIssues(folder) : [];
  const findings = [...judged, ...types];
  const lines = [...judgedLines, ...types.map((issue) => join(folder, issueLine(issue)))];
  const ok = findings.length === 0;
  const found = plugin && { id: plugin.manifest.id, version: plugin.manifest.version, digest: plugin.digest };
  const good = found ? [`${paint("green", "ok")}  ${found.id} ${found.version} ${found.digest}`] : [];
  return { ok, lines: ok ? good : lines, data: { folder, ...found, findings, notes }, talk: notes };
}

export const check: CliCommand = {
  name: "check",
  summary: "Check a plugin: manifest, sizes, templates, rendered examples, the APIs that its code uses, and its types.",
  argument: ["<folder>", "the folder with plugin.jsonc"],
  options: [],
  examples: ["svc plugin check notices", "svc plugin check notices --json"],
  run,
};
