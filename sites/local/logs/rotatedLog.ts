import { renameSync, statSync } from "node:fs";
import { LogFile } from "./logFile.ts";

export interface Rotation {
  /** No file grows beyond it, unless a single line is longer. */
  readonly maxBytes: number;
  /** Files there are at most, the one that is written included. */
  readonly files: number;
}

/** The history that an operator can read back. A flood needs minutes to push out other lines. */
export const ROTATION: Rotation = { maxBytes: 4 * 1024 * 1024, files: 5 };

/** A log in a fixed number of files: the one at `path`, and before it `path.1`, `path.2` and so on. The oldest is lost. */
export class RotatedLog {
  readonly #path: string;
  readonly #rotation: Rotation;
  readonly #file: LogFile;

  constructor(path: string, rotation: Rotation) {
    this.#path = path;
    this.#rotation = rotation;
    this.#file = new LogFile(path);
  }

  /** Both processes of a run may write here, so the file itself says how long it is. */
  write(line: string): void {
    const [bytes, before] = [Buffer.byteLength(line) + 1, sizeOf(this.#path)];
    if (before > 0 && before + bytes > this.#rotation.maxBytes) this.#rotate();
    this.#file.write(line);
  }

  /** Moves the lines so far into a file of their own. */
  turn(): void {
    if (sizeOf(this.#path) > 0) this.#rotate();
  }

  #rotate(): void {
    for (let age = this.#rotation.files - 1; age > 0; age--) moved(this.#name(age - 1), this.#name(age));
  }

  #name(age: number): string {
    return age === 0 ? this.#path : `${this.#path}.${age}`;
  }
}

/** A file that cannot be read counts as empty, and one that cannot be moved keeps its name: a log ends nothing. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

function moved(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    return;
  }
}
