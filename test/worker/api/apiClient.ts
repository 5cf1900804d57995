import { expect } from "vitest";
import type { Role } from "../../../runtime/commands/permissions.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";
import type { Route } from "../../../sites/web/api/request/route.ts";
import { keepCookie, LOGIN_COOKIE } from "../../../sites/web/auth/cookies.ts";
import { openLogin } from "../../../sites/control/logins/logins.ts";
import { writeToken } from "../../../sites/platform/login/token.ts";
import { invite, identityOf, ownerOf, type Site } from "../auth/siteLogins.ts";
import { expectKind } from "../../support/answerKinds.ts";
import { type Swap, SESSION, aSite, db, send, unique } from "../site/harness.ts";

/** A logged-in member, with the cookie of the browser. */
export interface Editor {
  readonly site: Site;
  readonly identity: string;
  readonly cookie: string;
}

/** Logs a member in directly, without the identity provider. */
export async function loginAs(site: Site, identity: string, now = Date.now()): Promise<Editor> {
  const hostname = `${site.name}.example`;
  const place = {
    hostname,
    origin: site.origin,
    route: { tenant: site.name, site: "main", status: "active", canonical: hostname },
  } as const;
  const opened = await openLogin(db, { place, identity, before: undefined, now });
  if (!opened) throw new Error(`${identity} is no member of ${site.name}`);
  const lifetime = 600_000;
  const token = await writeToken(SESSION, { kind: "svc-session+jwt", hostname, secret: opened.secret, now, lifetime });
  return { site, identity, cookie: keepCookie(LOGIN_COOKIE, token, lifetime).split(";")[0] ?? "" };
}

export const ownerOfSite = async (site: Site): Promise<Editor> => loginAs(site, await identityOf(ownerOf(site)));

export async function memberOf(site: Site, role: Role): Promise<Editor> {
  return loginAs(site, await invite(site, unique(role), role));
}

/** A site with one member of this role. */
export async function anEditor(role: Role = "owner"): Promise<Editor> {
  const site = await aSite("api");
  return role === "owner" ? ownerOfSite(site) : memberOf(site, role);
}

export interface Sent {
  readonly body?: unknown;
  /** The value of the If-Match header. */
  readonly ifMatch?: string | number | null;
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Raw text, which replaces `body`. */
  readonly text?: string;
  /** A file, which replaces `body`. */
  readonly file?: Uint8Array<ArrayBuffer> | undefined;
  readonly swap?: Swap;
}

export type AnyMethod = HttpMethod | "HEAD" | "OPTIONS";

/** Sends a request as a browser on a page of the site. `null` omits a header. */
export async function callApi(
  { site, cookie }: Pick<Editor, "site" | "cookie">,
  method: AnyMethod,
  path: string,
  sent: Sent = {},
): Promise<Response> {
  const body = sent.file ?? sent.text ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
  const headers = new Headers(
    Object.entries(headersOf(sent, method, body !== undefined, { cookie, origin: site.origin })).filter(
      (pair): pair is [string, string] => pair[1] !== null,
    ),
  );
  const { response } = await send(
    new Request(`${site.origin}${path}`, { method, headers, ...(body === undefined ? {} : { body }) }),
    sent.swap,
  );
  return response;
}

const entityTag = (version: Sent["ifMatch"]): string | null =>
  typeof version === "number" ? `"${version}"` : (version ?? null);

function headersOf(
  { key = crypto.randomUUID(), ifMatch, headers, file }: Sent,
  method: AnyMethod,
  hasBody: boolean,
  ours: Record<string, string>,
): Record<string, string | null> {
  return {
    ...ours,
    "content-type": file ? "application/octet-stream" : hasBody ? "application/json" : null,
    ...(file ? { "content-length": String(file.length) } : {}),
    "idempotency-key": method === "GET" ? null : key,
    "if-match": entityTag(ifMatch),
    ...headers,
  };
}

/** The body of a successful answer. Fails if it does not match the documented shape. */
export async function done<T = unknown>(response: Response, route?: Route): Promise<T> {
  const text = await response.text();
  expect([response.status, text]).toEqual([route?.status ?? expect.toSatisfy((status: number) => status < 300), text]);
  if (route) expect(response.headers.get("content-type")).toBe(route.answers);
  const value: unknown = route && route.answers !== "application/json" ? text : JSON.parse(text);
  if (route) expect(route.output.safeParse(value)).toMatchObject({ success: true });
  expectKind(response, response.headers.get("content-type") === "application/json" ? "json" : "download");
  return value as T;
}

export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly issues?: readonly { pointer: string; found: string; allowed: string }[];
  readonly [name: string]: unknown;
}

/** Checks a refusal's common properties. */
export async function refused(response: Response): Promise<Problem> {
  const value = await response.json<Problem>();
  expectKind(response, "problem");
  expect(value).toMatchObject({ type: "about:blank", status: response.status });
  return value;
}

export const codeOf = async (response: Response): Promise<string> =>
  response.ok ? String(response.status) : (await refused(response)).code;

export function routeOf(method: HttpMethod, path: string): Route {
  const route = ROUTES.find((entry) => entry.method === method && entry.path === path);
  if (!route) throw new Error(`no route ${method} ${path}`);
  return route;
}

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
export const WRITES = ROUTES.filter(({ command }) => command !== null);

export const textSection = (id: string, body = "Hello") => ({
  id,
  type: "drawbridge.basics/rich-text",
  fields: { body },
});
