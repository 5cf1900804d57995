/** `--cwd`, which every command takes: it works as if it had been called in that folder. */
import { statSync } from "node:fs";
import type { CliCommand } from "../command.ts";
import { UsageError } from "../command.ts";

export const CWD_OPTION = ["--cwd <dir>", "work as if called in this folder, such as a site directory"] as const;

function enter(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--cwd names no folder: ${folder}.`);
  process.chdir(folder);
}

/** The command, once the process stands in the folder. Every path it is given is read from there. */
export const calledIn = (folder: unknown, command: CliCommand): CliCommand =>
  typeof folder !== "string"
    ? command
    : {
        ...command,
        run: (invocation) => {
          enter(folder);
          return command.run(invocation);
        },
      };
