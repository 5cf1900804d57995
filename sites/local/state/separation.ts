import { existsSync, rmSync, writeFileSync } from "node:fs";
import type { DataFolder } from "./dataFolder.ts";

const OWNER_ONLY = 0o600;

/**
 * Decides when plugin code has a process of its own. The operator may say so; otherwise it has one after the first
 * process that ended while it ran. A file in the data folder remembers that, until the operator says that there is to
 * be one.
 */
export class Separation {
  readonly #file: string;
  readonly #wish: boolean | undefined;

  /** `wish` is what the operator said; undefined for nothing. */
  constructor({ apart }: Pick<DataFolder, "apart">, wish: boolean | undefined) {
    this.#file = apart;
    this.#wish = wish;
    if (wish === false) rmSync(apart, { force: true });
  }

  /** True from the start of a run. */
  get isWanted(): boolean {
    return this.#wish ?? existsSync(this.#file);
  }

  /** True if it may begin while a run goes on. */
  get mayBegin(): boolean {
    return this.#wish === undefined;
  }

  /** Remembers that it has begun. On a full disk the next start has one process, and learns it anew. */
  begins(): void {
    try {
      writeFileSync(this.#file, `${JSON.stringify({ since: new Date().toISOString() })}\n`, { mode: OWNER_ONLY });
    } catch {
      // The run that goes on is apart all the same.
    }
  }
}
