import type { CommandTable } from "../area/command.ts";

export const READER_COMMANDS = {
  "reader.add": {},
  "reader.groups": {},
  "reader.remove": { makesRoom: true },
} as const satisfies CommandTable;
