import type { CommandTable } from "../area/command.ts";

export const BACKUP_COMMANDS = {
  "backup.create": { makesRoom: true, whileStopped: true },
  "backup.verify": { makesRoom: true, whileStopped: true },
  "backup.delete": { makesRoom: true },
  "export.create": { makesRoom: true, whileStopped: true },
} as const satisfies CommandTable;
