import type { AuditPayload } from "../commands/outbox.ts";

/** An archive that is kept for getting a workspace back, or for being taken away. */
export const ARCHIVE_KINDS = ["backups", "exports"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** The facts of an archive that are known without opening it. They are not part of the state that it holds. */
export interface ArchiveFacts {
  readonly id: string;
  readonly sha256: string;
  /** The size of all its files. */
  readonly bytes: number;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly submissions: boolean;
  /** The files it names: they are kept beside it. `missing` were nowhere to be found. */
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

/** A media file as storage knows it. */
export interface MediaRef {
  readonly digest: string;
  /** Last part of its key. */
  readonly object: string;
  readonly type: string;
}

export interface Copied {
  /** Files that were copied now. */
  readonly copied: number;
  /** Files that are still to be copied: a request does a bounded number. */
  readonly left: number;
  /** Digests of files that are in neither place. */
  readonly missing: readonly string[];
}

/**
 * The storage of one tenant's archives and of the files that they name. The deployment hands it in, because it is not
 * part of the workspace.
 */
export interface Vault {
  find(kind: ArchiveKind, id: string): Promise<ArchiveFacts | undefined>;
  read(kind: ArchiveKind, id: string): Promise<StoredArchive | undefined>;
  /** Opens an archive unread, with the members beside it after it. The caller must read or cancel the body. */
  open(
    kind: ArchiveKind,
    id: string,
  ): Promise<{ readonly facts: ArchiveFacts; readonly body: ArchiveFile["body"] } | undefined>;
  /** Reads bytes of an archive, fewer at its end; undefined if it does not exist. */
  part(kind: ArchiveKind, id: string, from: number, length: number): Promise<Uint8Array | undefined>;
  /** Stores an archive whole, or nothing if it exists already. Callers store the members beside it first. */
  store(kind: ArchiveKind, facts: ArchiveFacts, bytes: Uint8Array): Promise<void>;
  /** A member that lies beside the file of a split archive, by the digest of its bytes. */
  storeMember(kind: ArchiveKind, id: string, sha256: string, bytes: Uint8Array): Promise<void>;
  member(kind: ArchiveKind, id: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Newest first. */
  list(kind: ArchiveKind): Promise<ArchiveFacts[]>;
  /** Removes archives with the members beside them, including unfinished archives. */
  remove(kind: ArchiveKind, ids: readonly string[]): Promise<void>;
  /** Copies files to the backups, by digest; one that is there already is not copied again. */
  keepMedia(files: readonly MediaRef[]): Promise<Copied>;
  /** Digests of files the backups have. */
  keptMedia(): Promise<ReadonlySet<string>>;
  /** Removes files from the backups, by digest. */
  removeMedia(digests: readonly string[]): Promise<void>;
  /**
   * Copies files from the backups to the place where sites serve them. `writing` gets the keys before the first is
   * written.
   */
  bringMedia(files: readonly MediaRef[], writing: (files: readonly MediaRef[]) => void): Promise<Copied>;
  /** Files visitors have sent, by their keys in quarantine. */
  quarantined(): Promise<readonly string[]>;
  /** Lists ids of uploads that have stored bytes and no place yet. */
  uploads(): Promise<readonly string[]>;
  /** Counts the files that sites serve. */
  servedMedia(): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** Reads the control plane's audit rows of these sites from before that moment, at most the `most` newest. */
  audit(sites: readonly string[], before: number, most: number): Promise<AuditPayload[]>;
}

/** Opens the vault of a tenant, by the tenant's id. */
export type VaultOf = (tenant: string) => Vault;
