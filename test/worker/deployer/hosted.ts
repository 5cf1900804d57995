/** Deployed tenants with a site, and their observable state. */
import { runInDurableObject } from "cloudflare:test";
import { expectValue } from "../../../runtime/commands/answer.ts";
import type { SiteDocument, Theme } from "../../../runtime/documents/content/content.ts";
import { exportTenant, type ExportReceipt } from "../../../sites/workers/deployer/archives/exporting.ts";
import type { RestoreRequest } from "../../../sites/workers/deployer/archives/restoring.ts";
import { initialiseSite } from "../../../sites/workers/deployer/initialising.ts";
import type { InitialiseRequest } from "../../../sites/workers/deployer/requests.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";
import { bindings } from "./bindings.ts";
import { type World, deployed, newDrillTenant, occasion } from "./world.ts";

export const SITE = "main";
const THEME: Theme = { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} };

const documentOf = (text: string): SiteDocument => ({
  pages: [
    {
      id: "home",
      path: "/",
      title: `Page of ${text}`,
      sections: [{ id: "text", type: "drawbridge.basics/rich-text", fields: { body: text } }],
    },
  ],
  navigation: { menus: { header: [], footer: [] } },
  redirects: { entries: [] },
  settings: { name: "Test site", language: "en" },
});

export const siteOf = (tenantId: string, changes: Partial<InitialiseRequest> = {}): InitialiseRequest => ({
  tenantId,
  siteId: SITE,
  bundle: { hostname: `${tenantId}.example`, document: documentOf(`Text of ${tenantId}`), theme: THEME },
  ...changes,
});

export async function recorded(tenant: string): Promise<void> {
  const { DB } = bindings;
  await DB.batch([
    DB.prepare("INSERT INTO tenants (id, name, created_at) VALUES (?1, ?1, 1)").bind(tenant),
    DB.prepare("INSERT INTO sites (tenant_id, id, name, created_at) VALUES (?, ?, ?, 1)").bind(tenant, SITE, tenant),
    DB.prepare(
      "INSERT INTO domains (hostname, tenant_id, site_id, status, is_primary, created_at) VALUES (?, ?, ?, 'verified', 1, 1)",
    ).bind(`${tenant}.example`, tenant, SITE),
  ]);
}

/** A disposable tenant with a published site. */
export async function aHostedTenant(world: World, sha256: string, tenant = newDrillTenant()): Promise<string> {
  await recorded(tenant);
  await deployed(world, tenant, sha256);
  await initialiseSite(world.hosting, siteOf(tenant), occasion());
  return tenant;
}

export async function setStatus(
  { operations }: World,
  tenant: string,
  status: "active" | "read_only" | "suspended",
): Promise<void> {
  await bindings.DB.prepare("UPDATE tenants SET status = ? WHERE id = ?").bind(status, tenant).run();
  expectValue(await operations.call(tenant, "setStatus", status));
}

/** An uploaded picture, in the workspace and in both buckets. */
export async function addFile({ operations }: World, tenant: string, text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
  const object = "picture.png";
  await bindings.BUCKETS.put(`${tenantNames(tenant).bucket}/media/${tenant}/${digest}/${object}`, bytes, {
    httpMetadata: { contentType: "image/png" },
  });
  await runInDurableObject(operations.object(tenant) as DurableObjectStub, (_, { storage: { sql } }) => {
    sql.exec(
      "INSERT INTO media_objects (digest, object, type, bytes, state) VALUES (?, ?, 'image/png', ?, 'kept')",
      digest,
      object,
      bytes.length,
    );
  });
  return digest;
}

/** All rows of a tenant's state, for an exact comparison. */
export async function stateOf({ operations }: World, tenant: string): Promise<Readonly<Record<string, unknown>>> {
  return runInDurableObject(operations.object(tenant) as DurableObjectStub, (_, { storage: { sql } }) => {
    const tables = ["sites", "documents", "document_versions", "releases", "plugin_storage", "media_objects"];
    const there = new Set(
      [...sql.exec<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'")].map(({ name }) => name),
    );
    return Object.fromEntries(
      tables
        .filter((table) => there.has(table))
        .map((table) => [
          table,
          // An alarm copies a publication to the public store at its own time, and notes that in `refreshed`.
          [...sql.exec(`SELECT * FROM "${table}"`)]
            .map(({ refreshed: _refreshed, ...row }) => JSON.stringify(row))
            .toSorted(),
        ]),
    );
  });
}

export const exported = (world: World, tenant: string): Promise<ExportReceipt> =>
  exportTenant(world.hosting, tenant, occasion());

export const restoreOf = (
  { tenantId, workerName, dispatchNamespace, release, exportId, sha256, createdAt }: ExportReceipt,
  changes: Partial<RestoreRequest> = {},
): RestoreRequest => ({
  tenantId,
  workerName,
  dispatchNamespace,
  release,
  exportId,
  sha256,
  createdAt,
  confirmation: `RESTORE ${tenantId}`,
  ...changes,
});
