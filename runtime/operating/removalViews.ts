/** The inputs and answers of a site's removal. */
import * as z from "zod/mini";
import { archiveId, archiveView } from "../backups/views.ts";
import { ARCHIVE_KINDS } from "../backups/vault.ts";
import { TENANT_STATUSES } from "../tenancy/tenant.ts";

const count = z.int().check(z.gte(0));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/, "64 lower-case hexadecimal digits"));

/** The counts of a removal, each with its table. Versions of documents count, too. */
export const SITE_CONTENTS = [
  ["documentVersions", "documents"],
  ["releases", "releases"],
  ["files", "media_files"],
  ["submissions", "form_submissions"],
  ["submittedFiles", "form_files"],
  ["schedules", "schedules"],
  ["plugins", "installs"],
  ["letters", "mail_letters"],
  ["shareLinks", "share_links"],
  ["pluginJobs", "plugin_jobs"],
] as const;

/** The rows of a site that a removal deletes, and its values in the public store. */
export type SiteContents = Readonly<Record<(typeof SITE_CONTENTS)[number][0] | "publicValues", number>>;

export const siteContents = z.record(z.string(), count);

export const removeSiteRequest = z.strictObject({
  /** An existing archive; without one, a new archive is made. */
  archive: z.optional(z.strictObject({ backup: archiveId, sha256, kind: z.optional(z.enum(ARCHIVE_KINDS)) })),
  /** The site's `createdAt` from the dry run, so that a late repeat removes no newer site with this id. */
  createdAt: z.int(),
  confirmation: z.string(),
  discardSubmissions: z.optional(z.boolean()),
  /** True leaves the site's last records, so that its archive can be copied before they go. */
  keepsRecords: z.optional(z.boolean()),
});

export const siteRemovalPlan = z.strictObject({
  tenant: z.string(),
  site: z.string(),
  status: z.enum(TENANT_STATUSES),
  createdAt: z.int(),
  hostnames: z.array(z.string()),
  members: count,
  /** Null if the workspace has removed the site already. */
  contents: z.nullable(siteContents),
  /** The tenant's newest backup. */
  newest: z.nullable(archiveView),
});

export const removedSiteView = z.strictObject({
  tenant: z.string(),
  site: z.string(),
  /** Id and digest of the archive that keeps the site. */
  backup: z.string(),
  archive: z.string(),
  rows: count,
  files: count,
  at: z.int(),
  /** False until public content is gone and the hostnames are free. A repeated request goes on. */
  finished: z.boolean(),
});
