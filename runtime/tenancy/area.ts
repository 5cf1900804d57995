import { defineArea, needed } from "../area/area.ts";
import type { Powers } from "../powers/powers.ts";
import { RateLimits } from "./rateLimits.ts";
import {
  type ForgetfulDocuments,
  type ForgetfulReleases,
  type PublicationBytes,
  type SubmissionBytes,
  StorageQuota,
} from "./storageQuota.ts";
import { Sites } from "./sites.ts";
import { Tenant } from "./tenant.ts";
import { TENANCY_TABLES } from "./tables.ts";

export const tenancy = defineArea({
  tables: TENANCY_TABLES,
  needs: {
    powers: needed<Powers>(),
    sites: needed<Sites>(),
    rateLimits: needed<RateLimits>(),
    maxBytes: needed<number>(),
    retention: needed<ForgetfulDocuments>(),
    releaseRetention: needed<ForgetfulReleases>(),
    unpublished: needed<PublicationBytes>(),
    submissions: needed<SubmissionBytes>(),
    archiveCopy: needed<{ readonly bytes: number }>(),
  },
  open: (from) => ({
    sites: new Sites(from.powers.sql),
    tenant: new Tenant(from.powers.sql),
    rateLimits: new RateLimits(from.powers),
    storageQuota: new StorageQuota(from, from.maxBytes),
  }),
  tidy: ({ rateLimits }) => rateLimits.sweep(),
});
