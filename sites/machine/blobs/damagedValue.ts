import { visibleText } from "../../../manifests/visible.ts";
import type { Loss } from "../state/losses.ts";

const OF_TENANT = /^tenants\/([^/]+)\//;

/** The tenant of a value of the public store. Undefined for a value that leads from a hostname to its tenant. */
export const tenantOfValue = (key: string): string | undefined => OF_TENANT.exec(key)?.[1];

/** Tells of a value whose text does not have its digest. Nobody gets it any more. */
export const valueTold = (key: string): Loss => ({
  what: `A value of the public store of the tenant ${tenantOfValue(key) ?? "unknown"} has changed bytes: ${visibleText(key)}. It is not served.`,
  mend: "The site copies its publication there again.",
});
