/** The editor, on the site's own hostname: pages for members, which need no script, and the script that makes them quicker. */
import { html } from "hono/html";
import { Hono } from "hono/tiny";
import { Refusal } from "../../../manifests/refusal.ts";
import { failed, nothingHere, seeOther, suspended } from "../answers.ts";
import type { Incoming } from "../api/pipeline.ts";
import { headersOf } from "../api/refusals.ts";
import { placeOf } from "../auth/place.ts";
import { readReturnPath } from "../auth/returnPath.ts";
import type { Env } from "../env.ts";
import { explain } from "../../shared/editor/explain.ts";
import { WORDS } from "../../shared/editor/words.ts";
import { act, actionOf } from "./action.ts";
import { withQuery } from "./address.ts";
import { refusalSheet } from "./answers.ts";
import { AREAS } from "./areas.ts";
import { asset } from "./assets.ts";
import type { Desk } from "./desk.ts";
import { openDesk } from "./desk.ts";
import type { EditorPage, PageState } from "./page.ts";
import { PAGES } from "./pages.ts";
import type { Fields } from "./sent.ts";
import { holdsFiles, readFields } from "./sent.ts";
import { takeFiles } from "./upload.ts";

export const editor = new Hono<{ Bindings: Env }>();

const START = AREAS.media.path;
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

editor.get("/_editor", () => seeOther(START));
editor.get("/_editor/assets/:name", async ({ req, env, executionCtx }) =>
  (await placeOf(req.raw, env, executionCtx)) ? asset(new URL(req.url).pathname) : nothingHere());

for (const page of PAGES) {
  editor.all(page.path, ({ req, env, executionCtx }) => {
    const [subject = null] = Object.values(req.param() as Readonly<Record<string, string>>);
    return answer(page, { request: req.raw, env, ctx: executionCtx, requestId: crypto.randomUUID(), segments: {} }, subject);
  });
}

editor.notFound(() => nothingHere());
editor.onError((error) => {
  console.error("a page of the editor failed", error);
  return failed();
});

async function answer(page: EditorPage, incoming: Incoming, subject: string | null): Promise<Response> {
  try {
    if (!METHODS.has(incoming.request.method)) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: [...METHODS] });
    if (page.subject && !page.subject.safeParse(subject).success) throw new Refusal("NOT_FOUND");
    const desk = await openDesk(incoming, page.area, subject);
    return await (incoming.request.method === "POST" ? posted(page, desk) : page.show(desk, {}));
  } catch (error) {
    if (error instanceof Refusal) return turnedAway(incoming, error);
    throw error;
  }
}

async function posted(page: EditorPage, desk: Desk): Promise<Response> {
  if (page.takesFiles && holdsFiles(desk.request)) return uploaded(page, desk);
  const fields = await readFields(desk.request);
  const [form, action] = actionOf(page.actions, fields);
  try {
    return seeOther(await act(desk, action, fields));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shownAgain(page, desk, { failure: { form, refusal: error, typed: fields } });
  }
}

async function uploaded(page: EditorPage, desk: Desk): Promise<Response> {
  try {
    const arrived = await takeFiles(desk);
    return arrived.some(({ refusal }) => refusal) ? await shownAgain(page, desk, { arrived }) : seeOther(withQuery(page.path, { stored: arrived.length }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shownAgain(page, desk, { failure: { form: "upload", refusal: error, typed: NOTHING } });
  }
}

const NOTHING: Fields = new Map();

/** A form takes its time to arrive, one with files an hour, and whoever sends it may have lost the right to see what is here. */
async function shownAgain(page: EditorPage, { incoming, area, subject }: Desk, state: PageState): Promise<Response> {
  try {
    return await page.show(await openDesk(incoming, area, subject), state);
  } catch (error) {
    if (error instanceof Refusal) return turnedAway(incoming, error, state.failure?.typed ?? NOTHING);
    throw error;
  }
}

/** Whoever may not be here, or asks for what is not there. Of a name that is not served, nothing is told. */
async function turnedAway({ request, env, ctx }: Incoming, refusal: Refusal, read?: Fields): Promise<Response> {
  const place = await placeOf(request, env, ctx);
  if (!place) return nothingHere();
  if (refusal.code === "TENANT_SUSPENDED") return suspended();
  const headers = headersOf(refusal);
  if (refusal.code !== "UNAUTHENTICATED") return refusalSheet(place.origin, refusal.code, { headers, body: reasons(refusal) });
  const { pathname, search } = new URL(request.url);
  const login = `/api/auth/start?return=${encodeURIComponent(readReturnPath(pathname + search) ?? START)}`;
  if (request.method !== "POST") return seeOther(login);
  const typed = read ?? (await typedIn(request));
  return refusalSheet(place.origin, "UNAUTHENTICATED", { headers, body: sendAgain(login, pathname + search, typed) });
}

/** What is no form of ours is not shown again: that nobody sent it is all there is to say. */
async function typedIn(request: Request): Promise<Fields> {
  if (holdsFiles(request)) return NOTHING;
  return readFields(request).catch((error: unknown) => {
    if (error instanceof Refusal) return NOTHING;
    throw error;
  });
}

const reasons = ({ detail }: Refusal) => html`${explain(WORDS.script, detail).map((line) => html`<p>${line}</p>`)}`;

/** A login that has ended while somebody was writing takes nothing of it away. */
const sendAgain = (login: string, here: string, typed: Fields) => html`<p><a href="${login}" target="_blank" rel="noopener">${typed.size === 0 ? WORDS.login : WORDS.loginElsewhere}</a></p>
${typed.size === 0 ? "" : html`<form method="post" action="${here}">${[...typed].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${WORDS.sendAgain}</button></form>`}`;
