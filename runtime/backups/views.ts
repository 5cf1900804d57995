/** The inputs and answers of backups and exports. */
import * as z from "zod/mini";
import { ARCHIVE_KINDS } from "./vault.ts";

/** A bookmark of the platform: four groups of hex digits. */
const bookmarkShape = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/, "a bookmark of the platform"));

const count = z.int().check(z.gte(0));
/** SHA-256 of an archive or of a file beside it. It becomes part of a storage key, as an id does. */
export const archiveDigest = z.string().check(z.regex(/^[0-9a-f]{64}$/, "64 lower-case hexadecimal digits"));

/** The id of an archive, which becomes part of a storage key. */
export const archiveId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of an archive"));

export const createArchive = z.strictObject({
  /** True if the archive includes visitors' submissions. */
  includeSubmissions: z.optional(z.boolean()),
});

/** The input that names a backup to verify or delete. */
export const namedBackup = z.strictObject({ backup: archiveId });

export const archiveView = z.strictObject({
  id: z.string(),
  /** The digest of the whole archive. */
  sha256: z.string(),
  bytes: count,
  createdAt: z.int(),
  createdBy: z.string(),
  submissions: z.boolean(),
  /** The distinct files that the archive names, kept beside it. `missing` could not be found. */
  media: z.strictObject({ files: count, bytes: count, missing: count }),
});

export const backupsView = z.strictObject({
  items: z.array(archiveView),
  /** The platform's recovery: whether it is available, the bookmark of this moment, or the reason if there is none. */
  platform: z.strictObject({
    available: z.boolean(),
    bookmark: z.nullable(z.string()),
    reason: z.nullable(z.string()),
  }),
});

export const verifiedView = z.strictObject({
  id: z.string(),
  sound: z.boolean(),
  problem: z.nullable(z.strictObject({ reason: z.string(), at: z.string() })),
  rows: count,
  media: z.strictObject({ files: count, missing: count }),
});

export const deletedView = z.strictObject({ id: z.string() });

const named = {
  backup: archiveId,
  /** The kind that the archive was made as. Default: a backup. */
  kind: z.optional(z.enum(ARCHIVE_KINDS)),
  sha256: archiveDigest,
  confirmation: z.string(),
};

export const restoreRequest = z.strictObject(named);

/** Makes a backup of pieces that were sent. */
export const returnRequest = z.strictObject({ sha256: archiveDigest, withoutFiles: z.optional(z.boolean()) });

export const eraseRequest = z.strictObject({ ...named, discardSubmissions: z.optional(z.boolean()) });

/** The moment of a rewind: a bookmark of the platform, or a time in milliseconds since the epoch. */
export const rewindRequest = z
  .strictObject({ bookmark: z.optional(bookmarkShape), at: z.optional(z.int()), confirmation: z.string() })
  .check(
    z.refine(({ bookmark, at }) => (bookmark === undefined) !== (at === undefined), {
      path: ["bookmark"],
      error: "either a bookmark or a time",
    }),
  );

export type ArchiveView = z.infer<typeof archiveView>;
export type BackupsView = z.infer<typeof backupsView>;
export type VerifiedView = z.infer<typeof verifiedView>;

export type DeletedBackupView = z.infer<typeof deletedView>;

export interface ErasedView {
  readonly tenant: string;
  readonly sites: readonly string[];
  readonly rows: number;
  readonly at: number;
  /** Digest of the archive with the erased state. */
  readonly archive: string;
  /** False while the alarm is still emptying the public store. */
  readonly finished: boolean;
  /** Files and archives that remain in storage, outside the workspace. */
  readonly left: {
    readonly media: { readonly objects: number; readonly bytes: number };
    readonly backups: number;
    readonly exports: number;
  };
}

export interface RewoundView {
  readonly tenant: string;
  readonly sites: readonly string[];
  /** Sites that the control plane knows and the rewound workspace does not, because they are newer. */
  readonly missing: readonly string[];
  /** Files of that moment: copied from backups, still to copy, and not found. */
  readonly media: { readonly files: number; readonly copied: number; readonly left: number; readonly missing: number };
}

export interface RestoredView {
  readonly tenant: string;
  readonly sites: readonly string[];
  readonly rows: number;
  readonly media: { readonly files: number; readonly copied: number; readonly missing: number };
}
