/** All checks of the drill, in their order. Checks that remove a tenant come last and run only if all others passed. */
import type { DrillCheck } from "./session/check.ts";
import { ACCOUNT } from "./points/account.ts";
import { AGENTS } from "./points/agents.ts";
import { CONTENT } from "./points/content.ts";
import { DEPLOYMENT } from "./points/deployment.ts";
import { EXPORTS } from "./points/exports.ts";
import { LIFECYCLE } from "./points/lifecycle.ts";
import { PEOPLE } from "./points/people.ts";
import { STATUS } from "./points/status.ts";
import { THEMES } from "./points/themes.ts";

export const HARMLESS: readonly DrillCheck[] = [
  ...DEPLOYMENT,
  ...ACCOUNT,
  ...CONTENT,
  ...AGENTS,
  ...PEOPLE,
  ...STATUS,
  ...EXPORTS,
  ...THEMES,
];
export const REMOVING = LIFECYCLE;
