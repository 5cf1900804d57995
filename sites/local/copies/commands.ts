/**
 * `svc backup` and `svc restore`: copy the whole data folder of one machine. Backups of a single tenant are the
 * members' own.
 */
import { resolve } from "node:path";
import type { CliCommand, Invocation, Outcome } from "../../cli/command.ts";
import { Trouble } from "../../cli/command.ts";
import { Problem } from "../problem.ts";
import { makeBackup } from "./making.ts";
import { examineBackup } from "./record.ts";
import { restoreBackup } from "./restoring.ts";

const DATA = ["--data <folder>", "the data folder (default: .svc/local)"] as const;

const dataOf = ({ options }: Invocation): string => options.text("data") ?? ".svc/local";

/** Turns faults that the operator can correct into the commands' own error. */
async function withTrouble(action: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Problem) throw new Trouble(error.message);
    throw error;
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;

async function make(invocation: Invocation): Promise<Outcome> {
  const [target = ""] = invocation.args;
  const made = await makeBackup({ data: dataOf(invocation), target, now: invocation.now });
  const lines = [
    `Backup of release ${made.release}: ${made.files} files, ${megabytes(made.bytes)}, each read back and compared.`,
    ...made.missing.map((what) => `Missing in the data already: ${what}`),
    made.folder,
  ];
  return { ok: made.missing.length === 0, lines, data: { ...made } };
}

function verify({ args: [target = ""] }: Invocation): Outcome {
  const folder = resolve(target);
  const { record, faults } = examineBackup(folder);
  const whole = `Whole: ${record?.files.length} files of release ${record?.release}, made ${record?.madeAt}.`;
  return {
    ok: faults.length === 0,
    lines: faults.length === 0 ? [whole] : [...faults, `Not whole: ${faults.length} faults. Do not rely on it.`],
    data: { folder, faults, release: record?.release ?? null, madeAt: record?.madeAt ?? null },
  };
}

export const backup: CliCommand = {
  name: "backup",
  summary: "Copy the whole data folder of this machine, also while it runs, and check the copy.",
  argument: ["<folder>", "the folder to make; with --verify, a backup to check"],
  options: [DATA, ["--verify", "check a backup to its last byte instead of making one"]],
  examples: ["svc backup ../backups/monday", "svc backup --verify ../backups/monday"],
  run: (invocation) => withTrouble(() => (invocation.options.isSet("verify") ? verify(invocation) : make(invocation))),
};

export const restore: CliCommand = {
  name: "restore",
  summary: "Make a data folder of a backup: the whole of it, or nothing.",
  argument: ["<backup>", "a folder that svc backup made"],
  options: [["--data <folder>", "the data folder to make; it must not be there, or be empty (default: .svc/local)"]],
  examples: ["svc restore ../backups/monday", "svc restore ../backups/monday --data /srv/drawbridge"],
  run: (invocation) =>
    withTrouble(() => {
      const [from = ""] = invocation.args;
      const data = resolve(dataOf(invocation));
      const { release, madeAt, files } = restoreBackup({ backup: resolve(from), data });
      return {
        ok: true,
        lines: [
          `Restored ${files.length} files of release ${release}, as they were ${madeAt}, to ${data}.`,
          `Next: svc start --data ${data}`,
        ],
        data: { data, release, madeAt, files: files.length },
      };
    }),
};
