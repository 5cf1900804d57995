import type { PluginOrigin } from "../../../manifests/distribution/claims.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { InstalledVersion } from "../../../manifests/trust/rollback.ts";
import { utf8Length } from "../../../manifests/json/utf8.ts";
import { type Sql, first } from "../../powers/powers.ts";
import { partsOf } from "../../database/textParts.ts";

/** An uploaded package of one site, without its text. */
export interface PackageRow {
  readonly site: string;
  readonly plugin: string;
  readonly version: string;
  /** The manifest's digest, which grants and stored artifacts refer to. */
  readonly digest: string;
  /** The plugin's name, from the manifest that was trusted at installation. */
  readonly name: string;
  /** Digest of the uploaded document. */
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

interface Shelf {
  readonly from: string;
  readonly into: string;
  readonly fromParts: string;
  readonly intoParts: string;
}

/** The clauses that name the tables of installed packages, and of waiting ones. */
const SHELVES = {
  installed: {
    from: "FROM plugin_packages",
    into: "INTO plugin_packages",
    fromParts: "FROM plugin_package_parts",
    intoParts: "INTO plugin_package_parts",
  },
  waiting: {
    from: "FROM plugin_waiting",
    into: "INTO plugin_waiting",
    fromParts: "FROM plugin_waiting_parts",
    intoParts: "INTO plugin_waiting_parts",
  },
} as const satisfies Readonly<Record<string, Shelf>>;

/** Packages as uploaded, and the highest version of each plugin that a site ever had. */
export class Packages {
  readonly #sql: Sql;
  readonly #shelf: Shelf;

  constructor(sql: Sql, shelf: keyof typeof SHELVES = "installed") {
    this.#sql = sql;
    this.#shelf = SHELVES[shelf];
  }

  /** Lists the packages of all sites, in no particular order. */
  all(): PackageRow[] {
    return this.#sql.all<PackageRow>(`SELECT ${COLUMNS} ${this.#shelf.from}`);
  }

  ofSite(site: string): PackageRow[] {
    return this.#sql.all<PackageRow>(`SELECT ${COLUMNS} ${this.#shelf.from} WHERE site = ? ORDER BY plugin`, site);
  }

  find(site: string, plugin: string): PackageRow | undefined {
    return first<PackageRow>(
      this.#sql,
      `SELECT ${COLUMNS} ${this.#shelf.from} WHERE site = ? AND plugin = ?`,
      site,
      plugin,
    );
  }

  /** Bytes of every package of the workspace. */
  bytes(): number {
    return first<{ bytes: number | null }>(this.#sql, `SELECT sum(bytes) AS bytes ${this.#shelf.from}`)?.bytes ?? 0;
  }

  textOf({ site, plugin }: Pick<PackageRow, "site" | "plugin">): string {
    const query = `SELECT body ${this.#shelf.fromParts} WHERE site = ? AND plugin = ? ORDER BY part`;
    return this.#sql
      .all<{ body: string }>(query, site, plugin)
      .map(({ body }) => body)
      .join("");
  }

  /** Replaces the package of this plugin. The caller holds the transaction. */
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
      `INSERT OR REPLACE ${this.#shelf.into} (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
        `INSERT ${this.#shelf.intoParts} (site, plugin, part, body) VALUES (?, ?, ?, ?)`,
        site,
        id,
        part,
        body,
      );
    }
  }

  remove(site: string, plugin: string): void {
    this.#forgetText(site, plugin);
    this.#sql.all(`DELETE ${this.#shelf.from} WHERE site = ? AND plugin = ?`, site, plugin);
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
    const query = `INSERT INTO plugin_highest (site, plugin, version, digest) VALUES (?, ?, ?, ?)
      ON CONFLICT (site, plugin) DO UPDATE SET version = excluded.version, digest = excluded.digest`;
    this.#sql.all(query, site, plugin, version, digest);
  }

  /** The index and publisher of a plugin. Null if it was uploaded. */
  origin(site: string, plugin: string): PluginOrigin | null {
    const query = "SELECT origin FROM plugin_highest WHERE site = ? AND plugin = ?";
    const { origin = null } = first<{ origin: string | null }>(this.#sql, query, site, plugin) ?? {};
    return origin === null ? null : (JSON.parse(origin) as PluginOrigin);
  }

  /** Stores the origin. Like the highest version, it survives the plugin's removal. */
  pin(site: string, plugin: string, { index, publisher }: PluginOrigin): void {
    const query = "UPDATE plugin_highest SET origin = ? WHERE site = ? AND plugin = ?";
    this.#sql.all(query, JSON.stringify({ index, publisher }), site, plugin);
  }

  #forgetText(site: string, plugin: string): void {
    this.#sql.all(`DELETE ${this.#shelf.fromParts} WHERE site = ? AND plugin = ?`, site, plugin);
  }
}
