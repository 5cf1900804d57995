/** What is taken and answered about backups and exports. */
import * as z from "zod/mini";

const count = z.int().check(z.gte(0));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, "64 lower-case hexadecimal digits"));

/** Part of a key in storage. */
export const archiveId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of an archive"));

export const createArchive = z.strictObject({
  /** Also what visitors have sent. */
  includeSubmissions: z.optional(z.boolean()),
});

export const verifyBackup = z.strictObject({ backup: archiveId });

export const archiveView = z.strictObject({
  id: z.string(),
  /** Of the whole archive. */
  sha256: z.string(),
  bytes: count,
  createdAt: z.int(),
  createdBy: z.string(),
  submissions: z.boolean(),
  /** The files it names, which are kept beside it, each once; `missing` were nowhere to be found. */
  media: z.strictObject({ files: count, bytes: count, missing: count }),
});

export const backupsView = z.strictObject({
  items: z.array(archiveView),
  /** Whether the platform itself can take the workspace back to an earlier moment, and the name it has for this one. */
  platform: z.strictObject({ available: z.boolean(), bookmark: z.nullable(z.string()), reason: z.nullable(z.string()) }),
});

export const verifiedView = z.strictObject({
  id: z.string(),
  sound: z.boolean(),
  problem: z.nullable(z.strictObject({ reason: z.string(), at: z.string() })),
  rows: count,
  media: z.strictObject({ files: count, missing: count }),
});

export const restoreRequest = z.strictObject({
  backup: archiveId,
  /** Which of the two an archive was made as; a backup when absent. */
  kind: z.optional(z.enum(["backups", "exports"])),
  sha256,
  confirmation: z.string(),
});

export type ArchiveView = z.infer<typeof archiveView>;
export type BackupsView = z.infer<typeof backupsView>;
export type VerifiedView = z.infer<typeof verifiedView>;

export interface RestoredView {
  readonly tenant: string;
  readonly sites: readonly string[];
  readonly rows: number;
  readonly media: { readonly files: number; readonly copied: number; readonly missing: number };
}
