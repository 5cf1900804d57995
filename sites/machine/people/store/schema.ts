import { ACCOUNTS_STEP, INVITATIONS_STEP } from "./accounts.ts";
import { EVENTS_STEP } from "./events.ts";
import { FACTS_STEP } from "./facts.ts";
import { FURTHER_LINKS_STEP, LINKS_STEP } from "./links.ts";
import { PASSKEYS_STEP } from "./passkeys.ts";
import { PASSWORDS_STEP } from "./passwords.ts";
import { CODES_STEP } from "./recoveryCodes.ts";
import { PASSWORD_SESSIONS_STEP, PROVEN_STEP, SESSIONS_STEP } from "./sessions.ts";

/** The numbered steps of the schema, each a list of statements. A shipped step never changes. */
export const STEPS: readonly (readonly string[])[] = [
  [ACCOUNTS_STEP, PASSKEYS_STEP, CODES_STEP, LINKS_STEP, SESSIONS_STEP, EVENTS_STEP, FACTS_STEP],
  [PROVEN_STEP, FURTHER_LINKS_STEP, INVITATIONS_STEP],
  [PASSWORDS_STEP, PASSWORD_SESSIONS_STEP],
];
