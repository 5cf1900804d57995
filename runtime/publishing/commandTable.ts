import type { CommandTable } from "../area/command.ts";

export const PUBLISHING_COMMANDS = {
  publish: { replaces: true },
  "release.restore": { rehearsed: true, makesRoom: true },
  "release.delete": { rehearsed: true, makesRoom: true },
  "schedule.create": { rehearsed: true },
  "schedule.cancel": { rehearsed: true, makesRoom: true },
} as const satisfies CommandTable;
