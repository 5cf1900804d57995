import { readdirSync, watch } from "node:fs";
import type { FSWatcher } from "node:fs";
import { join } from "node:path";

/** Editors write a file in several steps; a save is one change. */
const SETTLE_MS = 120;

/** Large, and no part of a package. */
const PASSED_OVER: ReadonlySet<string> = new Set(["node_modules", ".git"]);

const foldersIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !PASSED_OVER.has(entry.name))
    .flatMap(({ name }) => foldersIn(join(folder, name))),
];

/**
 * Changes below a folder. Each folder has a watch of its own. On Linux Node's recursive watch follows files, and loses
 * each that is replaced by another of its name, as many editors do to save.
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

  /** Waits for the next change and until it has settled. False when it is over. What changes from now on is the next one's. */
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

  /** Anew each time: a folder that was removed and made again is another one. */
  #follow(): void {
    this[Symbol.dispose]();
    const wake = (): void => this.#woken.resolve();
    this.#watchers = foldersIn(this.#folder).map((folder) => watch(folder, wake).on("error", wake));
  }
}
