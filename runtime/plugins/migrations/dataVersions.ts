import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { DataKind } from "../../../manifests/manifest/executable.ts";
import type { Version } from "../../../manifests/shapes/version.ts";
import { compareVersions, isVersion, ledTo, asVersion } from "../../../manifests/shapes/version.ts";
import type { Sql } from "../../powers/powers.ts";
import { first } from "../../powers/powers.ts";

/** The versions of a plugin that its data at a site is of. */
export interface DataVersion extends Readonly<Record<DataKind, string>> {
  /** The oldest version that knows the form of the data; null where no version has named a form. */
  readonly floor: string | null;
}

/** A row from an archive may hold anything; data of no version is older than all. */
const formOf = (text: string): Version => (isVersion(text) ? ledTo(text) : asVersion("0.0.0"));

export const isBefore = (one: string, other: string): boolean => compareVersions(formOf(one), formOf(other)) < 0;

const newest = (versions: readonly string[]): string | null =>
  versions.reduce<string | null>((most, one) => (most === null || isBefore(most, one) ? one : most), null);

const COLUMNS = "site, plugin, storage, settings, floor";

/** Remembers which version of a plugin wrote its data. Switching a plugin off or replacing its package changes no data. */
export class DataVersions {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  of(site: string, plugin: string): DataVersion | undefined {
    const kept = "SELECT storage, settings, floor FROM plugin_data WHERE site = ? AND plugin = ?";
    // Without a row, nothing but the installed version has had a hand in the data.
    const installed =
      "SELECT version AS storage, version AS settings, NULL AS floor FROM plugin_packages WHERE site = ? AND plugin = ?";
    return first<DataVersion & object>(this.#sql, kept, site, plugin) ?? first(this.#sql, installed, site, plugin);
  }

  /** Keeps the versions while another package takes the place of the installed one. */
  keep(site: string, plugin: string): void {
    const present = this.of(site, plugin);
    if (present) this.#put(site, plugin, present);
  }

  /** From now on a version writes the data. */
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

  /** An owner has set the settings for a version, which may not be in use yet. */
  set(site: string, { id, version }: Manifest): void {
    const { storage = version, floor = null } = this.of(site, id) ?? {};
    this.#put(site, id, { storage, settings: version, floor });
  }

  #put(site: string, plugin: string, { storage, settings, floor }: DataVersion): void {
    const query = `INSERT OR REPLACE INTO plugin_data (${COLUMNS}) VALUES (?, ?, ?, ?, ?)`;
    this.#sql.all(query, site, plugin, storage, settings, floor);
  }
}
