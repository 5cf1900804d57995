import type { Group } from "../command/command.ts";
import { backupCopy } from "./archiveCopy.ts";
import { backupReturn } from "./archiveReturn.ts";
import { backups } from "./backups.ts";
import { DOMAINS } from "./domains.ts";
import { DEAD_LETTERS, PROVISIONINGS, securityEvents } from "./records.ts";
import { HOSTING } from "./hosting/tenants.ts";
import { IDENTITIES } from "./identities.ts";
import { INDEXES } from "./indexes.ts";
import { MEMBERS } from "./members.ts";
import { SITES } from "./sites.ts";
import { status } from "./status.ts";
import { TENANT_COMMANDS } from "./tenants.ts";
import { TRUST } from "./trust.ts";
import { TOKENS } from "./tokens.ts";

/** Commands for a running deployment, over the API under /api/admin. */
export const OPERATOR: Group = {
  name: "operator",
  summary: "Operate a running deployment: its status, tenants, hostnames and tokens.",
  example: "svc operator status --site http://demo.localhost:8787",
  commands: [status, ...TENANT_COMMANDS, backups, backupCopy, backupReturn, securityEvents],
  groups: [DEAD_LETTERS, PROVISIONINGS, DOMAINS, SITES, MEMBERS, IDENTITIES, TOKENS, TRUST, INDEXES, HOSTING],
};
