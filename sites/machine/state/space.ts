import { rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The least free space for changes, in bytes. */
export const SPACE_LEFT_BYTES = 16 * 1024 * 1024;
/**
 * The reserve's size, in bytes. The reserve is freed when the disk is full, because databases create files even to
 * read.
 */
export const RESERVE_BYTES = 16 * 1024 * 1024;

const LOOK_MS = 1_000;
const OWNER_ONLY = 0o600;

/** The disk of a file. */
export interface Disk {
  free(): number;
  write(bytes: number): void;
  remove(): void;
}

export const readDisk = (path: string): Disk => ({
  free() {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize;
  },
  // Some file systems store zeros without using space.
  write: (bytes) => writeFileSync(path, Buffer.alloc(bytes, 1), { mode: OWNER_ONLY }),
  remove: () => rmSync(path, { force: true }),
});

/**
 * Keeps space for the databases. A write on a full disk closes its database, which then cannot be opened even for
 * reading. So changes stop early, and a reserve file is deleted for the readers. The reserve is written again once
 * there is space.
 */
export class Space implements Disposable {
  readonly #disk: Disk;
  readonly #timer = setInterval(() => this.look(), LOOK_MS).unref();
  #isShort = true;

  constructor(disk: Disk) {
    this.#disk = disk;
    this.look();
  }

  /** True if there is space for changes. */
  get isEnough(): boolean {
    this.look();
    return !this.#isShort;
  }

  /** Free space in bytes; null if the system cannot tell. */
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

  /** Checks the free space. An unknown free space counts as a full disk. */
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
