import {
  applyD1Migrations,
  createExecutionContext,
  evictDurableObject,
  runInDurableObject,
  waitOnExecutionContext,
  type D1Migration,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { ReadApi } from "../../../runtime/readTable.ts";
import type { SiteEnv as Env } from "../../../sites/workers/site/env.ts";
import site from "../../../sites/workers/site/index.ts";
import type { TenantWorkspaceDO } from "../../../sites/workers/workspace/index.ts";

interface Bindings extends Omit<Env, "TENANT_WORKSPACE"> {
  readonly TENANT_WORKSPACE: DurableObjectNamespace<TenantWorkspaceDO>;
  readonly MIGRATIONS: D1Migration[];
}

const bindings = env as unknown as Bindings;

export const db = bindings.DB;
/**
 * Changes rows of a workspace behind its back. The object starts anew then, because it remembers what it has read.
 */
export async function changeRows(tenant: string, change: (sql: SqlStorage) => void): Promise<void> {
  await runInDurableObject(workspaceOf(tenant), (_, { storage }) => change(storage.sql));
  await evictDurableObject(workspaceOf(tenant));
}

/** A tenant's workspace with all methods, also those for its own queue. */
export const workspaceOf = (tenant: string) =>
  bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(tenant));
/** The same stub with typed reads, which RPC types do not keep. */
export const readerOf = (tenant: string): ReadApi => workspaceOf(tenant) as unknown as ReadApi;
export const mediaBucket = bindings.MEDIA;
let served: Promise<string> | undefined;

/** Migrates the database. Each test file has its own. */
export function migrate(): Promise<void> {
  served = undefined;
  return applyD1Migrations(bindings.DB, bindings.MIGRATIONS);
}

/** The number of times this request used the database, a workspace and the media bucket. */
export interface Work {
  database: number;
  workspace: number;
  media: number;
}

/** Replacements for bindings, such as a failing database. */
export type Swap = Partial<Env>;

const counted = <T extends object>(target: T, names: readonly string[], count: () => void): T =>
  new Proxy(target, {
    get(object, name) {
      const member: unknown = Reflect.get(object, name);
      if (typeof member !== "function") return member;
      if (names.includes(String(name))) count();
      return member.bind(object);
    },
  });

function countedEnv(work: Work, swap: Swap): Env {
  const given = { ...bindings, ...swap };
  return {
    ...given,
    DB: counted(given.DB, ["prepare", "batch", "exec"], () => (work.database += 1)),
    MEDIA: counted(given.MEDIA, ["get", "head", "list"], () => (work.media += 1)),
    TENANT_WORKSPACE: counted(given.TENANT_WORKSPACE, ["get"], () => (work.workspace += 1)),
  };
}

export interface Seen {
  readonly response: Response;
  readonly work: Work;
}

/** Sends a request to the site worker, and waits for its background work. */
export async function send(request: Request, swap: Swap = {}): Promise<Seen> {
  const ctx = createExecutionContext();
  const work = { database: 0, workspace: 0, media: 0 };
  const response = await site.fetch(request, countedEnv(work, swap), ctx);
  // Reads the body first, because the cache's copy completes only with the visitor's.
  const kept = new Response(response.body === null ? null : await response.arrayBuffer(), response);
  await waitOnExecutionContext(ctx);
  return { response: kept, work };
}

/** Sends a request whose answer streams, such as a WebSocket. */
export async function connect(request: Request, swap: Swap = {}): Promise<Response> {
  return site.fetch(request, { ...bindings, ...swap }, createExecutionContext());
}

export const get = (url: string, headers: HeadersInit = {}, swap: Swap = {}): Promise<Seen> =>
  send(new Request(url, { headers }), swap);

export const SECRET = bindings.PROVISIONING_SECRET;
export const SESSION = bindings.SESSION_SECRET;

/** A hostname that is cached, because the first request under a name reads the database. */
async function aServedOrigin(): Promise<string> {
  const { origin } = await aSite("operators");
  await get(`${origin}/`);
  return origin;
}

/**
 * Sends an operator's request. Without a bearer of the test's own, it goes to an unknown hostname, as a first
 * provisioning does. With one, it goes to a served hostname, which explains a wrong bearer.
 */
export async function operator(path: string, init: RequestInit = {}, swap: Swap = {}): Promise<Seen> {
  const headers = new Headers(init.headers);
  const origin = headers.has("authorization") ? await (served ??= aServedOrigin()) : "https://operator.example";
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${SECRET}`);
  return send(new Request(`${origin}${path}`, { ...init, headers }), swap);
}

export const provisionWith = (body: unknown, swap: Swap = {}): Promise<Seen> =>
  operator(
    "/api/admin/provision",
    { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    swap,
  );

/** A request by which an operator verifies a further hostname of a site, for which its owner has asked. */
export async function hostnameVerification(control: D1Database, tenant: string, hostname: string) {
  await control
    .prepare("INSERT INTO domain_requests (hostname, tenant_id, site_id, created_at) VALUES (?, ?, 'main', ?)")
    .bind(hostname, tenant, Date.now())
    .run();
  const body = JSON.stringify({ tenant, site: "main" });
  return {
    path: `/api/admin/domains/${hostname}/verify`,
    init: { method: "POST", headers: { "content-type": "application/json" }, body },
  };
}

/** Verifies a further hostname of a site. */
export async function verifyHostname(tenant: string, hostname: string): Promise<void> {
  const { path, init } = await hostnameVerification(db, tenant, hostname);
  const { response } = await operator(path, init);
  if (response.status !== 200) throw new Error(`not verified: ${response.status} ${await response.text()}`);
}

export type Payload = ReturnType<typeof payloadFor>;

let count = 0;
/** A new name, because workers cache hostnames and pages. */
export const unique = (prefix: string): string => `${prefix}-${(count += 1)}-${crypto.randomUUID().slice(0, 8)}`;

const page = (path: string, title: string) => ({
  id: path === "/" ? "home" : path.slice(1),
  path,
  title,
  sections: [],
});

export function payloadFor(name: string) {
  return {
    tenant: { id: name, name: `Tenant ${name}` },
    site: { id: "main", name: "Main site" },
    domain: { hostname: `${name}.example` },
    identities: [
      { issuer: "https://login.example", subject: `owner-of-${name}`, name: "Robin", role: "owner" as string },
    ],
    document: {
      pages: [page("/", "Home"), page("/about", "About")],
      navigation: { menus: { header: [], footer: [] } },
      redirects: {
        entries: [
          { from: "/Old-Page", to: "/about", status: 301 },
          { from: "/gone", status: 410 },
          ...[301, 302, 307, 308].map((status) => ({ from: `/moved-${status}`, to: "/about", status })),
        ],
      },
      settings: { name: "Main site", language: "en" },
    },
    theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
  };
}

/** A new site, provisioned through the API. */
export async function aSite(prefix: string): Promise<{ name: string; origin: string; payload: Payload }> {
  const name = unique(prefix);
  const payload = payloadFor(name);
  const { response } = await provisionWith(payload);
  if (response.status !== 201) throw new Error(`not provisioned: ${response.status} ${await response.text()}`);
  return { name, origin: `https://${name}.example`, payload };
}
