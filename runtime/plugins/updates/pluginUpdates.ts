import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { compareVersions, asVersion } from "../../../manifests/shapes/version.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { InstalledPlugin } from "../../contributions/installed.ts";
import type { Documents } from "../../documents/documents.ts";
import type { Outbox } from "../../commands/outbox.ts";
import { type Powers, first } from "../../powers/powers.ts";
import type { Agreed } from "../consent/consent.ts";
import { contributorOf } from "../consent/effects.ts";
import type { GrantRecord, Grants } from "../grants/grants.ts";
import { namesAlone, requireNames } from "../packages/nameCheck.ts";
import type { PackageRow, Packages, UploadedDocument } from "../packages/packages.ts";
import type { PackageVerdict, PackageTrust } from "../packages/packageTrust.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { DataVersions } from "../migrations/dataVersions.ts";
import type { MigrationFailure, Migrations, Ready } from "../migrations/migrations.ts";
import type { PluginStates } from "../states/states.ts";
import { type ChangedValues, SharingChanges } from "./sharing.ts";
import { type SignedVersion, whyWaits } from "./decision.ts";
import type { Waits } from "./waits.ts";
import type { UpdateRules } from "./updateRules.ts";

export interface UpdateParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly outbox: Outbox;
  readonly packages: Packages;
  readonly waiting: Packages;
  readonly packageTrust: PackageTrust;
  readonly grants: Grants;
  readonly states: PluginStates;
  readonly plugins: PluginShelf;
  readonly updateRules: UpdateRules;
  readonly dataVersions: DataVersions;
  readonly migrations: Migrations;
}

/** A waiting version with its current verdict. */
export interface Waiting extends PackageVerdict {
  readonly row: PackageRow;
}

/** The member who uploaded a version, and when. */
interface Brought {
  readonly actor: string;
  readonly at: number;
}

interface TakenOver extends Brought {
  readonly carriesGrant: boolean;
  /** Absent if no version was running when the command was prepared. */
  readonly migration?: Ready | undefined;
}

/** Versions that wait beside running ones, and how one replaces the other. */
export class PluginUpdates {
  readonly #parts: UpdateParts;
  readonly #sharing: SharingChanges;

  constructor(parts: UpdateParts) {
    this.#parts = parts;
    this.#sharing = new SharingChanges(parts.documents);
  }

