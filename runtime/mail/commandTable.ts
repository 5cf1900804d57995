import type { CommandTable } from "../area/command.ts";

/** A member's own address and choices change nothing in any language. */
const OWN = { inLanguages: true } as const;

export const MAIL_COMMANDS = {
  "mail.address": OWN,
  "mail.prove": { ...OWN, makesRoom: true },
  "mail.forget": { ...OWN, makesRoom: true },
  "mail.choose": OWN,
  "mail.invite": {},
  "mail.share": {},
  "mail.login": {},
} as const satisfies CommandTable;
