import {
  applyD1Migrations,
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  type D1Migration,
} from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { PublicIndex, PublicIndexPart } from "../../../runtime/search/publicIndex.ts";
import { indexKey } from "../../../runtime/serving/publicKeys.ts";
import type { SiteDocument, Theme } from "../../../runtime/documents/content/content.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { ReadApi } from "../../../runtime/readTable.ts";
import type { InitialiseResult } from "../../../runtime/operating/initialise.ts";
import type { Env, PublicationMessage } from "../../../sites/workers/workspace/bindings/env.ts";
import workspace from "../../../sites/workers/workspace/index.ts";
import type { TenantWorkspaceDO } from "../../../sites/workers/workspace/object/sharedWorkspace.ts";

interface Bindings extends Env {
  readonly TENANT_WORKSPACE: DurableObjectNamespace<TenantWorkspaceDO>;
  readonly MIGRATIONS: D1Migration[];
}

export const bindings = env as unknown as Bindings;

export const db = bindings.DB;
export const publicContent = bindings.PUBLIC_CONTENT;
export const SITE = "main";
/** The identity that runs commands. */
export const MEMBER = "m1".padEnd(64, "0");
export const PUBLISH = "drawbridge-publish";

export const migrate = (): Promise<void> => applyD1Migrations(bindings.DB, bindings.MIGRATIONS);

export const stubOf = (tenant: string) => bindings.TENANT_WORKSPACE.get(bindings.TENANT_WORKSPACE.idFromName(tenant));

/** The stub with typed reads, which RPC types do not keep. */
export const readerOf = (tenant: string): ReadApi => stubOf(tenant) as unknown as ReadApi;

const THEME: Theme = { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} };

export const pageOf = (
  id: string,
  text = `Text of ${id}`,
  path = id === "home" ? "/" : `/${id}`,
): SiteDocument["pages"][number] => ({
  id,
  path,
  title: `Page ${id}`,
  sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: text } }],
});

export const documentOf = (ids: readonly string[]): SiteDocument => ({
  pages: ids.map((id) => pageOf(id)),
  navigation: { menus: { header: [], footer: [] } },
  redirects: { entries: [] },
  settings: { name: "Test site", language: "en" },
});

/** A new tenant with one published site. */
export async function aTenant(
  name: string,
  ids: readonly string[] = ["home"],
): Promise<{ tenant: string; result: InitialiseResult }> {
  const tenant = `${name}-${crypto.randomUUID().slice(0, 8)}`;
  const answer = await stubOf(tenant).initialise({
    tenant,
    site: SITE,
    origin: `https://${tenant}.example`,
    hostnames: [`${tenant}.example`],
    document: documentOf(ids),
    theme: THEME,
    actor: { kind: "operator", id: "provisioning" },
    requestId: "r0",
  });
  return { tenant, result: expectValue<InitialiseResult>(answer) };
}

export async function run<T>(
  tenant: string,
  name: CommandName,
  input: unknown,
  key: string = crypto.randomUUID(),
): Promise<T> {
  const envelope = { site: SITE, actor: { kind: "member" as const, id: MEMBER }, key, requestId: "r1" };
  return JSON.parse(expectValue(await stubOf(tenant).execute(name, envelope, input)).json) as T;
}

export async function rewrite(tenant: string, id: string, text: string, expected: number): Promise<void> {
  const { id: _id, ...body } = pageOf(id, text);
  await run(tenant, "documents.write", { writes: [{ kind: "page", id, expected, body }] });
}

export const get = (tenant: string, path: string, init: RequestInit = {}): Promise<Response> =>
  stubOf(tenant).fetch(`https://workspace/${SITE}${path}`, init);

/** Delivers messages. Answers which were acknowledged or retried. */
export async function deliver(queue: string, bodies: readonly unknown[], swap: Partial<Env> = {}) {
  const messages = bodies.map((body, index) => ({
    id: `m${index}-${crypto.randomUUID()}`,
    timestamp: new Date(),
    attempts: 1,
    body,
  }));
  const batch = createMessageBatch(queue, messages);
  const context = createExecutionContext();
  await workspace.queue(batch, { ...bindings, ...swap });
  const result = await getQueueResult(batch, context);
  const positions = (ids: readonly string[]): number[] =>
    ids.map((id) => messages.findIndex((message) => message.id === id)).toSorted();
  return {
    acked: result.ackAll ? bodies.map((_, index) => index) : positions(result.explicitAcks),
    retried: positions(result.retryMessages.map(({ msgId }) => msgId)),
  };
}

export const message = (tenant: string, sequence: number): PublicationMessage => ({
  tenant,
  site: SITE,
  release: sequence,
  sequence,
});

export async function pointerOf(tenant: string): Promise<{ sequence: number; index: string } | null> {
  return publicContent.get(`tenants/${tenant}/sites/${SITE}/current`, "json");
}

export async function carriedMarkdown(tenant: string, id: string): Promise<string | null> {
  const pointer = await pointerOf(tenant);
  const under = (key: string): string => `tenants/${tenant}/${key}`;
  const index = pointer && (await publicContent.get<PublicIndex>(under(pointer.index), "json"));
  const parts = (index?.parts ?? []).map((name) =>
    publicContent.get<PublicIndexPart>(under(indexKey(SITE, name)), "json"),
  );
  const pages = (await Promise.all(parts)).flatMap((part) => part?.pages ?? []);
  const key = pages.find((page) => page.id === id)?.key;
  return key === undefined ? null : publicContent.get(`tenants/${tenant}/${key}`);
}
