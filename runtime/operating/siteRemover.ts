import { ARCHIVE_MADE_MS } from "../../manifests/bounds/backups.ts";
import { PURGE_MAX_KEYS, PURGE_MAX_PATHS } from "../../manifests/bounds/publicContent.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Actor, actorName } from "../area/actor.ts";
import { problemIn } from "../backups/archive.ts";
import { copied, requireSame, requireVisitorsKept } from "../backups/copied.ts";
import type { ErasedPlaces } from "../backups/erasures.ts";
import { type ArchiveParts, makeArchive } from "../backups/making.ts";
import { type NamedArchive, namedArchive, refusalFor, requireConfirmation } from "../backups/named.ts";
import { type SiteRowsParts, countSiteRows, deleteSite } from "../backups/siteRows.ts";
import { countRowsOf } from "../database/anyTable.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { PublicContent } from "../serving/publicContent.ts";
import type { PublicInventory } from "../serving/publicInventory.ts";
import { type StaleKeysParts, addressesOf, derivedAddresses, keysOf } from "../serving/staleKeys.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { SiteRow } from "../tenancy/sites.ts";
import type { SiteRemoval, SiteRemovals } from "./siteRemovals.ts";
import { SITE_CONTENTS, type SiteContents } from "./removalViews.ts";

type ArchiveName = Pick<NamedArchive, "kind" | "backup" | "sha256">;

/** The archives that one request makes at most, because the workspace changed while each was made. */
const ARCHIVES_TRIED = 3;

/** The operator's removal of one site. */
export interface RemoveSiteInput extends Pick<NamedArchive, "tenant" | "sites"> {
  readonly site: string;
  /** An existing archive that keeps the site, even an older state of it. Null: a new one is made, and must be exact. */
  readonly archive: ArchiveName | null;
  /** Must be exactly `REMOVE <tenant>/<site>`. */
  readonly confirmation: string;
  /** True if visitors' submissions and files may be lost although the archive lacks them. */
  readonly discardSubmissions: boolean;
  readonly actor: Actor;
  readonly requestId: string;
}

export interface SiteRemoverParts extends ArchiveParts, SiteRowsParts, StaleKeysParts {
  readonly powers: Powers;
  readonly tables: ArchiveParts["tables"];
  readonly mediaObjects: ArchiveParts["mediaObjects"];
  readonly tenant: Tenant;
  readonly releases: Releases;
  readonly publicContent: PublicContent;
  readonly publicInventory: PublicInventory;
  readonly siteRemovals: SiteRemovals;
  readonly placesOf: (tenant: string) => ErasedPlaces;
}

/** A removal, with the keys of the page cache that showed the site. */
export interface RemovedSite {
  readonly removal: SiteRemoval;
  readonly cacheKeys: readonly string[];
}

/**
 * Deletes one site in one transaction, if an archive keeps it. The tenant's other sites stay. Nobody may write
 * meanwhile, so the tenant must be read-only or suspended. The public store follows, also after a restart.
 */
export class SiteRemover {
  readonly #parts: SiteRemoverParts;

  constructor(parts: SiteRemoverParts) {
    this.#parts = parts;
  }

  /** Counts what a removal deletes, and changes nothing. Null if the workspace has no such site. */
  contents(site: string): SiteContents | null {
    const { powers, sites, publicInventory } = this.#parts;
    const row = sites.find(site);
    if (!row) return null;
    const counted = SITE_CONTENTS.map(([name, table]) => [name, countRowsOf(powers.sql, table, site)] as const);
    const counts = Object.fromEntries(counted) as Omit<SiteContents, "publicValues">;
    return { ...counts, publicValues: publicInventory.keysOf(row).length };
  }

