/** Shapes of the operators' answers, for the API description. */
import * as z from "zod/mini";
import { TENANT_STATUSES } from "../../../../runtime/tenancy/tenant.ts";

const count = z.int().check(z.gte(0));
const cursor = z.nullable(z.string());
const status = z.enum(TENANT_STATUSES);

export const lossView = z.strictObject({ what: z.string(), mend: z.string() });

export const statusView = z.strictObject({
  loader: z.strictObject({ available: z.boolean(), reason: z.nullable(z.string()) }),
  tenants: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      status,
      workspace: z.nullable(z.looseObject({})),
      problem: z.nullable(z.string()),
    }),
  ),
  open: z.record(z.string(), count),
  losses: z.array(lossView),
  cursor,
});

export const deadLetterView = z.strictObject({
  id: z.string(),
  tenant: z.string(),
  site: z.nullable(z.string()),
  payload: z.unknown(),
  createdAt: z.int(),
  resolvedAt: z.nullable(z.int()),
});
export const deadLettersView = z.strictObject({ items: z.array(deadLetterView), cursor });

export const tenantStatusView = z.strictObject({ tenant: z.string(), status, changed: z.boolean() });

export const restoredView = z.strictObject({
  tenant: z.string(),
  sites: z.array(z.string()),
  rows: count,
  media: z.strictObject({ files: count, copied: count, missing: count }),
});
/** `taken` is false for bytes that were there already. */
export const takenView = z.strictObject({ taken: z.boolean() });

export const erasedView = z.strictObject({
  tenant: z.string(),
  sites: z.array(z.string()),
  rows: count,
  at: z.int(),
  archive: z.string(),
  finished: z.boolean(),
  left: z.looseObject({}),
});
export const rewoundView = z.looseObject({
  tenant: z.string(),
  sites: z.array(z.string()),
  missing: z.array(z.string()),
});

export const verifiedView = z.strictObject({
  hostname: z.string(),
  status: z.literal("verified"),
  changed: z.boolean(),
});
export const domainsView = z.strictObject({
  items: z.array(
    z.strictObject({
      hostname: z.string(),
      tenant: z.string(),
      site: z.string(),
      status: z.enum(["pending", "verified"]),
      primary: z.boolean(),
      createdAt: z.int(),
    }),
  ),
  cursor,
});
export const releasedView = z.strictObject({ hostname: z.string(), changed: z.boolean() });

export const recopiedView = z.strictObject({ tenant: z.string(), sites: z.array(z.string()) });

export const resealedView = z.strictObject({ tenant: z.string(), secrets: count, resealed: count, closed: count });

export const unfinishedView = z.strictObject({
  items: z.array(
    z.strictObject({
      tenant: z.string(),
      site: z.string(),
      name: z.string(),
      hostname: z.nullable(z.string()),
      createdAt: z.int(),
    }),
  ),
  cursor,
});
export const siteReleasedView = z.strictObject({ tenant: z.string(), site: z.string(), released: z.literal(true) });
