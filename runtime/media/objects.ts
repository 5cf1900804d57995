import { MEDIA_SWEEP_BATCH, MEDIA_UPLOAD_MS, UPLOAD_PARTS_MAX } from "../../manifests/bounds.ts";
import type { MediaTypeName } from "../../manifests/mediaTypes.ts";
import { MEDIA_WIDTHS } from "../../manifests/mediaTypes.ts";
import type { Powers, Sql } from "../powers.ts";
import { first } from "../powers.ts";
import { addressName } from "./names.ts";

export interface StoredFile {
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
  readonly type: MediaTypeName;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

export interface MediaObject extends StoredFile {
  /** Last part of its key and of its address. */
  readonly object: string;
  readonly state: "placed" | "kept" | "loose";
}

/** An upload that has begun, and where its bytes belong once that is known. */
interface OpenUpload {
  readonly id: string;
  readonly digest: string | null;
  readonly object: string | null;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
}

/** What storage holds, or is about to, that is to be removed. */
export interface OwedMedia {
  readonly uploads: readonly OpenUpload[];
  readonly keys: readonly string[];
}

/** Keys are below the tenant's own part of the bucket, which whoever holds the bucket puts before them. */
export const objectKey = (digest: string, object: string): string => `${digest}/${object}`;
const UPLOADS = "uploads/";
export const uploadKey = (id: string): string => UPLOADS + id;
/** Of what is stored in parts, each, from 0. */
export const partKey = (key: string, part: number): string => `${key}/${part}`;

/** All that may be stored of a file under its own key: the same picture in other widths, and of an upload its parts. */
export const keysWith = (key: string): string[] => [key, ...(key.startsWith(UPLOADS) ? partsOf(key) : MEDIA_WIDTHS.map((width) => `${key}/w${width}`))];

const partsOf = (key: string): string[] => Array.from({ length: UPLOAD_PARTS_MAX }, (_, part) => partKey(key, part));

/**
 * The files of a tenant in storage. Before a key is written it is written down here, and it is removed only through
 * `media_garbage`: whenever a machine dies, what lies in storage is either wanted or known to be unwanted.
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

  /** False for an upload that took too long: what it has stored may be gone. */
  isOpen(id: string): boolean {
    const row = first<{ at: number }>(this.#sql, "SELECT at FROM media_uploads WHERE id = ?", id);
    return row !== undefined && this.#powers.now() - row.at < MEDIA_UPLOAD_MS;
  }

  /** Says where the bytes of an upload belong. While it is open, they stay there. */
  place(id: string, file: StoredFile, name: string, preview: string | null): MediaObject {
    return this.#sql.atomically(() => {
      const placed = this.find(file.digest) ?? this.#add(file, this.#freeName(file.digest, addressName(name, file.type)), preview);
      this.#sql.all("UPDATE media_uploads SET digest = ?, object = ? WHERE id = ?", file.digest, placed.object, id);
      return placed;
    });
  }

  #add(file: StoredFile, object: string, preview: string | null): MediaObject {
    this.#sql.all(
      "INSERT INTO media_objects (digest, object, type, bytes, width, height, preview, state) VALUES (?, ?, ?, ?, ?, ?, ?, 'placed')",
      file.digest, object, file.type, file.bytes, file.width, file.height, preview,
    );
    return { ...file, object, state: "placed" };
  }

  find(digest: string): MediaObject | undefined {
    return first(this.#sql, "SELECT digest, object, type, bytes, width, height, state FROM media_objects WHERE digest = ?", digest);
  }

  keep(digest: string): void {
    this.#sql.all("UPDATE media_objects SET state = 'kept' WHERE digest = ?", digest);
  }

  /** Called when a site has removed its file. `now`: whatever still shows it. */
  release(digest: string, now: boolean): void {
    if (this.#isListed(digest)) return;
    if (now) this.#discard(digest);
    else this.#sql.all("UPDATE media_objects SET state = 'loose' WHERE digest = ?", digest);
  }

  /**
   * Removes what it has stored, though it may have ended before: what took too long arrives after that. Its last copy may
   * have come after its place was taken away: by a removal, an erasure, or a way back to before it.
   */
  end(id: string): void {
    this.#sql.atomically(() => {
      this.#throwAway(uploadKey(id));
      const [ended] = this.#sql.all<Pick<OpenUpload, "digest" | "object">>("DELETE FROM media_uploads WHERE id = ? RETURNING digest, object", id);
      const { digest, object } = ended ?? { digest: null, object: null };
      if (digest !== null && object !== null && this.find(digest)?.object !== object) this.#throwAway(objectKey(digest, object));
    });
  }

  /** Ends uploads that broke off. A clock that was set back has broken them off, too. */
  expire(): void {
    const over = this.#sql.all<{ id: string }>("SELECT id FROM media_uploads WHERE abs(? - at) >= ?", this.#powers.now(), MEDIA_UPLOAD_MS);
    for (const { id } of over) this.end(id);
  }

  /** Throws away what uploads have stored and nothing lists. What is still arriving goes when its upload ends: now, all of it could come later. */
  abandon(): void {
    this.#sql.atomically(() => {
      for (const { digest } of this.#sql.all<{ digest: string }>("SELECT digest FROM media_objects WHERE state = 'placed'")) this.#discard(digest);
    });
  }

  /**
   * Finds what nobody wants any more: files that were stored and never listed, and files that
   * no site lists and no version of a document shows that can be published, restored or gone back to.
   */
  sweep(): void {
    this.#sql.atomically(() => {
      const unwanted = this.#sql.all<{ digest: string }>(
        `SELECT digest FROM media_objects WHERE state <> 'kept'
           AND NOT EXISTS (SELECT 1 FROM media_uploads WHERE media_uploads.digest = media_objects.digest)
           AND (state = 'placed' OR NOT EXISTS (SELECT 1 FROM media_uses WHERE media_uses.digest = media_objects.digest))
         LIMIT ?`,
        MEDIA_SWEEP_BATCH,
      );
      for (const { digest } of unwanted) this.#discard(digest);
    });
  }

  owed(): OwedMedia {
    return {
      uploads: this.#sql.all<OpenUpload>("SELECT id, digest, object, at FROM media_uploads ORDER BY id"),
      keys: this.#sql.all<{ key: string }>("SELECT key FROM media_garbage ORDER BY key").map(({ key }) => key),
    };
  }

  /** Takes over what another time of this database owes, but for files it has here. The caller holds the transaction. */
  owe({ uploads, keys }: OwedMedia): void {
    for (const { id, digest, object, at } of uploads) {
      this.#sql.all("INSERT OR REPLACE INTO media_uploads (id, digest, object, at) VALUES (?, ?, ?, ?)", id, digest, object, at);
    }
    const query = "INSERT OR IGNORE INTO media_garbage (key) SELECT ?1 WHERE ?1 NOT IN (SELECT digest || '/' || object FROM media_objects)";
    for (const key of keys) this.#sql.all(query, key);
  }

  /** After this database has become what it was at another time: what is stored of uploads it does not know is nobody's. The caller holds the transaction. */
  reconcile(stored: readonly string[]): void {
    const query = "INSERT OR IGNORE INTO media_garbage (key) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM media_uploads WHERE id = ?)";
    for (const id of stored) this.#sql.all(query, uploadKey(id), id);
  }

  /** Keys to remove from storage; `removed` is told when they are. */
  garbage(): string[] {
    return this.#sql.all<{ key: string }>("SELECT key FROM media_garbage LIMIT ?", MEDIA_SWEEP_BATCH).map(({ key }) => key);
  }

  removed(keys: readonly string[]): void {
    for (const key of keys) this.#sql.all("DELETE FROM media_garbage WHERE key = ?", key);
  }

  nextDue(): number | undefined {
    if (first(this.#sql, "SELECT 1 AS found FROM media_garbage LIMIT 1")) return this.#powers.now();
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

  /** Not a name that is about to be removed: the removal could come after the bytes. */
  #freeName(digest: string, wanted: string): string {
    const dot = wanted.lastIndexOf(".");
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted.slice(0, dot)}-${count}${wanted.slice(dot)}`;
      if (!first(this.#sql, "SELECT 1 AS found FROM media_garbage WHERE key = ?", objectKey(digest, name))) return name;
    }
  }
}
