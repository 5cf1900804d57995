/** The place at which the provider asks who a person is. */
import { INTERACTION } from "../identity/openIdProvider.ts";
import { sendPage, sendRedirect } from "./http/answers.ts";
import type { AccountVisit } from "./http/visit.ts";
import { STYLE } from "./pages/layout.ts";
import { passkeyPage } from "./pages/passkeyPage.ts";
import { accountWords } from "./pages/words.ts";
import { loggedIn, type Room } from "./room.ts";

/** The path after a login: back to the site that asked, or the own page of the person. */
export const afterLogin = (interaction: string): string => (interaction === "" ? "/" : `${INTERACTION}${interaction}`);

/**
 * Asks for a passkey. A person who proved one some minutes ago goes on at once. The provider finds the request by this
 * browser's cookie, so no other browser can go on with it.
 */
export async function askWho({ provider, ...room }: Room, visit: AccountVisit): Promise<void> {
  const { request, response } = visit;
  const { uid } = await provider.interactionDetails(request, response);
  const person = loggedIn({ provider, ...room }, visit);
  if (person?.proof !== "passkey")
    return sendPage(response, passkeyPage(accountWords(request.headers["accept-language"]), uid), STYLE);
  const result = { login: { accountId: person.account.id, remember: false } };
  const next = new URL(await provider.interactionResult(request, response, result, { mergeWithLastSubmission: false }));
  sendRedirect(response, `${next.pathname}${next.search}`);
}
