/** Reports what a call reads of its plugin's storage, so that a page is drawn again after a change of that alone. */
import { STORAGE_PARTS_MAX } from "../manifests/bounds/bridge.ts";
import type { StorageRows } from "../runtime/plugins/storage/storageRows.ts";
import { storageDependency, storagePartDependency } from "../runtime/snapshots/storageDependency.ts";

/** Reports each read, as `storageDependency` and `storagePartDependency` name it. */
export type StorageRead = (dependency: string) => void;

export class StorageReads {
  readonly #plugin: string;
  readonly #rows: StorageRows;
  readonly #report: StorageRead | undefined;
  readonly #parts = new Set<string>();
  #isWhole = false;
  /** The storage revision that this call last read or wrote. */
  #seen: number | undefined;

  constructor(plugin: string, rows: StorageRows, report: StorageRead | undefined) {
    this.#plugin = plugin;
    this.#rows = rows;
    this.#report = report;
  }

  /** Called before a part is read. Many parts count as all of the storage. */
  part(part: string): void {
    if (!this.#report || this.#isWhole || this.#parts.has(part)) return;
    if (this.#parts.size === STORAGE_PARTS_MAX) return this.whole();
    this.#seen ??= this.#rows.revision;
    this.#parts.add(part);
    this.#tell(part);
  }

  /** Called before all of the storage is read. */
  whole(): void {
    if (!this.#report || this.#isWhole) return;
    this.#isWhole = true;
    // With an earlier read, the state of that moment counts: another call may have written since.
    this.#seen ??= this.#rows.revision;
    this.#report(storageDependency(this.#plugin, this.#seen));
  }

  /** Called after the call itself has written. `before` is the revision until then. */
  wrote(before: number): void {
    if (!this.#report || this.#seen !== before) return;
    this.#seen = this.#rows.revision;
    if (this.#isWhole) this.#report(storageDependency(this.#plugin, this.#seen));
    else for (const part of this.#parts) this.#tell(part);
  }

  #tell(part: string): void {
    this.#report?.(storagePartDependency(this.#plugin, part, this.#rows.stateOf(part)));
  }
}
