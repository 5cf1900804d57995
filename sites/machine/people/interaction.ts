/** The place at which the provider asks who a person is. */
import { INTERACTION } from "../identity/applications.ts";
import { AccountRefusal } from "./http/accountRefusal.ts";
import { sendPage, sendRedirect } from "./http/answers.ts";
import { dropAccountCookie } from "./http/cookies.ts";
import { cookieIn, type AccountVisit } from "./http/visit.ts";
import { STYLE } from "./pages/layout.ts";
import { passkeyPage } from "./pages/passkeyPage.ts";
import { accountWords } from "./pages/words.ts";
import { loggedIn, type Room } from "./room.ts";
import type { Session } from "./store/sessions.ts";

/** The path after a login: back to the site that asked, or the own page of the person. */
export const afterLogin = (interaction: string): string => (interaction === "" ? "/" : `${INTERACTION}${interaction}`);

/** The parameters of a site's login that say how new the proof must be. */
interface Asked {
  readonly prompt?: unknown;
  readonly max_age?: unknown;
}

/**
 * Asks for a passkey. A person who logged in at their own page some minutes ago goes on at once, unless the site asks for
 * a newer proof. The provider finds the request by this browser's cookie, so no other browser can go on with it.
 */
export async function askWho(room: Room, visit: AccountVisit): Promise<void> {
  const provider = await room.provider();
  const { request, response } = visit;
  const { uid, params } = await provider.interactionDetails(request, response);
  if (visit.url.pathname !== `${INTERACTION}${uid}`) throw new AccountRefusal("invalid");
  const person = loggedIn(room, visit);
  if (person === undefined || !suffices(person.session, { uid, asked: params, now: visit.now }))
    return sendPage(response, passkeyPage(accountWords(request.headers["accept-language"]), uid), STYLE);
  const { account, session } = person;
  const result = { login: { accountId: account.id, ts: Math.floor(session.provenAt / 1000), remember: false } };
  const next = new URL(await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false }));
  sendRedirect(response, `${next.pathname}${next.search}`, 303, endedSession(room, visit, session));
}

interface Wanted {
  readonly uid: string;
  readonly asked: Asked;
  readonly now: number;
}

/** True for a passkey or a password that was proven for this login, or at the own page and as newly as the site asks. */
function suffices({ proof, provenAt, interaction }: Session, { uid, asked, now }: Wanted): boolean {
  if (proof === "code") return false;
  if (interaction !== null) return interaction === uid;
  const { prompt, max_age: seconds = Number.POSITIVE_INFINITY } = asked;
  return !String(prompt).split(" ").includes("login") && now - provenAt < Number(seconds) * 1000;
}

/**
 * Ends a session that was made for one login at a site, so that a logout there leaves nothing here. Answers the cookies
 * that end with it.
 */
function endedSession({ store, cookies, party }: Room, visit: AccountVisit, { interaction }: Session): string[] {
  const secret = cookieIn(visit, cookies.session);
  if (interaction === null || secret === undefined) return [];
  store.sessions.close(secret);
  return [dropAccountCookie(party.origin, cookies.session)];
}
