import type { RefusalCode } from "../../../../../manifests/refusals/refusal.ts";
import { refusalText } from "../../../../../manifests/refusals/refusal.ts";
import type { Scope } from "../../../../../runtime/commands/scopes.ts";
import { byRole } from "../byRole.ts";
import type { Translated } from "../translated.ts";
import { ROLES } from "./roles.ts";

const SCOPES: Readonly<Record<Scope, string>> = {
  "site:read": "read the site with its draft, its history and its media",
  "content:write":
    "change the draft: pages, sections, menus, redirects, theme and settings; describe media files, and remove those nothing uses",
  "content:publish": "publish, schedule publications and go back to earlier ones",
  "plugins:use": "use what the site's plugins offer to agents",
};

/** Refusals that a person can get before they are in the editor. */
const AT_DOORS = [
  "INVALID_REQUEST",
  "LOGIN_FAILED",
  "FORBIDDEN",
  "ORIGIN_MISMATCH",
  "NOT_INVITED",
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "RATE_LIMITED",
  "INTERNAL",
  "LOGIN_UNAVAILABLE",
  "UNAVAILABLE",
] as const satisfies readonly RefusalCode[];

const REFUSED = Object.fromEntries(AT_DOORS.map((code) => [code, refusalText(code)])) as Readonly<
  Record<(typeof AT_DOORS)[number], string>
>;

/** Words of the pages before the editor: login, and consent to a program. `{…}` may hold markup. */
export const DOORS = {
  again: "Log in again",
  /** Words for a person who has logged in without an invitation. */
  invitation: "Send this code to the person who invites you. Then log in once more.",
  issuer: "Where you logged in",
  subject: "Your code",
  refused: REFUSED,
  roles: byRole(ROLES, "inSentence"),
  start: {
    title: "Log in to {name}?",
    sent: "Another site has sent you here. Log in only if you want to work on {name}.",
    go: "Log in",
  },
  program: {
    title: "Let the command line on this computer act as you?",
    asks: "It asks for {name}, where you are {role}, and may do there what you may, until your login in this browser ends, or until {logout}.",
    check: "Your terminal shows {check}. If it shows something else, or you did not type {login}, say no.",
    yes: "Yes, let it",
    no: "No",
  },
  agent: {
    title: "Let an agent act for you?",
    claims: "A program that calls itself {name} asks. Your answer goes to {host}.",
    proven: "{name} of {domain} asks. Your answer goes to {host}.",
    local: "That is a program on this computer: allow it only if you have just started it.",
    unnamed: "(no name)",
    site: "For which site?",
    choice: "{name} ({hostname}), where you are {role}",
    scope: "What may it do there, as you?",
    scopes: SCOPES,
    notAt: "(not at {hostnames}: your role there does not allow it)",
    limits:
      "It never may more than your role does, and no more once you are not a member any more. It holds for 30 days.",
    yes: "Allow",
    no: "Do not allow",
    unreadable: "The document that describes this client could not be read.",
  },
} as const;

export type DoorWords = Translated<typeof DOORS>;
