/** Packs a plugin's folder for a command, or collects all its faults with their places. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Issue, Refusal } from "../../../manifests/refusals/refusal.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import { UsageError } from "../command/command.ts";
import { MANIFEST_FILE, type OpenTexts } from "../packing/folderFiles.ts";
import type { AuthoredPlugin } from "../packing/packing.ts";
import { packPlugin } from "../packing/pluginFolder.ts";

export interface Findings {
  readonly issues: readonly Issue[];
  readonly lines: readonly string[];
}

export function packFolder(folder: string, open?: OpenTexts): Result<AuthoredPlugin, Findings> {
  if (!open?.has(MANIFEST_FILE) && !existsSync(join(folder, MANIFEST_FILE)))
    throw new UsageError(`There is no ${MANIFEST_FILE} in ${folder}.`);
  try {
    return accepted(packPlugin(folder, open));
  } catch (error) {
    if (error instanceof Refusal) return refused(findingsOf(folder, error));
    throw error;
  }
}

const bareLine = ({ pointer, found, allowed }: Issue): string =>
  `${pointer || "/"}: found ${found}; allowed: ${allowed}`;

function findingsOf(folder: string, { detail: { issues = [], lines } }: Refusal): Findings {
  const placed = Array.isArray(lines) ? lines.map(String) : issues.map(bareLine);
  return { issues, lines: placed.map((line) => join(folder, line)) };
}
