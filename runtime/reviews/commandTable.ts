import type { CommandTable } from "../area/command.ts";

export const REVIEW_COMMANDS = {
  "review.put": { makesRoom: true },
  "request.create": { rehearsed: true, inLanguages: true },
  "request.approve": { replaces: true, inLanguages: true },
  "request.return": { makesRoom: true, inLanguages: true },
  "request.withdraw": { makesRoom: true, inLanguages: true },
} as const satisfies CommandTable;
