import { existsSync, rmSync } from "node:fs";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import type { DataFolder } from "./dataFolder.ts";

const OWNER_ONLY = 0o600;

/**
 * Decides whether plugin code has a process of its own. An operator's option decides. Without one, plugin code is
 * separated after the first process that ended on its own. A file in the data folder stores this decision.
 */
export class Separation {
  readonly #file: string;
  readonly #wish: boolean | undefined;

  /** `wish` is the operator's option; undefined if it is not set. */
  constructor({ apart }: Pick<DataFolder, "apart">, wish: boolean | undefined) {
    this.#file = apart;
    this.#wish = wish;
    if (wish === false) rmSync(apart, { force: true });
  }

  /** True if a run starts with two processes. */
  get isWanted(): boolean {
    return this.#wish ?? existsSync(this.#file);
  }

  /** True if a run may separate plugin code later. */
  get mayBegin(): boolean {
    return this.#wish === undefined;
  }

  /** Stores the decision. At a full disk it is lost, and the next start begins with one process again. */
  begins(): void {
    try {
      writeWhole(this.#file, `${JSON.stringify({ since: new Date().toISOString() })}\n`, OWNER_ONLY);
    } catch {
      // The current run stays separated anyway.
    }
  }
}
