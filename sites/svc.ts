#!/usr/bin/env node
/** `svc`: the commands of the command line, and the one that runs a site on this machine. */
import { SVC } from "./cli/commands.ts";
import { run } from "./cli/program.ts";
import { start } from "./local/startCommand.ts";

process.exitCode = await run(process.argv.slice(2), { ...SVC, commands: [...SVC.commands, start] });
