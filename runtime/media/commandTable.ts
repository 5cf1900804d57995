import type { CommandTable } from "../area/command.ts";

export const MEDIA_COMMANDS = {
  "media.create": {},
  "media.update": { rehearsed: true },
  "media.delete": { rehearsed: true, makesRoom: true },
} as const satisfies CommandTable;
