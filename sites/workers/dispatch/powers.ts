import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Env } from "../../web/powers/env.ts";
import type { MediaBody, MediaHead, MediaStores, TenantPlace, Workspace, Workspaces } from "../../web/powers/powers.ts";
import { type TenantReach, callTenant } from "../../platform/tenants/callTenant.ts";
import type { DispatchAudience } from "../../platform/tenants/grant.ts";
import { type TenantMethodName, tenantMethod } from "../../platform/tenants/methods.ts";
import { publishedQuestion } from "../../platform/tenants/published.ts";
import { findReadyWorker } from "../../control/tenants/tenantWorkers.ts";
import type { DispatchEnv } from "./env.ts";
import { findReach } from "./reach.ts";
import { readResponse, withAllowedHeaders } from "./tenantAnswers.ts";

type Ask = (method: TenantMethodName, ...args: readonly unknown[]) => Promise<unknown>;

/** Calls the tenant's ready worker, as the control plane records it. */
const asking =
  (db: D1Database, reach: TenantReach) =>
  ({ tenant, site }: TenantPlace, audience: DispatchAudience): Ask =>
  async (method, ...args) => {
    const to = await findReadyWorker(db, tenant);
    if (!to) throw new Refusal("UNAVAILABLE", { reason: "The tenant's worker is not ready." });
    return callTenant(reach, { to, site, audience, method, args });
  };

type Asking = ReturnType<typeof asking>;

const workspaces = (ask: Asking): Workspaces => ({
  of(place, audience) {
    const asked = ask(place, audience);
    const methods = {
      // A tenant's worker gets only one of the visitor's headers: If-None-Match.
      fetch: async (url: string, init: RequestInit = {}) =>
        readResponse(await asked("published", publishedQuestion(url, init))),
    };
    // All other methods are forwarded unchanged, if the table of methods has them.
    return new Proxy(methods, {
      get: (listed, name) => {
        if (typeof name !== "string" || Object.hasOwn(listed, name)) return Reflect.get(listed, name) as unknown;
        if (!tenantMethod(name)) return undefined;
        return async (...args: readonly unknown[]) =>
          withAllowedHeaders(await asked(name as TenantMethodName, ...args));
      },
    }) as unknown as Workspace;
  },
});

const media = (ask: Asking): MediaStores => ({
  of(place, audience) {
    const asked = ask(place, audience);
    return {
      head: async (key) => (await asked("mediaHead", key)) as MediaHead | null,
      get: async (key, options = {}) => (await asked("mediaGet", key, options)) as MediaBody | null,
      put: (key, bytes, facts = {}) => asked("mediaPut", key, bytes, facts),
      delete: async (key) => void (await asked("mediaDelete", key)),
    };
  },
});

const made = new WeakMap<DispatchEnv, Env>();

/** The resources of a managed deployment, built once in each isolate. */
export function dispatchHosting(env: DispatchEnv): Env {
  const known = made.get(env);
  if (known) return known;
  const ask = asking(env.DB, findReach(env));
  const hosting: Env = { ...env, WORKSPACES: workspaces(ask), MEDIA: media(ask) };
  made.set(env, hosting);
  return hosting;
}