  /**
   * The version that an owner has enabled and granted. It counts as running even if something else keeps it inactive,
   * such as a key or the loader. Only an owner's decision may replace it.
   */
  inUse(site: string, id: string): InstalledPlugin | undefined {
    const found = this.#parts.plugins
      .installed(site)
      .find(({ plugin, shadowed = false }) => plugin.manifest.id === id && !shadowed);
    if (!found || found.state !== "enabled" || this.#parts.plugins.isFirstParty(id)) return undefined;
    const { digest, manifest } = found.plugin;
    return manifest.capabilities === undefined || found.grant?.digest === digest ? found : undefined;
  }

  /** The reason why a version waits. Undefined if it is installed at once. */
  whyWaits(site: string, next: SignedVersion): Waits | undefined {
    const { id } = next.plugin.manifest;
    const found = this.inUse(site, id);
    if (!found || found.plugin.digest === next.plugin.digest) return undefined;
    const row = this.#parts.packages.find(site, id);
    const signedBy = row ? this.#parts.packageTrust.of(row).signedBy : [];
    return whyWaits({
      inUse: { plugin: found.plugin, signedBy },
      next,
      agreed: this.agreed(site, id) ?? { contributor: undefined, capabilities: {} },
      rule: this.#parts.updateRules.of(site, id),
      changesValues: () => this.sharing(site, next.plugin).total > 0,
    });
  }

  /** The values of translations that a version shows differently from the installed one. */
  sharing(site: string, next: PackedPlugin): ChangedValues {
    const found = this.#parts.plugins.installed(site).find(({ plugin }) => plugin.manifest.id === next.manifest.id);
    return found ? this.#sharing.between(site, found.plugin, next) : { total: 0, listed: [] };
  }

  /** Everything that an owner has agreed to. Undefined if no owner has. */
  agreed(site: string, id: string): Agreed | undefined {
    const grant = this.#parts.grants.find(site, id);
    const contributor = this.#parts.states.agreedTo(site, id);
    return grant || contributor ? { contributor, capabilities: grant?.capabilities ?? {} } : undefined;
  }

  find(site: string, id: string): Waiting | undefined {
    const row = this.#parts.waiting.find(site, id);
    return row && { row, ...this.#parts.packageTrust.of(row) };
  }

  /** Stores a waiting version, replacing an earlier one. */
  wait(site: string, next: PackedPlugin, uploaded: UploadedDocument, { actor, at }: Brought): void {
    this.#parts.waiting.put(site, next, uploaded, actor, at);
  }

  /** Records why the data could not be migrated to a waiting version. */
  fail(site: string, { manifest: { id }, digest }: PackedPlugin, failure: MigrationFailure): void {
    const query = "UPDATE plugin_waiting SET failure = ? WHERE site = ? AND plugin = ? AND digest = ?";
    this.#parts.powers.sql.all(query, JSON.stringify(failure), site, id, digest);
  }

  failureOf(site: string, id: string): MigrationFailure | null {
    const query = "SELECT failure FROM plugin_waiting WHERE site = ? AND plugin = ?";
    const { failure = null } = first<{ failure: string | null }>(this.#parts.powers.sql, query, site, id) ?? {};
    return failure === null ? null : (JSON.parse(failure) as MigrationFailure);
  }

  /**
   * Replaces the installed version. The grant is transferred if `carriesGrant`. Running calls of the old version may
   * finish, unless the storage was migrated: they would mix two forms of data.
   */
  takeOver(
    site: string,
    next: PackedPlugin,
    uploaded: UploadedDocument,
    { actor, at, carriesGrant, migration }: TakenOver,
  ): void {
    const { packages, states, dataVersions, migrations } = this.#parts;
    const { id, version: number } = next.manifest;
    const before = this.inUse(site, id);
    migrations.requireKnownForm(site, next);
    dataVersions.keep(site, id);
    packages.put(site, next, uploaded, actor, at);
    packages.remember(site, id, { version: number, digest: next.digest });
    if (states.of(site, id) === undefined) states.put(site, id, "disabled");
    this.#forgetOlder(site, id, number);
    if (!before || before.plugin.digest === next.digest) return;
    if (carriesGrant) this.#carryGrant(site, next);
    this.#enter(site, next, migration);
    if (migration?.movesStorage) this.#parts.plugins.endReplaced(site, id);
    else this.#parts.plugins.leaves(site, before);
    this.#audit(site, id, next.digest);
  }

  /**
   * Installs a waiting version after an owner has granted it; the caller stores the grant. True if it replaced a
   * running version, with the migration.
   */
  promote(site: string, { row, plugin }: Waiting, migration: Ready): boolean {
    const { id } = plugin.manifest;
    const installed = this.#parts.plugins.installed(site);
    const inUse = this.inUse(site, id);
    const before = inUse?.plugin;
    requireNames({ before, after: plugin, agreed: namesAlone(plugin) }, installed);
    const text = this.#parts.waiting.textOf(row);
    const { actor, at } = row;
    this.takeOver(site, plugin, { text, digest: row.document }, { actor, at, carriesGrant: false, migration });
    return inUse !== undefined;
  }

  /** Applies the migration. Throws if none was prepared but data must be migrated: the plugin was enabled meanwhile. */
  #enter(site: string, next: PackedPlugin, migration: Ready | undefined): void {
    const { migrations, dataVersions } = this.#parts;
    if (migration) migration.apply();
    else if (migrations.owed(site, next).length === 0) dataVersions.entered(site, next.manifest);
    else
      throw new Refusal("CONFLICT", {
        conflict: "plugin_enabled",
        reason: "The plugin was enabled meanwhile. Try again.",
      });
  }

  #carryGrant(site: string, { manifest, digest }: PackedPlugin): void {
    const { grants, states } = this.#parts;
    const { id, capabilities } = manifest;
    const grant: GrantRecord | undefined = grants.find(site, id);
    if (grant && capabilities) grants.put(site, id, { ...grant, digest, capabilities });
    const { plugin } = this.#parts.plugins.installed(site).find((one) => one.plugin.digest === digest) ?? {};
    if (plugin) states.agree(site, contributorOf(plugin));
  }

  #forgetOlder(site: string, id: string, number: string): void {
    const { waiting } = this.#parts;
    const row = waiting.find(site, id);
    if (row && compareVersions(asVersion(row.version), asVersion(number)) <= 0) waiting.remove(site, id);
  }

  #audit(site: string, plugin: string, digest: string): void {
    const { outbox } = this.#parts;
    outbox.audit({
      site,
      actor: `plugin:${plugin}`,
      command: "plugin.updated",
      inputDigest: digest,
      outcome: "done",
      about: { plugin },
    });
  }
}
