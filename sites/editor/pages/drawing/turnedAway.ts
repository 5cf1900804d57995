import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { explained } from "../../../words/explained.ts";
import { WORDS } from "../../../words/words.ts";
import { nothingHere, seeOther, suspended } from "../../../web/http/answers.ts";
import type { Incoming } from "../../../web/api/pipeline/pipeline.ts";
import { headersOf } from "../../../web/api/pipeline/refusals.ts";
import { addressedSite } from "../../../web/auth/addressedSite.ts";
import { readReturnPath } from "../../../web/auth/returnPath.ts";
import { START } from "../desk/area.ts";
import type { Html } from "./html.ts";
import { type Fields, holdsFiles, NOTHING_SENT, readSentFields, SECRET_FIELD } from "../desk/sent.ts";
import { refusalSheet } from "./sheet.ts";
import { wordsOf } from "../../../words/wordsOf.ts";

/** Answers a page, or a refusal page if it throws. `typed` holds fields that were already read. */
export async function orTurnedAway(
  incoming: Incoming,
  page: () => Promise<Response>,
  typed?: Fields,
): Promise<Response> {
  try {
    return await page();
  } catch (error) {
    if (error instanceof Refusal) return turnedAway(incoming, error, typed);
    throw error;
  }
}

/** Answers a refusal. An unserved hostname reveals nothing. */
async function turnedAway(incoming: Incoming, refusal: Refusal, typed?: Fields): Promise<Response> {
  const place = await addressedSite(incoming.request, incoming.env, incoming.ctx);
  if (!place) return nothingHere();
  if (refusal.code === "TENANT_SUSPENDED") return suspended(wordsOf(refusal.code));
  if (refusal.code === "UNAUTHENTICATED") return toLogin(incoming.request, place.origin, refusal, typed);
  return refusalSheet(place.origin, refusal.code, { headers: headersOf(refusal), body: reasons(refusal) });
}

async function toLogin(request: Request, origin: string, refusal: Refusal, typed?: Fields): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const login = `/api/auth/start?return=${encodeURIComponent(readReturnPath(pathname + search) ?? START)}`;
  if (request.method !== "POST") return seeOther(login);
  const body = sendAgain(login, pathname + search, typed ?? (await typedIn(request)));
  return refusalSheet(origin, refusal.code, { headers: headersOf(refusal), body });
}

/** The sent fields; empty for a body that is no form of the editor. */
async function typedIn(request: Request): Promise<Fields> {
  if (holdsFiles(request)) return NOTHING_SENT;
  return readSentFields(request).catch((error: unknown) => {
    if (error instanceof Refusal) return NOTHING_SENT;
    throw error;
  });
}

/** Explains the refusal and links to the editor, for a member with an old link or a lost permission. */
const reasons = ({ detail }: Refusal): Html =>
  html`${explained(detail).map((line) => html`<p>${line}</p>`)}<p><a href="${START}">${WORDS.everyPage.toEditor}</a></p>`;

/** Offers to send the form again after a new login, with the input as hidden fields. */
const sendAgain = (
  login: string,
  here: string,
  typed: Fields,
): Html => html`<p><a href="${login}" target="_blank" rel="noopener">${typed.size === 0 ? WORDS.everyPage.login : WORDS.everyPage.loginElsewhere}</a></p>
${
  typed.size === 0
    ? ""
    : html`<form method="post" action="${here}">${[...typed].filter(([name]) => !name.startsWith(SECRET_FIELD)).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${WORDS.everyPage.sendAgain}</button></form>`
}`;
