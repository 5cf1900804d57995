/** Builds the command line of `svc` from the table of commands. */
import { Command as Parser, CommanderError } from "commander";
import { type CliCommand, EXIT, type Group, Options, type Outcome } from "./command/command.ts";
import { SVC } from "./commands.ts";
import { calledIn, CWD_OPTION } from "./directory/calledIn.ts";
import { paint, perform, printOutcome, tell } from "./terminal/output.ts";
import { releaseVersion } from "./command/version.ts";

const EXIT_CODES = "Exit codes: 0 success, 1 a problem was found, 2 wrong usage";

/** The exit codes of a command, or of all commands of a group. */
const exitCodes = (endsIncomplete: boolean): string =>
  `${EXIT_CODES}${endsIncomplete ? ", 3 done but incomplete" : ""}.`;

const helpAfter = ({ examples, endsIncomplete = false }: CliCommand): string =>
  `\nExamples:\n${examples.map((line) => `  $ ${line}`).join("\n")}\n\n${exitCodes(endsIncomplete)}`;

const someEndIncomplete = ({ commands, groups = [] }: Group): boolean =>
  commands.some(({ endsIncomplete }) => endsIncomplete) || groups.some(someEndIncomplete);

/** Builds a command's parser. `under` is the command line before the command's name. */
function parserOf(command: CliCommand, under: string, done: (code: number) => void): Parser {
  const { name, summary, argument, second, options } = command;
  const parser = new Parser(name).description(summary).exitOverride();
  for (const each of [argument, second]) if (each) parser.argument(...each);
  for (const [notation, description] of options) parser.option(notation, description);
  if (!options.some(([notation]) => notation.startsWith("--cwd "))) parser.option(...CWD_OPTION);
  parser.option("--json", "print one line of JSON on stdout instead of text").addHelpText("after", helpAfter(command));
  parser.showHelpAfterError(`See: ${under} ${name} --help`);
  return parser.action(async () => {
    const { json, cwd, ...values } = parser.opts<Record<string, unknown>>();
    const asJson = json === true;
    const announce = (outcome: Outcome): void => void printOutcome(outcome, asJson);
    const invocation = {
      args: parser.args,
      options: new Options(values),
      environment: process.env,
      now: Date.now(),
      paint,
      tell,
      announce,
    };
    done(await perform(calledIn(cwd, command), invocation, asJson, `${under} ${name}`));
  });
}

/** Builds a group's parser. `under` is the command line before the group's name. */
function groupOf(group: Group, under: string, done: (code: number) => void): Parser {
  const path = `${under}${group.name}`;
  const parser = new Parser(group.name)
    .description(group.summary)
    .exitOverride()
    .addHelpText("after", `\nExample:\n  $ ${group.example}\n\n${exitCodes(someEndIncomplete(group))}`)
    .showHelpAfterError(`See: ${path} --help`);
  for (const command of group.commands) parser.addCommand(parserOf(command, path, done));
  for (const inner of group.groups ?? []) parser.addCommand(groupOf(inner, `${path} `, done));
  return parser;
}

/** Matches a key's thumbprint with a leading dash, which one in 64 has. No option is that long. */
const DASHED_THUMBPRINT = /^-[\w-]{42}$/;

/** Moves such thumbprints behind the options, so that the parser takes them as arguments. */
function withThumbprintsLast(argv: readonly string[]): string[] {
  const dashed = argv.filter((word) => DASHED_THUMBPRINT.test(word));
  if (dashed.length === 0 || argv.includes("--")) return [...argv];
  return [...argv.filter((word) => !dashed.includes(word)), "--", ...dashed];
}

/** Runs the command line. Answers the exit code. */
export async function runProgram(argv: readonly string[], all: Group = SVC): Promise<number> {
  let code: number = EXIT.ok;
  const program = groupOf(all, "", (result) => void (code = result));
  // A command's own --version is behind the command's name. Without this, the parser would print the release there, too.
  program.enablePositionalOptions();
  program.version(releaseVersion(), "-V, --version", "print which release this is");
  try {
    await program.parseAsync(withThumbprintsLast(argv), { from: "user" });
    return code;
  } catch (error) {
    // The parser has printed the fault already. Asking for help or the release is no fault.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    throw error;
  }
}
