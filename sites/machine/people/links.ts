/** Answers for the page of a link: what it allows, and the account or passkey that it makes. */
import { checkedPasskey, newPasskeyOptions } from "./ceremony/webauthn.ts";
import { sendChallenge, takeNewPasskey } from "./challenge.ts";
import { AccountRefusal } from "./http/accountRefusal.ts";
import { keptPasskey } from "./keptPasskey.ts";
import { sendJson } from "./http/answers.ts";
import { readBody } from "./http/readBody.ts";
import type { AccountVisit } from "./http/visit.ts";
import { afterLogin } from "./interaction.ts";
import { checkedPassword, keptPassword, sendApp } from "./password.ts";
import { guarded, openSession, provenSession, type Room } from "./room.ts";
import { ACCOUNT_NAME, LINK, LINK_BEGIN, LINK_PASSWORD, LINK_USE } from "./shapes.ts";
import { newAccount, type PersonAccount } from "./store/accounts.ts";
import { allowsSite, type Link } from "./store/links.ts";

/** Says what a link allows, without taking it. */
export async function describeLink(room: Room, visit: AccountVisit): Promise<void> {
  const { secret } = await readBody(visit, room.party.origin, LINK);
  const { kind } = guarded(room, visit, () => room.store.links.find(secret, visit.now));
  sendJson(visit.response, 200, { kind });
}

/** Begins a passkey for the account of a link. A new account exists only once its passkey does. */
export async function beginLink(room: Room, visit: AccountVisit): Promise<void> {
  const { secret, name } = await readBody(visit, room.party.origin, LINK_BEGIN);
  const link = guarded(room, visit, () => room.store.links.find(secret, visit.now));
  const account = accountFor(room, link, name, visit.now);
  const options = await newPasskeyOptions(room.party, account, room.store.passkeys.of(account.id));
  sendChallenge(room, visit, options, account);
}

function accountFor({ store }: Room, link: Link, name: string, now: number): PersonAccount {
  const { kind, account: claimed } = link;
  if (kind === "claim") {
    const account = store.accounts.find(claimed ?? "");
    if (account === undefined) throw new AccountRefusal("secret");
    return account;
  }
  const read = ACCOUNT_NAME.safeParse(name);
  if (!read.success) throw new AccountRefusal("invalid");
  return { ...newAccount(read.data, now), mayMakeSite: allowsSite(link) };
}

/** Takes the link and stores what it allows: all of it, or nothing. */
export async function useLink(room: Room, visit: AccountVisit): Promise<void> {
  const { secret, response, passkey: name, interaction } = await readBody(visit, room.party.origin, LINK_USE);
  const { challenge, account } = takeNewPasskey(room, visit);
  const passkey = await checkedPasskey(room.party, challenge, response);
  if (passkey === undefined) throw new AccountRefusal("proof");
  const codes = room.store.atomically(() => {
    const link = guarded(room, visit, () => room.store.links.take(secret, visit.now));
    const createdAt = visit.now;
    const keep = (): readonly string[] => keptPasskey(room.store, { ...passkey, account: account.id, name, createdAt });
    return take(room, visit, { link, account, keep });
  });
  const cookie = openSession(room, visit, provenSession(account.id, visit, interaction));
  sendJson(visit.response, 200, { codes, next: afterLogin(interaction) }, [cookie]);
}

/** Begins a password for the account of a link, for a person whose device has no passkeys. */
export async function beginLinkPassword(room: Room, visit: AccountVisit): Promise<void> {
  const { secret, name } = await readBody(visit, room.party.origin, LINK_BEGIN);
  const link = guarded(room, visit, () => room.store.links.find(secret, visit.now));
  await sendApp(room, visit, accountFor(room, link, name, visit.now));
}

/** Takes the link for an account with a password and its app: all of it, or nothing. */
export async function useLinkPassword(room: Room, visit: AccountVisit): Promise<void> {
  const { secret, interaction, ...typed } = await readBody(visit, room.party.origin, LINK_PASSWORD);
  const { holder: account, taken, ...password } = await checkedPassword(room, visit, typed);
  const codes = room.store.atomically(() => {
    const link = guarded(room, visit, () => room.store.links.take(secret, visit.now));
    const keep = (): readonly string[] => keptPassword(room.store, account.id, password, visit.now);
    return take(room, visit, { link, account, keep });
  });
  taken();
  const cookie = openSession(room, visit, provenSession(account.id, visit, interaction, "password"));
  sendJson(visit.response, 200, { codes, next: afterLogin(interaction) }, [cookie]);
}

interface Taken {
  readonly link: Link;
  readonly account: PersonAccount;
  /** Stores the way to log in. Answers new recovery codes for an account that has none. */
  readonly keep: () => readonly string[];
}

/** Answers new recovery codes for an account that has none. */
function take({ store }: Room, { now }: AccountVisit, { link, account, keep }: Taken): readonly string[] {
  const isNew = link.kind !== "claim";
  // The browser may have begun with another link, for another account.
  const fits = isNew ? account.mayMakeSite === allowsSite(link) : link.account === account.id;
  if (!fits) throw new AccountRefusal("secret");
  if (isNew && !store.accounts.add(account, link.invitation)) throw new AccountRefusal("full");
  if (!isNew) store.sessions.closeAll(account.id);
  if (isNew) store.events.add(account.id, "account.make", now);
  return keep();
}
