/** The editor, on the site's own hostname: pages for members, which need no script, and the script that makes them quicker. */
import { html } from "hono/html";
import { Hono } from "hono/tiny";
import { Refusal } from "../../../manifests/refusal.ts";
import { mediaId } from "../../../runtime/media/views.ts";
import { failed, nothingHere, seeOther, suspended } from "../answers.ts";
import type { Incoming } from "../api/pipeline.ts";
import { headersOf } from "../api/refusals.ts";
import { placeOf } from "../auth/place.ts";
import { readReturnPath } from "../auth/returnPath.ts";
import type { Env } from "../env.ts";
import { WORDS } from "../../shared/editor/words.ts";
import { act, addressOf, isAction } from "./actions.ts";
import { refusalSheet } from "./answers.ts";
import { asset } from "./assets.ts";
import type { Desk } from "./desk.ts";
import { openDesk } from "./desk.ts";
import { filePage } from "./file.ts";
import { library } from "./library.ts";
import type { Fields } from "./sent.ts";
import { holdsFiles, readFields } from "./sent.ts";
import { takeFiles } from "./upload.ts";

export const editor = new Hono<{ Bindings: Env }>();

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

editor.get("/_editor", () => seeOther(addressOf(null)));
editor.get("/_editor/assets/:name", async ({ req, env, executionCtx }) =>
  (await placeOf(req.raw, env, executionCtx)) ? asset(new URL(req.url).pathname) : nothingHere());

for (const path of ["/_editor/media", "/_editor/media/:media"]) {
  editor.all(path, ({ req, env, executionCtx }) =>
    answer({ request: req.raw, env, ctx: executionCtx, requestId: crypto.randomUUID(), segments: {} }, req.param("media") ?? null));
}

editor.notFound(() => nothingHere());
editor.onError((error) => {
  console.error("a page of the editor failed", error);
  return failed();
});

async function answer(incoming: Incoming, media: string | null): Promise<Response> {
  try {
    if (!METHODS.has(incoming.request.method)) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: [...METHODS] });
    if (media !== null && !mediaId.safeParse(media).success) throw new Refusal("NOT_FOUND");
    const desk = await openDesk(incoming);
    return await (incoming.request.method === "POST" ? posted(desk, media) : shown(desk, media));
  } catch (error) {
    if (error instanceof Refusal) return turnedAway(incoming, error);
    throw error;
  }
}

const shown = (desk: Desk, media: string | null): Promise<Response> => (media === null ? library(desk) : filePage(desk, media));

async function posted(desk: Desk, media: string | null): Promise<Response> {
  if (media === null && holdsFiles(desk.request)) return uploaded(desk);
  const fields = await readFields(desk.request);
  const form = fields.get("do") ?? "";
  if (!isAction(form)) throw new Refusal("INVALID_REQUEST");
  try {
    return seeOther(await act(desk, form, fields, media));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const failure = { form, refusal: error, typed: fields };
    return media === null ? library(desk, { failure }) : filePage(desk, media, failure);
  }
}

async function uploaded(desk: Desk): Promise<Response> {
  try {
    const arrived = await takeFiles(desk);
    return arrived.some(({ refusal }) => refusal) ? await library(desk, { arrived }) : seeOther(`${addressOf(null)}?stored=${arrived.length}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return library(desk, { failure: { form: "upload", refusal: error, typed: new Map() } });
  }
}

/** Whoever may not be here, or asks for what is not there. Of a name that is not served, nothing is told. */
async function turnedAway({ request, env, ctx }: Incoming, refusal: Refusal): Promise<Response> {
  const place = await placeOf(request, env, ctx);
  if (!place) return nothingHere();
  if (refusal.code === "TENANT_SUSPENDED") return suspended();
  const headers = headersOf(refusal);
  if (refusal.code !== "UNAUTHENTICATED") return refusalSheet(place.origin, refusal.code, { headers });
  const { pathname, search } = new URL(request.url);
  const login = `/api/auth/start?return=${encodeURIComponent(readReturnPath(pathname + search) ?? addressOf(null))}`;
  if (request.method !== "POST") return seeOther(login);
  const typed = holdsFiles(request) ? new Map<string, string>() : await readFields(request);
  return refusalSheet(place.origin, "UNAUTHENTICATED", { headers, body: sendAgain(login, pathname, typed) });
}

/** A login that has ended while somebody was writing takes nothing of it away. */
const sendAgain = (login: string, here: string, typed: Fields) => html`<p><a href="${login}" target="_blank" rel="noopener">${typed.size === 0 ? WORDS.login : WORDS.loginElsewhere}</a></p>
${typed.size === 0 ? "" : html`<form method="post" action="${here}">${[...typed].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${WORDS.sendAgain}</button></form>`}`;
