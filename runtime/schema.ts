import type { Sql } from "./powers.ts";
import { first } from "./powers.ts";

/** Finds every file that is named in a document written before such names were kept: what follows `/media/`, each time. */
export const USES_OF_EARLIER_DOCUMENTS = `
  INSERT OR IGNORE INTO media_uses (digest, site, kind, id, version)
  WITH RECURSIVE found (site, kind, id, version, rest) AS (
    SELECT site, kind, id, version, substr(body, instr(body, '/media/') + 7) FROM documents WHERE instr(body, '/media/') > 0
    UNION ALL
    SELECT site, kind, id, version, substr(rest, instr(rest, '/media/') + 7) FROM found WHERE instr(rest, '/media/') > 0)
  SELECT substr(rest, 1, 64), site, kind, id, version FROM found
  WHERE substr(rest, 65, 1) = '/' AND substr(rest, 1, 64) NOT GLOB '*[^0-9a-f]*'`;

/**
 * The schema of a workspace, in ordered steps. A step that has shipped never changes: new needs get a new step.
 *
 * `documents` keeps every version. A version is in force from its `change` up to, not including, its `until`;
 * the current one has `until` = FOREVER. A number on the site's change counter therefore names the whole draft
 * at one moment, which is what a publication pins while editing goes on.
 *
 * `schedules` pin the whole draft by the number of its change counter.
 *
 * `section_data` holds what plugins computed for sections, by release as `entries` do.
 *
 * `files` are made of a release when somebody first asks, and can be made again. A row holds 2 MB, so they come in parts.
 *
 * `tenant` has one row once an operator has set a status; none means active.
 *
 * `plugin_packages` are what was uploaded, as it was uploaded; `document` is the digest of those bytes, `digest` that of
 * the manifest. `plugin_highest` is the highest version a site has had and outlives the plugin's removal, because an
 * old version with a known hole is signed as well as ever.
 * `media_objects` are files in storage, once a tenant whatever sites use them: `placed` while an upload is not done with
 * it, `kept` while a site lists it, `loose` when none does but a version of a document still shows it. `media_uses` has
 * a row for each file a document names from one of its versions up to, not including, another; `media_garbage` what is
 * still to be removed. `media_uploads` know the place they were given until they end: it may be taken away before.
 *
 * `form_submissions` are what visitors sent, by the place of the form; `form_totals` counts them, because counting rows
 * takes as long as there are rows. `form_files` are what came along, `form_leftovers` what is to be removed from storage,
 * and when. `form_tokens` remembers tokens until nobody would take them any more.
 *
 * `restored_media` are files a restore has begun to put where sites serve them, and is not done.
 *
 * `tenant_name` is known while there is no site to tell it. `archive_garbage` are archives that are removed from their
 * time on. `erasure` is the last one: `cursor` is how far the public store has been looked through, null when it is
 * done; `erased_public` are the keys that are known and still to be removed from it.
 *
 * `plugin_invocations` are written before the call they tell of; `outcome` is null until it is over. `plugin_publications`
 * is the last publication plugins were told of. `plugin_jobs.number` keeps the order in which things came to be owed.
 *
 * `entries` holds what visitors see: for a release, the row of a path is the one with the greatest
 * `release` not above it; a row without `blob` says that the path is gone. A new release writes only what differs.
 */
