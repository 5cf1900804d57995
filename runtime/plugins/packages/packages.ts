import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { InstalledVersion } from "../../../manifests/trust/rollback.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import type { Sql } from "../../powers.ts";
import { first } from "../../powers.ts";
import { partsOf } from "../../database/textParts.ts";

/** An uploaded package of one site, without its text. */
export interface PackageRow {
  readonly site: string;
  readonly plugin: string;
  readonly version: string;
  /** The manifest's digest, which grants and artifacts name. */
  readonly digest: string;
  /** The plugin's name from its manifest, as of the trusted installation. */
  readonly name: string;
  /** Digest of the document as it was uploaded. */
  readonly document: string;
  readonly bytes: number;
  readonly actor: string;
  readonly at: number;
}

/** The verified document, with the digest of its exact text. */
export interface UploadedDocument {
  readonly text: string;
  readonly digest: string;
}

const COLUMNS = "site, plugin, version, digest, name, document, bytes, actor, at";

/** Packages as they were uploaded, and the highest version of each plugin a site has ever had. */
export class Packages {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Lists the packages of all sites, in no particular order. */
  all(): PackageRow[] {
    return this.#sql.all<PackageRow>(`SELECT ${COLUMNS} FROM plugin_packages`);
  }

  ofSite(site: string): PackageRow[] {
    return this.#sql.all<PackageRow>(`SELECT ${COLUMNS} FROM plugin_packages WHERE site = ? ORDER BY plugin`, site);
  }

  find(site: string, plugin: string): PackageRow | undefined {
    return first<PackageRow>(
      this.#sql,
      `SELECT ${COLUMNS} FROM plugin_packages WHERE site = ? AND plugin = ?`,
      site,
      plugin,
    );
  }

  /** Bytes of every package of the workspace. */
  bytes(): number {
    return first<{ bytes: number | null }>(this.#sql, "SELECT sum(bytes) AS bytes FROM plugin_packages")?.bytes ?? 0;
  }

  textOf({ site, plugin }: Pick<PackageRow, "site" | "plugin">): string {
    const query = "SELECT body FROM plugin_package_parts WHERE site = ? AND plugin = ? ORDER BY part";
    return this.#sql
      .all<{ body: string }>(query, site, plugin)
      .map(({ body }) => body)
      .join("");
  }

  /** Replaces the package that is installed under this id. The caller holds the transaction. */
  put(
    site: string,
    { manifest, digest }: PackedPlugin,
    { text, digest: document }: UploadedDocument,
    actor: string,
    at: number,
  ): void {
    const { id, version, name } = manifest;
    this.#forgetText(site, id);
    this.#sql.all(
      `INSERT OR REPLACE INTO plugin_packages (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      site,
      id,
      version,
      digest,
      name,
      document,
      utf8Length(text),
      actor,
      at,
    );
    for (const [part, body] of partsOf(text).entries()) {
      this.#sql.all(
        "INSERT INTO plugin_package_parts (site, plugin, part, body) VALUES (?, ?, ?, ?)",
        site,
        id,
        part,
        body,
      );
    }
  }

  remove(site: string, plugin: string): void {
    this.#forgetText(site, plugin);
    this.#sql.all("DELETE FROM plugin_packages WHERE site = ? AND plugin = ?", site, plugin);
  }

  highest(site: string, plugin: string): InstalledVersion | undefined {
    return first<InstalledVersion>(
      this.#sql,
      "SELECT version, digest FROM plugin_highest WHERE site = ? AND plugin = ?",
      site,
      plugin,
    );
  }

  remember(site: string, plugin: string, { version, digest }: InstalledVersion): void {
    const query = "INSERT OR REPLACE INTO plugin_highest (site, plugin, version, digest) VALUES (?, ?, ?, ?)";
    this.#sql.all(query, site, plugin, version, digest);
  }

  #forgetText(site: string, plugin: string): void {
    this.#sql.all("DELETE FROM plugin_package_parts WHERE site = ? AND plugin = ?", site, plugin);
  }
}
