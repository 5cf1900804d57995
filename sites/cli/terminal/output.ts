/** Data goes to stdout and talk to stderr, so that a pipe gets the data and nothing else. */
import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import { visibleJson } from "../../../manifests/visible.ts";
import { printable } from "../site/problem.ts";
import { type CliCommand, EXIT, type Invocation, type Outcome, type Paint, Trouble, UsageError } from "../command.ts";

/** Stands for the escape sign in our own sequences. Nobody who writes words that are printed can know it. */
const OURS = `<${randomUUID()}>`;

/** Plain where colours cannot be seen, and where `NO_COLOR` is set, which Node lets `FORCE_COLOR` override. */
export const paint: Paint = (style, text) =>
  process.env["NO_COLOR"]
    ? text
    : styleText(style, printable(text), { stream: process.stdout }).replaceAll("\u001b", OURS);

/** Everything that is printed passes here: names, paths and reasons are other people's words, and stay text. */
const harmless = (line: string): string => line.split(OURS).map(printable).join("\u001b");

const print = (stream: NodeJS.WriteStream, lines: readonly string[]): void => {
  if (lines.length > 0) stream.write(`${lines.map(harmless).join("\n")}\n`);
};

/**
 * A reader who has gone, such as `head`, ends no command: a deployment goes on, and the exit code stays true. What
 * could not be written for another reason was not said, and no program may take it for success.
 */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      if (code === "EPIPE") return;
      process.exitCode = EXIT.findings;
      if (stream === process.stdout) tell(`The output could not be written: ${message}.`);
    });
}

export const tell = (line: string): void => print(process.stderr, [line]);

export function printOutcome({ ok, lines, data, talk = [] }: Outcome, asJson: boolean): number {
  print(process.stdout, asJson ? [visibleJson({ ok, ...data })] : lines);
  print(process.stderr, talk);
  return ok ? EXIT.ok : EXIT.findings;
}

/** Files the person named and the system does not give: their words, not a stack. */
const SYSTEM_SAYS: Readonly<Record<string, string>> = {
  ENOENT: "There is no",
  EACCES: "There is no permission for",
  EISDIR: "It is a folder:",
  ENOTDIR: "It is no folder:",
  EEXIST: "It exists already and is left alone:",
};

function usageMessage(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) return undefined;
  const says = SYSTEM_SAYS[String(error.code)];
  return says && `${says} ${String(error.path)}.`;
}

/** Runs a command and prints what came of it. Answers with the exit code. */
export async function perform(
  command: CliCommand,
  invocation: Invocation,
  asJson: boolean,
  path: string,
): Promise<number> {
  try {
    return printOutcome(await command.run(invocation), asJson);
  } catch (error) {
    if (error instanceof Trouble) return printOutcome(error.outcome, asJson);
    const message = usageMessage(error);
    if (message === undefined) throw error;
    print(process.stderr, [message, `See: ${path} --help`]);
    return EXIT.usage;
  }
}
