import type { CommandTable } from "../area/command.ts";

export const REMARK_COMMANDS = {
  "remark.add": { inLanguages: true },
  "remark.answer": { inLanguages: true },
  "remark.settle": { makesRoom: true, inLanguages: true },
  "remark.remove": { makesRoom: true, inLanguages: true },
  "remark.leave": {},
} as const satisfies CommandTable;
