/** Prints results to stdout and everything else to stderr, so that a pipe gets only the results. */
import { randomUUID } from "node:crypto";
import { styleText } from "node:util";
import { visibleJson } from "../../../manifests/visible.ts";
import { printable } from "../site/problem.ts";
import {
  type CliCommand,
  EXIT,
  type Invocation,
  type Outcome,
  type Paint,
  Trouble,
  UsageError,
} from "../command/command.ts";

/**
 * Replaces the escape character in our own sequences until the output is printed. The value is random, so no foreign
 * text can contain it.
 */
const OURS = `<${randomUUID()}>`;

/**
 * Colours text, unless stdout shows no colours or `NO_COLOR` is set. Node itself would let `FORCE_COLOR` override
 * `NO_COLOR`.
 */
export const paint: Paint = (style, text) =>
  process.env["NO_COLOR"]
    ? text
    : styleText(style, printable(text), { stream: process.stdout }).replaceAll("\u001b", OURS);

/**
 * Every printed line passes here. Names, paths and reasons are foreign text, so their control characters are replaced.
 */
const harmless = (line: string): string => line.split(OURS).map(printable).join("\u001b");

const print = (stream: NodeJS.WriteStream, lines: readonly string[]): void => {
  if (lines.length > 0) stream.write(`${lines.map(harmless).join("\n")}\n`);
};

/**
 * Keeps a command running when its reader has gone (EPIPE), such as `head`, with its true exit code. Any other write
 * error sets a failing exit code, because the reader did not get the output.
 */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      if (code === "EPIPE") return;
      process.exitCode = EXIT.findings;
      if (stream === process.stdout) tell(`The output could not be written: ${message}.`);
    });
}

export const tell = (line: string): void => print(process.stderr, [line]);

export function printOutcome({ ok, isIncomplete, lines, data, talk = [] }: Outcome, asJson: boolean): number {
  print(process.stdout, asJson ? [visibleJson({ ok, ...data })] : lines);
  print(process.stderr, talk);
  if (isIncomplete === true) return EXIT.incomplete;
  return ok ? EXIT.ok : EXIT.findings;
}

/** Messages for system errors at a file that the person named, in place of a stack trace. */
const SYSTEM_SAYS: Readonly<Record<string, string>> = {
  ENOENT: "There is no",
  EACCES: "There is no permission for",
  EISDIR: "It is a folder:",
  ENOTDIR: "It is not a folder:",
  EEXIST: "It already exists and was not changed:",
};

function usageMessage(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.message;
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) return undefined;
  const says = SYSTEM_SAYS[String(error.code)];
  return says && `${says} ${String(error.path)}.`;
}

/** Runs a command and prints its outcome. Answers the exit code. */
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
