import { createMessageBatch, getQueueResult, createExecutionContext } from "cloudflare:test";
import type { DispatchEnv } from "../../../sites/workers/dispatch/env.ts";
import dispatch from "../../../sites/workers/dispatch/index.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { type Editor, ownerOfSite } from "../api/apiClient.ts";
import { payloadFor } from "../site/harness.ts";
import { dispatchEnv, send } from "./harness.ts";

export const ownerOf = (tenant: string): Promise<Editor> =>
  ownerOfSite({ name: tenant, origin: `https://${tenant}.example`, payload: payloadFor(tenant) });

export interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  readonly file?: Uint8Array<ArrayBuffer>;
  readonly ifMatch?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly swap?: Partial<DispatchEnv>;
}

/** Sends a browser's request from a page of the site to the dispatcher. */
export function call({ site, cookie }: Editor, path: string, asked: Asked = {}): Promise<Response> {
  const { body, file, swap = {} } = asked;
  const sent = file ?? (body === undefined ? undefined : JSON.stringify(body));
  const method = asked.method ?? (sent === undefined ? "GET" : "POST");
  const headers = { cookie, origin: site.origin, ...(method === "GET" ? {} : written(asked)), ...asked.headers };
  return send(
    new Request(`${site.origin}${path}`, { method, headers, ...(sent === undefined ? {} : { body: sent }) }),
    swap,
  );
}

const written = ({ body, file, ifMatch }: Asked): Record<string, string> => ({
  "idempotency-key": crypto.randomUUID(),
  ...(ifMatch === undefined ? {} : { "if-match": `"${ifMatch}"` }),
  ...(body === undefined ? {} : { "content-type": "application/json" }),
  ...(file ? { "content-type": "application/octet-stream", "content-length": String(file.length) } : {}),
});

/** The value of a successful answer. Throws with the answer otherwise. */
export async function value<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Delivers messages of one tenant's queue to the dispatcher. */
export async function deliver(
  queueOf: string,
  bodies: readonly unknown[],
  attempts = 1,
  swap: Partial<DispatchEnv> = {},
) {
  const messages = bodies.map((body) => ({ id: crypto.randomUUID(), timestamp: new Date(), attempts, body }));
  const batch = createMessageBatch(queueOf, messages);
  const ctx = createExecutionContext();
  await dispatch.queue(batch, { ...dispatchEnv, ...swap });
  const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);
  return { acked: explicitAcks.length, retried: retryMessages.length };
}

/** Runs a tenant's due work: audit, publications, removal of files. */
export async function work(tenant: string, swap: Partial<DispatchEnv> = {}): Promise<void> {
  const { acked } = await deliver(tenantNames(tenant).queue, [{ kind: "wake" }], 1, swap);
  if (acked !== 1) throw new Error("the tenant's worker did not work");
}

interface Changes {
  readonly version: number;
}

/** Publishes the draft and updates the public store. */
export async function publish(owner: Editor, swap: Partial<DispatchEnv> = {}): Promise<void> {
  const changes = await call(owner, "/api/changes", { swap });
  const tag = changes.headers.get("etag")?.replaceAll('"', "") ?? "";
  await value<Changes>(changes);
  const published = await value<{ sequence?: number }>(
    await call(owner, "/api/publish", { body: {}, ifMatch: Number(tag), swap }),
  );
  const sequence = published.sequence ?? 2;
  await deliver(
    tenantNames(owner.site.name).queue,
    [{ kind: "publication", site: "main", release: 1, sequence }],
    1,
    swap,
  );
  await work(owner.site.name, swap);
}
