import type { CommandTable } from "../area/command.ts";

export const PUBLISHING_COMMANDS = {
  publish: { replaces: true, inLanguages: true },
  "release.restore": { rehearsed: true, makesRoom: true },
  "release.delete": { rehearsed: true, makesRoom: true },
  "schedule.create": { rehearsed: true, inLanguages: true },
  "schedule.move": { rehearsed: true, inLanguages: true },
  "schedule.cancel": { rehearsed: true, makesRoom: true, inLanguages: true },
} as const satisfies CommandTable;
