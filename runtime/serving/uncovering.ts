import { UNCOVER_PATHS } from "../../manifests/bounds/publicContent.ts";
import type { Publications } from "../publishing/publications.ts";
import type { SiteRow, Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { PublicPlaces } from "./publicContent.ts";
import { type StaleKeysParts, addressesOf, derivedAddresses, keysOf } from "./staleKeys.ts";

export interface UncoveringParts extends StaleKeysParts {
  readonly publications: Publications;
  readonly sites: Sites;
  readonly tenant: Tenant;
}

/** The progress of uncovering a publication. */
interface Progress {
  readonly sequence: number;
  /** The last path that has left the cache. */
  readonly path: string;
}

/**
 * Takes what a publication changed out of the page cache, before its member is answered. Then "published" means that a
 * visitor sees it. The state is in memory: after a loss, the same keys leave the cache once more.
 */
export class Uncovering {
  readonly #parts: UncoveringParts;
  /** The last publication of each site whose changes have all left the cache. */
  readonly #uncovered = new Map<string, number>();
  readonly #progress = new Map<string, Progress>();

  constructor(parts: UncoveringParts) {
    this.#parts = parts;
  }

  /** True while some sites need more turns. */
  get isUnderWay(): boolean {
    return this.#progress.size > 0;
  }

  /**
   * True while the page cache may have pages from before a site's publication. Before the first publication, visitors
   * saw none.
   */
  isCovered({ site, sequence, refreshed }: SiteRow): boolean {
    const before = Math.max(refreshed, this.#uncovered.get(site) ?? 0);
    return this.#parts.tenant.status !== "suspended" && before > 0 && sequence > before;
  }

  /** Takes one turn for a site. True if nothing of its publication is covered any more. */
  async turn(site: string, places: Pick<PublicPlaces, "purge">): Promise<boolean> {
    const { publications, sites, releases, tenant } = this.#parts;
    const row = sites.get(site);
    const before = Math.max(row.refreshed, this.#uncovered.get(site) ?? 0);
    if (row.sequence <= before || tenant.status === "suspended") return this.#end(site, before);
    const shown = publications.releaseOf(site, before);
    const after = this.#after(row);
    const paths = releases.pathsBetween(site, shown, row.release, UNCOVER_PATHS, after);
    // Set before the purge, so that a failed one is tried again.
    this.#progress.set(site, { sequence: row.sequence, path: after });
    await places.purge(this.#keys(row, shown, paths, after));
    // Before the first publication, visitors saw no page that could be old.
    if (paths.length < UNCOVER_PATHS || before === 0) return this.#end(site, row.sequence);
    if (this.#progress.get(site)?.sequence === row.sequence)
      this.#progress.set(site, { sequence: row.sequence, path: paths.at(-1) ?? "" });
    return false;
  }

  /** The place where the last turn ended. A newer publication begins again, because it may have changed an earlier path. */
  #after({ site, sequence }: SiteRow): string {
    const progress = this.#progress.get(site);
    return progress?.sequence === sequence ? progress.path : "";
  }

  #keys(row: SiteRow, shown: number, paths: readonly string[], after: string): string[] {
    const derived = after === "" ? derivedAddresses(this.#parts, row, shown) : [];
    return keysOf(row, new Set([...derived, ...paths.flatMap(addressesOf)]));
  }

  /** A newer publication may have begun meanwhile. Its progress stays. */
  #end(site: string, sequence: number): true {
    if ((this.#progress.get(site)?.sequence ?? 0) <= sequence) this.#progress.delete(site);
    this.#uncovered.set(site, Math.max(sequence, this.#uncovered.get(site) ?? 0));
    return true;
  }
}
