import type { ErasedPlaces } from "../../../../runtime/backups/erasures.ts";
import { isHostKey, tenantKey } from "../../../../runtime/serving/publicKeys.ts";
import type { PublicPlaces } from "../../../../runtime/serving/publicContent.ts";
import { digestProof } from "../../../platform/keys/digest.ts";
import type { PublicStore, WorkspacePowers } from "../bindings/powers.ts";

/**
 * The public store and the page cache for one tenant. Site keys get the tenant as a prefix, because two tenants may use
 * the same site id. The value of a hostname key names its tenant.
 */
export function publicPlaces(store: PublicStore, tenant: string, pages: WorkspacePowers["pages"]): PublicPlaces {
  return {
    async put(key, value) {
      const stored = isHostKey(key) ? withTenant(tenant, value) : value;
      await store.put(scoped(tenant, key), stored, { metadata: await digestProof(stored) });
    },
    delete: (key) => store.delete(scoped(tenant, key)),
    purge: (cacheKeys) => pages.purge(cacheKeys),
  };
}

/** Removes a tenant's keys. A hostname that now belongs to another tenant keeps that tenant's content. */
export function erasedPlaces(store: PublicStore, tenant: string): ErasedPlaces {
  const tenantPrefix = tenantKey(tenant, "");
  const remove = async (key: string): Promise<void> => {
    if (isHostKey(key) && (await store.get<{ tenant?: string }>(key, "json"))?.tenant !== tenant) return;
    await store.delete(scoped(tenant, key));
  };
  return {
    async delete(keys) {
      await Promise.all(keys.map(remove));
    },
    async list(cursor, most) {
      const page = await store.list({ prefix: tenantPrefix, limit: most, ...(cursor === "" ? {} : { cursor }) });
      return {
        keys: page.keys.map(({ name }) => name.slice(tenantPrefix.length)),
        next: page.list_complete ? null : page.cursor,
      };
    },
  };
}

const scoped = (tenant: string, key: string): string => (isHostKey(key) ? key : tenantKey(tenant, key));

const withTenant = (tenant: string, value: string): string =>
  JSON.stringify({ tenant, ...(JSON.parse(value) as object) });
