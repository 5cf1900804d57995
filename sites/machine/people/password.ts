/** Answers about passwords: a login by one, a new one, its end. A password counts only with a code of an app. */
import { randomInt } from "node:crypto";
import { CEREMONY_MS } from "../../../manifests/bounds/logins.ts";
import { AccountRefusal } from "./http/accountRefusal.ts";
import { sendJson } from "./http/answers.ts";
import { keepAccountCookie } from "./http/cookies.ts";
import { readBody } from "./http/readBody.ts";
import { cookieIn, type AccountVisit } from "./http/visit.ts";
import { afterLogin } from "./interaction.ts";
import { newSeed, seedAddress, stepOfCode, typedSeed } from "./password/appCode.ts";
import { weaknessOf } from "./password/weakness.ts";
import {
  guardedWork,
  openSession,
  provenSession,
  refuseStale,
  requireAnybody,
  requireFreshPerson,
  type Room,
} from "./room.ts";
import { NEW_PASSWORD, NOTHING, PASSWORD } from "./shapes.ts";
import type { PersonAccount } from "./store/accounts.ts";
import type { Password } from "./store/passwords.ts";
import type { PeopleStore } from "./store/store.ts";
import { newAccountSecret } from "./store/secret.ts";

const LETTERS = "abcdefghjkmnpqrstvwxyz23456789";
const [LOGIN_WORD_CHARS, LOGIN_END_CHARS] = [20, 5];

/** A login name that nobody can guess, so that no page has to say which names are taken. */
function anyLogin({ name }: PersonAccount): string {
  const word = name
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, "")
    .slice(0, LOGIN_WORD_CHARS);
  const end = Array.from({ length: LOGIN_END_CHARS }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `${word || "person"}-${end}`;
}

/** A login name that nobody has now. */
function newLogin({ store }: Room, account: PersonAccount): string {
  let login = anyLogin(account);
  while (store.passwords.byLogin(login) !== undefined) login = anyLogin(account);
  return login;
}

/** A square picture of a text, as the path of its dark fields. */
async function picture(text: string): Promise<{ readonly size: number; readonly path: string }> {
  const { encode } = await import("uqr");
  const { data, size } = encode(text);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { size, path };
}

/** Sends what an app needs, and a cookie that binds the answer to this browser. */
export async function sendApp(room: Room, { response, now }: AccountVisit, account: PersonAccount): Promise<void> {
  const { apps, cookies, party } = room;
  const setup = { account, login: newLogin(room, account), seed: newSeed() };
  const browser = newAccountSecret();
  apps.begin(browser, setup, now);
  const { login, seed } = setup;
  const app = { login, seed: typedSeed(seed), picture: await picture(seedAddress(seed, party.hostname, login)) };
  sendJson(response, 200, { app }, [keepAccountCookie(party.origin, cookies.ceremony, browser, CEREMONY_MS)]);
}

export async function beginPassword(room: Room, visit: AccountVisit): Promise<void> {
  await readBody(visit, room.party.origin, NOTHING);
  const person = requireAnybody(room, visit);
  if (person.session.proof !== "code") refuseStale(person, visit);
  await sendApp(room, visit, person.account);
}

type NewPassword = Omit<Password, "account" | "pausedUntil">;

/** Refuses a weak password. Refusals count by network address, because each one searches a million passwords. */
function refuseWeak({ wrongSecrets }: Room, { client, now }: AccountVisit, password: string, about: string[]): void {
  if (!wrongSecrets.allows(client, now)) throw new AccountRefusal("limited");
  const weakness = weaknessOf(password, about);
  if (weakness === undefined) return;
  wrongSecrets.count(client, now);
  throw new AccountRefusal(weakness);
}

