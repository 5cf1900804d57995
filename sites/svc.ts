#!/usr/bin/env node
/** `svc`: the commands of the command line, and the one that runs a site on this machine. */
import { SVC } from "./cli/commands.ts";
import { ignoreClosedPipes } from "./cli/terminal/output.ts";
import { runProgram } from "./cli/program.ts";
import { doctor } from "./machine/doctorCommand.ts";
import { backup, restore } from "./machine/copies/commands.ts";
import { health } from "./machine/health/command.ts";
import { PEOPLE_COMMANDS } from "./machine/people/commands.ts";
import { SITE_COMMANDS } from "./machine/people/siteCommand.ts";
import { SERVICE_COMMANDS } from "./machine/service/commands.ts";
import { start } from "./machine/startCommand.ts";

ignoreClosedPipes();
const code = await runProgram(process.argv.slice(2), {
  ...SVC,
  // The command line's own doctor knows deployments alone.
  commands: [...SVC.commands.filter(({ name }) => name !== doctor.name), start, doctor, backup, restore, health],
  groups: [...(SVC.groups ?? []), PEOPLE_COMMANDS, SITE_COMMANDS, SERVICE_COMMANDS],
});
process.exitCode ||= code;
