import type { ErasedPlaces } from "../../../../runtime/backups/erasures.ts";
import { isHostKey, tenantKey } from "../../../../runtime/serving/publicKeys.ts";
import type { PublicPlaces } from "../../../../runtime/serving/publicContent.ts";
import { digestProof } from "../../../platform/keys/digest.ts";
import { PUBLIC_CALL_MAX_CHARS } from "../../../../manifests/bounds/publicContent.ts";
import type { ProvenValue } from "../../../platform/publicStore/publicValues.ts";
import type { PublicStore, WorkspacePowers } from "../bindings/powers.ts";

/**
 * The public store and the page cache for one tenant. Site keys get the tenant as a prefix, because two tenants may use
 * the same site id. The value of a hostname key names its tenant.
 */
export function publicPlaces(store: PublicStore, tenant: string, pages: WorkspacePowers["pages"]): PublicPlaces {
  const proven = async ([key, value]: readonly [string, string]): Promise<ProvenValue> => {
    const text = isHostKey(key) ? withTenant(tenant, value) : value;
    return { key: scoped(tenant, key), text, ...(await digestProof(text)) };
  };
  const { putAll } = store;
  return {
    async put(key, value) {
      const { key: name, text, sha256 } = await proven([key, value]);
      await store.put(name, text, { metadata: { sha256 } });
    },
    ...(putAll && {
      async putAll(values) {
        for (const some of inCalls(await Promise.all(values.map(proven)))) await store.putAll?.(some);
      },
    }),
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

/** Splits values into calls that are not too large. */
function inCalls(values: readonly ProvenValue[]): ProvenValue[][] {
  const calls: ProvenValue[][] = [];
  let room = 0;
  for (const value of values) {
    if (calls.length === 0 || value.text.length > room) {
      calls.push([]);
      room = PUBLIC_CALL_MAX_CHARS;
    }
    calls.at(-1)?.push(value);
    room -= value.text.length;
  }
  return calls;
}

const scoped = (tenant: string, key: string): string => (isHostKey(key) ? key : tenantKey(tenant, key));

const withTenant = (tenant: string, value: string): string =>
  JSON.stringify({ tenant, ...(JSON.parse(value) as object) });
