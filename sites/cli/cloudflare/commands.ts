import type { CliCommand, Group } from "../command/command.ts";
import { descriptor } from "./descriptorCommand.ts";
import { deploy } from "./deploy/command.ts";
import { managedDrill } from "./drill/command.ts";
import { plan } from "./planCommand.ts";
import { managedPreflight } from "./preflight/managedCommand.ts";
import { selfHostedPreflight } from "./preflight/selfHostedCommand.ts";
import { prepare } from "./prepareCommand.ts";
import { managedRelease } from "./releasing/command.ts";

/** Every command of `svc cloudflare`, in the order of an operator's work. */
export const CLOUDFLARE_COMMANDS: readonly CliCommand[] = [descriptor, plan, prepare, deploy];

/** The commands of each family of deployments. */
export const CLOUDFLARE_GROUPS: readonly Group[] = [
  {
    name: "self-hosted",
    summary: "Commands for deployments whose tenants share workers.",
    example: "svc cloudflare self-hosted preflight --help",
    commands: [selfHostedPreflight],
  },
  {
    name: "managed-isolated",
    summary: "Commands for deployments with one worker per tenant. Not offered in the beta.",
    example: "svc cloudflare managed-isolated preflight --help",
    commands: [managedRelease, managedPreflight, managedDrill],
  },
];
