import { Hono } from "hono/tiny";
import { PROVISION_MAX_BYTES, RECORD_ID_MAX_CHARS } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { json, problem } from "../answers.ts";
import { auth } from "../auth/index.ts";
import type { Env } from "../env.ts";
import { readProvisioning } from "../provisioning/payload.ts";
import { provision } from "../provisioning/provision.ts";
import { digestOf } from "./audit.ts";
import { carriesSecret } from "./bearer.ts";
import { readJson } from "./body.ts";
import { readCursor } from "./cursor.ts";
import { listDeadLetters, replayDeadLetter } from "./deadLetters.ts";
import { statusReport } from "./status.ts";

/** Everything under /api. Answers are JSON, errors RFC 9457 problems with the codes of the table of refusals. */
export const api = new Hono<{ Bindings: Env; Variables: { requestId: string } }>();

/** How the operator appears in audit: one bearer of one secret, no person. */
const OPERATOR = "operator:provisioning";

api.use(async (context, next) => {
  context.set("requestId", crypto.randomUUID());
  await next();
});

// Before routing: without the secret an operator address that exists looks like one that does not.
api.use("/api/admin/*", async (context, next) => {
  const allowed = await carriesSecret(context.req.raw.headers.get("authorization"), context.env.PROVISIONING_SECRET);
  if (allowed) return next();
  return problem("UNAUTHENTICATED", {}, { "WWW-Authenticate": "Bearer" });
});

api.post("/api/admin/provision", async ({ req, env, get }) => {
  const { value, text } = await readJson(req.raw, PROVISION_MAX_BYTES);
  const payload = readProvisioning(value);
  const answer = await provision(env, payload, {
    url: new URL(req.url), actor: OPERATOR, requestId: get("requestId"), inputDigest: await digestOf(text), at: Date.now(),
  });
  return json(answer.created ? 201 : 200, answer);
});

api.get("/api/admin/status", async ({ req, env }) => json(200, await statusReport(env, cursorOf(req.query("cursor")))));

api.get("/api/admin/dead-letters", async ({ req, env }) => json(200, await listDeadLetters(env, cursorOf(req.query("cursor")))));

api.post("/api/admin/dead-letters/:id/replay", async ({ req, env, get }) => {
  const id = req.param("id");
  if (id.length > RECORD_ID_MAX_CHARS) throw new Refusal("NOT_FOUND");
  const audit = { actor: OPERATOR, command: "dead_letter.replay", inputDigest: await digestOf(id), requestId: get("requestId"), at: Date.now() };
  return json(200, await replayDeadLetter(env, id, audit));
});

api.route("/api/auth", auth);

/** What each address takes; any other method on it is told so. */
const ALLOWED: readonly (readonly [path: string, methods: string])[] = [
  ["/api/admin/provision", "POST"],
  ["/api/admin/status", "GET, HEAD"],
  ["/api/admin/dead-letters", "GET, HEAD"],
  ["/api/admin/dead-letters/:id/replay", "POST"],
];
for (const [path, methods] of ALLOWED) api.all(path, () => problem("METHOD_NOT_ALLOWED", {}, { Allow: methods }));

api.notFound(() => problem("NOT_FOUND"));

api.onError((error, { get }) => {
  const instance = `urn:uuid:${get("requestId")}`;
  if (error instanceof Refusal) return problem(error.code, { ...error.detail, instance });
  console.error("a request to the API failed", instance, error);
  return problem("INTERNAL", { instance });
});

const cursorOf = (text: string | undefined) => (text === undefined ? undefined : readCursor(text));
