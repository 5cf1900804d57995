import type { PersonAccount } from "../store/accounts.ts";

/** An app for codes that a person is about to set up, with the account that it is for. */
export interface AppSetup {
  readonly account: PersonAccount;
  readonly login: string;
  /** The secret of the app, in base64url. */
  readonly seed: string;
}
