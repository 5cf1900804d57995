import { renameSync, statSync } from "node:fs";
import { LogFile } from "./logFile.ts";

export interface Rotation {
  /** The largest size of a file, unless a single line is longer. */
  readonly maxBytes: number;
  /** The number of files, with the current one. */
  readonly files: number;
}

/** Keeps 20 MiB. A flood needs minutes to push out other lines. */
export const ROTATION: Rotation = { maxBytes: 4 * 1024 * 1024, files: 5 };

/** A log in a fixed number of files: `path`, then the older `path.1`, `path.2` and so on. The oldest is deleted. */
export class RotatedLog {
  readonly #path: string;
  readonly #rotation: Rotation;
  readonly #file: LogFile;

  constructor(path: string, rotation: Rotation) {
    this.#path = path;
    this.#rotation = rotation;
    this.#file = new LogFile(path);
  }

  /** Reads the size from the file at each write, because both processes of a run may write to it. */
  write(line: string): void {
    const [bytes, before] = [Buffer.byteLength(line) + 1, sizeOf(this.#path)];
    if (before > 0 && before + bytes > this.#rotation.maxBytes) this.#rotate();
    this.#file.write(line);
  }

  /** Starts a new file, unless the current one is empty. */
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

/** The file's size; 0 if it cannot be read, because a log must never stop the run. */
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
