import { PUBLISHED_PAGE_BYTES } from "../../../manifests/bounds/publishing.ts";
import { DRAFT_PAGES, DRAFT_PAGES_LEFT_OUT } from "../../documents/lists/pageSelections.ts";
import { type Sql, type SqlValue, first } from "../../powers/powers.ts";
import { CURRENT_RELEASES } from "../../tenancy/sites.ts";

/** A site's draft, and the release that visitors see. */
interface SiteDraft {
  readonly site: string;
  readonly release: number;
  /** The change of the release. */
  readonly published: number;
  /** The last change of the draft. */
  readonly change: number;
}

/** The bytes of a draft's pages since its release, counted up to one of its changes. */
interface Counted {
  readonly release: number;
  readonly change: number;
  readonly bytes: number;
}

/** CROSS JOIN makes SQLite find the release of each site. Otherwise it may read all releases. */
const DRAFTS = `SELECT current.site, current.release, releases.change AS published, current.change
  FROM (${CURRENT_RELEASES}) AS current
  CROSS JOIN releases ON releases.site = current.site AND releases.id = current.release`;

const BYTES = `sum(octet_length(body) + ${PUBLISHED_PAGE_BYTES}) AS bytes`;
const SINCE = `SELECT ${BYTES} FROM (${DRAFT_PAGES}) WHERE site = ? AND change > ?`;
const LEFT_OUT = `SELECT ${BYTES} FROM (${DRAFT_PAGES_LEFT_OUT})`;

/**
 * The bytes that publications of all drafts will add. A draft may have many thousand versions since its release, so
 * each command reads only those since the one before. A page that is written twice counts twice until the whole is
 * counted again.
 */
export class Unpublished {
  readonly #sql: Sql;
  readonly #counted = new Map<string, Counted>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Counts what was written so far. Nothing of it may be rolled back afterwards. */
  settle(): void {
    for (const draft of this.#drafts()) {
      const { site, release, change } = draft;
      const known = this.#knownFor(draft);
      if (known?.change !== change) this.#counted.set(site, { release, change, bytes: this.#bytesOf(draft, known) });
    }
  }

  /** The exact bytes if they are more than `room`, and otherwise at most `room`. */
  bytes(room: number): number {
    const drafts = this.#drafts();
    const atMost = this.#sum(drafts, (draft) => this.#knownFor(draft));
    if (atMost <= room || this.#counted.size === 0) return atMost;
    this.#counted.clear();
    return this.#sum(drafts, () => undefined);
  }

  #sum(drafts: readonly SiteDraft[], known: (draft: SiteDraft) => Counted | undefined): number {
    return drafts.reduce((sum, draft) => sum + this.#bytesOf(draft, known(draft)), 0);
  }

  #drafts(): SiteDraft[] {
    return this.#sql.all<SiteDraft & Record<string, number | string>>(DRAFTS);
  }

  /** Nothing after another publication, and nothing of a draft that went back. */
  #knownFor({ site, release, change }: SiteDraft): Counted | undefined {
    const known = this.#counted.get(site);
    return known?.release === release && known.change <= change ? known : undefined;
  }

  #bytesOf({ site, published, change }: SiteDraft, known: Counted | undefined): number {
    if (known?.change === change) return known.bytes;
    if (known) return known.bytes + this.#read(SINCE, site, known.change);
    return this.#read(SINCE, site, published) + this.#read(LEFT_OUT, site, published, published);
  }

  #read(query: string, ...values: SqlValue[]): number {
    return first<{ bytes: number | null }>(this.#sql, query, ...values)?.bytes ?? 0;
  }
}
