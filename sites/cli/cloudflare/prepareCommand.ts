/** Writes the configuration of every worker of a profile from the descriptor: all of them, or none. */
import { type CliCommand, type Invocation, type Outcome, Trouble } from "../command/command.ts";
import { descriptorAt } from "./descriptor/descriptorFile.ts";
import { DESCRIPTOR_OPTION, descriptorPath } from "./descriptor/descriptorOption.ts";
import { differences } from "./descriptor/difference.ts";
import { type PreparedFiles, type PreparedSet, keepPrepared, preparedSet } from "./descriptor/prepared.ts";
import { configPath, filesOf } from "./descriptor/preparedFiles.ts";
import { familyOption } from "./descriptor/family.ts";
import { readFamily, MANAGED_OPTION, PROFILE_OPTION } from "./descriptor/profileOption.ts";
import { ownRelease } from "./descriptor/release.ts";
import { CWD_OPTION, openKept, siteDirectory } from "./descriptor/siteDirectory.ts";
import { wantedOf } from "./descriptor/wanted.ts";

const parsed = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
};

/** Shows the differences between a hand-edited file and the file that `prepare` would write. */
function editLines(path: string, set: PreparedSet, files: PreparedFiles): string[] {
  const next = files.get(path);
  if (typeof next !== "string" || !path.endsWith(".json")) return [`${path}: it was edited`];
  const found = differences(parsed(set.text(path)), parsed(next));
  return found.map(
    ({ pointer, was, is }) => `${path} ${pointer || "/"}: ${was ?? "nothing"} would become ${is ?? "nothing"}`,
  );
}

function refuseEdits(set: PreparedSet | undefined, files: PreparedFiles): void {
  if (!set || set.edited.length === 0) return;
  const lines = set.edited.flatMap((path) => editLines(path, set, files));
  const says = "Files of the prepared set were edited by hand. Nothing was written. To overwrite them, use --force.";
  throw new Trouble(says, { ok: false, lines: [...lines, says], data: { edited: set.edited } });
}

async function run({ options, now }: Invocation): Promise<Outcome> {
  const profile = readFamily(options);
  const site = siteDirectory(options);
  const descriptor = await descriptorAt(descriptorPath(options, site));
  const release = ownRelease();
  const workers = wantedOf({ profile, descriptor, template: release.template });
  const files = filesOf(workers, release);
  openKept(site);
  if (!options.isSet("force")) refuseEdits(preparedSet(site), files);
  keepPrepared(site, { release: release.version, profile, files }, now);
  return {
    ok: true,
    lines: workers.map(({ row }) => `${row.name.padEnd(28)} .svc/cloudflare/${configPath(row)}`),
    data: { profile, prepared: site.prepared, workers: workers.map(({ row }) => row.name) },
    talk: [`Check it with: svc doctor ${familyOption(profile)}`],
  };
}

export const prepare: CliCommand = {
  name: "prepare",
  summary: "Write the configuration of every worker of a profile under .svc/cloudflare: all files, or none.",
  options: [
    PROFILE_OPTION,
    MANAGED_OPTION,
    DESCRIPTOR_OPTION,
    CWD_OPTION,
    ["--force", "overwrite files that were edited by hand"],
  ],
  examples: [
    "svc cloudflare prepare --profile core",
    "svc cloudflare prepare --profile full --deployment-config platform.json --cwd my-site",
  ],
  run,
};
