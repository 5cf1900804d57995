/**
 * Migrates a plugin's data to a version that replaces another. The new version's code computes the changes in an
 * isolate without capabilities. The workspace validates them, and applies all or none in the command's transaction.
 * Meanwhile the old version keeps serving. If it writes to the storage, the migration starts again, so that no write
 * gets lost.
 */
import { callFailure, type CallFailure, type CallFailureCode } from "../../../manifests/faults/callFailure.ts";
import { MIGRATION_ATTEMPTS } from "../../../manifests/bounds/plugins.ts";
import type { Fault } from "../../../manifests/faults/fault.ts";
import { type DataKind, DATA_KINDS } from "../../../manifests/manifest/executable.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Powers } from "../../powers/powers.ts";
import type { StorageQuota } from "../../tenancy/storageQuota.ts";
import type { PluginCalls, PluginOutcome, NextTurn } from "../calls/calls.ts";
import { reportOf } from "../calls/report.ts";
import { storageRevision } from "../storage/storageRevision.ts";
import { storageUse } from "../storage/storageUse.ts";
import type { PluginSettings } from "../settings/settings.ts";
import type { SettingsStore, StoredSettings } from "../settings/settingsStore.ts";
import { MIGRATION_ANSWERS, type SettingsAnswer, type SettingsQuestion } from "./answers.ts";
import { type DataVersion, type DataVersions, isBefore } from "./dataVersions.ts";
import type { StagedCount, StagedStorage } from "./stagedStorage.ts";
import { migratedSettings } from "./settingsMigration.ts";
import { OVERTAKEN, overtaken, StorageTurns, wrongAnswer } from "./storageTurns.ts";

export interface MigrationParts {
  readonly powers: Powers;
  readonly pluginCalls: PluginCalls;
  readonly pluginSettings: PluginSettings;
  readonly settingsStore: SettingsStore;
  readonly storageQuota: StorageQuota;
  readonly dataVersions: DataVersions;
  readonly stagedStorage: StagedStorage;
}

/** The version that data is migrated to, for which site and by whom. */
export interface WantedVersion {
  readonly site: string;
  readonly plugin: PackedPlugin;
  readonly actor: string;
  /** True in a rehearsal, after which nothing may stay. */
  readonly isRehearsed: boolean;
  /** True if the plugin's owner allows its texts to be kept, which may contain visitors' input. */
  readonly mayKeepTexts: boolean;
}

/** The reason why a migration failed, for the owner and the plugin's author. */
export interface MigrationFailure {
  readonly of: DataKind;
  readonly code: CallFailureCode;
  readonly fault: Fault | null;
}

/** The migrated data, and the version that it came from. */
export interface MigratedData extends StagedCount {
  readonly from: string;
  readonly settings: boolean;
}

/** A successful migration. `apply` writes the data; call it once, in the command's transaction. */
export interface Ready {
  readonly failure?: never;
  /** Null if there was no data to migrate. */
  readonly migrated: MigratedData | null;
  readonly movesStorage: boolean;
  apply(): void;
}

export type Prepared = Ready | { readonly failure: MigrationFailure };

interface Part {
  readonly count: StagedCount;
  isCurrent(): boolean;
  write(): void;
  /** Discards the computed changes, because the command failed elsewhere. */
  abandon(): void;
}

type Done = { readonly part: Part } | { readonly failed: CallFailure };

const NONE: StagedCount = { written: 0, deleted: 0 };

export class Migrations {
  readonly #parts: MigrationParts;

  constructor(parts: MigrationParts) {
    this.#parts = parts;
  }

  /** The kinds of data that must be migrated before a version may run. */
  owed(site: string, { manifest: { id, migrate = [] } }: PackedPlugin): DataKind[] {
    const data = this.#parts.dataVersions.of(site, id);
    if (!data) return [];
    return DATA_KINDS.filter((kind) => {
      const since = migrate.find(({ of }) => of === kind)?.since;
      return since !== undefined && isBefore(data[kind], since) && this.#has(site, id, kind);
    });
  }

