import type { SqlValue } from "../powers.ts";

/**
 * What becomes of a table in a backup.
 *
 * `archived`: its rows are the state of the workspace. Secrets among them are sealed where they stand and stay so.
 * `submitted`: what visitors sent; archived when whoever makes the archive asks for it.
 * `derived`: made again from the rest after a restore.
 * `transient`: holds for minutes or hours, or is owed to somebody outside, who must not get it twice.
 * `secret`: keeps something out that outlives it by hours at most; a new one does as well.
 * `operational`: says what the operator allows or how the machine fares, not what the tenant has.
 */
export type TableFate = "archived" | "submitted" | "derived" | "transient" | "secret" | "operational";

export interface ArchivedTable {
  readonly fate: TableFate;
  /** Rows that are archived; all when absent. */
  readonly where?: string;
  /** Columns that are derived although the rest of the row is not, and what stands for them. */
  readonly reset?: Readonly<Record<string, SqlValue>>;
}

/** What the names of copies begin with; see `ArchiveCopy`. */
export const COPY_PREFIX = "archive_copy_";

/**
 * Every table of the schema, in the order of an archive. A table that is missing here is a table that a restore loses,
 * which is why a test compares this with the schema.
 */
export const TABLES: Readonly<Record<string, ArchivedTable>> = {
  // Public places are filled again, so how far they were is not state.
  sites: { fate: "archived", reset: { refreshed: 0 } },
  documents: { fate: "archived" },
  releases: { fate: "archived" },
  entries: { fate: "archived" },
  blobs: { fate: "archived" },
  stylesheets: { fate: "archived" },
  section_data: { fate: "archived" },
  // Derived when they were written, but of plugins that may have changed since: a publication goes on from them.
  dependencies: { fate: "archived" },
  query_results: { fate: "archived" },
  publications: { fate: "archived" },
  schedules: { fate: "archived" },
  installs: { fate: "archived" },
  plugin_packages: { fate: "archived" },
  plugin_package_parts: { fate: "archived" },
  plugin_highest: { fate: "archived" },
  plugin_grants: { fate: "archived" },
  plugin_settings: { fate: "archived" },
  plugin_storage: { fate: "archived" },
  plugin_storage_use: { fate: "archived" },
  // Hooks that are owed are in no archive, so of what has been published none is told again; how far that was is not state.
  plugin_publications: { fate: "archived", reset: { sequence: 0 } },
  plugin_standings: { fate: "archived" },
  // What is placed and not listed yet belongs to an upload, which a restore does not go on with.
  media_objects: { fate: "archived", where: "state <> 'placed'" },
  media_files: { fate: "archived" },
  media_uses: { fate: "archived" },

  form_submissions: { fate: "submitted" },
  form_totals: { fate: "submitted" },
  // Their bytes are in no backup, where nobody would delete them in time: a restore looks what is left of them.
  form_files: { fate: "submitted" },

  files: { fate: "derived" },
  public_pages: { fate: "derived" },
  public_garbage: { fate: "derived" },
  public_index_parts: { fate: "derived" },
  public_progress: { fate: "derived" },
  public_words: { fate: "derived" },
  public_word_parts: { fate: "derived" },
  plugin_timers: { fate: "derived" },

  claims: { fate: "transient" },
  rate_limits: { fate: "transient" },
  outbox: { fate: "transient" },
  media_uploads: { fate: "transient" },
  media_garbage: { fate: "transient" },
  restored_media: { fate: "transient" },
  archive_garbage: { fate: "transient" },
  erased_public: { fate: "transient" },
  // What hooks are owed may hold what visitors sent, and the old workspace may have paid it.
  plugin_jobs: { fate: "transient" },

  form_tokens: { fate: "transient" },
  form_leftovers: { fate: "transient" },

  form_secret: { fate: "secret" },

  tenant: { fate: "operational" },
  tenant_name: { fate: "operational" },
  erasure: { fate: "operational" },
  schema_version: { fate: "operational" },
  plugin_invocations: { fate: "operational" },
  plugin_health: { fate: "operational" },
};

export const namesOf = (...fates: readonly TableFate[]): string[] =>
  Object.entries(TABLES).flatMap(([name, { fate }]) => (fates.includes(fate) ? [name] : []));
