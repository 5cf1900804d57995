import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type PublishNotice, joinNotices } from "../../plugins/calls/notices.ts";
import type { ServedAsset } from "../../rendering/ownParts.ts";
import { type StoredText, putText, sweepBlobs, TEXT_COLUMNS, TEXT_JOINS, blobText } from "../blobs/pageBlobs.ts";
import { type ReleaseActors, type ReleaseRow, type StoredReleaseRow, fromRow } from "./releaseRow.ts";
import { keptAddress, addressKept, readersPath } from "../../documents/content/audience.ts";
import { PATHS_AT, type PathsAt } from "../../documents/lists/pageSelections.ts";
import { type Sql, first } from "../../powers/powers.ts";
import type { ReleaseRange } from "../../snapshots/store.ts";

export interface ReleaseEntry {
  readonly path: string;
  readonly page: string;
  /** Digest of the HTML. Null if the path is gone. */
  readonly blob: string | null;
  /** Origins that the page may embed, separated by spaces. */
  readonly frames: string;
}

/** The parts of a release that its plugins and its site's address decide. */
interface ReleaseParts {
  readonly chrome: string;
  readonly plugins: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly stylesheet: { readonly digest: string; readonly css: string };
  /** Files of packages that pages use. */
  readonly assets: readonly ServedAsset[];
}

export interface NewRelease extends ReleaseParts, ReleaseActors {
  readonly site: string;
  readonly state: "building" | "ready";
  readonly change: number;
  readonly at: number;
  readonly total: number;
  readonly notices: readonly PublishNotice[];
}

/** The HTML of a path in a release. NULL if the path has no page there, or is gone. */
const lookIn = (release: string): string =>
  `(SELECT blob FROM entries WHERE entries.site = ?1 AND entries.path = touched.path AND entries.release <= ${release}
    ORDER BY entries.release DESC LIMIT 1)`;

/**
 * Paths that look different in the releases `?2` and `?3`. A row in between is not enough: after a return to an earlier
 * release, a later one may look like it again.
 */
const OTHER_LOOK = `
  FROM (SELECT DISTINCT path FROM entries INDEXED BY entries_release WHERE site = ?1 AND release > ?2 AND release <= ?3) AS touched
  WHERE ${lookIn("?2")} IS NOT ${lookIn("?3")}`;

/** Selects the pages with a row in a range of releases. */
export const pagesStaged = ({ site, from, to, after }: ReleaseRange): string =>
  `SELECT page FROM entries INDEXED BY entries_release WHERE site = ${site} AND release > ${from} AND release <= ${to} AND page > ${after}`;

/** Releases and their content. See the comment on `entries` in tables.ts. */
export class Releases {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(site: string, id: number): ReleaseRow | undefined {
    const row = first<StoredReleaseRow>(this.#sql, "SELECT * FROM releases WHERE site = ? AND id = ?", site, id);
    return row && fromRow(row);
  }

  building(site: string): ReleaseRow | undefined {
    const row = first<StoredReleaseRow>(
      this.#sql,
      "SELECT * FROM releases WHERE site = ? AND state = 'building'",
      site,
    );
    return row && fromRow(row);
  }

  allBuilding(): ReleaseRow[] {
    return this.#sql
      .all<StoredReleaseRow>("SELECT * FROM releases WHERE state = 'building' ORDER BY created_at")
      .map(fromRow);
  }

  list(site: string, before: number, limit: number): ReleaseRow[] {
    return this.#sql
      .all<StoredReleaseRow>(
        "SELECT * FROM releases WHERE site = ? AND id < ? ORDER BY id DESC LIMIT ?",
        site,
        before,
        limit,
      )
      .map(fromRow);
  }

