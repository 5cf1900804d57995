import type { Context } from "hono";
import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { PROVISION_MAX_BYTES, RECORD_ID_MAX_CHARS, SMALL_BODY_MAX_BYTES } from "../../../manifests/bounds.ts";
import { issuesFromZod } from "../../../manifests/issues.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { eraseRequest, restoreRequest, rewindRequest } from "../../../runtime/backups/views.ts";
import { TENANT_STATUSES } from "../../../runtime/tenant.ts";
import { json, problem } from "../answers.ts";
import { readProvisioning, siteIdsShape } from "../provisioning/payload.ts";
import { provision } from "../provisioning/provision.ts";
import { normaliseHostname } from "../public/hostname.ts";
import { digestOf } from "../../shared/digest.ts";
import { eraseTenant } from "./backups/erase.ts";
import { restoreTenant } from "./backups/restore.ts";
import { rewindTenant } from "./backups/rewind.ts";
import { carriesSecret } from "./bearer.ts";
import { readJson } from "./body.ts";
import { readCursor } from "./cursor.ts";
import { listDeadLetters, replayDeadLetter } from "./deadLetters.ts";
import type { OperatorAudit } from "./hostnames/verify.ts";
import { verifyDomain } from "./hostnames/verify.ts";
import type { ApiEnv } from "./register.ts";
import { statusReport } from "./status.ts";
import { setTenantStatus } from "./tenants.ts";

/** What an operator does, with the provisioning secret. All of it may be sent again: that finishes or changes nothing. */
export const operator = new Hono<ApiEnv>();

/** How the operator appears in audit: one bearer of one secret, no person. */
const OPERATOR = "operator:provisioning";

type Asked = Context<ApiEnv>;

// Before routing: without the secret an operator address that exists looks like one that does not.
operator.use(async ({ req, env }, next) => {
  const allowed = await carriesSecret(req.raw.headers.get("authorization"), env.PROVISIONING_SECRET);
  if (allowed) return next();
  return problem("UNAUTHENTICATED", {}, { "WWW-Authenticate": "Bearer" });
});

const occasion = async ({ get }: Asked, input: string): Promise<OperatorAudit> => ({
  actor: OPERATOR,
  requestId: get("requestId"),
  inputDigest: await digestOf(input),
  at: Date.now(),
});

const cursorOf = ({ req }: Asked) => {
  const text = req.query("cursor");
  return text === undefined ? undefined : readCursor(text);
};

function shaped<T>(value: unknown, shape: z.ZodMiniType<T>): T {
  const read = shape.safeParse(value);
  if (!read.success) throw new Refusal("INVALID_REQUEST", { issues: issuesFromZod(read.error, value) });
  return read.data;
}

async function provisioning(asked: Asked): Promise<Response> {
  const { value, text } = await readJson(asked.req.raw, PROVISION_MAX_BYTES);
  const answer = await provision(asked.env, readProvisioning(value), {
    url: new URL(asked.req.url),
    ...(await occasion(asked, text)),
  });
  return json(answer.created ? 201 : 200, answer);
}

async function replay(asked: Asked): Promise<Response> {
  const id = asked.req.param("id") ?? "";
  if (id.length > RECORD_ID_MAX_CHARS) throw new Refusal("NOT_FOUND");
  return json(
    200,
    await replayDeadLetter(asked.env, id, { command: "dead_letter.replay", ...(await occasion(asked, id)) }),
  );
}

const tenantState = z.strictObject({ status: z.enum(TENANT_STATUSES) });

async function tenantStatus(asked: Asked): Promise<Response> {
  const { value } = await readJson(asked.req.raw, SMALL_BODY_MAX_BYTES);
  const { status } = shaped(value, tenantState);
  const tenant = asked.req.param("id") ?? "";
  return json(
    200,
    await setTenantStatus(asked.env, tenant, status, await occasion(asked, JSON.stringify([tenant, status]))),
  );
}

async function restore(asked: Asked): Promise<Response> {
  const { value, text } = await readJson(asked.req.raw, SMALL_BODY_MAX_BYTES);
  const request = shaped(value, restoreRequest);
  return json(200, await restoreTenant(asked.env, asked.req.param("id") ?? "", request, await occasion(asked, text)));
}

async function erase(asked: Asked): Promise<Response> {
  const { value, text } = await readJson(asked.req.raw, SMALL_BODY_MAX_BYTES);
  const request = shaped(value, eraseRequest);
  return json(200, await eraseTenant(asked.env, asked.req.param("id") ?? "", request, await occasion(asked, text)));
}

async function rewind(asked: Asked): Promise<Response> {
  const { value, text } = await readJson(asked.req.raw, SMALL_BODY_MAX_BYTES);
  const request = shaped(value, rewindRequest);
  return json(200, await rewindTenant(asked.env, asked.req.param("id") ?? "", request, await occasion(asked, text)));
}

async function verification(asked: Asked): Promise<Response> {
  const { value } = await readJson(asked.req.raw, SMALL_BODY_MAX_BYTES);
  const site = shaped(value, siteIdsShape);
  const hostname = asked.req.param("hostname") ?? "";
  if (normaliseHostname(hostname) !== hostname) throw new Refusal("NOT_FOUND");
  return json(
    200,
    await verifyDomain(asked.env, hostname, site, await occasion(asked, JSON.stringify([hostname, site]))),
  );
}

type Method = "GET" | "POST" | "PUT";

/** Any other method on one of these is told which it takes. */
const ADDRESSES: readonly (readonly [method: Method, path: string, answer: (asked: Asked) => Promise<Response>])[] = [
  ["POST", "/provision", provisioning],
  ["GET", "/status", async (asked) => json(200, await statusReport(asked.env, cursorOf(asked)))],
  ["GET", "/dead-letters", async (asked) => json(200, await listDeadLetters(asked.env, cursorOf(asked)))],
  ["POST", "/dead-letters/:id/replay", replay],
  ["PUT", "/tenants/:id/status", tenantStatus],
  ["POST", "/tenants/:id/restore", restore],
  ["POST", "/tenants/:id/erase", erase],
  ["POST", "/tenants/:id/rewind", rewind],
  ["POST", "/domains/:hostname/verify", verification],
];

for (const [method, path, answer] of ADDRESSES) {
  operator.on(method, path, answer);
  operator.all(path, () => problem("METHOD_NOT_ALLOWED", {}, { Allow: method === "GET" ? "GET, HEAD" : method }));
}
