import { callFailure, type CallFailure } from "../../../manifests/faults/callFailure.ts";
import {
  MIGRATION_BATCH_ENTRIES,
  MIGRATION_BATCH_MAX_CHARS,
  MIGRATION_CARRY_MAX_CHARS,
  MIGRATION_MAX_MS,
} from "../../../manifests/bounds/plugins.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Powers } from "../../powers/powers.ts";
import type { NextTurn } from "../calls/calls.ts";
import { StorageRows } from "../storage/storageRows.ts";
import type { StoredRow } from "../storage/storageUse.ts";
import type { StoragePatch, StorageQuestion, StoredEntry } from "./answers.ts";
import type { MigrationRun, StagedStorage } from "./stagedStorage.ts";

/** The code of a failure because another call wrote to the storage. */
export const OVERTAKEN = "data_changed";

export const overtaken = (): CallFailure => callFailure(OVERTAKEN);

export const wrongAnswer = (issues: readonly Issue[]): CallFailure => ({
  ...callFailure("plugin_answer"),
  fault: { name: "", message: "", places: [], issues: [...issues] },
});

export interface StorageRun {
  readonly powers: Powers;
  readonly staged: StagedStorage;
  readonly attempt: MigrationRun;
  readonly plugin: PackedPlugin;
  readonly from: string;
  /** False while the workspace has no room for more data. */
  hasRoom(): boolean;
}

const parsed = ({ key, value }: StoredRow): StoredEntry => ({ key, value: JSON.parse(value) as unknown });

/** Rows that are read at once. */
const READ_ROWS = 20;

/** Passes a plugin's storage to its code batch by batch, ordered by key, and stages the answers. */
export class StorageTurns {
  readonly #run: StorageRun;
  readonly #rows: StorageRows;
  readonly #began: number;
  readonly revision: number;
  #batch: StorageQuestion;

  constructor(run: StorageRun) {
    this.#run = run;
    this.#rows = new StorageRows(run.powers.sql, run.attempt.site, run.attempt.plugin);
    this.#began = run.powers.now();
    this.revision = this.#rows.revision;
    this.#batch = this.#question("", null);
  }

  get question(): StorageQuestion {
    return this.#batch;
  }

  /** Processes the answer to the current batch. Returns the next batch, a failure, or undefined at the end. */
  readonly after = (value: unknown): NextTurn | undefined => {
    const { powers, staged, attempt, hasRoom } = this.#run;
    if (this.#rows.revision !== this.revision) return { fails: overtaken() };
    if (Math.abs(powers.now() - this.#began) > MIGRATION_MAX_MS) return { fails: LATE };
    const patch = value as StoragePatch;
    const batch = new Set(this.#batch.entries.map(({ key }) => key));
    const issues = [...staged.add(attempt, batch, patch), ...carryIssues(patch)];
    if (issues.length > 0) return { fails: wrongAnswer(issues) };
    if (!hasRoom()) return { fails: FULL };
    if (!this.#batch.last) {
      this.#batch = this.#question(this.#batch.entries.at(-1)?.key ?? "", patch.carry ?? null);
      return { next: this.#batch };
    }
    const over = this.#quotaIssues();
    return over.length > 0 ? { fails: wrongAnswer(over) } : undefined;
  };

  #question(after: string, carry: unknown): StorageQuestion {
    const { from, plugin } = this.#run;
    const { entries, last } = this.#entries(after);
    return { from, to: plugin.manifest.version, entries, carry, last };
  }

  /**
   * Reads few rows at a time, because long values beyond the batch's limit are read in vain. A batch has at least one
   * entry.
   */
  #entries(after: string): { entries: StoredEntry[]; last: boolean } {
    const rows: StoredRow[] = [];
    let chars = 0;
    for (;;) {
      const some = this.#rows.within({ after: rows.at(-1)?.key ?? after, limit: READ_ROWS });
      for (const row of some) {
        chars += row.key.length + row.value.length;
        const isFull = rows.length === MIGRATION_BATCH_ENTRIES || chars > MIGRATION_BATCH_MAX_CHARS;
        if (rows.length > 0 && isFull) return { entries: rows.map(parsed), last: false };
        rows.push(row);
      }
      if (some.length < READ_ROWS) return { entries: rows.map(parsed), last: true };
    }
  }

  #quotaIssues(): Issue[] {
    const { staged, attempt, plugin } = this.#run;
    const { maxBytes = 0, maxKeys = 0 } = plugin.manifest.capabilities?.storage ?? {};
    const { bytes, keys } = staged.useAfter(attempt, this.#rows.use);
    return [
      ...(bytes > maxBytes ? [{ pointer: "/put", found: `${bytes} bytes stored then`, allowed: `${maxBytes}` }] : []),
      ...(keys > maxKeys ? [{ pointer: "/put", found: `${keys} keys stored then`, allowed: `${maxKeys}` }] : []),
    ];
  }
}

const LATE: CallFailure = { ...callFailure("plugin_late"), message: "The migration took too long." };
const FULL = callFailure("workspace_full");

function carryIssues({ carry }: StoragePatch): Issue[] {
  const chars = (JSON.stringify(carry) ?? "").length;
  return chars <= MIGRATION_CARRY_MAX_CHARS
    ? []
    : [{ pointer: "/carry", found: `${chars} characters of JSON`, allowed: `at most ${MIGRATION_CARRY_MAX_CHARS}` }];
}
