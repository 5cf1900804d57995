/** The command line of `svc`, made from the table of commands. */
import { Command as Parser, CommanderError } from "commander";
import { type Command, EXIT, Options } from "./command.ts";
import { COMMANDS, OWN_COMMANDS } from "./commands.ts";
import { paint, perform, tell } from "./output.ts";

const EXIT_CODES = "Exit codes: 0 all is well, 1 something was found, 2 it was called in a way it cannot work.";

const helpAfter = ({ examples }: Command): string => `\nExamples:\n${examples.map((line) => `  $ ${line}`).join("\n")}\n\n${EXIT_CODES}`;

/** `under` is what is typed before the command's own name. */
function parserOf(command: Command, under: string, done: (code: number) => void): Parser {
  const { name, summary, argument, options } = command;
  const parser = new Parser(name).description(summary).exitOverride();
  if (argument) parser.argument(...argument);
  for (const [notation, description] of options) parser.option(notation, description);
  parser.option("--json", "print one line of JSON on stdout instead of text").addHelpText("after", helpAfter(command));
  parser.showHelpAfterError(`See: ${under} ${name} --help`);
  return parser.action(async () => {
    const { json, ...values } = parser.opts<Record<string, unknown>>();
    const invocation = { args: parser.args, options: new Options(values), environment: process.env, now: Date.now(), paint, tell };
    done(await perform(command, invocation, json === true, `${under} ${name}`));
  });
}

/** What has commands and does nothing by itself. `path` is what is typed. */
const groupOf = (path: string, summary: string): Parser =>
  new Parser(path.split(" ").at(-1))
    .description(summary)
    .exitOverride()
    .addHelpText("after", `\nExample:\n  $ svc plugin init acme.notices\n\n${EXIT_CODES}`)
    .showHelpAfterError(`See: ${path} --help`);

/** Runs the command line and answers with the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  let code: number = EXIT.ok;
  const program = groupOf("svc", "Drawbridge on the command line.");
  const plugin = groupOf("svc plugin", "Write, check and sign plugins, and look after those of a site.");
  program.addCommand(plugin);
  const done = (result: number): void => void (code = result);
  for (const command of OWN_COMMANDS) program.addCommand(parserOf(command, "svc", done));
  for (const command of COMMANDS) plugin.addCommand(parserOf(command, "svc plugin", done));
  try {
    await program.parseAsync([...argv], { from: "user" });
    return code;
  } catch (error) {
    // The parser has said what is wrong; asking for help is nothing wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    throw error;
  }
}
