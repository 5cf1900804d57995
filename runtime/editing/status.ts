import { type LoaderReport, loaderReport } from "../../manifests/loaderState.ts";
import type { ClockRefusals, ClockRefused } from "../publishing/clockRefusals.ts";
import type { Dependencies } from "../publishing/changes/dependencies.ts";
import { type Documents, ONLY } from "../documents/documents.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { InvocationSummary, Invocations } from "../plugins/calls/invocations.ts";
import type { KeyringView, PackageTrust } from "../plugins/packages/packageTrust.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { StorageQuota, StorageQuotaView } from "../tenancy/storageQuota.ts";
import type { SiteRow, Sites } from "../tenancy/sites.ts";

export interface SkippedPluginStatus {
  readonly id: string;
  readonly version: string;
  readonly reason: string;
  readonly detail: string;
}

/** A plugin that content or theme refers to, and that is not installed. */
export interface MissingPlugin {
  readonly id: string;
  /** Number of published pages with a section of the plugin. */
  readonly pages: number;
  /** True if the plugin has the chosen theme. */
  readonly theme: boolean;
}

export interface SiteStatus {
  readonly site: string;
  readonly release: number;
  readonly sequence: number;
  /** The last sequence number that the public indexes and caches have. */
  readonly refreshed: number;
  readonly building: { readonly release: number; readonly done: number; readonly total: number } | null;
  readonly pages: number;
  /** Releases by the clock that are refused again and again. Null if the lists move. */
  readonly clock: ClockRefused | null;
  readonly plugins: {
    readonly active: readonly { readonly id: string; readonly version: string }[];
    readonly skipped: readonly SkippedPluginStatus[];
    readonly missing: readonly MissingPlugin[];
    /** The recorded calls of plugin code. */
    readonly calls: readonly InvocationSummary[];
  };
}

export interface WorkspaceStatus {
  readonly loader: LoaderReport;
  /** The trusted publishers, and the faulty entries of `PLUGIN_TRUST_KEYS` with their reasons. */
  readonly trust: KeyringView;
  readonly outbox: { readonly waiting: number; readonly oldestMs: number | null };
  /** The time since the oldest work of the alarm was due, in milliseconds. 0 without such work. */
  readonly overdueMs: number;
  readonly databaseBytes: number;
  /** The used and allowed size of the workspace. */
  readonly room: StorageQuotaView;
  readonly sites: readonly SiteStatus[];
}

export interface StatusParts {
  readonly powers: Powers;
  readonly storageQuota: StorageQuota;
  readonly documents: Documents;
  readonly sites: Sites;
  readonly releases: Releases;
  readonly outbox: Outbox;
  readonly dependencies: Dependencies;
  readonly clockRefusals: ClockRefusals;
  readonly plugins: PluginShelf;
  readonly packageTrust: PackageTrust;
  readonly invocations: Invocations;
}

/** Reports the state of a workspace to the operator. It only reads. */
export function workspaceStatus(parts: StatusParts): Omit<WorkspaceStatus, "overdueMs"> {
  return {
    loader: loaderReport(parts.plugins.loader),
    trust: parts.packageTrust.keyringView,
    outbox: parts.outbox.waiting(),
    databaseBytes: parts.powers.sql.bytes(),
    room: parts.storageQuota.view,
    sites: parts.sites.all().map((row) => siteStatus(parts, row)),
  };
}

export function siteStatus(
  { documents, releases, plugins, dependencies, invocations, clockRefusals }: StatusParts,
  row: SiteRow,
): SiteStatus {
  const building = releases.building(row.site);
  const { active, skipped } = plugins.forSite(row.site).resolution;
  return {
    site: row.site,
    release: row.release,
    sequence: row.sequence,
    refreshed: row.refreshed,
    building: building ? { release: building.id, done: building.done, total: building.total } : null,
    pages: documents.pageCount(row.site),
    clock: clockRefusals.told(row.site),
    plugins: {
      active: active.map(({ id, version }) => ({ id, version })),
      skipped: skipped.map(({ id, version, reason, detail }) => ({ id, version, reason, detail })),
      missing: missingPlugins(
        dependencies.plugins(row.site),
        [...active, ...skipped].map(({ id }) => id),
        themePlugin(documents, row),
      ),
      calls: invocations.summaries(row.site),
    },
  };
}

/** Plugins that the site's content needs and the deployment lacks. Their sections are stored but not rendered. */
function missingPlugins(
  used: ReadonlyMap<string, number>,
  present: readonly string[],
  theme: string | undefined,
): MissingPlugin[] {
  const known = new Set(present);
  const missing = [...used].filter(([id]) => !known.has(id)).map(([id, pages]) => ({ id, pages, theme: id === theme }));
  const themeMissing = theme !== undefined && !known.has(theme) && !used.has(theme);
  return themeMissing ? [...missing, { id: theme, pages: 0, theme: true }] : missing;
}

function themePlugin(documents: Documents, row: SiteRow): string | undefined {
  return documents.get(row.site, "theme", ONLY)?.body.theme.split("/")[0];
}
