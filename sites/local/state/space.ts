import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Below this nothing is stored any more. */
export const SPACE_LEFT_BYTES = 16 * 1024 * 1024;
/** The reserve's size. It is released when the disk is full, because databases open files even to read. */
export const RESERVE_BYTES = 16 * 1024 * 1024;

const LOOK_MS = 1_000;
const OWNER_ONLY = 0o600;

/** The disk a file is on. */
export interface Disk {
  free(): number;
  write(bytes: number): void;
  remove(): void;
}

export const diskOf = (path: string): Disk => ({
  free() {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  },
  // Bytes that are no zeros take their space on every file system.
  write: (bytes) => writeFileSync(path, Buffer.alloc(bytes, 1), { mode: OWNER_ONLY }),
  remove: () => rmSync(path, { force: true }),
});

/**
 * Keeps room for the databases. A change on a full disk closes its database, which then cannot be opened even for
 * visitors. So changes stop earlier, and a reserve on the disk is released for reads and taken again when there is
 * room.
 */
export class Space implements Disposable {
  readonly #disk: Disk;
  readonly #timer = setInterval(() => this.look(), LOOK_MS).unref();
  #isShort = true;

  constructor(disk: Disk) {
    this.#disk = disk;
    this.look();
  }

  /** Tells whether there is room to store something. */
  get isEnough(): boolean {
    this.look();
    return !this.#isShort;
  }

  /** Bytes that are free now; null if the disk cannot be asked. */
  get free(): number | null {
    try {
      return this.#disk.free();
    } catch {
      return null;
    }
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  /** A disk that cannot be asked is taken for one that is full. */
  look(): void {
    try {
      this.#settle(this.#disk.free());
    } catch {
      this.#isShort = true;
    }
  }

  #settle(free: number): void {
    if (!this.#isShort && free < SPACE_LEFT_BYTES) this.#giveUp();
    else if (this.#isShort && free >= SPACE_LEFT_BYTES + RESERVE_BYTES) this.#take();
  }

  #giveUp(): void {
    this.#isShort = true;
    this.#disk.remove();
  }

  #take(): void {
    this.#disk.write(RESERVE_BYTES);
    this.#isShort = false;
  }
}
