import { ARCHIVE_MAX_BYTES, ARCHIVE_PART_BYTES, ARCHIVE_TURN_BYTES } from "../../manifests/bounds/backups.ts";
import { joinedBytes } from "../../manifests/joinedBytes.ts";
import { type ArchiveHead, type ArchiveMember, type Hash, type ArchiveRow, headLine, rowLine } from "./archive.ts";
import { GrowingText } from "./text.ts";

type Facts = Pick<ArchiveHead, "schema" | "tenant" | "sites" | "submissions">;

/** Rows of one table that become one stored member. */
interface Part {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export interface Packed {
  /** The file whose digest is on the receipt. */
  readonly file: Uint8Array;
  /** The total size of the file and the members beside it. */
  readonly bytes: number;
}

/** The copied tables and the vault that an archive is written to. */
export interface PackParts {
  readonly facts: Facts;
  readonly hash: Hash;
  /** Stores a member beside the file. Not called for an archive that is one file. */
  readonly store: (sha256: string, bytes: Uint8Array) => Promise<void>;
  /** Lets waiting requests go first. */
  readonly rest: () => Promise<void>;
}

/**
 * Packs rows into an archive. A small archive is one file. A larger one has members of ARCHIVE_PART_BYTES beside a file
 * that names them. Memory holds at most one file's bytes, and other requests run after each ARCHIVE_TURN_BYTES.
 */
export class ArchivePack {
  readonly #parts: PackParts;
  readonly #text = new GrowingText();
  readonly #members: ArchiveMember[] = [];
  #held: Part[] = [];
  #bytes = 0;
  #isSplit = false;
  #sinceRest = 0;

  constructor(parts: PackParts) {
    this.#parts = parts;
  }

  /** Adds all rows of a table. An empty table is a member, too. */
  async add(name: string, columns: readonly string[], rows: Iterable<ArchiveRow>): Promise<void> {
    let [count, ended] = [0, 0];
    for (const row of rows) {
      const before = this.#text.length;
      this.#text.push(rowLine(row));
      count += 1;
      await this.#worked(this.#text.length - before);
      if (this.#text.length < ARCHIVE_PART_BYTES) continue;
      await this.#end(name, columns, count);
      [count, ended] = [0, ended + 1];
    }
    if (count > 0 || ended === 0) await this.#end(name, columns, count);
  }

  /** Rests after each ARCHIVE_TURN_BYTES, because the thread answers nobody while it packs. */
  async #worked(bytes: number): Promise<void> {
    this.#sinceRest += bytes;
    if (this.#sinceRest < ARCHIVE_TURN_BYTES) return;
    this.#sinceRest = 0;
    await this.#parts.rest();
  }

  async finish(): Promise<Packed> {
    const single = this.#isSplit ? undefined : await this.#whole();
    if (single && single.length <= ARCHIVE_MAX_BYTES) return { file: single, bytes: single.length };
    await this.#split();
    const file = new TextEncoder().encode(headLine({ ...this.#parts.facts, members: this.#members }, true));
    return { file, bytes: file.length + this.#bytes };
  }

  async #end(name: string, columns: readonly string[], rows: number): Promise<void> {
    const bytes = this.#text.take();
    this.#held.push({ name, columns, rows, bytes, sha256: await this.#parts.hash(bytes) });
    this.#bytes += bytes.length;
    if (this.#bytes > ARCHIVE_MAX_BYTES) await this.#split();
  }

  /** Stores the members in memory beside the file. Later members go there at once. */
  async #split(): Promise<void> {
    this.#isSplit = true;
    for (const { name, columns, rows, bytes, sha256 } of this.#held.splice(0)) {
      if (bytes.length > 0) await this.#parts.store(sha256, bytes);
      this.#members.push({ name, columns: [...columns], rows, bytes: bytes.length, sha256 });
    }
  }

  async #whole(): Promise<Uint8Array> {
    const body = joinedBytes(this.#held.map(({ bytes }) => bytes));
    const members: ArchiveMember[] = [];
    for (const { name, columns, rows, bytes } of merged(this.#held)) {
      const from = members.reduce((sum, member) => sum + member.bytes, 0);
      members.push({
        name,
        columns: [...columns],
        rows,
        bytes,
        sha256: await this.#parts.hash(body.subarray(from, from + bytes)),
      });
    }
    return joinedBytes([new TextEncoder().encode(headLine({ ...this.#parts.facts, members })), body]);
  }
}

type Merged = Omit<ArchiveMember, "sha256">;

/** Merges the parts of each table, because in a single file a table is one member. */
function merged(parts: readonly Part[]): Merged[] {
  const byName = new Map<string, Merged>();
  for (const { name, columns, rows, bytes } of parts) {
    const before = byName.get(name);
    byName.set(name, {
      name,
      columns: [...columns],
      rows: rows + (before?.rows ?? 0),
      bytes: bytes.length + (before?.bytes ?? 0),
    });
  }
  return [...byName.values()];
}
