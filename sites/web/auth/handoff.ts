import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import * as z from "zod/mini";
import { HANDOFF_MS, HANDOFFS_MAX } from "../../../manifests/bounds/logins.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { json } from "../http/answers.ts";
import { readJson } from "../intake/body.ts";
import type { Env } from "../powers/env.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import type { LoggedInMember } from "../../control/logins/logins.ts";
import { resolveMember } from "./member.ts";
import type { AddressedSite } from "./addressedSite.ts";
import { newSecret, SECRET } from "../../platform/login/secret.ts";

/**
 * `POST /api/auth/local-handoff`, on one machine only. It tells a browser extension, which cannot read the login
 * cookie, who is logged in and where the editor is. A page of the site requests a code, without a body, and the
 * extension exchanges the code for these facts. The code grants no access and exists in memory only. Deployments do not
 * have this route: there, extensions read the editor's address from the page.
 */
export async function localHandoff(request: Request, env: Env, place: AddressedSite): Promise<Response> {
  if (!isLocalHostname(place.hostname)) throw new Refusal("NOT_FOUND");
  return request.headers.has("content-type") ? take(request, place) : offer(request, env, place);
}

interface Handoff {
  readonly member: LoggedInMember;
  readonly hostname: string;
  readonly until: number;
}

const waiting = new BoundedMap<string, Handoff>(HANDOFFS_MAX);

const BODY_MAX_BYTES = 256;
const body = z.strictObject({ code: z.string().check(z.regex(SECRET)) });

async function offer(request: Request, env: Env, { hostname, origin }: AddressedSite): Promise<Response> {
  if (request.headers.get("origin") !== origin) throw new Refusal("ORIGIN_MISMATCH");
  const member = await resolveMember(request, env);
  if (!member) throw new Refusal("UNAUTHENTICATED");
  const [code, until] = [newSecret(), Date.now() + HANDOFF_MS];
  waiting.set(code, { member, hostname, until });
  return json(201, { code, expiresAt: until });
}

async function take(request: Request, { hostname, origin }: AddressedSite): Promise<Response> {
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