/** The new password of this browser's app. Its app stays open until the password is taken: a person may mistype. */
export async function checkedPassword(
  room: Room,
  visit: AccountVisit,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<NewPassword & { readonly holder: PersonAccount; readonly taken: () => void }> {
  const { apps, cookies, party, digests } = room;
  const browser = cookieIn(visit, cookies.ceremony);
  const setup = browser === undefined ? undefined : apps.find(browser, visit.now);
  if (browser === undefined || setup === undefined) throw new AccountRefusal("proof");
  const { account, login, seed } = setup;
  const usedStep = stepOfCode(seed, code, visit.now);
  if (usedStep === undefined) throw new AccountRefusal("code");
  refuseWeak(room, visit, password, [account.name, login, party.hostname]);
  const hash = await digests.make(password);
  return { holder: account, login, hash, seed, usedStep, taken: () => void apps.take(browser, visit.now) };
}

/** Stores a password in the caller's transaction. Answers new recovery codes for an account that has none. */
export function keptPassword(
  { passwords, events, codes }: PeopleStore,
  account: string,
  { login, hash, seed, usedStep }: NewPassword,
  now: number,
): readonly string[] {
  // Another browser may have taken the same login meanwhile: the person begins once more.
  if ((passwords.byLogin(login)?.account ?? account) !== account) throw new AccountRefusal("proof");
  passwords.set({ account, login, hash, seed, usedStep });
  events.add(account, "password.set", now, login);
  return codes.left(account) === 0 ? codes.renew(account, now) : [];
}

/** Gives the person a password, in place of an earlier one, and ends the account's sessions elsewhere. */
export async function setPassword(room: Room, visit: AccountVisit): Promise<void> {
  const typed = await readBody(visit, room.party.origin, NEW_PASSWORD);
  const { account, session } = requireAnybody(room, visit);
  const { holder, taken, ...password } = await checkedPassword(room, visit, typed);
  if (holder.id !== account.id) throw new AccountRefusal("proof");
  const codes = room.store.atomically(() => {
    // The session may have ended while the digest was computed.
    requireAnybody(room, visit);
    room.store.sessions.closeAll(account.id);
    return keptPassword(room.store, account.id, password, visit.now);
  });
  taken();
  const next = session.proof === "code" ? provenSession(account.id, visit, "", "password") : session;
  sendJson(visit.response, 200, { codes, next: "/" }, [openSession(room, visit, next)]);
}

/** Removes the password and ends the account's sessions elsewhere. The last way to log in stays. */
export async function removePassword(room: Room, visit: AccountVisit): Promise<void> {
  await readBody(visit, room.party.origin, NOTHING);
  const { account, session } = requireFreshPerson(room, visit);
  const { store, party } = room;
  store.atomically(() => {
    if (!store.passkeys.of(account.id).some(({ rpId }) => rpId === party.hostname)) throw new AccountRefusal("last");
    if (!store.passwords.remove(account.id)) throw new AccountRefusal("invalid");
    store.events.add(account.id, "password.remove", visit.now);
    store.sessions.closeAll(account.id);
  });
  sendJson(visit.response, 200, { next: "/" }, [openSession(room, visit, session)]);
}

export async function usePassword(room: Room, visit: AccountVisit): Promise<void> {
  const { interaction, ...typed } = await readBody(visit, room.party.origin, PASSWORD);
  const account = await guardedWork(room, visit, "password", () => provenAccount(room, visit, typed));
  const cookie = openSession(room, visit, provenSession(account, visit, interaction, "password"));
  sendJson(visit.response, 200, { next: afterLogin(interaction) }, [cookie]);
}

interface TypedLogin {
  readonly login: string;
  readonly password: string;
  readonly code: string;
}

/**
 * The account of a right name, password and code. One answer for all wrong ones, and each try writes: otherwise the time,
 * or a database that is busy, would tell a right password. Wrong codes count by account only if the password was right,
 * so a stranger pauses nobody's login.
 */
async function provenAccount(
  { store, digests }: Room,
  { now }: AccountVisit,
  { login, password, code }: TypedLogin,
): Promise<string | undefined> {
  const kept = store.passwords.byLogin(login.trim().toLowerCase());
  const fits = await digests.fits(password, kept?.hash);
  return store.atomically(() => {
    store.facts.set("tried", String(now));
    if (!fits || kept === undefined) return undefined;
    const still = store.passwords.of(kept.account);
    if (still?.hash !== kept.hash || now < still.pausedUntil) return undefined;
    const step = stepOfCode(still.seed, code, now);
    const isRight = step !== undefined && store.passwords.use(still, step);
    // A right code that was used already is a second press of a button or another device, and no guess.
    const missed = step === undefined ? store.passwords.miss(still, now) : undefined;
    if (isRight) store.events.add(still.account, "account.login", now, still.login);
    if (missed) store.events.add(still.account, missed, now);
    return isRight ? still.account : undefined;
  });
}
