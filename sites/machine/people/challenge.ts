/** Challenges and the browsers that they are for. */
import { CEREMONY_MS } from "../../../manifests/bounds/logins.ts";
import { AccountRefusal } from "./http/accountRefusal.ts";
import { keepAccountCookie } from "./http/cookies.ts";
import { sendJson } from "./http/answers.ts";
import { cookieIn, type AccountVisit } from "./http/visit.ts";
import type { Room } from "./room.ts";
import type { PersonAccount } from "./store/accounts.ts";
import { newAccountSecret } from "./store/secret.ts";
import type { Ceremony } from "./ceremony/ceremonies.ts";

/** Sends a challenge, and a cookie that binds its answer to this browser. */
export function sendChallenge(
  { ceremonies, cookies, party }: Room,
  { response, now }: AccountVisit,
  options: { readonly challenge: string },
  account?: PersonAccount,
): void {
  const browser = newAccountSecret();
  ceremonies.begin(browser, { challenge: options.challenge, account }, now);
  sendJson(response, 200, { options }, [keepAccountCookie(party.origin, cookies.ceremony, browser, CEREMONY_MS)]);
}

/** Takes this browser's challenge, which then is gone, whatever its answer is worth. */
export function takeChallenge({ ceremonies, cookies }: Room, visit: AccountVisit): Ceremony {
  const browser = cookieIn(visit, cookies.ceremony);
  const ceremony = browser === undefined ? undefined : ceremonies.take(browser, visit.now);
  if (ceremony === undefined) throw new AccountRefusal("proof");
  return ceremony;
}

/** Takes a challenge for a new passkey, with its account. */
export function takeNewPasskey(room: Room, visit: AccountVisit): Ceremony & { readonly account: PersonAccount } {
  const { challenge, account } = takeChallenge(room, visit);
  if (account === undefined) throw new AccountRefusal("proof");
  return { challenge, account };
}
