import type { AuditPayload } from "../commands/outbox.ts";

/** The kinds of archives: kept to restore a workspace, or made for download. */
export const ARCHIVE_KINDS = ["backups", "exports"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** The facts of an archive that are stored beside it. They are not part of the archived state. */
export interface ArchiveFacts {
  readonly id: string;
  readonly sha256: string;
  /** The total size of all files of the archive. */
  readonly bytes: number;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly submissions: boolean;
  /** The files that the archive names, which the vault keeps. `missing` could not be found. */
  readonly media: { readonly files: number; readonly bytes: number; readonly missing: number };
}

export interface StoredArchive {
  readonly facts: ArchiveFacts;
  readonly bytes: Uint8Array;
}

/** An archive as a stream, for a download. */
export interface ArchiveFile {
  readonly body: ReadableStream<Uint8Array>;
  readonly bytes: number;
}

/** The name of a stored file: a backup by its id, or a media file beside the backups by its digest. */
export type ArchivedName = { readonly backup: string } | { readonly file: string };

/** A stored file that returns, with its length: a media file, or a piece of a backup by the digest of its bytes. */
export type ArchivePiece = ({ readonly file: string } | { readonly backup: string; readonly piece: string }) & {
  readonly bytes: number;
};

/** A media file as storage knows it. */
export interface MediaRef {
  readonly digest: string;
  /** The last part of its storage key. */
  readonly object: string;
  readonly type: string;
}

export interface Copied {
  /** Number of files copied by this request. */
  readonly copied: number;
  /** Number of files still to copy: one request copies a limited number. */
  readonly left: number;
  /** Digests of files found in neither place. */
  readonly missing: readonly string[];
}

/**
 * The storage of one tenant's archives and of the files that they name. The deployment supplies it, because it is
 * outside of the workspace.
 */
export interface Vault {
  find(kind: ArchiveKind, id: string): Promise<ArchiveFacts | undefined>;
  read(kind: ArchiveKind, id: string): Promise<StoredArchive | undefined>;
  /** Opens an archive as a stream, its members after it. The caller must read or cancel the body. */
  open(
    kind: ArchiveKind,
    id: string,
  ): Promise<{ readonly facts: ArchiveFacts; readonly body: ArchiveFile["body"] } | undefined>;
  /** Reads bytes of an archive, fewer at its end. Undefined if the archive does not exist. */
  part(kind: ArchiveKind, id: string, from: number, length: number): Promise<Uint8Array | undefined>;
  /** Stores an archive; does nothing if it exists already. The caller stores its members first. */
  store(kind: ArchiveKind, facts: ArchiveFacts, bytes: Uint8Array): Promise<void>;
  /** A member stored beside a split archive, by the digest of its bytes. */
  storeMember(kind: ArchiveKind, id: string, sha256: string, bytes: Uint8Array): Promise<void>;
  member(kind: ArchiveKind, id: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Stores a returned file or piece, if its bytes have its digest. False, and the body is dropped, if it is there. */
  take(piece: ArchivePiece, body: ReadableStream<Uint8Array>): Promise<boolean>;
  /** Removes one stored member, if it is there. */
  dropMember(kind: ArchiveKind, id: string, sha256: string): Promise<void>;
  /** Lists archives, newest first. */
  list(kind: ArchiveKind): Promise<ArchiveFacts[]>;
  /** Removes archives and their members, also of unfinished archives. */
  remove(kind: ArchiveKind, ids: readonly string[]): Promise<void>;
  /** Copies files to the backups, except those already there. */
  keepMedia(files: readonly MediaRef[]): Promise<Copied>;
  /** Opens a file in the backups, by its digest. The caller must read or cancel the body. */
  openMedia(digest: string): Promise<ArchiveFile | undefined>;
  /** Digests of the files in the backups. */
  keptMedia(): Promise<ReadonlySet<string>>;
  /** Removes files from the backups, by digest. */
  removeMedia(digests: readonly string[]): Promise<void>;
  /** Copies files from the backups to where sites serve them. Calls `writing` with the files before the first copy. */
  bringMedia(files: readonly MediaRef[], writing: (files: readonly MediaRef[]) => void): Promise<Copied>;
  /** Keys of visitors' files in quarantine. */
  quarantined(): Promise<readonly string[]>;
  /** Ids of uploads that have stored bytes and no address yet. */
  uploads(): Promise<readonly string[]>;
  /** Counts the files that sites serve. */
  servedMedia(): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** The newest audit rows of these sites before a time, at most `most`, from the control plane. */
  audit(sites: readonly string[], before: number, most: number): Promise<AuditPayload[]>;
}

/** Opens the vault of a tenant, by the tenant's id. */
export type VaultOf = (tenant: string) => Vault;
