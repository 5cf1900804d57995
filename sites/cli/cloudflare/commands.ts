import type { Command } from "../command.ts";
import { descriptor } from "./descriptorCommand.ts";
import { plan } from "./planCommand.ts";
import { prepare } from "./prepareCommand.ts";

/** Every command of `svc cloudflare`, in the order of an operator's work. */
export const CLOUDFLARE_COMMANDS: readonly Command[] = [descriptor, plan, prepare];
