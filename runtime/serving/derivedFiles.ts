import type { Powers } from "../powers/powers.ts";
import { partsOf } from "../database/textParts.ts";

export interface DerivedFile {
  readonly type: string;
  readonly digest: string;
  readonly body: string;
}

/** Tells whether the workspace has room for what visitors cause. */
export interface VisitorsRoom {
  readonly isForStrangers: boolean;
}

/**
 * Files derived from the current release: sitemaps, feeds, pages as Markdown. The first request renders them, because
 * rendering a sitemap of 10,000 pages must not slow a publication. Files of other releases are deleted. Otherwise a
 * crawler that reads every page's Markdown after every publication would fill the database. In a nearly full workspace no file is kept, because visitors must not stop members.
 */
export class DerivedFiles {
  readonly #powers: Powers;
  readonly #room: VisitorsRoom;

  constructor(powers: Powers, room: VisitorsRoom) {
    this.#powers = powers;
    this.#room = room;
  }

  find(site: string, release: number, path: string): DerivedFile | undefined {
    const parts = this.#powers.sql.all<DerivedFile>(
      "SELECT type, digest, body FROM files WHERE site = ? AND release = ? AND path = ? ORDER BY part",
      site,
      release,
      path,
    );
    return parts[0] && { ...parts[0], body: parts.map(({ body }) => body).join("") };
  }

  /** Deletes the files of one release. */
  forget(site: string, release: number): void {
    this.#powers.sql.all("DELETE FROM files WHERE site = ? AND release = ?", site, release);
  }

  /** Deletes the files of all releases before one. */
  forgetBefore(site: string, release: number): void {
    this.#powers.sql.all("DELETE FROM files WHERE site = ? AND release < ?", site, release);
  }

  async keep(
    site: string,
    release: number,
    path: string,
    { type, body }: Omit<DerivedFile, "digest">,
  ): Promise<DerivedFile> {
    const digest = await this.#powers.digest(body);
    if (!this.#room.isForStrangers) return { type, digest, body };
    this.#powers.sql.atomically(() => {
      this.#powers.sql.all("DELETE FROM files WHERE site = ? AND (release <> ? OR path = ?)", site, release, path);
      for (const [part, text] of partsOf(body).entries()) {
        this.#powers.sql.all(
          "INSERT INTO files (site, release, path, part, type, digest, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
          site,
          release,
          path,
          part,
          type,
          digest,
          text,
        );
      }
    });
    return { type, digest, body };
  }
}
