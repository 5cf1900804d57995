import * as z from "zod/mini";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import type { Loss } from "./losses.ts";
import { stateIn } from "./stateFile.ts";

const OWNER_ONLY = 0o600;

const shape = z.array(z.object({ what: z.string(), mend: z.string() }));

/** The lost and damaged parts that a start found, and those found since. The file tells programs of the same user. */
export class KnownLosses {
  readonly #file: string;
  readonly #all: Loss[];

  constructor(file: string, found: readonly Loss[]) {
    this.#file = file;
    this.#all = [...found];
    this.#write();
  }

  get all(): readonly Loss[] {
    return this.#all;
  }

  add(loss: Loss): void {
    this.#all.push(loss);
    this.#write();
  }

  #write(): void {
    writeWhole(this.#file, JSON.stringify(this.#all), OWNER_ONLY);
  }
}

/** The losses that the last start of a data folder, and its run since, have found. */
export const lossesKnown = (file: string): readonly Loss[] => stateIn(file, shape).found ?? [];
