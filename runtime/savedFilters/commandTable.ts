import type { CommandTable } from "../area/command.ts";

/** The commands change nothing at a site: only what a member sees in the editor. */
const OWN = { rehearsed: true, owesOnlyAudit: true, inLanguages: true } as const;

export const SAVED_FILTER_COMMANDS = {
  "filter.save": OWN,
  "filter.remove": { ...OWN, makesRoom: true },
  "columns.put": OWN,
} as const satisfies CommandTable;
