import { applyD1Migrations, createExecutionContext, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { Page, SiteDocument, Theme } from "../../../runtime/documents/content/content.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { type Scope, SCOPES } from "../../../runtime/commands/scopes.ts";
import type { WorkspaceStatus } from "../../../runtime/editing/status.ts";
import type { Env } from "../../../sites/workers/private-mcp/bindings/env.ts";
import worker from "../../../sites/workers/private-mcp/index.ts";
import { giveGrant } from "../../../sites/workers/private-mcp/oauth/giveGrant.ts";
import { helpersOf, oauthEnv, resourceOf, serversOf } from "../../../sites/workers/private-mcp/oauth/server.ts";
import { serveMember } from "../../../sites/workers/private-mcp/serve.ts";
import { toolNamed } from "../../../sites/workers/private-mcp/tools/index.ts";
import { sha256Hex } from "../../../sites/platform/keys/digest.ts";
import type { Env as WorkspaceEnv } from "../../../sites/workers/workspace/bindings/env.ts";
import type { TenantWorkspaceDO } from "../../../sites/workers/workspace/object/sharedWorkspace.ts";

interface Bindings extends Env, Omit<WorkspaceEnv, "TENANT_WORKSPACE"> {
  readonly TENANT_WORKSPACE: DurableObjectNamespace<TenantWorkspaceDO>;
  readonly MIGRATIONS: D1Migration[];
}

export const bindings = env as unknown as Bindings;
export const db = bindings.DB;
export const migrate = (): Promise<void> => applyD1Migrations(bindings.DB, bindings.MIGRATIONS);

export const ORIGIN = "https://agents.deployment.example";
export const REDIRECT = "https://client.example/callback";
export const ISSUER = "https://login.example";
const SITE = "main";
const THEME: Theme = { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} };
const MODERN = "2026-07-28";

export const pageOf = (id: string, text = `Text of ${id}`): SiteDocument["pages"][number] =>
  ({
    id,
    path: id === "home" ? "/" : `/${id}`,
    title: `Page ${id}`,
    sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: text } }],
  }) as { id: string } & Page;

/** A site with an owner, and further members by invitation. */
export interface TestSite {
  readonly tenant: string;
  readonly hostname: string;
  readonly owner: string;
  invite(role: Role): Promise<string>;
  setRole(identity: string, role: Role): Promise<void>;
  remove(identity: string): Promise<void>;
  carry(): Promise<void>;
}

export async function aSite(name: string, pages = [pageOf("home"), pageOf("about")]): Promise<TestSite> {
  const tenant = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  const hostname = `${tenant}.example`;
  await db.batch([
    db.prepare("INSERT INTO tenants (id, name, created_at) VALUES (?, ?, 0)").bind(tenant, tenant),
    db
      .prepare(
        "INSERT INTO sites (tenant_id, id, name, created_at, provisioned_at, initialised_at) VALUES (?, ?, ?, 0, 0, 0)",
      )
      .bind(tenant, SITE, `Site ${name}`),
    db
      .prepare(
        "INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at) VALUES (?, ?, ?, 'verified', 1, 0)",
      )
      .bind(hostname, tenant, SITE),
  ]);
  const workspace = bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(tenant));
  const document = {
    pages: [...pages],
    navigation: { menus: { header: [], footer: [] } },
    redirects: { entries: [] },
    settings: { name: `Site ${name}`, language: "en" },
  };
  expectValue(
    await workspace.initialise({
      tenant,
      site: SITE,
      origin: `https://${hostname}`,
      hostnames: [hostname],
      document,
      theme: THEME,
      actor: { kind: "operator", id: "provisioning" },
      requestId: "r0",
    }),
  );
  const invite = async (role: Role): Promise<string> => {
    const subject = crypto.randomUUID();
    const id = await sha256Hex(JSON.stringify([ISSUER, subject]));
    await db.batch([
      db
        .prepare("INSERT INTO identities (id, issuer, subject, created_at) VALUES (?, ?, ?, 0)")
        .bind(id, ISSUER, subject),
      db
        .prepare("INSERT INTO memberships (tenant_id, site_id, identity_id, role, created_at) VALUES (?, ?, ?, ?, 0)")
        .bind(tenant, SITE, id, role),
    ]);
    return id;
  };
  return {
    tenant,
    hostname,
    owner: await invite("owner"),
    invite,
    async setRole(identity, role) {
      await db
        .prepare("UPDATE memberships SET role = ? WHERE tenant_id = ? AND identity_id = ?")
        .bind(role, tenant, identity)
        .run();
    },
    async remove(identity) {
      await db.prepare("DELETE FROM memberships WHERE tenant_id = ? AND identity_id = ?").bind(tenant, identity).run();
    },
    async carry() {
      const { sites } = expectValue<WorkspaceStatus>(await workspace.status());
      for (let done = false; !done;)
        ({ done } = expectValue(await workspace.refresh(SITE, sites[0]?.sequence ?? 1)) as { done: boolean });
    },
  };
}

