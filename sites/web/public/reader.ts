/** The pages of readers' accounts, and the login that a visit brings. */
import { READER_FORM_MAX_BYTES } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../runtime/commands/answer.ts";
import { READER_PATH, READER_SECRET } from "../../../runtime/readers/forms.ts";
import type { ReaderAct, ReaderOutcome } from "../../../runtime/readers/readersApi.ts";
import { clientDigest } from "../../platform/login/clientDigest.ts";
import { READER_LOGIN } from "../../platform/tenants/published.ts";
import { readCookie } from "../../requests/readCookie.ts";
import { READER_COOKIE, dropCookie, keepCookie } from "../auth/cookies.ts";
import { nothingHere, seeOther, sorry } from "../http/answers.ts";
import { visitorOrigin } from "../http/visitorOrigin.ts";
import { FORM_TYPE, readForm } from "../intake/body.ts";
import { PUBLIC } from "../powers/powers.ts";
import { draftResponse } from "./draft.ts";
import type { Visit } from "./visit.ts";

/** The shape of a secret in a link or a cookie: 64 hexadecimal digits. */
const SECRET = /^[0-9a-f]{64}$/;

/** The secret of the browser's login. Empty without one. */
export const readerSecret = (request: Request): string => {
  const secret = readCookie(request, READER_COOKIE) ?? "";
  return SECRET.test(secret) ? secret : "";
};

/** The header by which the workspace knows a reader. None for all other visitors. */
export function readerLogin(request: Request): Record<string, string> {
  const login = readerSecret(request);
  return login === "" ? {} : { [READER_LOGIN]: login };
}

type Fields = ReadonlyMap<string, string>;

/** The acts of reading a path, and of sending a form to one. */
const READ: Readonly<Record<string, (visit: Visit) => ReaderAct>> = {
  [READER_PATH]: ({ request }) => ({ do: "look", login: readerSecret(request) }),
  [`${READER_PATH}/forget`]: ({ request }) => ({ do: "doubt", login: readerSecret(request) }),
  [`${READER_PATH}/open`]: ({ query }) => ({ do: "open", secret: new URLSearchParams(query).get(READER_SECRET) ?? "" }),
};

/** The address of a feed, which ends with its secret. */
const FEED = `${READER_PATH}/feed/`;

const SENT: Readonly<Record<string, (visit: Visit, fields: Fields) => ReaderAct | Promise<ReaderAct>>> = {
  [`${READER_PATH}/ask`]: async ({ env, request }, fields) => ({
    do: "ask",
    address: fields.get("address") ?? "",
    path: fields.get("path") ?? "",
    client: await clientDigest(env, "reader", request.headers),
  }),
  [`${READER_PATH}/enter`]: (_, fields) => ({ do: "enter", secret: fields.get(READER_SECRET) ?? "" }),
  [`${READER_PATH}/feed`]: ({ request }) => ({ do: "giveFeed", login: readerSecret(request) }),
  [`${READER_PATH}/unfeed`]: ({ request }) => ({ do: "endFeed", login: readerSecret(request) }),
  [`${READER_PATH}/leave`]: ({ request }) => ({ do: "leave", login: readerSecret(request) }),
  [`${READER_PATH}/forget`]: ({ request }) => ({ do: "forget", login: readerSecret(request) }),
};

const BOUNDS = { maxBytes: READER_FORM_MAX_BYTES, maxFields: 2, maxNameChars: 10 };

export const isReaderPath = (path: string): boolean => path === READER_PATH || path.startsWith(`${READER_PATH}/`);

/** Answers a path of readers' accounts. */
export async function readerAnswer(visit: Visit): Promise<Response> {
  try {
    const act = await actOf(visit);
    if (!act || ("secret" in act && !SECRET.test(act.secret))) return nothingHere();
    return outcomeOf(
      visit,
      expectValue(await visit.env.WORKSPACES.of(visit.route, PUBLIC).readerAct(visit.route.site, act)),
    );
  } catch (error) {
    if (error instanceof Refusal) return sorry(error.code);
    throw error;
  }
}

async function actOf(visit: Visit): Promise<ReaderAct | undefined> {
  const { request, path } = visit;
  if (request.method !== "POST")
    return path.asked.startsWith(FEED)
      ? { do: "readFeed", secret: path.asked.slice(FEED.length) }
      : actAt(READ, path.asked)?.(visit);
  const sent = actAt(SENT, path.asked);
  if (!sent) return undefined;
  const { origin } = new URL(request.url);
  if (visitorOrigin(request.headers, origin) === "other") throw new Refusal("ORIGIN_MISMATCH", { allowed: origin });
  if (!FORM_TYPE.test(request.headers.get("content-type") ?? ""))
    throw new Refusal("UNSUPPORTED_MEDIA_TYPE", { allowed: "a form" });
  return sent(visit, new Map(await readForm(request, BOUNDS)));
}

const actAt = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function outcomeOf(visit: Visit, outcome: ReaderOutcome): Response {
  if ("answer" in outcome) return draftResponse(visit, outcome.answer);
  const answer = seeOther(outcome.to);
  const headers = new Headers(answer.headers);
  headers.append(
    "Set-Cookie",
    outcome.login ? keepCookie(READER_COOKIE, outcome.login.secret, outcome.login.forMs) : dropCookie(READER_COOKIE),
  );
  return new Response(null, { status: answer.status, headers });
}
