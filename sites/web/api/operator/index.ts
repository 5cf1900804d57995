import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { sha256Hex } from "../../../platform/keys/digest.ts";
import { fileResponse, json, nothingHere, problem } from "../../http/answers.ts";
import { addressedSite } from "../../auth/addressedSite.ts";
import { readJson } from "../../intake/body.ts";
import { requireSentFile } from "../guards/input.ts";
import { readCursor } from "../request/cursor.ts";
import type { ApiEnv } from "../../powers/env.ts";
import { allowedMethods, pattern } from "../request/addressing.ts";
import { shaped } from "../request/shaped.ts";
import { type Operator, findOperator, refuseBearer } from "./bearer.ts";
import type { OperatorCall, OperatorRoute, OperatorFile } from "./route.ts";
import { OPERATOR_ROUTES } from "./routes.ts";

/** The operator's routes, which require a bearer. */
export const operator = new Hono<OperatorEnv>();

type OperatorEnv = ApiEnv & { Variables: { operator: Operator } };
type Asked = Context<OperatorEnv>;

// The bearer is checked before routing. Without one, an existing operator route looks like a missing one, and an
// unserved hostname answers the plain 404. A wrong bearer is counted on every address.
operator.use(async ({ req, env, executionCtx, get, set }, next) => {
  const found = await findOperator(req.raw.headers.get("authorization"), env, Date.now());
  if (!found) {
    const refusal = await refuseBearer(req.raw, env, get("requestId"));
    return (await addressedSite(req.raw, env, executionCtx)) ? refusal : nothingHere();
  }
  set("operator", found);
  return next();
});

async function answer(route: OperatorRoute, asked: Asked): Promise<Response> {
  if (route.secretOnly && !asked.get("operator").holdsSecret) return problem("FORBIDDEN");
  const { status, value, download } = await route.run(await readCall(route, asked));
  return download && route.answers !== null ? fileResponse(route.answers, download) : json(status, value);
}

async function readCall(
  { body, bodyBytes, receives, paged }: OperatorRoute,
  { req, env, executionCtx, get }: Asked,
): Promise<OperatorCall> {
  const sent = body && (await readJson(req.raw, bodyBytes));
  const params = req.param() as Record<string, string>;
  return {
    env,
    request: req.raw,
    ctx: executionCtx,
    params,
    cursor: paged ? cursorOf(req.query("cursor")) : undefined,
    body: receives ? sentFile(req.raw, bodyBytes) : body && shaped(sent?.value, body),
    audit: {
      actor: get("operator").actor,
      requestId: get("requestId"),
      inputDigest: await sha256Hex(JSON.stringify([params, sent?.text ?? ""])),
      at: Date.now(),
    },
  };
}

function sentFile(request: Request, maxBytes: number): OperatorFile {
  requireSentFile(request, "sized", maxBytes);
  return { stream: request.body ?? new ReadableStream(), bytes: Number(request.headers.get("content-length")) };
}

const cursorOf = (text: string | undefined): OperatorCall["cursor"] =>
  text === undefined ? undefined : readCursor(text);

for (const [path, routes] of Map.groupBy(OPERATOR_ROUTES, (route) => pattern(route.path.replace("/api/admin", "")))) {
  for (const route of routes) operator.on(route.method, path, (asked) => answer(route, asked));
  operator.all(path, () => problem("METHOD_NOT_ALLOWED", {}, { Allow: allowedMethods(routes) }));
}
