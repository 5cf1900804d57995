import { open } from "node:fs/promises";
import { dirname } from "node:path";

/** Brings what the system holds in memory of a file or folder to the disk. */
export type Sync = (path: string) => Promise<void>;

export const syncFile: Sync = async (path) => {
  await using file = await open(path, "r+");
  await file.sync();
};

/** Makes a file's name durable. Some systems cannot open a folder; they keep names in order by themselves. */
export const syncFolder: Sync = async (path) => {
  if (process.platform === "win32") return;
  await using folder = await open(path, "r");
  await folder.sync();
};

/**
 * Runs a sync for callers that share it. A call during a run waits for the next run, because the present one may have
 * begun before the caller's change.
 */
export class SharedSync {
  readonly #sync: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(sync: () => Promise<void>) {
    this.#sync = sync;
  }

  join(): Promise<void> {
    if (this.#running === undefined) return this.#run();
    this.#next ??= this.#running
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#run();
      });
    return this.#next;
  }

  #run(): Promise<void> {
    const running = this.#sync().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

/** Syncs files with their names. Files of one folder share the sync of their names. */
export class BlobSync {
  readonly #top: string;
  readonly #file: Sync;
  readonly #folder: Sync;
  readonly #folders = new Map<string, SharedSync>();

  /** `top` is a folder whose own name is durable. */
  constructor(
    top: string,
    { file = syncFile, folder = syncFolder }: { readonly file?: Sync; readonly folder?: Sync } = {},
  ) {
    this.#top = top;
    this.#file = file;
    this.#folder = folder;
  }

  /** Resolves once the file is on the disk. `path` is below the top folder. */
  async keep(path: string): Promise<void> {
    await this.#file(path);
    await this.#namesIn(dirname(path)).join();
  }

  #namesIn(folder: string): SharedSync {
    const known = this.#folders.get(folder);
    if (known) return known;
    const made = new SharedSync(this.#syncing(folder));
    this.#folders.set(folder, made);
    return made;
  }

  /** The first sync of a folder includes the folders above it, because the simulator may just have made them. */
  #syncing(folder: string): () => Promise<void> {
    let above: readonly string[] | undefined = this.#above(folder);
    return async () => {
      await this.#folder(folder);
      for (const one of above ?? []) await this.#folder(one);
      above = undefined;
    };
  }

  #above(folder: string): string[] {
    const all: string[] = [];
    for (let at = folder; at !== this.#top && at !== dirname(at); at = dirname(at)) all.push(dirname(at));
    return all;
  }
}
