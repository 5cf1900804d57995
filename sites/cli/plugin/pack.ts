/** `svc plugin pack`: packs a folder into a checked package with a digest for every file. The package is not signed. */
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { PACKAGE_DOCUMENT_MAX_BYTES } from "../../../manifests/bounds/packages.ts";
import { reportLines, reportOn } from "../bundling/report.ts";
import { judgeFolder } from "./folderJudgement.ts";
import type { Bundle } from "../bundling/bundling.ts";
import { mapFileOf, mapText } from "../bundling/mapFile.ts";
import { packageBytes, isTooLarge, unsigned } from "./signed/packageFile.ts";
import { writeWhole } from "../files/writeWhole.ts";

function run({ args: [folder = ""], options }: Invocation): Outcome {
  const { plugin, findings, lines, notes } = judgeFolder(folder);
  if (!plugin || findings.length > 0) return { ok: false, lines, data: { findings } };
  const { manifest, digest, bundle } = plugin;
  const bytes = packageBytes(unsigned(plugin));
  if (isTooLarge(bytes)) {
    const found = `${bytes.length} bytes as a package`;
    const allowed = `at most ${PACKAGE_DOCUMENT_MAX_BYTES} bytes`;
    return {
      ok: false,
      lines: [`found ${found}; allowed: ${allowed}`],
      data: { findings: [{ pointer: "", found, allowed }] },
    };
  }
  const file = options.text("out") ?? `${manifest.id}-${manifest.version}.json`;
  writeWhole(file, bytes);
  const { id, version } = manifest;
  return {
    ok: true,
    lines: [file],
    data: {
      file,
      id,
      version,
      digest,
      bytes: bytes.length,
      ...(bundle && { sourceMap: keptMap(file, bundle, digest), bundle: reportOn(bundle) }),
    },
    talk: [
      `${id} ${version} ${digest}`,
      ...notes,
      ...reportLines(plugin),
      ...(bundle ? [`Keep ${mapFileOf(file)}. It maps stack traces to your source.`] : []),
      `Next: svc plugin sign ${file} --key <file>`,
    ],
  };
}

function keptMap(file: string, bundle: Bundle, digest: string): string {
  writeWhole(mapFileOf(file), Buffer.from(mapText(bundle, digest), "utf8"));
  return mapFileOf(file);
}

export const pack: CliCommand = {
  name: "pack",
  summary: "Check a plugin's folder and write it as an unsigned package.",
  argument: ["<folder>", "the folder with plugin.jsonc"],
  options: [["--out <file>", "where to write the package (default: <id>-<version>.json)"]],
  examples: ["svc plugin pack notices", "svc plugin pack notices --out notices.json --json"],
  run,
};
