import type { CommandTable } from "../area/command.ts";

export const SUBMISSION_COMMANDS = {
  "form.mark": { makesRoom: true },
  "form.delete": { makesRoom: true },
  "form.accept": {},
  "form.reject": { makesRoom: true },
} as const satisfies CommandTable;