/** Lists a picture as an upload does. Answers its id. */
export async function aPicture({ tenant, owner }: TestSite): Promise<string> {
  const workspace = bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(tenant));
  const actor = { kind: "member", id: owner } as const;
  const facts = {
    digest: await sha256Hex(crypto.randomUUID()),
    type: "image/png",
    bytes: 100,
    width: 7,
    height: 5,
  } as const;
  const { upload } = expectValue(await workspace.beginUpload(SITE, actor, facts.bytes, null));
  expectValue(await workspace.placeUpload(SITE, upload, { ...facts, name: "a.png", preview: null }));
  expectValue(
    await workspace.execute(
      "media.create",
      { site: SITE, actor, key: key(), requestId: "r" },
      { ...facts, name: "a.png" },
    ),
  );
  expectValue(await workspace.endUpload(upload));
  return facts.digest;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** An authorization code, with what the client needs to redeem it. */
export interface Coded {
  readonly client: string;
  readonly code: string;
  readonly verifier: string;
}

/** A new client network, so that limits apply only to tests of limits. */
const anyAddress = (): string => `2001:db8:${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID().slice(0, 4)}::1`;

export function fetchWorker(
  request: Request,
  swap: Partial<Env> = {},
  ctx = createExecutionContext(),
): Promise<Response> {
  if (!request.headers.has("cf-connecting-ip")) request.headers.set("cf-connecting-ip", anyAddress());
  return worker.fetch(request, { ...bindings, ...swap }, ctx);
}

export async function aClient(): Promise<string> {
  const own = oauthEnv(bindings);
  const { clientId } = await helpersOf(serversOf(bindings, serveMember), own).createClient({
    clientName: "A client",
    redirectUris: [REDIRECT],
    tokenEndpointAuthMethod: "none",
  });
  return clientId;
}

/** The query of an authorization request. Empty parameters are left out. */
export async function authorizationQuery(more: Readonly<Record<string, string>> = {}): Promise<URLSearchParams> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: more["client_id"] ?? (await aClient()),
    redirect_uri: REDIRECT,
    scope: "site:read",
    state: "s",
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
    resource: `${ORIGIN}/mcp`,
    ...more,
  });
  for (const [name, value] of Object.entries(more)) if (value === "") query.delete(name);
  return query;
}

/** The client's name on the consent page. */
export async function askedBy(client: string): Promise<object> {
  const helpers = helpersOf(serversOf(bindings, serveMember), oauthEnv(bindings));
  return helpers.describeConsent(
    await helpers.parseAuthRequest(
      new Request(`${ORIGIN}/authorize?${await authorizationQuery({ client_id: client })}`),
    ),
  );
}

/** The code after a member's consent. */
export async function aCode(
  { tenant }: TestSite,
  identity: string,
  scope: readonly Scope[] = SCOPES,
  client?: string,
): Promise<Coded> {
  const clientId = client ?? (await aClient());
  const verifier = `${crypto.randomUUID()}${crypto.randomUUID()}`;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  const challenge = btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  const own = oauthEnv(bindings);
  const redirectTo = await giveGrant({
    env: own,
    helpers: helpersOf(serversOf(bindings, serveMember), own),
    site: { tenant, site: SITE, identity },
    scope,
    asked: {
      responseType: "code",
      clientId,
      redirectUri: REDIRECT,
      scope: [...scope],
      state: "s",
      codeChallenge: challenge,
      codeChallengeMethod: "S256",
      resource: resourceOf(ORIGIN),
      issuer: ORIGIN,
    },
  });
  return { client: clientId, code: new URL(redirectTo).searchParams.get("code") ?? "", verifier };
}

