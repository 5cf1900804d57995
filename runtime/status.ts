import type { Documents } from "./documents.ts";
import type { Outbox } from "./outbox.ts";
import type { Powers } from "./powers.ts";
import type { Releases } from "./releases.ts";
import type { PluginShelf } from "./sitePlugins.ts";
import type { SiteRow, Sites } from "./sites.ts";
import type { SiteStatus, WorkspaceStatus } from "./workspaceApi.ts";

export interface StatusParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly outbox: Outbox;
  readonly plugins: PluginShelf;
}

/** What an operator wants to know of a workspace. Reads only. */
export function workspaceStatus(parts: StatusParts): WorkspaceStatus {
  const { loader } = parts.plugins;
  return {
    loader: { available: loader.available, reason: loader.reason ?? null },
    outbox: parts.outbox.waiting(),
    databaseBytes: parts.powers.sql.bytes(),
    sites: parts.sites.all().map((row) => siteStatus(parts, row)),
  };
}

function siteStatus({ documents, releases, plugins }: StatusParts, row: SiteRow): SiteStatus {
  const building = releases.building(row.site);
  const { active, skipped } = plugins.forSite(row.site).resolution;
  return {
    site: row.site, release: row.release, sequence: row.sequence, refreshed: row.refreshed,
    building: building ? { release: building.id, done: building.done, total: building.total } : null,
    pages: documents.pageCount(row.site),
    plugins: {
      active: active.map(({ plugin }) => ({ id: plugin.manifest.id, version: plugin.manifest.version })),
      skipped: skipped.map(({ id, version, reason, detail }) => ({ id, version, reason, detail })),
    },
  };
}
