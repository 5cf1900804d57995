import { AccountRefusal } from "./http/accountRefusal.ts";
import type { PeopleStore } from "./store/store.ts";

/** A proven passkey with the name that its person gave it. */
type NewPasskey = Parameters<PeopleStore["passkeys"]["add"]>[0];

/** Adds a passkey to an account, in the caller's transaction. Answers new recovery codes for an account that has none. */
export function keptPasskey({ passkeys, events, codes }: PeopleStore, passkey: NewPasskey): readonly string[] {
  const { account, name, createdAt } = passkey;
  if (!passkeys.add(passkey)) throw new AccountRefusal("passkey");
  events.add(account, "passkey.add", createdAt, name);
  return codes.left(account) === 0 ? codes.renew(account, createdAt) : [];
}