export async function atToken(
  fields: Record<string, string>,
): Promise<{ status: number; body: Tokens & { error?: string } }> {
  const response = await fetchWorker(
    new Request(`${ORIGIN}/oauth/token`, { method: "POST", body: new URLSearchParams(fields) }),
  );
  return { status: response.status, body: await response.json() };
}

export const redeem = ({ client, code, verifier }: Coded, more: Record<string, string> = {}) =>
  atToken({
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    client_id: client,
    redirect_uri: REDIRECT,
    resource: resourceOf(ORIGIN),
    ...more,
  });

export const refresh = ({ client }: Coded, token: string, more: Record<string, string> = {}) =>
  atToken({ grant_type: "refresh_token", refresh_token: token, client_id: client, ...more });

export async function tokensFor(
  site: TestSite,
  identity = site.owner,
  scope: readonly Scope[] = SCOPES,
): Promise<Tokens> {
  return (await redeem(await aCode(site, identity, scope))).body;
}

/** A new client and its first pair of tokens. */
export async function tokensOf(site: TestSite): Promise<{ readonly client: string; readonly tokens: Tokens }> {
  const coded = await aCode(site, site.owner);
  return { client: coded.client, tokens: (await redeem(coded)).body };
}

export interface McpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export async function send(
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
  url = `${ORIGIN}/mcp`,
): Promise<McpReply> {
  const response = await fetchWorker(
    new Request(url, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
    }),
  );
  const text = await response.text();
  const json = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, headers: response.headers, ...(json === "" ? {} : (JSON.parse(json) as object)) };
}

export const message = (method: string, params: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  params: {
    ...params,
    _meta: { "io.modelcontextprotocol/protocolVersion": MODERN, "io.modelcontextprotocol/clientCapabilities": {} },
  },
});

export const headersOf = (method: string, params: Record<string, unknown> = {}): Record<string, string> => {
  const name = params["name"] ?? params["uri"];
  return {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...(typeof name === "string" ? { "mcp-name": name } : {}),
  };
};

export const askAgent = (token: string, method: string, params: Record<string, unknown> = {}): Promise<McpReply> =>
  send(token, message(method, params), headersOf(method, params));

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly value: Record<string, unknown>;
  readonly text: string;
  /** The refusal's code; undefined for a success. */
  readonly code: unknown;
}

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta: Readonly<Record<string, unknown>>;
}

export async function tool(token: string, name: string, given: Record<string, unknown> = {}): Promise<Called> {
  const { status, headers, result, error } = await askAgent(token, "tools/call", { name, arguments: given });
  if (!result) return { status, headers, text: error?.message ?? "", value: {}, code: error?.code };
  const {
    content: [content],
    structuredContent: value,
    _meta: meta,
    isError,
  } = result as unknown as ToolResult;
  asDeclared(name, value, meta);
  return {
    status,
    headers,
    text: content?.text ?? "",
    value: value ?? {},
    code: isError === true ? meta["drawbridge/code"] : undefined,
  };
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The answer with the milliseconds that the views of the site hold. */
const withMoments = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, member: unknown) =>
    /^at$|At$/.test(name) && typeof member === "string" && ISO_TIME.test(member) ? Date.parse(member) : member,
  );

/** Checks a result against the tool's output schema, as clients do, and its mark as untrusted. */
function asDeclared(name: string, value: unknown, meta: Readonly<Record<string, unknown>>): void {
  if (meta["drawbridge/trust"] !== "untrusted") throw new Error(`${name} does not say that others wrote it`);
  const faults = value === undefined ? undefined : toolNamed(name)?.output.safeParse(withMoments(value)).error?.issues;
  if (faults) throw new Error(`${name} answers what it does not declare: ${JSON.stringify(faults)}`);
}

export const toolNames = async (token: string): Promise<string[]> =>
  listed<{ name: string }>(await askAgent(token, "tools/list"), "tools").map(({ name }) => name);

/** The items of a list. Throws if there are none. */
export function listed<T>({ result, error }: McpReply, name: string): readonly T[] {
  if (!result || !(name in result)) throw new Error(`no ${name} in ${JSON.stringify(result ?? error)}`);
  return result[name] as T[];
}

export const key = (): string => crypto.randomUUID();
