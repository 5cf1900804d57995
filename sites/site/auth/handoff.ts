import * as z from "zod/mini";
import { HANDOFF_MS, HANDOFFS_MAX } from "../../../manifests/bounds.ts";
import { Refusal } from "../../../manifests/refusal.ts";
import { json } from "../answers.ts";
import { readJson } from "../api/body.ts";
import type { Env } from "../env.ts";
import { isLocalHostname } from "../../shared/localHostname.ts";
import type { Member } from "./logins.ts";
import { resolveMember } from "./member.ts";
import type { Place } from "./place.ts";
import { newSecret, SECRET } from "../../shared/login/secret.ts";

/**
 * `POST /api/auth/local-handoff`, on this machine only: tells a browser extension, which cannot see the login cookie,
 * who is logged in and where the editing interface is. A page of the site asks without a body and gets a code; the
 * extension sends the code back and gets the facts. It gives nobody any authority, keeps everything in memory, and
 * is no part of a deployment: there extensions read the interface's address from the page and use `/api/auth/start`.
 */
export async function localHandoff(request: Request, env: Env, place: Place): Promise<Response> {
  if (!isLocalHostname(place.hostname)) throw new Refusal("NOT_FOUND");
  return request.headers.has("content-type") ? take(request, place) : offer(request, env, place);
}

interface Handoff {
  readonly member: Member;
  readonly hostname: string;
  readonly until: number;
}

const waiting = new Map<string, Handoff>();

const BODY_MAX_BYTES = 256;
const body = z.strictObject({ code: z.string().check(z.regex(SECRET)) });

async function offer(request: Request, env: Env, { hostname, origin }: Place): Promise<Response> {
  if (request.headers.get("origin") !== origin) throw new Refusal("ORIGIN_MISMATCH");
  const member = await resolveMember(request, env);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const oldest = waiting.size >= HANDOFFS_MAX ? waiting.keys().next() : undefined;
  if (oldest && !oldest.done) waiting.delete(oldest.value);
  const [code, until] = [newSecret(), Date.now() + HANDOFF_MS];
  waiting.set(code, { member, hostname, until });
  return json(201, { code, expiresAt: until });
}

async function take(request: Request, { hostname, origin }: Place): Promise<Response> {
  const read = body.safeParse((await readJson(request, BODY_MAX_BYTES)).value);
  if (!read.success) {
    throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: "", found: "something else", allowed: "{ code }" }] });
  }
  const handoff = waiting.get(read.data.code);
  waiting.delete(read.data.code);
  if (!handoff || handoff.hostname !== hostname || Date.now() >= handoff.until) throw new Refusal("NOT_FOUND");
  const { identity, tenant, site, role } = handoff.member;
  const member = { identity, tenant, site, role };
  return json(200, { editor: `${origin}/api`, start: `${origin}/api/auth/start`, member });
}