  /** True if visitors saw a release of a moment in this span. */
  hasBetween(site: string, from: number, until: number): boolean {
    const query = "SELECT 1 FROM releases WHERE site = ? AND state = 'ready' AND change >= ? AND change < ? LIMIT 1";
    return first(this.#sql, query, site, from, until) !== undefined;
  }

  latestReady(site: string): number {
    return (
      first<{ id: number | null }>(
        this.#sql,
        "SELECT max(id) AS id FROM releases WHERE site = ? AND state = 'ready'",
        site,
      )?.id ?? 0
    );
  }

  /** The number that the next release will get. The number of a deleted release is never used again. */
  next(site: string): number {
    const query = `SELECT max(
        coalesce((SELECT max(id) FROM releases WHERE site = ?1), 0),
        coalesce((SELECT max(release) FROM publications WHERE site = ?1), 0)) AS id`;
    return (first<{ id: number }>(this.#sql, query, site)?.id ?? 0) + 1;
  }

  create(release: NewRelease): number {
    const id = this.next(release.site);
    this.#sql.all(
      `INSERT INTO releases (site, id, state, change, chrome, plugins, origin, stylesheet, actor, created_at, finished_at, cursor, done, total, changed, notices, joined)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, '', 0, ?, 0, ?, ?)`,
      release.site,
      id,
      release.state,
      release.change,
      release.chrome,
      JSON.stringify(release.plugins),
      release.origin,
      release.stylesheet.digest,
      release.actor,
      release.at,
      release.total,
      JSON.stringify(release.notices),
      JSON.stringify(release.joined),
    );
    this.#putParts(release.site, id, release);
    return id;
  }

  #putParts(site: string, id: number, { stylesheet, assets }: Pick<ReleaseParts, "stylesheet" | "assets">): void {
    putText(this.#sql, stylesheet.digest, stylesheet.css);
    const query = "INSERT OR IGNORE INTO stylesheets (site, digest, release) VALUES (?, ?, ?)";
    this.#sql.all(query, site, stylesheet.digest, id);
    for (const asset of assets) this.#putAsset(site, id, asset);
  }

  #putAsset(site: string, release: number, { path, type, digest, text }: ServedAsset): void {
    putText(this.#sql, digest, text);
    const query = "INSERT OR REPLACE INTO assets (site, path, type, blob, release) VALUES (?, ?, ?, ?, ?)";
    this.#sql.all(query, site, path, type, digest, release);
  }

  /** An asset that a stored release may show. */
  asset(site: string, path: string): ServedAsset | undefined {
    return first<ServedAsset>(
      this.#sql,
      "SELECT path, type, digest, body AS text FROM assets JOIN blobs ON digest = blob WHERE site = ? AND path = ?",
      site,
      path,
    );
  }

  note({ site, id, notices }: ReleaseRow, more: readonly PublishNotice[]): void {
    if (more.length === 0) return;
    this.#sql.all(
      "UPDATE releases SET notices = ? WHERE site = ? AND id = ?",
      JSON.stringify(joinNotices(notices, more)),
      site,
      id,
    );
  }

  advance(site: string, id: number, cursor: string, done: number): void {
    this.#sql.all(
      "UPDATE releases SET cursor = ?, done = ?, attempts = 0 WHERE site = ? AND id = ?",
      cursor,
      done,
      site,
      id,
    );
  }

  /**
   * Begins an unfinished release again, with other plugins. Its moment of the draft stays. The caller forgets the data
   * of its sections.
   */
  restart({ site, id }: ReleaseRow, { chrome, plugins, origin, stylesheet, assets }: ReleaseParts): void {
    this.#unstage(site, id);
    this.#sql.all(
      `UPDATE releases SET cursor = '', done = 0, bytes = 0, attempts = 0, restarts = restarts + 1,
         chrome = ?, plugins = ?, origin = ?, stylesheet = ? WHERE site = ? AND id = ?`,
      chrome,
      JSON.stringify(plugins),
      origin,
      stylesheet.digest,
      site,
      id,
    );
    this.#putParts(site, id, { stylesheet, assets });
  }

