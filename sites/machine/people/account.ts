/** Answers of a person's own page: their passkeys, recovery codes and first site. */
import { checkedPasskey, newPasskeyOptions } from "./ceremony/webauthn.ts";
import { sendChallenge, takeNewPasskey } from "./challenge.ts";
import { AccountRefusal } from "./http/accountRefusal.ts";
import { sendJson, sendLeadingPage, sendPage } from "./http/answers.ts";
import { readBody } from "./http/readBody.ts";
import type { AccountVisit } from "./http/visit.ts";
import { keptPasskey } from "./keptPasskey.ts";
import { ownPage, recoverPage } from "./pages/ownPage.ts";
import { STYLE } from "./pages/layout.ts";
import { OWN_LOOK } from "./pages/siteForm.ts";
import { passkeyPage } from "./pages/passkeyPage.ts";
import { accountWords } from "./pages/words.ts";
import {
  type LoggedIn,
  loggedIn,
  openSession,
  refuseStale,
  requireAnybody,
  requireFreshPerson,
  requirePerson,
  type Room,
} from "./room.ts";
import { NEW_PASSKEY, NOTHING, REMOVED, SITE } from "./shapes.ts";
import type { Session } from "./store/sessions.ts";

const EVENTS_SHOWN = 20;

/** The parameter of a person who proves a password once more: their page is the login again. */
const AGAIN = "again";

/** The page of the person who is logged in, or the login. */
export function showHome(room: Room, visit: AccountVisit): void {
  const words = accountWords(visit.request.headers["accept-language"]);
  const person = loggedIn(room, visit);
  const isAgain = visit.url.searchParams.has(AGAIN);
  if (person === undefined || isAgain) return sendPage(visit.response, passkeyPage(words), STYLE);
  if (person.session.proof === "code") return sendPage(visit.response, recoverPage(words), STYLE);
  sendLeadingPage(visit.response, ownPage(words, aboutPerson(room, person)), STYLE);
}

const aboutPerson = ({ store, party, around }: Room, { account, session }: LoggedIn) => ({
  account,
  hostname: party.hostname,
  passkeys: store.passkeys.of(account.id),
  password: store.passwords.of(account.id)?.login,
  proof: session.proof,
  codes: store.codes.left(account.id),
  events: store.events.newest(account.id, EVENTS_SHOWN),
  site: { hostnames: around.hostnames },
});

export async function beginPasskey(room: Room, visit: AccountVisit): Promise<void> {
  await readBody(visit, room.party.origin, NOTHING);
  const person = requireAnybody(room, visit);
  const { account, session } = person;
  if (session.proof !== "code") refuseStale(person, visit);
  const options = await newPasskeyOptions(room.party, account, room.store.passkeys.of(account.id));
  sendChallenge(room, visit, options, account);
}

/**
 * Adds a passkey. After a recovery code, the session becomes a whole one. The challenge exists only for a fresh proof, and
 * the person may take their time to answer it.
 */
export async function addPasskey(room: Room, visit: AccountVisit): Promise<void> {
  const { response, passkey: name } = await readBody(visit, room.party.origin, NEW_PASSKEY);
  const {
    account: { id },
    session,
  } = requireAnybody(room, visit);
  const { challenge, account } = takeNewPasskey(room, visit);
  const passkey = account.id === id ? await checkedPasskey(room.party, challenge, response) : undefined;
  if (passkey === undefined) throw new AccountRefusal("proof");
  const { store } = room;
  const codes = store.atomically(() => {
    // The session may have ended while the passkey was checked.
    requireAnybody(room, visit);
    const made = keptPasskey(store, { ...passkey, account: id, name, createdAt: visit.now });
    store.sessions.closeRecoveries(id);
    return made;
  });
  sendJson(visit.response, 200, { codes, next: "/" }, [openSession(room, visit, wholeSession(session, visit))]);
}

/** The session after a new passkey. That passkey proves a person who came by a recovery code, and nobody else anew. */
const wholeSession = (session: Session, { now }: AccountVisit): Session =>
  session.proof === "code" ? { ...session, proof: "passkey", provenAt: now } : session;

/** Removes a passkey and ends the account's sessions elsewhere. The last one that works here stays. */
export async function removePasskey(room: Room, visit: AccountVisit): Promise<void> {
  const { passkey } = await readBody(visit, room.party.origin, REMOVED);
  const {
    account: { id },
    session,
  } = requireFreshPerson(room, visit);
  const { store, party } = room;
  store.atomically(() => {
    const here = store.passkeys.of(id).filter(({ rpId }) => rpId === party.hostname);
    const isLast = here.every((one) => one.id === passkey) && store.passwords.of(id) === undefined;
    if (isLast) throw new AccountRefusal("last");
    const name = store.passkeys.find(passkey)?.name;
    if (!store.passkeys.remove(id, passkey)) throw new AccountRefusal("invalid");
    store.events.add(id, "passkey.remove", visit.now, name);
    store.sessions.closeAll(id);
  });
  sendJson(visit.response, 200, { next: "/" }, [openSession(room, visit, session)]);
}

/** Makes new recovery codes and ends the account's sessions elsewhere. */
export async function renewCodes(room: Room, visit: AccountVisit): Promise<void> {
  await readBody(visit, room.party.origin, NOTHING);
  const {
    account: { id },
    session,
  } = requireFreshPerson(room, visit);
  const codes = room.store.atomically(() => {
    room.store.events.add(id, "codes.renew", visit.now);
    room.store.sessions.closeAll(id);
    return room.store.codes.renew(id, visit.now);
  });
  sendJson(visit.response, 200, { codes, next: "/" }, [openSession(room, visit, session)]);
}

/** Makes the site that a person may make. They may try again until it exists, and not while they wait for its first page. */
export async function makeOwnSite(room: Room, visit: AccountVisit): Promise<void> {
  const { theme, ...asked } = await readBody(visit, room.party.origin, SITE);
  const wish = { ...asked, theme: theme === OWN_LOOK ? undefined : theme };
  const { account } = requirePerson(room, visit);
  const { store, around, making } = room;
  // Two pages of one person make one site. The right ends only with the site, so a crash leaves it.
  if (making.has(account.id)) throw new AccountRefusal("making");
  if (!account.mayMakeSite) throw new AccountRefusal("notAllowed");
  making.add(account.id);
  try {
    const next = await around.makeSite(wish, account);
    store.atomically(() => {
      store.accounts.letMakeSite(account.id, false);
      store.events.add(account.id, "site.make", visit.now, wish.hostname);
    });
    // The editor finds no page before the first publication, and the site's own start may be loaded again.
    const isReady = await around.waitForSite(next);
    sendJson(visit.response, 200, { next: isReady ? next : new URL("/", next).href });
  } finally {
    making.delete(account.id);
  }
}
