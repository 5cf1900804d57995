import type { Provider } from "oidc-provider";
import type { AppSetup } from "./ceremony/appSetup.ts";
import type { Ceremonies } from "./ceremony/ceremonies.ts";
import type { RelyingParty } from "./ceremony/webauthn.ts";
import { AccountRefusal, type AccountRefusalCode } from "./http/accountRefusal.ts";
import type { ClientLimit } from "./http/clientLimit.ts";
import { type CookieNames, keepAccountCookie } from "./http/cookies.ts";
import { cookieIn, type AccountVisit } from "./http/visit.ts";
import type { StarterName, StarterTheme } from "../../starters/starters.ts";
import type { PasswordDigests } from "./password/digests.ts";
import { ACCOUNT_SESSION_MS, FRESH_PROOF_MS } from "../../../manifests/bounds/logins.ts";
import type { PersonAccount } from "./store/accounts.ts";
import type { Session } from "./store/sessions.ts";
import type { PeopleStore } from "./store/store.ts";

/** A site that a person asks for. */
export interface SiteWish {
  readonly name: string;
  readonly hostname: string;
  readonly language: string;
  readonly timeZone: string;
  readonly starter: StarterName;
  /** The theme; the starter's own if undefined. */
  readonly theme?: StarterTheme | undefined;
}

/** The parts of the machine that the pages of the accounts ask. */
export interface PeopleSurroundings {
  /** Hostnames that the operator has named for sites; empty on a machine that serves only its own names. */
  readonly hostnames: readonly string[];
  /** Makes a site with one owner. Answers the address at which the owner goes on, or throws a refusal. */
  makeSite(wish: SiteWish, owner: PersonAccount): Promise<string>;
  /** Waits for the first page of the site at that address. False if it does not show one in time. */
  waitForSite(address: string): Promise<boolean>;
  /** Answers the secret of a site's invitation in a text; undefined if none is open now. */
  openInvitation(text: string, client: string): Promise<string | undefined>;
}

/** Everything that an answer may need. */
export interface Room {
  readonly store: PeopleStore;
  readonly party: RelyingParty;
  readonly cookies: CookieNames;
  readonly ceremonies: Ceremonies;
  readonly digests: PasswordDigests;
  /** Apps for codes that people are about to set up. */
  readonly apps: Ceremonies<AppSetup>;
  /** The protocol with the sites. The first call loads it. */
  readonly provider: () => Promise<Provider>;
  readonly around: PeopleSurroundings;
  /** Wrong secrets by network address. */
  readonly wrongSecrets: ClientLimit;
  /** Accounts whose site is being made. */
  readonly making: Set<string>;
}

export interface LoggedIn {
  readonly account: PersonAccount;
  readonly session: Session;
}

/** The person of a request; undefined without a session. */
export function loggedIn({ store, cookies }: Room, visit: AccountVisit): LoggedIn | undefined {
  const secret = cookieIn(visit, cookies.session);
  const session = secret === undefined ? undefined : store.sessions.find(secret, visit.now);
  const account = session && store.accounts.find(session.account);
  return session && account ? { account, session } : undefined;
}

/** A person with a passkey, a password or a recovery code. */
export function requireAnybody(room: Room, visit: AccountVisit): LoggedIn {
  const person = loggedIn(room, visit);
  if (person === undefined) throw new AccountRefusal("login");
  return person;
}

/** The person of a request, who has proven a passkey or a password. */
export function requirePerson(room: Room, visit: AccountVisit): LoggedIn {
  const person = requireAnybody(room, visit);
  if (person.session.proof === "code") throw new AccountRefusal("login");
  return person;
}

/** Refuses a proof that is too old to change the ways to log in. */
export function refuseStale({ session }: LoggedIn, { now }: AccountVisit): void {
  if (now - session.provenAt >= FRESH_PROOF_MS) throw new AccountRefusal("fresh");
}

/** The person of a request, who has proven a passkey or a password just now. */
export function requireFreshPerson(room: Room, visit: AccountVisit): LoggedIn {
  const person = requirePerson(room, visit);
  refuseStale(person, visit);
  return person;
}

/** The session of a person who has proven who they are just now, at their own page or in a login at a site. */
export const provenSession = (
  account: string,
  { now }: AccountVisit,
  interaction: string,
  proof: "passkey" | "password" = "passkey",
): Session => ({
  account,
  proof,
  provenAt: now,
  interaction: interaction === "" ? null : interaction,
});

/** Opens a session, and answers its cookie. */
export function openSession({ store, cookies, party }: Room, visit: AccountVisit, session: Session): string {
  const secret = store.sessions.open(session, visit.now, cookieIn(visit, cookies.session));
  return keepAccountCookie(party.origin, cookies.session, secret, ACCOUNT_SESSION_MS);
}

/** Counts wrong secrets of a network address, and refuses further ones. `take` answers undefined for a wrong one. */
export function guarded<T>({ wrongSecrets }: Room, { client, now }: AccountVisit, take: () => T | undefined): T {
  if (!wrongSecrets.allows(client, now)) throw new AccountRefusal("limited");
  const taken = take();
  if (taken !== undefined) return taken;
  wrongSecrets.count(client, now);
  throw new AccountRefusal("secret");
}

/**
 * The same for a secret that takes time to check. A try counts from its beginning, so that many at once count, too, and
 * a right one is forgiven.
 */
export async function guardedWork<T>(
  { wrongSecrets }: Room,
  { client, now }: AccountVisit,
  refusal: AccountRefusalCode,
  take: () => Promise<T | undefined>,
): Promise<T> {
  if (!wrongSecrets.allows(client, now)) throw new AccountRefusal("limited");
  wrongSecrets.count(client, now);
  const taken = await take().catch((error: unknown) => {
    wrongSecrets.forgive(client, now);
    throw error;
  });
  if (taken === undefined) throw new AccountRefusal(refusal);
  wrongSecrets.forgive(client, now);
  return taken;
}
