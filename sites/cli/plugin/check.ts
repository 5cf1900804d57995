/** `svc plugin check`: all checks that need no running plugin, of shape, sizes, markup, rendering and code. */
import { join } from "node:path";
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { assetLines } from "../assets/report.ts";
import { issueLine } from "../files/locatedIssue.ts";
import { reportLines } from "../bundling/report.ts";
import type { AuthoredPlugin } from "../packing/packing.ts";
import type { Allowance } from "./findings/allowances.ts";
import { judgeFolder } from "./folderJudgement.ts";
import { typeIssues } from "./typeCheck.ts";

export interface CheckedPlugin {
  readonly plugin?: AuthoredPlugin;
  readonly findings: readonly unknown[];
  readonly lines: readonly string[];
  readonly allowed: readonly Allowance[];
  readonly notes: readonly string[];
}

/** Reports about what the package has, which advise nothing. */
const reports = (plugin: AuthoredPlugin): string[] => [...reportLines(plugin), ...assetLines(plugin)];

export function checkFolder(folder: string): CheckedPlugin {
  const { plugin, findings, lines, allowed, notes } = judgeFolder(folder);
  return {
    ...(plugin && { plugin }),
    findings,
    lines,
    allowed,
    notes: [...notes, ...(plugin ? reports(plugin) : [])],
  };
}

function run({ args: [folder = ""], paint }: Invocation): Outcome {
  const { plugin, findings: judged, lines: judgedLines, allowed, notes } = checkFolder(folder);
  const types = plugin?.manifest.kind === "executable" ? typeIssues(folder) : [];
  const findings = [...judged, ...types];
  const lines = [...judgedLines, ...types.map((issue) => join(folder, issueLine(issue)))];
  const ok = findings.length === 0;
  const found = plugin && { id: plugin.manifest.id, version: plugin.manifest.version, digest: plugin.digest };
  const good = found ? [`${paint("green", "ok")}  ${found.id} ${found.version} ${found.digest}`] : [];
  return { ok, lines: ok ? good : lines, data: { folder, ...found, findings, allowed, notes }, talk: notes };
}

export const check: CliCommand = {
  name: "check",
  summary: "Check a plugin: manifest, sizes, templates, rendered examples, the APIs that its code uses, and its types.",
  argument: ["<folder>", "the folder with plugin.jsonc"],
  options: [],
  examples: ["svc plugin check notices", "svc plugin check notices --json"],
  run,
};
