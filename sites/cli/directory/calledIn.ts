/** The option `--cwd` of every command. The command then runs with that folder as its working directory. */
import { statSync } from "node:fs";
import { type CliCommand, UsageError } from "../command/command.ts";

export const CWD_OPTION = ["--cwd <dir>", "run the command in this folder, such as a site directory"] as const;

function enter(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`--cwd is not a folder: ${folder}.`);
  process.chdir(folder);
}

/** Wraps a command so that it first changes the working directory. Relative paths in its arguments then start there. */
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
