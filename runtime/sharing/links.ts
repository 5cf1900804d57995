import { SHARE_LINKS_MAX } from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Powers, first } from "../powers/powers.ts";

/** A link that shows the draft, or some pages of it. Times are in milliseconds since the epoch. */
export interface ShareLink {
  readonly id: string;
  readonly name: string;
  readonly pages: readonly string[] | null;
  readonly madeBy: string;
  readonly madeAt: number;
  readonly endsAt: number;
  readonly opened: number;
  readonly openedAt: number | null;
  /** True if people with the link may leave remarks. */
  readonly remarks: boolean;
  /** True if the link shows pages for readers, too. */
  readonly readers: boolean;
}

interface Row extends Omit<ShareLink, "pages" | "remarks" | "readers"> {
  readonly pages: string | null;
  readonly remarks: number;
  readonly readers: number;
}

const COLUMNS =
  "id, name, pages, made_by AS madeBy, made_at AS madeAt, ends_at AS endsAt, opened, opened_at AS openedAt, remarks, readers";

const COUNTED_EVERY_MS = 60_000;

/** The share links of all sites. A link that has ended is like none. */
export class ShareLinks {
  readonly #powers: Pick<Powers, "sql" | "now">;

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  list(site: string): ShareLink[] {
    return this.#all(site).filter((link) => this.#isValid(link));
  }

  /** Finds the link of a secret by the secret's SHA-256. */
  ofDigest(site: string, digest: string): ShareLink | undefined {
    const query = `SELECT ${COLUMNS} FROM share_links WHERE site = ? AND digest = ?`;
    const row = first<Row & Record<string, string | number>>(this.#powers.sql, query, site, digest);
    const link = row && linkOf(row);
    return link && this.#isValid(link) ? link : undefined;
  }

  #all(site: string): ShareLink[] {
    const query = `SELECT ${COLUMNS} FROM share_links WHERE site = ? ORDER BY made_at DESC, id`;
    return this.#powers.sql.all<Row & Record<string, string | number>>(query, site).map(linkOf);
  }

  #isValid({ endsAt }: ShareLink): boolean {
    return endsAt > this.#powers.now();
  }

  add(site: string, digest: string, link: Omit<ShareLink, "opened" | "openedAt">): void {
    if (this.list(site).length >= SHARE_LINKS_MAX)
      throw new Refusal("TOO_LARGE", { kind: "share links", most: SHARE_LINKS_MAX });
    this.#powers.sql.all(
      `INSERT INTO share_links (site, id, digest, name, pages, made_by, made_at, ends_at, opened, opened_at, remarks, readers)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, ?, ?)`,
      site,
      link.id,
      digest,
      link.name,
      link.pages === null ? null : JSON.stringify(link.pages),
      link.madeBy,
      link.madeAt,
      link.endsAt,
      link.remarks ? 1 : 0,
      link.readers ? 1 : 0,
    );
  }

  /** Removes a link. False if there is none. */
  remove(site: string, id: string): boolean {
    return this.#powers.sql.all("DELETE FROM share_links WHERE site = ? AND id = ? RETURNING id", site, id).length > 0;
  }

  /** Counts an opening, at most one of a link in COUNTED_EVERY_MS. Programs open links as well, again and again. */
  countOpening(site: string, { id, openedAt }: ShareLink): void {
    const now = this.#powers.now();
    if (openedAt !== null && Math.abs(now - openedAt) < COUNTED_EVERY_MS) return;
    const update = "UPDATE share_links SET opened = opened + 1, opened_at = ? WHERE site = ? AND id = ?";
    this.#powers.sql.all(update, now, site, id);
  }

  /** Removes deleted pages from the links that show them. A page that gets the same id later is another one. */
  forgetPages(site: string, isDeleted: (page: string) => boolean): void {
    for (const { id, pages } of this.#all(site)) {
      const left = pages?.filter((page) => !isDeleted(page));
      if (!pages || !left || left.length === pages.length) continue;
      if (left.length === 0) this.remove(site, id);
      else this.#keepPages(site, id, left);
    }
  }

  #keepPages(site: string, id: string, pages: readonly string[]): void {
    const update = "UPDATE share_links SET pages = ? WHERE site = ? AND id = ?";
    this.#powers.sql.all(update, JSON.stringify(pages), site, id);
  }

  /** Removes all links. After a rewind, one that a member took back would be there again. */
  forgetAll(): void {
    this.#powers.sql.all("DELETE FROM share_links");
  }

  sweep(now: number): void {
    this.#powers.sql.all("DELETE FROM share_links WHERE ends_at <= ?", now);
  }
}

const linkOf = ({ pages, remarks, readers, ...row }: Row): ShareLink => ({
  ...row,
  remarks: remarks === 1,
  readers: readers === 1,
  pages: pages === null ? null : (JSON.parse(pages) as readonly string[]),
});
