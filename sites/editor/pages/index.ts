/**
 * The editor, on the site's own hostname: pages for members that work without scripts, and a script that enhances them.
 */
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { readAs } from "../../words/reader.ts";
import { failed, nothingHere } from "../../web/http/answers.ts";
import { PrefixRouter } from "../../web/http/prefixRouter.ts";
import type { Incoming } from "../../web/api/pipeline/pipeline.ts";
import { addressedSite, configuredPlace } from "../../web/auth/addressedSite.ts";
import { JOIN_PATH } from "../../../runtime/rendering/editorEntry.ts";
import type { Env } from "../../web/powers/env.ts";
import { answer } from "./answer.ts";
import { AREAS } from "./bar/areas.ts";
import { edit } from "./canvas/edit.ts";
import { builtFile, builtPath } from "./drawing/builtFiles.ts";
import { SHOWN } from "./comparing/addresses.ts";
import { shown } from "./comparing/shown.ts";
import { EDIT, START } from "./desk/area.ts";
import { drawnAsset } from "../../web/assets/assets.ts";
import { regionalLocaleOf } from "../../words/asked.ts";
import { speechFor } from "../../web/powers/speech.ts";
import { orTurnedAway } from "./drawing/turnedAway.ts";
import { wordsOf } from "../../words/wordsOf.ts";
import { invitation, mangledInvitation } from "./joining/join.ts";
import { start } from "./start.ts";

export const editor = new Hono<{ Bindings: Env }>();
editor.router = new PrefixRouter();

const incomingOf = ({ req, env, executionCtx }: Context<{ Bindings: Env }>): Incoming => ({
  request: req.raw,
  env,
  ctx: executionCtx,
  requestId: crypto.randomUUID(),
  segments: {},
});

/** All editor pages use the request's language. */
editor.use(async ({ req, env }, next) => {
  const speech = await speechFor(req.raw, env);
  return readAs({ speech, locale: regionalLocaleOf(req.raw, speech.language) }, next);
});

editor.get(START, (context) => start(incomingOf(context)));
editor.get(`${START}/assets/:name`, async ({ req, env, executionCtx }) =>
  (await addressedSite(req.raw, env, executionCtx)) || configuredPlace(req.raw, env)
    ? drawnAsset(env, new URL(req.url).pathname)
    : nothingHere(),
);

editor.all(JOIN_PATH, (context) => invitation(incomingOf(context)));
editor.get(`${START}/:join{join(?:%|[^a-z]).*}`, (context) => mangledInvitation(incomingOf(context)));
editor.get(SHOWN, (context) => shown(incomingOf(context)));
editor.get(EDIT, (context) => edit(incomingOf(context)));
editor.get(builtPath(":name"), async ({ req, env, executionCtx }) =>
  (await addressedSite(req.raw, env, executionCtx)) ? builtFile(env, req.param("name") ?? "") : nothingHere(),
);

const areas = AREAS.map(({ area }) => area);
for (const { area, pages } of AREAS) {
  for (const page of pages) {
    editor.all(page.path, (context) => {
      const [subject = null] = Object.values(context.req.param() as Readonly<Record<string, string>>);
      return answer(page, { incoming: incomingOf(context), area, areas, subject });
    });
  }
}

editor.notFound((context) => orTurnedAway(incomingOf(context), () => Promise.reject(new Refusal("NOT_FOUND"))));
editor.onError(async (error, { req, env }) => {
  console.error("a page of the editor failed", error);
  return readAs({ speech: await speechFor(req.raw, env) }, () => failed(wordsOf("TENANT_SUSPENDED")));
});