  /** Throws if a version is too old for the data, which it could not read. */
  requireKnownForm(site: string, { manifest: { id, version } }: PackedPlugin): void {
    const floor = this.#parts.dataVersions.of(site, id)?.floor ?? null;
    if (floor === null || !isBefore(version, floor)) return;
    if (!DATA_KINDS.some((kind) => this.#has(site, id, kind))) return;
    throw new Refusal("PLUGIN_REJECTED", {
      reason: "older_than_data",
      detail: `its data has the form of version ${floor}, which version ${version} cannot read`,
      found: version,
      allowed: floor,
    });
  }

  /**
   * Computes a migration. If data must be migrated, this runs the plugin's code, so its owner must have agreed to it.
   */
  async prepare(wanted: WantedVersion): Promise<Prepared> {
    const { site, plugin } = wanted;
    const { id } = plugin.manifest;
    this.requireKnownForm(site, plugin);
    const before = this.#parts.dataVersions.of(site, id);
    const owed = this.owed(site, plugin);
    const parts: Part[] = [];
    for (const kind of owed) {
      const done = await this.#bringOver(kind, wanted, before?.[kind] ?? "");
      if ("failed" in done) {
        for (const part of parts) part.abandon();
        return { failure: this.#failureOf(kind, wanted, done.failed) };
      }
      parts.push(done.part);
    }
    const counts = parts.map(({ count }) => count);
    return {
      movesStorage: owed.includes("storage"),
      migrated:
        owed.length === 0
          ? null
          : {
              from: before?.[owed[0] ?? "storage"] ?? "",
              written: counts.reduce((sum, { written }) => sum + written, 0),
              deleted: counts.reduce((sum, { deleted }) => sum + deleted, 0),
              settings: owed.includes("settings"),
            },
      apply: () => this.#apply(wanted, before, parts),
    };
  }

  #apply({ site, plugin, isRehearsed }: WantedVersion, before: DataVersion | undefined, parts: readonly Part[]): void {
    const { dataVersions } = this.#parts;
    const isSame = JSON.stringify(dataVersions.of(site, plugin.manifest.id)) === JSON.stringify(before);
    if (!isSame || !parts.every((part) => part.isCurrent()))
      throw new Refusal("CONFLICT", {
        conflict: "plugin_data_changed",
        reason: "The data of the plugin has changed in the meantime, so nothing was done. Try again.",
      });
    if (!isRehearsed) for (const part of parts) part.write();
    dataVersions.entered(site, plugin.manifest);
  }

  async #bringOver(kind: DataKind, wanted: WantedVersion, from: string): Promise<Done> {
    for (let attempt = 1; ; attempt += 1) {
      const done = await (kind === "storage" ? this.#storage(wanted, from) : this.#settings(wanted, from));
      if (!("failed" in done) || done.failed.code !== OVERTAKEN || attempt === MIGRATION_ATTEMPTS) return done;
    }
  }

  async #storage(wanted: WantedVersion, from: string): Promise<Done> {
    const { powers, stagedStorage: staged, storageQuota } = this.#parts;
    const { site, plugin, isRehearsed } = wanted;
    const { id } = plugin.manifest;
    const attempt = staged.begin(site, id);
    const hasRoom = () => storageQuota.isForStrangers;
    const turns = new StorageTurns({ powers, staged, attempt, plugin, from, hasRoom });
    const outcome = await this.#call("storage", wanted, turns.question, turns.after);
    const isCurrent = () => storageRevision(powers.sql, site, id) === turns.revision;
    const failed = outcome.ok ? (isCurrent() ? undefined : overtaken()) : outcome;
    const count = staged.count(attempt);
    if (failed || isRehearsed) staged.drop(attempt);
    if (failed) return { failed };
    const write = () => staged.apply(attempt, staged.useAfter(attempt, storageUse(powers.sql, site, id)));
    return { part: { count, isCurrent, write, abandon: () => staged.drop(attempt) } };
  }

  async #settings(wanted: WantedVersion, from: string): Promise<Done> {
    const { powers, settingsStore, pluginSettings } = this.#parts;
    const { site, plugin, actor } = wanted;
    const { id, version: to } = plugin.manifest;
    const before = settingsStore.get(site, id);
    const question: SettingsQuestion = { from, to, values: before.values, secrets: Object.keys(before.secrets) };
    let settings: StoredSettings = before;
    const outcome = await this.#call("settings", wanted, question, async (answer) => {
      const migrated = await migratedSettings({ site, plugin, before, pluginSettings }, answer as SettingsAnswer);
      if (!migrated.ok) return { fails: wrongAnswer(migrated.error) };
      settings = migrated.value;
      return undefined;
    });
    if (!outcome.ok) return { failed: outcome };
    const isCurrent = () => JSON.stringify(settingsStore.get(site, id)) === JSON.stringify(before);
    if (!isCurrent()) return { failed: overtaken() };
    const write = () => {
      if (settings !== before) settingsStore.put(site, id, settings, actor, powers.now());
    };
    return { part: { count: NONE, isCurrent, write, abandon: () => undefined } };
  }

  async #call(
    name: DataKind,
    { site, plugin }: WantedVersion,
    input: object,
    after: (value: unknown) => NextTurn | undefined | Promise<NextTurn | undefined>,
  ): Promise<PluginOutcome> {
    const { id, version } = plugin.manifest;
    const called = { id, version, plugin, grant: null };
    const call = { site, plugin: called, point: "migrate", name, input, isApart: true, after } as const;
    const [outcome] = await this.#parts.pluginCalls.all([call]);
    return outcome ?? callFailure("not_called");
  }

  /** The failure. The error's text is left out if it may contain visitors' input, which the storage may hold. */
  #failureOf(of: DataKind, { plugin, mayKeepTexts }: WantedVersion, { code, fault }: CallFailure): MigrationFailure {
    const { id, version } = plugin.manifest;
    const grant = mayKeepTexts ? { digest: plugin.digest, capabilities: plugin.manifest.capabilities ?? {} } : null;
    const report = {
      plugin: { id, version, plugin, grant },
      settings: {},
      fault,
      output: [],
      shape: MIGRATION_ANSWERS[of],
    };
    return { of, code, fault: reportOf(report)?.fault ?? null };
  }

  #has(site: string, id: string, kind: DataKind): boolean {
    const { powers, settingsStore } = this.#parts;
    return kind === "storage" ? storageUse(powers.sql, site, id).keys > 0 : settingsStore.get(site, id).version > 0;
  }
}