  /** Removes the site, or answers its earlier removal. */
  async run(input: RemoveSiteInput): Promise<RemovedSite> {
    requireConfirmation("REMOVE", `${input.tenant}/${input.site}`, input.confirmation);
    if (!this.#parts.sites.find(input.site)) return { removal: this.#before(input.site), cacheKeys: [] };
    this.#requireStopped();
    return this.#parts.archiveTurn.run(() => this.#tried(input));
  }

  /** Removes public content, as far as one turn allows. The alarm continues. */
  async goOn({ tenant, site }: Pick<RemoveSiteInput, "tenant" | "site">): Promise<SiteRemoval> {
    await this.#parts.siteRemovals.goOn(this.#parts.placesOf(tenant));
    return this.#before(site);
  }

  /**
   * Tries again with another archive if the workspace changed while one was made. Members are stopped, but a publication
   * may still be on its way.
   */
  async #tried(input: RemoveSiteInput): Promise<RemovedSite> {
    for (let tries = 1; ; tries++) {
      const made = input.archive ?? (await this.#madeNow(input, tries));
      try {
        return await this.#kept(input, made);
      } catch (error) {
        if (input.archive !== null || !this.#parts.sites.find(input.site)) throw error;
        this.#parts.archiveGarbage.add(made.kind, made.backup, this.#parts.powers.now());
        if (tries === ARCHIVES_TRIED || !isOutdated(error)) throw error;
      }
    }
  }

  async #kept(input: RemoveSiteInput, made: ArchiveName): Promise<RemovedSite> {
    const { archiveCopy, powers, publicContent, vaultOf } = this.#parts;
    const named = { ...input, ...made };
    const archive = await namedArchive(this.#parts, vaultOf(input.tenant), named);
    if (!archive.head.sites.includes(input.site)) throw lacksSite();
    try {
      const problem = await problemIn(async () => void (await copied(this.#parts, archive)));
      if (problem) throw refusalFor(problem);
      while (publicContent.isRunning) await publicContent.settled();
      return powers.sql.atomically(() => {
        this.#requireStopped();
        const submissions = this.#unkeptSubmissions(input.site, archive.head.submissions);
        const files = this.#parts.formFiles.heldOf(input.site);
        requireVisitorsKept({ submissions, files }, input.discardSubmissions);
        if (input.archive === null) requireSame(this.#parts, archive.head);
        archiveCopy.drop();
        return this.#remove(input, named);
      });
    } finally {
      archiveCopy.drop();
    }
  }

  /**
   * Makes an archive with everything. Its key names the request, so a repeat after a crash makes another. Until the
   * removal commits, the archive is marked to go.
   */
  async #madeNow({ site, actor, requestId }: RemoveSiteInput, tries: number): Promise<ArchiveName> {
    const { archiveGarbage, powers } = this.#parts;
    const envelope = { site, actor, key: `${requestId} ${tries}`, requestId };
    const { id, sha256 } = await makeArchive(this.#parts, "backups", envelope, true);
    archiveGarbage.add("backups", id, powers.now() + ARCHIVE_MADE_MS);
    return { kind: "backups", backup: id, sha256 };
  }

  /** The visitors' rows of the site that an archive without submissions would lose. */
  #unkeptSubmissions(site: string, hasSubmissions: boolean): number {
    const { powers, tables } = this.#parts;
    if (hasSubmissions) return 0;
    return tables.namesOf("submitted").reduce((sum, name) => sum + countRowsOf(powers.sql, name, site), 0);
  }

  #remove(
    { tenant: name, site, actor, requestId }: RemoveSiteInput,
    { kind, backup, sha256 }: NamedArchive,
  ): RemovedSite {
    const { powers, tables, sites, tenant, mediaFiles, publicInventory, siteRemovals, archiveGarbage, outbox } =
      this.#parts;
    const row = sites.find(site);
    if (!row) return { removal: this.#before(site), cacheKeys: [] };
    const removal = {
      site,
      backup,
      archive: sha256,
      rows: countSiteRows(powers.sql, tables, site),
      files: mediaFiles.digestsOf(site).length,
      at: powers.now(),
    };
    const [keys, cacheKeys] = [publicInventory.keysOf(row), this.#cacheKeys(row)];
    deleteSite(this.#parts, site);
    tenant.setName(name);
    siteRemovals.begin(removal, keys);
    // An export that is now the only copy must not expire.
    archiveGarbage.spare(kind, backup);
    outbox.audit({
      site,
      actor: actorName(actor),
      command: "site.remove",
      inputDigest: sha256,
      outcome: "done",
      requestId,
      at: removal.at,
    });
    return { removal: { ...removal, finished: false }, cacheKeys };
  }

  /** The keys under which the page cache may have the site. Others expire with the cache. */
  #cacheKeys(row: SiteRow): string[] {
    if (row.release === 0) return [];
    const paths = this.#parts.releases.pathsBetween(row.site, 0, row.release, PURGE_MAX_PATHS);
    const all = new Set([...derivedAddresses(this.#parts, row, row.release), ...paths.flatMap(addressesOf)]);
    return keysOf(row, [...all].slice(0, PURGE_MAX_KEYS));
  }

  #before(site: string): SiteRemoval {
    const removal = this.#parts.siteRemovals.find(site);
    if (!removal) throw new Refusal("NOT_FOUND", { site });
    return removal;
  }

  #requireStopped(): void {
    const { status } = this.#parts.tenant;
    if (status === "active")
      throw new Refusal("CONFLICT", {
        conflict: "tenant_not_stopped",
        reason: "Set the tenant to read_only or suspended first, so that nobody writes meanwhile.",
        status,
      });
  }
}

const isOutdated = (error: unknown): boolean =>
  error instanceof Refusal && error.detail.conflict === "archive_outdated";

const lacksSite = (): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "archive_lacks_site",
    reason: "The archive does not hold this site.",
  });
