import { MEDIA_SWEEP_BATCH, MEDIA_UPLOAD_MS } from "../../manifests/bounds/media.ts";
import type { MediaTypeName } from "../../manifests/shapes/mediaTypes.ts";
import { isUsed } from "../documents/mediaUses.ts";
import { type Powers, type Sql, first } from "../powers/powers.ts";
import { isForReaders, nameInAddress, objectForReaders, objectKey, uploadKey } from "./keys.ts";
import { addressName } from "./names.ts";

export interface StoredFile {
  /** The SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly type: MediaTypeName;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

export interface MediaObject extends StoredFile {
  /** The last part of the storage key and of the URL. */
  readonly object: string;
  readonly state: "placed" | "kept" | "loose";
}

/** A stored file, with the last part of its storage key. */
export type SettledObject = Pick<MediaObject, "digest" | "object" | "type" | "bytes">;

/** An open upload, with the final key of its bytes once it is known. */
interface OpenUpload {
  readonly id: string;
  readonly digest: string | null;
  readonly object: string | null;
  /** The time of its start, in milliseconds since the epoch. */
  readonly at: number;
}

/** Files that must be removed, now or when their upload ends. */
export interface OwedMedia {
  readonly uploads: readonly OpenUpload[];
  readonly keys: readonly string[];
}

/**
 * Tracks a tenant's files in storage. A key is recorded before the worker writes to it, and removed only through
 * `media_garbage`. So after any crash, every stored file is either wanted or marked for removal.
 */
export class MediaObjects {
  readonly #powers: Powers;
  readonly #sql: Sql;

  constructor(powers: Powers) {
    this.#powers = powers;
    this.#sql = powers.sql;
  }

  openUploads(): number {
    return first<{ n: number }>(this.#sql, "SELECT count(*) AS n FROM media_uploads")?.n ?? 0;
  }

  begin(): string {
    const id = this.#powers.newId();
    this.#sql.all("INSERT INTO media_uploads (id, digest, at) VALUES (?, NULL, ?)", id, this.#powers.now());
    return id;
  }

  /** Tells whether an upload is open. After MEDIA_UPLOAD_MS its stored bytes may be gone. */
  isOpen(id: string): boolean {
    const row = first<{ at: number }>(this.#sql, "SELECT at FROM media_uploads WHERE id = ?", id);
    return row !== undefined && this.#powers.now() - row.at < MEDIA_UPLOAD_MS;
  }

  /** Assigns the final key for an upload's bytes. The file is not removed while the upload is open. */
  place(id: string, file: StoredFile, name: string, preview: string | null): MediaObject {
    return this.#sql.atomically(() => {
      const placed =
        this.find(file.digest) ?? this.#add(file, this.#freeName(file.digest, addressName(name, file.type)), preview);
      this.#sql.all("UPDATE media_uploads SET digest = ?, object = ? WHERE id = ?", file.digest, placed.object, id);
      return placed;
    });
  }

