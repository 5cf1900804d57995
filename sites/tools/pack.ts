/**
 * `node sites/tools/pack.ts <folder>…` packs plugins and prints the id, version and digest of each. Each folder is a
 * plugin or a folder of plugins. Prints each issue with its file, line and column, and then exits with 1.
 */
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { packPlugins } from "../cli/packing/pluginFolder.ts";

const USAGE = "usage: node sites/tools/pack.ts <folder>…\n";

function refused({ detail, message }: Refusal): string {
  const { folder, lines } = detail;
  const located = Array.isArray(lines) ? lines.map((line) => `${String(folder)}/${String(line)}`) : [];
  const bare = (detail.issues ?? []).map(
    ({ pointer, found, allowed }) => `${pointer}: found ${found}; allowed: ${allowed}`,
  );
  return [...(located.length > 0 ? located : bare), message].join("\n");
}

function main(roots: readonly string[]): number {
  if (roots.length === 0) {
    process.stderr.write(USAGE);
    return 1;
  }
  try {
    for (const { manifest, digest } of packPlugins(roots)) {
      process.stdout.write(`${manifest.id} ${manifest.version} ${digest}\n`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${refused(error)}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2));
