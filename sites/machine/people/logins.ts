/** Answers of the login: a passkey's proof, a recovery code, a site's invitation, the end of a login. */
import { INVITED_MS } from "../../../manifests/bounds/logins.ts";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { checkedProof, proofOptions } from "./ceremony/webauthn.ts";
import { sendChallenge, takeChallenge } from "./challenge.ts";
import { AccountRefusal } from "./http/accountRefusal.ts";
import { sendJson } from "./http/answers.ts";
import { dropAccountCookie } from "./http/cookies.ts";
import { readBody } from "./http/readBody.ts";
import { cookieIn, type AccountVisit } from "./http/visit.ts";
import { afterLogin } from "./interaction.ts";
import { guarded, openSession, provenSession, requirePerson, type Room } from "./room.ts";
import { CODE, CONFIRMATION, INVITATION, NOTHING, PROOF } from "./shapes.ts";
import { secretDigest } from "./store/secret.ts";

export async function beginProof(room: Room, visit: AccountVisit): Promise<void> {
  await readBody(visit, room.party.origin, NOTHING);
  sendChallenge(room, visit, await proofOptions(room.party));
}

export async function useProof(room: Room, visit: AccountVisit): Promise<void> {
  const { response, interaction } = await readBody(visit, room.party.origin, PROOF);
  const account = await provenAccount(room, visit, response);
  const cookie = openSession(room, visit, provenSession(account, visit, interaction));
  sendJson(visit.response, 200, { next: afterLogin(interaction) }, [cookie]);
}

/** Takes a further proof of the person who is logged in, so that they may change their ways to log in. */
export async function confirmPerson(room: Room, visit: AccountVisit): Promise<void> {
  const { response } = await readBody(visit, room.party.origin, CONFIRMATION);
  const { account, session } = requirePerson(room, visit);
  if ((await provenAccount(room, visit, response)) !== account.id) throw new AccountRefusal("proof");
  sendJson(visit.response, 200, {}, [openSession(room, visit, { ...session, provenAt: visit.now })]);
}

/** The account of a right proof. All wrong ones get one refusal, so nobody learns which passkeys exist. */
async function provenAccount(room: Room, visit: AccountVisit, response: AuthenticationResponseJSON): Promise<string> {
  const { store, party } = room;
  const { now } = visit;
  const { challenge, account: wanted } = takeChallenge(room, visit);
  if (wanted !== undefined) throw new AccountRefusal("proof");
  const passkey = store.passkeys.find(response.id);
  const account = passkey && store.accounts.find(passkey.account);
  if (passkey === undefined || account === undefined) throw new AccountRefusal("proof");
  const { userHandle } = response.response;
  const next = userHandle === account.handle ? await checkedProof(party, challenge, response, passkey) : undefined;
  if (next === "copied") store.events.add(account.id, "passkey.copied", now, passkey.name);
  if (typeof next !== "number" || !store.passkeys.use(passkey, next, now)) throw new AccountRefusal("proof");
  store.events.add(account.id, "account.login", now, passkey.name);
  return account.id;
}

/** Lets a person in who lost their passkeys, for a new passkey alone. Sessions of earlier codes end. */
export async function useCode(room: Room, visit: AccountVisit): Promise<void> {
  const { code } = await readBody(visit, room.party.origin, CODE);
  const account = room.store.atomically(() => {
    const taken = guarded(room, visit, () => room.store.codes.take(code));
    room.store.events.add(taken, "account.recover", visit.now);
    room.store.sessions.closeRecoveries(taken);
    return taken;
  });
  const session = { account, proof: "code", provenAt: visit.now, interaction: null } as const;
  sendJson(visit.response, 200, { next: "/" }, [openSession(room, visit, session)]);
}

/**
 * Makes a link for an account from a site's open invitation, which makes one account. The site takes the invitation itself,
 * when the person agrees.
 */
export async function useInvitation(room: Room, visit: AccountVisit): Promise<void> {
  const { invitation } = await readBody(visit, room.party.origin, INVITATION);
  const open = await room.around.openInvitation(invitation, visit.client);
  const secret = guarded(room, visit, () => (open === undefined ? undefined : invitedLink(room, visit, open)));
  sendJson(visit.response, 200, { secret });
}

function invitedLink({ store }: Room, { now }: AccountVisit, open: string): string | undefined {
  const invitation = secretDigest(open);
  if (store.accounts.isMadeBy(invitation)) return undefined;
  return store.links.make({ kind: "invited", account: null, invitation }, now, INVITED_MS);
}

export async function endSession(room: Room, visit: AccountVisit): Promise<void> {
  await readBody(visit, room.party.origin, NOTHING);
  const secret = cookieIn(visit, room.cookies.session);
  if (secret !== undefined) room.store.sessions.close(secret);
  sendJson(visit.response, 200, { next: "/" }, [dropAccountCookie(room.party.origin, room.cookies.session)]);
}
