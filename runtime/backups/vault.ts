import type { AuditPayload } from "../outbox.ts";

/** An archive that is kept for getting a workspace back, or for being taken away. */
export const ARCHIVE_KINDS = ["backups", "exports"] as const;
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number];

/** What is known of an archive without opening it: nothing of it is part of the state it holds. */
export interface ArchiveFacts {
  readonly id: string;
  readonly sha256: string;
  /** Of all its files. */
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

/** An archive on its way to whoever takes it away. */
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

/** Where the archives of one tenant are kept, and the files they name. Handed in, because it is not part of the workspace. */
export interface Vault {
  find(kind: ArchiveKind, id: string): Promise<ArchiveFacts | undefined>;
  read(kind: ArchiveKind, id: string): Promise<StoredArchive | undefined>;
  /** The same unread, with the members beside it after it: its body has to be read, or cancelled. */
  open(kind: ArchiveKind, id: string): Promise<{ readonly facts: ArchiveFacts; readonly body: ArchiveFile["body"] } | undefined>;
  /** Bytes of an archive, fewer where it ends; undefined when it is not there. */
  part(kind: ArchiveKind, id: string, from: number, length: number): Promise<Uint8Array | undefined>;
  /** All of them or none of one that is there already. Members beside it are stored before it. */
  store(kind: ArchiveKind, facts: ArchiveFacts, bytes: Uint8Array): Promise<void>;
  /** A member that lies beside the file of a split archive, by the digest of its bytes. */
  storeMember(kind: ArchiveKind, id: string, sha256: string, bytes: Uint8Array): Promise<void>;
  member(kind: ArchiveKind, id: string, sha256: string): Promise<Uint8Array | undefined>;
  /** Newest first. */
  list(kind: ArchiveKind): Promise<ArchiveFacts[]>;
  /** With the members beside them, also where one was never finished. */
  remove(kind: ArchiveKind, ids: readonly string[]): Promise<void>;
  /** Copies files to the backups, by digest; one that is there already is not copied again. */
  keepMedia(files: readonly MediaRef[]): Promise<Copied>;
  /** Digests of files the backups have. */
  keptMedia(): Promise<ReadonlySet<string>>;
  /** Removes files from the backups, by digest. */
  removeMedia(digests: readonly string[]): Promise<void>;
  /** Copies files from the backups to where sites serve them; `writing` is told the keys before the first is written. */
  bringMedia(files: readonly MediaRef[], writing: (files: readonly MediaRef[]) => void): Promise<Copied>;
  /** Files visitors have sent, by their keys in quarantine. */
  quarantined(): Promise<readonly string[]>;
  /** Ids of uploads of which something is stored that is in its place nowhere. */
  uploads(): Promise<readonly string[]>;
  /** What lies where sites serve files. */
  servedMedia(): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** What the control plane has in the audit of these sites from before that moment, the newest rows of it. */
  audit(sites: readonly string[], before: number, most: number): Promise<AuditPayload[]>;
}

/** Of the vault of a tenant, by the tenant's id. */
export type VaultOf = (tenant: string) => Vault;
