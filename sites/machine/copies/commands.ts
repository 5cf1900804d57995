/**
 * `svc backup` and `svc restore`: copy the whole data folder of one machine. Backups of a single tenant are the
 * members' own.
 */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { resolve } from "node:path";
import type { CliCommand, Invocation, Outcome } from "../../cli/command/command.ts";
import { DATA_OPTION, dataOf, withTrouble } from "../process/dataCommand.ts";
import { makeBackup } from "./making.ts";
import { examineBackup } from "./record.ts";
import { restoreBackup } from "./restoring.ts";

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

async function make(invocation: Invocation): Promise<Outcome> {
  const [target = ""] = invocation.args;
  const made = await makeBackup({ data: dataOf(invocation), target, now: invocation.now });
  const lines = [
    `Backup of release ${made.release}: ${countOf(made.files, "file")}, ${megabytes(made.bytes)}, each read back and compared.`,
    ...made.missing.map((what) => `Not in the backup, because the data had lost it: ${what}`),
    ...(made.missing.length > 0 ? ["The backup is incomplete. Keep an earlier one, too."] : []),
    made.folder,
  ];
  const isIncomplete = made.missing.length > 0;
  return { ok: !isIncomplete, isIncomplete, lines, data: { ...made } };
}

const lackingLines = (lacks: readonly string[]): string[] => lacks.map((what) => `Not in the backup: ${what}`);

function verify({ args: [target = ""] }: Invocation): Outcome {
  const folder = resolve(target);
  const { record, faults } = examineBackup(folder);
  const { lacks = [], release = null, madeAt = null } = record ?? {};
  const data = { folder, faults, lacks, release, madeAt };
  if (record === undefined || faults.length > 0)
    return {
      ok: false,
      lines: [...faults, `Damaged: ${countOf(faults.length, "fault")}. Do not use this backup.`],
      data,
    };
  const isIncomplete = lacks.length > 0;
  const state = isIncomplete ? "Incomplete, and otherwise unchanged" : "Complete";
  const whole = `${state}: ${countOf(record.files.length, "file")} of release ${record.release}, made ${record.madeAt}.`;
  return { ok: !isIncomplete, isIncomplete, lines: [...lackingLines(lacks), whole], data };
}

export const backup: CliCommand = {
  name: "backup",
  summary: "Copy the whole data folder of this machine, even while it runs, and verify the copy.",
  argument: ["<folder>", "new folder for the backup; with --verify, the backup to check"],
  options: [DATA_OPTION, ["--verify", "check every byte of a backup instead of making one"]],
  examples: ["svc backup ../backups/monday", "svc backup --verify ../backups/monday"],
  endsIncomplete: true,
  run: (invocation) => withTrouble(() => (invocation.options.isSet("verify") ? verify(invocation) : make(invocation))),
};

export const restore: CliCommand = {
  name: "restore",
  summary: "Restore a backup to a data folder, completely or not at all.",
  argument: ["<backup>", "a backup folder from svc backup"],
  options: [["--data <folder>", "the data folder to create; it must not exist, or be empty (default: .svc/local)"]],
  examples: ["svc restore ../backups/monday", "svc restore ../backups/monday --data /srv/drawbridge"],
  endsIncomplete: true,
  run: (invocation) =>
    withTrouble(() => {
      const [from = ""] = invocation.args;
      const data = resolve(dataOf(invocation));
      const { release, madeAt, files, lacks = [] } = restoreBackup({ backup: resolve(from), data });
      return {
        ok: lacks.length === 0,
        isIncomplete: lacks.length > 0,
        lines: [
          ...lackingLines(lacks),
          `Restored ${countOf(files.length, "file")} of release ${release}, from the backup of ${madeAt}, to ${data}.`,
          `Next: svc start --data ${data}`,
        ],
        data: { data, release, madeAt, files: files.length, lacks },
      };
    }),
};