  /** Counts an attempt at the next step of a site's publication. Returns the number of failed attempts so far. */
  attempt(site: string): number {
    const [row] = this.#sql.all<{ attempts: number }>(
      "UPDATE releases SET attempts = attempts + 1 WHERE site = ? AND state = 'building' RETURNING attempts",
      site,
    );
    return (row?.attempts ?? 1) - 1;
  }

  /** Makes a release ready. `shown` is the release that visitors see until then. */
  finish(site: string, id: number, shown: number, at: number): number {
    const query = `SELECT count(DISTINCT ${keptAddress("path")}) AS n ${OTHER_LOOK}`;
    const changed = first<{ n: number }>(this.#sql, query, site, Math.min(shown, id), id)?.n ?? 0;
    this.#sql.all(
      "UPDATE releases SET state = 'ready', finished_at = ?, changed = ? WHERE site = ? AND id = ?",
      at,
      changed,
      site,
      id,
    );
    return changed;
  }

  /**
   * Deletes every row that a publication staged. Its number is never reused, so none of its rows can become visible. The
   * caller forgets the data of its sections.
   */
  fail(site: string, id: number, problem: string, at: number): void {
    this.#unstage(site, id);
    this.#sql.all(
      "UPDATE releases SET state = 'failed', finished_at = ?, problem = ? WHERE site = ? AND id = ?",
      at,
      problem,
      site,
      id,
    );
  }

  #unstage(site: string, id: number): void {
    this.#sql.all("DELETE FROM entries WHERE site = ? AND release = ?", site, id);
    sweepBlobs(this.#sql);
  }

  /** The newest row of a path in any release. A new release needs a row only if it differs. */
  latestEntry(site: string, path: string): ReleaseEntry | undefined {
    return first<ReleaseEntry>(
      this.#sql,
      "SELECT path, page, blob, frames FROM entries WHERE site = ? AND path = ? ORDER BY release DESC LIMIT 1",
      site,
      path,
    );
  }

  /** Counts bytes that a release has added to the database. */
  weigh(site: string, release: number, bytes: number): void {
    this.#sql.all("UPDATE releases SET bytes = bytes + ? WHERE site = ? AND id = ?", bytes, site, release);
  }

  putEntry(site: string, release: number, entry: ReleaseEntry): void {
    this.#sql.all(
      "INSERT OR REPLACE INTO entries (site, path, release, page, blob, frames) VALUES (?, ?, ?, ?, ?, ?)",
      site,
      entry.path,
      release,
      entry.page,
      entry.blob,
      entry.frames,
    );
  }

  /** Marks paths as gone that have a page in the newest row, but none at this moment of the draft. */
  putGone(site: string, release: number, { change, pageless }: PathsAt): void {
    this.#sql.all(
      `INSERT INTO entries (site, path, release, page, blob, frames)
       SELECT latest.site, latest.path, ?, latest.page, NULL, ''
       FROM entries AS latest
       WHERE latest.site = ? AND latest.blob IS NOT NULL
         AND latest.release = (SELECT max(release) FROM entries WHERE site = latest.site AND path = latest.path)
         AND latest.path NOT IN (${PATHS_AT})`,
      release,
      site,
      site,
      change,
      change,
      change,
      JSON.stringify([...pageless]),
    );
  }

  /** The pages that a release has at some paths, by path. */
  pagesAt(site: string, release: number, paths: readonly string[]): Map<string, string> {
    const rows = this.#sql.all<{ path: string; page: string }>(
      `SELECT wanted.value AS path, shown.page FROM json_each(?) AS wanted CROSS JOIN entries AS shown
         ON shown.site = ? AND shown.path = wanted.value AND shown.blob IS NOT NULL
           AND shown.release = (SELECT max(release) FROM entries AS latest
             WHERE latest.site = shown.site AND latest.path = shown.path AND latest.release <= ?)`,
      JSON.stringify(paths),
      site,
      release,
    );
    return new Map(rows.map(({ path, page }) => [path, page]));
  }

  /** A release's entry at a path, with the HTML. */
  shown(site: string, release: number, path: string): (ReleaseEntry & { body: string | null }) | undefined {
    const row = first<ReleaseEntry & StoredText>(
      this.#sql,
      `SELECT entries.path, page, blob, frames, ${TEXT_COLUMNS} FROM entries LEFT JOIN blobs ON digest = blob ${TEXT_JOINS}
       WHERE site = ? AND path = ? AND release <= ? ORDER BY release DESC LIMIT 1`,
      site,
      path,
      release,
    );
    return row && { path: row.path, page: row.page, blob: row.blob, frames: row.frames, body: blobText(row) };
  }

  /** The same at an address, also for a page for readers. */
  shownToMembers(site: string, release: number, path: string): ReturnType<Releases["shown"]> {
    const open = this.shown(site, release, path);
    return open?.body == null ? this.shown(site, release, readersPath(path)) : open;
  }

  /** The HTML of a page in a release, at any path. */
  shownOf(site: string, release: number, page: string): string | undefined {
    const row = first<StoredText>(
      this.#sql,
      `SELECT ${TEXT_COLUMNS} FROM entries JOIN blobs ON digest = blob ${TEXT_JOINS}
       WHERE site = ? AND page = ? AND release <= ? ORDER BY release DESC LIMIT 1`,
      site,
      page,
      release,
    );
    return row && (blobText(row) ?? undefined);
  }

  /** Lists paths that look different in two releases, of which either may be the newer. */
  pathsBetween(site: string, one: number, other: number, limit: number, after = ""): string[] {
    const query = `SELECT path ${OTHER_LOOK} AND path > ?5 ORDER BY path LIMIT ?4`;
    return this.#sql
      .all<{ path: string }>(query, site, Math.min(one, other), Math.max(one, other), limit, after)
      .map((row) => row.path);
  }

  /** The addresses of these paths, each once. A page for readers has the one that it would have for everybody. */
  addressesBetween(site: string, one: number, other: number, limit: number): string[] {
    const query = `SELECT DISTINCT ${keptAddress("path")} AS address ${OTHER_LOOK} ORDER BY address LIMIT ?4`;
    return this.#sql
      .all<{ address: string }>(query, site, Math.min(one, other), Math.max(one, other), limit)
      .map(({ address }) => address);
  }

  /** The addresses at which a release shows pages to everybody that another one keeps for readers. */
  addressesOpened(site: string, release: number, closed: number, limit: number): string[] {
    const [first, end] = [readersPath(""), readersPath("0")];
    const query = `WITH kept AS (SELECT page FROM (SELECT page, blob, max(release) FROM entries
        WHERE site = ?1 AND path > ?4 AND path < ?5 AND release <= ?3 GROUP BY path) WHERE blob IS NOT NULL)
      SELECT path FROM (SELECT path, blob, max(release) FROM entries WHERE site = ?1 AND page IN (SELECT page FROM kept)
        AND release <= ?2 GROUP BY path) WHERE blob IS NOT NULL AND path GLOB '/*' ORDER BY path LIMIT ?6`;
    return this.#sql.all<{ path: string }>(query, site, release, closed, first, end, limit).map(({ path }) => path);
  }

  /** The addresses of a release's pages for readers. */
  addressesForReaders(site: string, release: number): string[] {
    const query = `SELECT path FROM (SELECT path, blob, max(release) FROM entries WHERE site = ? AND path > ? AND path < ? AND release <= ?
      GROUP BY path) WHERE blob IS NOT NULL ORDER BY path`;
    const [first, end] = [readersPath(""), readersPath("0")];
    return this.#sql.all<{ path: string }>(query, site, first, end, release).map(({ path }) => addressKept(path));
  }

  stylesheet(site: string, digest: string): string | undefined {
    return first<{ body: string }>(
      this.#sql,
      "SELECT body FROM stylesheets JOIN blobs USING (digest) WHERE site = ? AND digest = ?",
      site,
      digest,
    )?.body;
  }

  /** A release that can be published. Throws if there is none. */
  requireReady(site: string, id: number): ReleaseRow {
    const found = this.find(site, id);
    if (found?.state !== "ready") throw new Refusal("NOT_FOUND", { release: id });
    return found;
  }
}
