import type { CommandTable } from "../area/command.ts";

export const SHARING_COMMANDS = {
  "share.create": {},
  "share.remove": { makesRoom: true },
} as const satisfies CommandTable;
