import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import type { Scope } from "../../../runtime/commands/scopes.ts";
import { byRole } from "../shape/byRole.ts";
import type { Translated } from "../shape/translated.ts";
import { ROLES } from "./roles.ts";

const SCOPES: Readonly<Record<Scope, string>> = {
  "site:read": "read the site with its draft, its history and its media",
  "content:write":
    "change the draft: pages, sections, menus, redirects, theme and settings; describe media files and remove unused ones",
  "content:publish": "publish, schedule publications and go back to earlier releases",
  "plugins:use": "use what the site's plugins offer to agents",
};

/** Refusals that a person can get before they are in the editor. */
const REFUSED = {
  INVALID_REQUEST: "This link or form is not complete. Go back and try again.",
  LOGIN_FAILED: "This login could not be completed.",
  FORBIDDEN: "Your role does not allow this.",
  ORIGIN_MISMATCH: "This request did not come from this site.",
  NOT_INVITED: "You are not invited to this site.",
  NOT_FOUND: "There is nothing here.",
  METHOD_NOT_ALLOWED: "This address cannot be used in this way.",
  RATE_LIMITED: "There were too many requests. Wait a moment, then try again.",
  INTERNAL: "Something went wrong on our side.",
  LOGIN_UNAVAILABLE: "Nobody can log in here at the moment.",
  UNAVAILABLE: "This does not answer at the moment. Try again.",
} as const satisfies Partial<Record<RefusalCode, string>>;

/** Words of the pages before the editor: login, and consent to a program. `{…}` may hold markup. */
export const DOORS = {
  again: "Log in again",
  /** Words below a failed login. The reason may be a setting, which no further attempt changes. */
  failed: "Try once more. If it fails again, tell the people who run this site. Their log has the reason.",
  unavailable: "Trying again may not help. Tell the people who run this site. Their log has the reason.",
  /** Words for a person who has logged in without an invitation. */
  invitation: "Send this code to the person who wants to invite you. After they have invited you, log in again.",
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
    title: "Let the command line on this computer act for you?",
    asks: "It wants to work on {name}, where you are {role}. It may do there whatever you may do. This ends when your login in this browser ends, or when you run {logout}.",
    check:
      "Check that your terminal shows {check}. If it shows something else, or if you did not type {login}, do not allow this.",
    yes: "Allow",
    no: "Do not allow",
  },
  agent: {
    title: "Let an agent act for you?",
    claims: "A program that calls itself {name} asks for this. Your answer goes to {host}.",
    proven: "{name} of {domain} asks for this. Your answer goes to {host}.",
    local: "The program runs on this computer. Allow it only if you have just started it.",
    unnamed: "(no name)",
    site: "For which site?",
    choice: "{name} ({hostname}), where you are {role}",
    scope: "What may the agent do there for you?",
    scopes: SCOPES,
    notAt: "(not at {hostnames}: your role there does not allow it)",
    limits:
      "The agent may never do more than your role allows. This permission ends after 30 days, or when you are no longer a member.",
    yes: "Allow",
    no: "Do not allow",
    unreadable: "The description of this program could not be read.",
  },
} as const;

export type DoorWords = Translated<typeof DOORS>;