  #add(file: StoredFile, object: string, preview: string | null): MediaObject {
    this.#sql.all(
      "INSERT INTO media_objects (digest, object, type, bytes, width, height, preview, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'placed')",
      file.digest,
      object,
      file.type,
      file.bytes,
      file.width,
      file.height,
      preview,
    );
    return { ...file, object, state: "placed" };
  }

  find(digest: string): MediaObject | undefined {
    return first(
      this.#sql,
      "SELECT digest, object, type, bytes, width, height, state FROM media_objects WHERE digest = ?",
      digest,
    );
  }

  /** Tells whether a site lists the file under this name. Other files may be removed at any time. */
  isKept(digest: string, object: string): boolean {
    const found = this.find(digest);
    return found?.state === "kept" && nameInAddress(found.object) === object;
  }

  /**
   * Moves a file to where no address leads. The caller has copied the bytes there from `object`, and holds the
   * transaction. What the site made of the file is made again there. False if the file stands elsewhere by now.
   */
  hide(digest: string, object: string): boolean {
    if (this.find(digest)?.object !== object) return false;
    if (isForReaders(object)) return true;
    this.#sql.all("UPDATE media_objects SET object = ? WHERE digest = ?", objectForReaders(object), digest);
    this.#throwAway(objectKey(digest, object));
    return true;
  }

  keep(digest: string): void {
    this.#sql.all("UPDATE media_objects SET state = 'kept' WHERE digest = ?", digest);
  }

  /** Releases a file that a site has removed. With `now` its bytes are removed, even if a document still shows it. */
  release(digest: string, now: boolean): void {
    if (this.#isListed(digest)) return;
    if (now) this.#discard(digest);
    else this.#sql.all("UPDATE media_objects SET state = 'loose' WHERE digest = ?", digest);
  }

  /**
   * Marks everything that an upload has stored for removal, even if it ended before, because a slow upload may store
   * bytes after its end. Its final copy may also arrive after its key was given up: by a removal, an erasure, or a
   * rewind.
   */
  end(id: string): void {
    this.#sql.atomically(() => {
      this.#throwAway(uploadKey(id));
      const [ended] = this.#sql.all<Pick<OpenUpload, "digest" | "object">>(
        "DELETE FROM media_uploads WHERE id = ? RETURNING digest, object",
        id,
      );
      const { digest, object } = ended ?? { digest: null, object: null };
      if (digest !== null && object !== null && this.find(digest)?.object !== object)
        this.#throwAway(objectKey(digest, object));
    });
  }

  /**
   * Ends expired uploads. After the clock was set back, uploads that seem to lie in the future count as expired, too.
   */
  expire(): void {
    const over = this.#sql.all<{ id: string }>(
      "SELECT id FROM media_uploads WHERE abs(? - at) >= ?",
      this.#powers.now(),
      MEDIA_UPLOAD_MS,
    );
    for (const { id } of over) this.end(id);
  }

  /**
   * Marks files that uploads have stored and no site lists for removal. Bytes of open uploads are removed when the
   * upload ends, because more may arrive.
   */
  abandon(): void {
    this.#sql.atomically(() => {
      for (const { digest } of this.#sql.all<{ digest: string }>(
        "SELECT digest FROM media_objects WHERE state = 'placed'",
      ))
        this.#discard(digest);
    });
  }

  /**
   * Marks unwanted files for removal: those that were never listed, and those that no site lists and no stored version
   * shows.
   */
  sweep(): void {
    this.#sql.atomically(() => {
      const unwanted = this.#sql.all<{ digest: string }>(
        `SELECT digest FROM media_objects WHERE state <> 'kept'
           AND NOT EXISTS (SELECT 1 FROM media_uploads WHERE media_uploads.digest = media_objects.digest)
           AND (state = 'placed' OR NOT ${isUsed("media_objects.digest")})
         LIMIT ?`,
        MEDIA_SWEEP_BATCH,
      );
      for (const { digest } of unwanted) this.#discard(digest);
    });
  }

  /** Lists the files that a site lists or a stored version may show. Files of unfinished uploads are left out. */
  settled(): SettledObject[] {
    return this.#sql.all<SettledObject>(
      "SELECT digest, object, type, bytes FROM media_objects WHERE state <> 'placed' ORDER BY digest",
    );
  }

  owed(): OwedMedia {
    return {
      uploads: this.#sql.all<OpenUpload>("SELECT id, digest, object, at FROM media_uploads ORDER BY id"),
      keys: this.#sql.all<{ key: string }>("SELECT key FROM media_garbage ORDER BY key").map(({ key }) => key),
    };
  }

  /**
   * Takes over the removals of the state before a rewind, except for files that this state has. The caller holds the
   * transaction.
   */
  owe({ uploads, keys }: OwedMedia): void {
    for (const { id, digest, object, at } of uploads) {
      this.#sql.all(
        "INSERT OR REPLACE INTO media_uploads (id, digest, object, at) VALUES (?, ?, ?, ?)",
        id,
        digest,
        object,
        at,
      );
    }
    this.throwAwayUnknown(keys);
  }

  /** Marks these keys for removal, except those of files that the workspace has. The caller holds the transaction. */
  throwAwayUnknown(keys: readonly string[]): void {
    const query = `INSERT OR IGNORE INTO media_garbage (key) SELECT ?1 WHERE NOT EXISTS (
      SELECT 1 FROM media_objects WHERE digest = substr(?1, 1, 64) AND digest || '/' || object = ?1)`;
    for (const key of keys) this.#sql.all(query, key);
  }

  /** Marks these keys for removal, even those of files that the workspace has. The caller holds the transaction. */
  throwAway(keys: readonly string[]): void {
    for (const key of keys) this.#throwAway(key);
  }

  /**
   * Marks stored uploads for removal that this database does not know, after a rewind or restore. The caller holds the
   * transaction.
   */
  reconcile(stored: readonly string[]): void {
    const query =
      "INSERT OR IGNORE INTO media_garbage (key) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM media_uploads WHERE id = ?)";
    for (const id of stored) this.#sql.all(query, uploadKey(id), id);
  }

  /** Lists keys to remove from storage. The caller confirms them with `removed`. */
  garbage(): string[] {
    return this.#sql
      .all<{ key: string }>("SELECT key FROM media_garbage LIMIT ?", MEDIA_SWEEP_BATCH)
      .map(({ key }) => key);
  }

  /** True while keys wait for their removal from storage. */
  get isRemoving(): boolean {
    return first(this.#sql, "SELECT 1 AS found FROM media_garbage LIMIT 1") !== undefined;
  }

  removed(keys: readonly string[]): void {
    for (const key of keys) this.#sql.all("DELETE FROM media_garbage WHERE key = ?", key);
  }

  nextDue(): number | undefined {
    if (this.isRemoving) return this.#powers.now();
    const oldest = first<{ at: number | null }>(this.#sql, "SELECT min(at) AS at FROM media_uploads")?.at ?? undefined;
    return oldest === undefined ? undefined : oldest + MEDIA_UPLOAD_MS;
  }

  #isListed(digest: string): boolean {
    return first(this.#sql, "SELECT 1 AS found FROM media_files WHERE digest = ? LIMIT 1", digest) !== undefined;
  }

  #discard(digest: string): void {
    const found = this.find(digest);
    if (!found) return;
    this.#sql.all("DELETE FROM media_objects WHERE digest = ?", digest);
    this.#throwAway(objectKey(digest, found.object));
  }

  #throwAway(key: string): void {
    this.#sql.all("INSERT OR IGNORE INTO media_garbage (key) VALUES (?)", key);
  }

  /**
   * Finds a free name. Names that wait for removal are not free, because the removal could come after the new bytes.
   */
  #freeName(digest: string, wanted: string): string {
    const dot = wanted.lastIndexOf(".");
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted.slice(0, dot)}-${count}${wanted.slice(dot)}`;
      if (!first(this.#sql, "SELECT 1 AS found FROM media_garbage WHERE key = ?", objectKey(digest, name))) return name;
    }
  }
}
