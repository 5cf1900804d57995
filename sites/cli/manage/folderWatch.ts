import { readdirSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";

/** Editors save a file in several steps. Events within this time count as one change, in milliseconds. */
const SETTLE_MS = 120;

/** Folders that are large and never part of a package. */
const UNWATCHED_FOLDERS: ReadonlySet<string> = new Set(["node_modules", ".git"]);

const foldersIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !UNWATCHED_FOLDERS.has(entry.name))
    .flatMap(({ name }) => foldersIn(join(folder, name))),
];

/**
 * Watches a folder and its subfolders, each with its own watcher. On Linux, Node's recursive watch follows files. It
 * loses a file that an editor replaces at a save.
 */
export class FolderWatch implements Disposable {
  readonly #folder: string;
  #watchers: readonly FSWatcher[] = [];
  #woken = Promise.withResolvers<void>();
  #over = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#follow();
  }

  /**
   * Waits for the next change, and until the files settle. False after `stop`. Later changes belong to the next call.
   */
  async next(): Promise<boolean> {
    await this.#woken.promise;
    if (!this.#over) await new Promise((done) => setTimeout(done, SETTLE_MS));
    if (this.#over) return false;
    this.#woken = Promise.withResolvers<void>();
    this.#follow();
    return true;
  }

  stop(): void {
    this.#over = true;
    this.#woken.resolve();
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers) watcher.close();
  }

  /** Creates all watchers again, because a folder of the same name may be a new one. */
  #follow(): void {
    this[Symbol.dispose]();
    const wake = (): void => this.#woken.resolve();
    this.#watchers = foldersIn(this.#folder).map((folder) => watch(folder, wake).on("error", wake));
  }
}
