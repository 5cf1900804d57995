import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { DataKind } from "../../../manifests/manifest/executable.ts";
import {
  type Version,
  compareVersions,
  isVersion,
  withoutDevSuffix,
  asVersion,
} from "../../../manifests/shapes/version.ts";
import { type Sql, first } from "../../powers/powers.ts";

/** The plugin versions that wrote its data at a site, by kind. */
export interface DataVersion extends Readonly<Record<DataKind, string>> {
  /** The oldest version that can read the current data. Null if no version has declared a migration. */
  readonly floor: string | null;
}

/** The version that wrote data. An invalid text, which an archive may contain, counts as the oldest version. */
const formOf = (text: string): Version => (isVersion(text) ? withoutDevSuffix(text) : asVersion("0.0.0"));

export const isBefore = (one: string, other: string): boolean => compareVersions(formOf(one), formOf(other)) < 0;

const newest = (versions: readonly string[]): string | null =>
  versions.reduce<string | null>((most, one) => (most === null || isBefore(most, one) ? one : most), null);

const COLUMNS = "site, plugin, storage, settings, floor";

/** Records which plugin version wrote its data. Disabling a plugin or replacing its package changes no data. */
export class DataVersions {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  of(site: string, plugin: string): DataVersion | undefined {
    const kept = "SELECT storage, settings, floor FROM plugin_data WHERE site = ? AND plugin = ?";
    // Without a row, only the installed version can have written the data.
    const installed =
      "SELECT version AS storage, version AS settings, NULL AS floor FROM plugin_packages WHERE site = ? AND plugin = ?";
    return first<DataVersion & object>(this.#sql, kept, site, plugin) ?? first(this.#sql, installed, site, plugin);
  }

  /** Stores the versions before another package replaces the installed one. */
  keep(site: string, plugin: string): void {
    const present = this.of(site, plugin);
    if (present) this.#put(site, plugin, present);
  }

  /** Records that an earlier version has written all data. */
  wrote(site: string, plugin: string, version: string): void {
    this.#put(site, plugin, { storage: version, settings: version, floor: null });
  }

  /** Records that a version now writes the data. */
  entered(site: string, { id, kind, version, migrate = [] }: Manifest): void {
    if (kind !== "executable") return;
    const floor = this.of(site, id)?.floor ?? null;
    const forms = migrate.map(({ since }) => since);
    this.#put(site, id, {
      storage: version,
      settings: version,
      floor: newest(floor === null ? forms : [floor, ...forms]),
    });
  }

  /** Records that an owner has saved settings for a version, which need not be active yet. */
  set(site: string, { id, version }: Manifest): void {
    const { storage = version, floor = null } = this.of(site, id) ?? {};
    this.#put(site, id, { storage, settings: version, floor });
  }

  #put(site: string, plugin: string, { storage, settings, floor }: DataVersion): void {
    const query = `INSERT OR REPLACE INTO plugin_data (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`;
    this.#sql.all(query, site, plugin, storage, settings, floor);
  }
}
