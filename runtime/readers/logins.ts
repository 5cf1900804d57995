import { READER_LINK_MS, READER_SESSION_MS, READER_SESSIONS_MAX } from "../../manifests/bounds/logins.ts";
import { type Powers, first } from "../powers/powers.ts";

/** A link that signs a reader in once. `path` is the page that the reader asked for. */
export interface ReaderLink {
  readonly address: string;
  readonly path: string;
}

/** The sign-in links, the logins and the feeds of readers. Secrets are known by their SHA-256 alone. */
export class ReaderLogins {
  readonly #powers: Pick<Powers, "sql" | "now">;

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  /** Adds a link. Others of the same address stay valid, so that nobody can end another person's. */
  addLink(site: string, digest: string, { address, path }: ReaderLink, forMs = READER_LINK_MS): void {
    const { sql, now } = this.#powers;
    const query = "INSERT INTO reader_links (site, digest, address, path, ends_at) VALUES (?, ?, ?, ?, ?)";
    sql.all(query, site, digest, address, path, now() + forMs);
  }

  /** The address of a link, while nobody has used it and its time is not over. */
  addressOf(site: string, digest: string): string | undefined {
    const query = "SELECT address FROM reader_links WHERE site = ? AND digest = ? AND ends_at > ?";
    return first<{ address: string }>(this.#powers.sql, query, site, digest, this.#powers.now())?.address;
  }

  /** Uses a link, which works once. Undefined if it was used or is over. */
  takeLink(site: string, digest: string): ReaderLink | undefined {
    const { sql, now } = this.#powers;
    const query = "DELETE FROM reader_links WHERE site = ? AND digest = ? RETURNING address, path, ends_at AS endsAt";
    const link = first<ReaderLink & { readonly endsAt: number }>(sql, query, site, digest);
    return link && link.endsAt > now() ? link : undefined;
  }

  /** Signs a reader in. The oldest login of one with too many ends. */
  begin(site: string, digest: string, reader: string): void {
    const { sql, now } = this.#powers;
    const insert = "INSERT INTO reader_logins (site, digest, reader, made_at, ends_at) VALUES (?, ?, ?, ?, ?)";
    sql.all(insert, site, digest, reader, now(), now() + READER_SESSION_MS);
    sql.all(
      `DELETE FROM reader_logins WHERE site = ?1 AND reader = ?2 AND digest NOT IN
       (SELECT digest FROM reader_logins WHERE site = ?1 AND reader = ?2 ORDER BY made_at DESC, digest = ?3 DESC LIMIT ?4)`,
      site,
      reader,
      digest,
      READER_SESSIONS_MAX,
    );
  }

  /** The reader of a login. Undefined if it has ended. */
  readerOf(site: string, digest: string): string | undefined {
    const query = "SELECT reader FROM reader_logins WHERE site = ? AND digest = ? AND ends_at > ?";
    return first<{ reader: string }>(this.#powers.sql, query, site, digest, this.#powers.now())?.reader;
  }

  countOf(site: string, reader: string): number {
    const query = "SELECT count(*) AS n FROM reader_logins WHERE site = ? AND reader = ? AND ends_at > ?";
    return first<{ n: number }>(this.#powers.sql, query, site, reader, this.#powers.now())?.n ?? 0;
  }

  end(site: string, digest: string): void {
    this.#powers.sql.all("DELETE FROM reader_logins WHERE site = ? AND digest = ?", site, digest);
  }

  /** Gives a reader the secret address of a feed. The one before it is over. */
  giveFeed(site: string, reader: string, digest: string): void {
    const query = "INSERT OR REPLACE INTO reader_feeds (site, reader, digest) VALUES (?, ?, ?)";
    this.#powers.sql.all(query, site, reader, digest);
  }

  /** The reader of a feed's secret. Undefined if it is over. */
  readerOfFeed(site: string, digest: string): string | undefined {
    const query = "SELECT reader FROM reader_feeds WHERE site = ? AND digest = ?";
    return first<{ reader: string }>(this.#powers.sql, query, site, digest)?.reader;
  }

  hasFeed(site: string, reader: string): boolean {
    const query = "SELECT 1 AS found FROM reader_feeds WHERE site = ? AND reader = ?";
    return first(this.#powers.sql, query, site, reader) !== undefined;
  }

  endFeed(site: string, reader: string): void {
    this.#powers.sql.all("DELETE FROM reader_feeds WHERE site = ? AND reader = ?", site, reader);
  }

  /** Ends all logins and the feed of a reader, and the links to the address in any spelling. */
  endAll(site: string, reader: string, address: string): void {
    const { sql } = this.#powers;
    this.endFeed(site, reader);
    sql.all("DELETE FROM reader_logins WHERE site = ? AND reader = ?", site, reader);
    sql.all("DELETE FROM reader_links WHERE site = ? AND lower(address) = ?", site, address.toLowerCase());
  }

  /** Ends all logins, links and feeds. After a rewind, some that a reader ended would be there again. */
  forgetAll(): void {
    this.#powers.sql.all("DELETE FROM reader_links");
    this.#powers.sql.all("DELETE FROM reader_logins");
    this.#powers.sql.all("DELETE FROM reader_feeds");
  }

  sweep(now: number): void {
    this.#powers.sql.all("DELETE FROM reader_links WHERE ends_at <= ?", now);
    this.#powers.sql.all("DELETE FROM reader_logins WHERE ends_at <= ?", now);
  }
}