const STEPS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE sites (
      site TEXT PRIMARY KEY, tenant TEXT NOT NULL, origin TEXT NOT NULL, hostnames TEXT NOT NULL, input_digest TEXT NOT NULL,
      change INTEGER NOT NULL, release INTEGER NOT NULL, sequence INTEGER NOT NULL, refreshed INTEGER NOT NULL,
      recheck INTEGER NOT NULL, created_at INTEGER NOT NULL) STRICT`,
    `CREATE TABLE documents (
      site TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      change INTEGER NOT NULL, until INTEGER NOT NULL, deleted INTEGER NOT NULL, body TEXT NOT NULL,
      path TEXT, title TEXT, collection TEXT, date TEXT, listed INTEGER NOT NULL, summary TEXT,
      actor TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, kind, id, version)) STRICT`,
    `CREATE UNIQUE INDEX documents_path ON documents (site, path) WHERE until = 9007199254740991 AND deleted = 0 AND path IS NOT NULL`,
    `CREATE INDEX documents_at_path ON documents (site, path)`,
    `CREATE INDEX documents_current ON documents (site, kind, id) WHERE until = 9007199254740991 AND deleted = 0`,
    `CREATE INDEX documents_change ON documents (site, change)`,
    `CREATE INDEX documents_listed ON documents (site, date, path) WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1`,
    `CREATE INDEX documents_collection ON documents (site, collection, date, path) WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1`,
    `CREATE TABLE releases (
      site TEXT NOT NULL, id INTEGER NOT NULL, state TEXT NOT NULL, change INTEGER NOT NULL, chrome TEXT NOT NULL,
      plugins TEXT NOT NULL, origin TEXT NOT NULL, stylesheet TEXT NOT NULL, actor TEXT NOT NULL, created_at INTEGER NOT NULL,
      finished_at INTEGER, cursor TEXT, done INTEGER NOT NULL, total INTEGER NOT NULL, changed INTEGER NOT NULL, problem TEXT,
      PRIMARY KEY (site, id)) STRICT`,
    `CREATE UNIQUE INDEX releases_building ON releases (site) WHERE state = 'building'`,
    `CREATE TABLE entries (
      site TEXT NOT NULL, path TEXT NOT NULL, release INTEGER NOT NULL, page TEXT NOT NULL, blob TEXT, frames TEXT NOT NULL,
      PRIMARY KEY (site, path, release)) STRICT, WITHOUT ROWID`,
    `CREATE INDEX entries_release ON entries (site, release)`,
    `CREATE TABLE blobs (digest TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT`,
    `CREATE TABLE stylesheets (site TEXT NOT NULL, digest TEXT NOT NULL, release INTEGER NOT NULL, PRIMARY KEY (site, digest)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE files (
      site TEXT NOT NULL, release INTEGER NOT NULL, path TEXT NOT NULL, type TEXT NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (site, release, path)) STRICT`,
    `CREATE TABLE dependencies (site TEXT NOT NULL, dependency TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (site, dependency, page)) STRICT, WITHOUT ROWID`,
    `CREATE INDEX dependencies_page ON dependencies (site, page)`,
    `CREATE TABLE query_results (site TEXT NOT NULL, query TEXT NOT NULL, result TEXT NOT NULL, PRIMARY KEY (site, query)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE publications (
      site TEXT NOT NULL, sequence INTEGER NOT NULL, release INTEGER NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, sequence)) STRICT`,
    `CREATE TABLE claims (
      scope TEXT NOT NULL, key TEXT NOT NULL, input_digest TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (scope, key)) STRICT`,
    `CREATE INDEX claims_at ON claims (at)`,
    `CREATE TABLE outbox (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, site TEXT NOT NULL, payload TEXT NOT NULL,
      created_at INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT`,
    `CREATE INDEX outbox_due ON outbox (due_at)`,
    `CREATE TABLE installs (
      site TEXT NOT NULL, plugin TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE public_pages (
      site TEXT NOT NULL, page TEXT NOT NULL, digest TEXT NOT NULL, PRIMARY KEY (site, page)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE public_garbage (site TEXT NOT NULL, key TEXT NOT NULL, since INTEGER NOT NULL, PRIMARY KEY (site, key)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE public_indexes (site TEXT PRIMARY KEY, index_key TEXT NOT NULL) STRICT`,
    `CREATE TABLE public_progress (site TEXT PRIMARY KEY, sequence INTEGER NOT NULL, cursor TEXT NOT NULL) STRICT`,
  ],
  [
    `CREATE TABLE schedules (
      site TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, label TEXT, state TEXT NOT NULL,
      change INTEGER NOT NULL, actor TEXT NOT NULL, created_at INTEGER NOT NULL, due_at INTEGER NOT NULL, attempts INTEGER NOT NULL,
      finished_at INTEGER, release INTEGER, problem TEXT,
      PRIMARY KEY (site, id)) STRICT`,
    `CREATE INDEX schedules_waiting ON schedules (site, at, number) WHERE state = 'waiting'`,
    `CREATE INDEX schedules_number ON schedules (site, number)`,
  ],
  [
    `CREATE TABLE tenant (status TEXT NOT NULL) STRICT`,
    `CREATE TABLE rate_limits (id TEXT PRIMARY KEY, free_at REAL NOT NULL) STRICT, WITHOUT ROWID`,
    `CREATE INDEX rate_limits_free ON rate_limits (free_at)`,
  ],
  [
    `DROP TABLE files`,
    `CREATE TABLE files (
      site TEXT NOT NULL, release INTEGER NOT NULL, path TEXT NOT NULL, part INTEGER NOT NULL,
      type TEXT NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (site, release, path, part)) STRICT`,
    `CREATE TABLE public_index_parts (site TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (site, key)) STRICT, WITHOUT ROWID`,
    `INSERT INTO public_index_parts (site, key) SELECT site, index_key FROM public_indexes`,
    `DROP TABLE public_indexes`,
  ],
  [`ALTER TABLE releases ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0`],
  [`CREATE INDEX outbox_kind_due ON outbox (kind, due_at)`],
  [
    `CREATE TABLE plugin_packages (
      site TEXT NOT NULL, plugin TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL, name TEXT NOT NULL,
      document TEXT NOT NULL, bytes INTEGER NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE plugin_package_parts (
      site TEXT NOT NULL, plugin TEXT NOT NULL, part INTEGER NOT NULL, body TEXT NOT NULL,
      PRIMARY KEY (site, plugin, part)) STRICT`,
    `CREATE TABLE plugin_highest (
      site TEXT NOT NULL, plugin TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE plugin_grants (
      site TEXT NOT NULL, plugin TEXT NOT NULL, digest TEXT NOT NULL, capabilities TEXT NOT NULL, actor TEXT NOT NULL,
      at INTEGER NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE plugin_settings (
      site TEXT NOT NULL, plugin TEXT NOT NULL, version INTEGER NOT NULL, body TEXT NOT NULL, secrets TEXT NOT NULL,
      actor TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE plugin_storage (
      site TEXT NOT NULL, plugin TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (site, plugin, key)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE plugin_storage_use (
      site TEXT NOT NULL, plugin TEXT NOT NULL, bytes INTEGER NOT NULL, keys INTEGER NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
  ],
  [
    // What was carried before had another form, so all of it is carried once more.
    `INSERT OR IGNORE INTO public_garbage (site, key, since) SELECT site, 'sites/' || site || '/pages/' || page || '/' || digest, 0 FROM public_pages`,
    `DROP TABLE public_pages`,
    `CREATE TABLE public_pages (
      site TEXT NOT NULL, page TEXT NOT NULL, digest TEXT NOT NULL, about TEXT NOT NULL, PRIMARY KEY (site, page)) STRICT, WITHOUT ROWID`,
    `UPDATE sites SET refreshed = 0`,
    `INSERT OR REPLACE INTO outbox (id, kind, site, payload, created_at, attempts, due_at)
     SELECT 'publication:' || site, 'publication', site, json_object('site', site, 'release', release, 'sequence', sequence), created_at, 0, 0
     FROM sites WHERE release > 0`,
  ],
  [
    `CREATE TABLE section_data (
      site TEXT NOT NULL, page TEXT NOT NULL, provider TEXT NOT NULL, release INTEGER NOT NULL,
      plugin TEXT NOT NULL, digest TEXT NOT NULL, reads TEXT NOT NULL, data TEXT,
      PRIMARY KEY (site, page, provider, release)) STRICT`,
    `CREATE INDEX section_data_release ON section_data (site, release)`,
    `ALTER TABLE releases ADD COLUMN notices TEXT NOT NULL DEFAULT '[]'`,
  ],
  [
    `ALTER TABLE installs ADD COLUMN reason TEXT`,
    `CREATE TABLE plugin_invocations (
      site TEXT NOT NULL, plugin TEXT NOT NULL, number INTEGER NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
      point TEXT NOT NULL, name TEXT NOT NULL, started_at INTEGER NOT NULL, duration_ms REAL, outcome TEXT,
      calls INTEGER NOT NULL, chars INTEGER NOT NULL, denied INTEGER NOT NULL,
      PRIMARY KEY (site, plugin, number)) STRICT, WITHOUT ROWID`,
    `CREATE INDEX plugin_invocations_running ON plugin_invocations (started_at) WHERE outcome IS NULL`,
    `CREATE TABLE plugin_health (
      site TEXT NOT NULL, plugin TEXT NOT NULL, digest TEXT NOT NULL, failures INTEGER NOT NULL,
      PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE plugin_jobs (
      number INTEGER PRIMARY KEY, site TEXT NOT NULL, plugin TEXT NOT NULL, hook TEXT NOT NULL, about TEXT NOT NULL,
      input TEXT NOT NULL, created_at INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT`,
    `CREATE UNIQUE INDEX plugin_jobs_about ON plugin_jobs (site, plugin, hook, about)`,
    `CREATE TABLE plugin_timers (
      site TEXT NOT NULL, plugin TEXT NOT NULL, due_at INTEGER NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE plugin_publications (site TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT`,
  ],
  [`ALTER TABLE plugin_storage_use ADD COLUMN revision INTEGER NOT NULL DEFAULT 0`],
  [
    `CREATE TABLE plugin_standings (
      site TEXT NOT NULL, plugin TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (site, plugin)) STRICT, WITHOUT ROWID`,
  ],
  [
    `CREATE TABLE media_objects (
      digest TEXT PRIMARY KEY, object TEXT NOT NULL, type TEXT NOT NULL, bytes INTEGER NOT NULL, width INTEGER, height INTEGER,
      preview TEXT, state TEXT NOT NULL) STRICT, WITHOUT ROWID`,
    `CREATE INDEX media_objects_state ON media_objects (state) WHERE state <> 'kept'`,
    `CREATE TABLE media_files (
      site TEXT NOT NULL, digest TEXT NOT NULL, number INTEGER NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL,
      name TEXT NOT NULL, alt TEXT NOT NULL, focal_x REAL, focal_y REAL,
      created_by TEXT NOT NULL, created_at INTEGER NOT NULL, changed_by TEXT NOT NULL, changed_at INTEGER NOT NULL,
      PRIMARY KEY (site, digest)) STRICT, WITHOUT ROWID`,
    `CREATE UNIQUE INDEX media_files_number ON media_files (site, number)`,
    `CREATE INDEX media_files_kind ON media_files (site, kind, number)`,
    `CREATE INDEX media_files_digest ON media_files (digest)`,
    `CREATE TABLE media_uploads (id TEXT PRIMARY KEY, digest TEXT, at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
    `CREATE TABLE media_garbage (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`,
    `CREATE TABLE media_uses (
      digest TEXT NOT NULL, site TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (digest, site, kind, id, version)) STRICT, WITHOUT ROWID`,
    USES_OF_EARLIER_DOCUMENTS,
  ],
  [
    // Each index is a page more that every command has to write; what these two were for is found without them.
    `DROP INDEX outbox_due`,
    `DROP INDEX rate_limits_free`,
  ],
  [
    `CREATE TABLE form_submissions (
      number INTEGER PRIMARY KEY AUTOINCREMENT, site TEXT NOT NULL, form TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL, read INTEGER NOT NULL, fields TEXT NOT NULL, personal TEXT NOT NULL) STRICT`,
    `CREATE INDEX form_submissions_form ON form_submissions (site, form)`,
    `CREATE INDEX form_submissions_unread ON form_submissions (site, form) WHERE read = 0`,
    `CREATE INDEX form_submissions_expiry ON form_submissions (expires_at)`,
    `CREATE TABLE form_totals (
      site TEXT NOT NULL, form TEXT NOT NULL, type TEXT NOT NULL, title TEXT NOT NULL, names TEXT NOT NULL, total INTEGER NOT NULL,
      unread INTEGER NOT NULL, last_at INTEGER NOT NULL, PRIMARY KEY (site, form)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE form_tokens (nonce TEXT PRIMARY KEY, submission INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
    `CREATE TABLE form_secret (secret TEXT NOT NULL) STRICT`,
  ],
  [
    `CREATE TABLE media_spans (
      digest TEXT NOT NULL, site TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
      ended INTEGER NOT NULL DEFAULT 9007199254740991, PRIMARY KEY (site, kind, id, digest, version)) STRICT, WITHOUT ROWID`,
    `INSERT INTO media_spans (digest, site, kind, id, version, ended)
     SELECT digest, site, kind, id, version, CASE WHEN version = (
         SELECT max(version) FROM documents
         WHERE documents.site = media_uses.site AND documents.kind = media_uses.kind AND documents.id = media_uses.id)
       THEN 9007199254740991 ELSE version + 1 END FROM media_uses`,
    `DROP TABLE media_uses`,
    `ALTER TABLE media_spans RENAME TO media_uses`,
    `CREATE INDEX media_uses_digest ON media_uses (digest, site)`,
  ],
  [`CREATE TABLE restored_media (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID`],
  [
    // Every command adds a row to both. An index is a page more to write each time, so there is none but the one in need.
    `CREATE TABLE claims_by_key (
      scope TEXT NOT NULL, key TEXT NOT NULL, input_digest TEXT NOT NULL, answer TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (scope, key)) STRICT, WITHOUT ROWID`,
    `INSERT INTO claims_by_key (scope, key, input_digest, answer, at) SELECT scope, key, input_digest, answer, at FROM claims`,
    `DROP TABLE claims`,
    `ALTER TABLE claims_by_key RENAME TO claims`,
    `CREATE TABLE outbox_by_number (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL, kind TEXT NOT NULL, site TEXT NOT NULL, payload TEXT NOT NULL,
      created_at INTEGER NOT NULL, attempts INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT`,
    `INSERT INTO outbox_by_number (id, kind, site, payload, created_at, attempts, due_at)
     SELECT id, kind, site, payload, created_at, attempts, due_at FROM outbox ORDER BY rowid`,
    `DROP TABLE outbox`,
    `ALTER TABLE outbox_by_number RENAME TO outbox`,
    `CREATE INDEX outbox_kind_due ON outbox (kind, due_at)`,
    `CREATE UNIQUE INDEX outbox_publication ON outbox (id) WHERE kind = 'publication'`,
  ],
  [
    `CREATE TABLE tenant_name (name TEXT NOT NULL) STRICT`,
    `CREATE TABLE archive_garbage (kind TEXT NOT NULL, id TEXT NOT NULL, due_at INTEGER NOT NULL, PRIMARY KEY (kind, id)) STRICT, WITHOUT ROWID`,
    `CREATE TABLE erasure (archive TEXT NOT NULL, sites TEXT NOT NULL, rows INTEGER NOT NULL, at INTEGER NOT NULL, cursor TEXT) STRICT`,
    `CREATE TABLE erased_public (number INTEGER PRIMARY KEY, key TEXT NOT NULL) STRICT`,
  ],
  [
    `CREATE TABLE public_words (
      site TEXT NOT NULL, page TEXT NOT NULL, part INTEGER, words TEXT NOT NULL, chars INTEGER NOT NULL, whole INTEGER NOT NULL,
      PRIMARY KEY (site, page)) STRICT`,
    `CREATE INDEX public_words_part ON public_words (site, part)`,
    `CREATE TABLE public_word_parts (
      site TEXT NOT NULL, part INTEGER NOT NULL, pages INTEGER NOT NULL, chars INTEGER NOT NULL, key TEXT,
      PRIMARY KEY (site, part)) STRICT, WITHOUT ROWID`,
    // Everything published is carried once more, now with its words. A publication on its way stays on its way.
    `UPDATE sites SET refreshed = 0`,
    `DELETE FROM public_progress`,
    `INSERT OR IGNORE INTO outbox (id, kind, site, payload, created_at, attempts, due_at)
     SELECT 'publication:' || site, 'publication', site, json_object('site', site, 'release', release, 'sequence', sequence), created_at, 0, 0
     FROM sites WHERE release > 0`,
  ],
  [
    `CREATE TABLE form_files (
      submission INTEGER NOT NULL, number INTEGER NOT NULL, site TEXT NOT NULL, field TEXT NOT NULL, prefix TEXT NOT NULL,
      name TEXT NOT NULL, type TEXT NOT NULL, bytes INTEGER NOT NULL, width INTEGER, height INTEGER, digest TEXT NOT NULL,
      parts INTEGER NOT NULL, media TEXT, PRIMARY KEY (submission, number)) STRICT, WITHOUT ROWID`,
    `CREATE INDEX form_files_held ON form_files (bytes) WHERE parts > 0`,
    `CREATE TABLE form_leftovers (prefix TEXT PRIMARY KEY, bytes INTEGER NOT NULL, due_at INTEGER NOT NULL) STRICT, WITHOUT ROWID`,
  ],
  [`ALTER TABLE media_uploads ADD COLUMN object TEXT`],
  [
    // Every write of a page leaves one entry of these and makes another. Few pages are of a collection, and the other
    // indexes find what the first of these did.
    `DROP INDEX documents_current`,
    `DROP INDEX documents_collection`,
    `CREATE INDEX documents_collection ON documents (site, collection, date, path)
     WHERE until = 9007199254740991 AND deleted = 0 AND listed = 1 AND collection IS NOT NULL`,
  ],
  [
    // Ids settled who has a name before there were places, so what was active keeps what it has.
    `ALTER TABLE installs ADD COLUMN place INTEGER NOT NULL DEFAULT 0`,
    `UPDATE installs SET place = (
      SELECT count(*) FROM installs AS earlier WHERE earlier.site = installs.site AND earlier.plugin <= installs.plugin)`,
    `ALTER TABLE installs ADD COLUMN agreed TEXT`,
  ],
];

/** Brings a database of any earlier version, or an empty one, to the present schema. Each step is all or nothing. */
export function migrate(sql: Sql): void {
  sql.all("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL) STRICT");
  for (let version = schemaVersion(sql); version < STEPS.length; version++) applyStep(sql, version);
}

/** An empty database as it was at an earlier version: what is put into it then is brought to the present by `migrate`. */
export function startOver(sql: Sql, version: number, tables: readonly string[]): void {
  for (const table of tables) sql.all(`DROP TABLE "${table}"`);
  sql.all("CREATE TABLE schema_version (version INTEGER NOT NULL) STRICT");
  for (let step = 0; step < version; step++) applyStep(sql, step);
}

export function schemaVersion(sql: Sql): number {
  return first<{ version: number }>(sql, "SELECT max(version) AS version FROM schema_version")?.version ?? 0;
}

function applyStep(sql: Sql, version: number): void {
  sql.atomically(() => {
    for (const statement of STEPS[version] ?? []) sql.all(statement);
    sql.all("INSERT INTO schema_version (version) VALUES (?)", version + 1);
  });
}
