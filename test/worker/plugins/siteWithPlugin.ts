import { runInDurableObject } from "cloudflare:test";
import type { JWK } from "jose";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { InvocationRow } from "../../../runtime/plugins/calls/invocations.ts";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { type Editor, anEditor, callApi, codeOf, done, ownerOfSite } from "../api/apiClient.ts";
import { aPackage } from "../api/packages.ts";
import { send, workspaceOf } from "../site/harness.ts";

export const PLUGIN = "acme.tool";

export interface Wanted {
  readonly id?: string;
  readonly version?: string;
  readonly contributes?: object;
  readonly capabilities?: object;
  readonly limits?: object;
  /** Files besides its code. */
  readonly files?: Readonly<Record<string, string>>;
  /** The publisher's private key; by default the trusted one. */
  readonly key?: JWK;
}

export const STORAGE = { storage: { maxBytes: 10_000, maxKeys: 20, reason: "to count" } };

/** One route for all visitors. */
export const GO_ROUTE = { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "public" }] };

/** Uploads a version of a one-module plugin through the API. */
export async function uploadPlugin(owner: Editor, source: string, wanted: Wanted = {}): Promise<Response> {
  const { id = PLUGIN, version = "1.0.0", contributes = {}, capabilities = {}, limits, files = {}, key } = wanted;
  const asks = Object.keys(capabilities).length > 0 ? { capabilities } : { capabilities: undefined };
  const change = { id, version, contributes, ...asks, ...(limits ? { limits } : {}) };
  return callApi(owner, "POST", "/api/plugins", {
    body: await aPackage(change, { "main.js": source, ...files }, key),
  });
}

/** Installs, grants and enables a one-module plugin through the API. */
export async function addPlugin(owner: Editor, source: string, wanted: Wanted = {}): Promise<PluginView> {
  const { id = PLUGIN, capabilities = {} } = wanted;
  const installed = await done<PluginView>(await uploadPlugin(owner, source, wanted));
  const { digest, requested } = installed.waiting ?? installed;
  if (installed.waiting || Object.keys(capabilities).length > 0) {
    await done(await callApi(owner, "PUT", `/api/plugins/${id}/grant`, { body: { digest, capabilities: requested } }));
  }
  return done<PluginView>(await callApi(owner, "PUT", `/api/plugins/${id}/state`, { body: { state: "enabled" } }));
}

/** A new site with one plugin. */
export async function aSiteWith(source: string, wanted: Wanted = {}): Promise<Editor> {
  const owner = await anEditor();
  await addPlugin(owner, source, wanted);
  return owner;
}

export const viewOf = async (owner: Editor, id = PLUGIN): Promise<PluginView> =>
  done<PluginView>(await callApi(owner, "GET", `/api/plugins/${id}`));

const tenantOf = ({ site }: Editor): string => site.name;

export const stubOf = (owner: Editor) => workspaceOf(tenantOf(owner));

/** Rings the alarm of a site's workspace. */
export const ring = (owner: Editor): Promise<void> => runInDurableObject(stubOf(owner), (instance) => instance.alarm());

export const sqlOf = <T>(owner: Editor, query: string, ...values: (string | number)[]): Promise<T[]> =>
  runInDurableObject(stubOf(owner), (_instance, { storage }) => storage.sql.exec(query, ...values).toArray() as T[]);

/** Publishes the draft, and updates the public store as the queue's consumer does. */
export async function publish(owner: Editor, title: string): Promise<void> {
  const page = await callApi(owner, "GET", "/api/pages/home");
  await done(
    await callApi(owner, "PATCH", "/api/pages/home", {
      ifMatch: page.headers.get("etag"),
      body: { changes: { title } },
    }),
  );
  const changes = await callApi(owner, "GET", "/api/changes");
  const { sequence } = await done<{ sequence: number }>(
    await callApi(owner, "POST", "/api/publish", { ifMatch: changes.headers.get("etag") }),
  );
  await carry(owner, sequence);
}

export const carry = async (owner: Editor, sequence: number): Promise<unknown> =>
  expectValue(await stubOf(owner).refresh("main", sequence));

export const invocations = (owner: Editor, plugin = PLUGIN): Promise<InvocationRow[]> =>
  sqlOf<InvocationRow>(
    owner,
    "SELECT *, started_at AS startedAt, duration_ms AS durationMs FROM plugin_invocations WHERE plugin = ? ORDER BY number",
    plugin,
  );

export interface Visit {
  readonly method?: string;
  readonly body?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly plugin?: string;
}

/** Removes headers with an empty value. */
const without = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));

let visitors = 0;
/** A new client address, so that limits count only this visitor. */
export const aVisitor = (): string => `2001:db8:${(visitors += 1).toString(16)}::1`;

/** Sends a visitor's request to a route, from a page of the site. */
export async function visit(
  owner: Pick<Editor, "site">,
  path: string,
  { method = "GET", body, text, headers = {}, plugin = PLUGIN }: Visit = {},
): Promise<Response> {
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const all = without({
    "cf-connecting-ip": aVisitor(),
    ...(method === "GET" ? {} : { origin: owner.site.origin }),
    ...(sent === undefined ? {} : { "content-type": "application/json" }),
    ...headers,
  });
  const url = `${owner.site.origin}/api/plugins/${plugin}/routes${path}`;
  const { response } = await send(
    new Request(url, { method, headers: all, redirect: "manual", ...(sent === undefined ? {} : { body: sent }) }),
  );
  return response;
}

export type { Editor };
export { anEditor, callApi, codeOf, done, ownerOfSite };
