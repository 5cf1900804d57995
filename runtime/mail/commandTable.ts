import type { CommandTable } from "../area/command.ts";

export const MAIL_COMMANDS = {
  "mail.address": {},
  "mail.prove": { makesRoom: true },
  "mail.forget": { makesRoom: true },
  "mail.choose": {},
  "mail.invite": {},
  "mail.login": {},
} as const satisfies CommandTable;
