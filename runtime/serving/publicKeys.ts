/** Keys of the public store, for its writers and readers. */
export const pointerKey = (site: string): string => `sites/${site}/current`;
/** The beginning of all keys of a site, except those of its hostnames. */
export const siteKeys = (site: string): string => `sites/${site}/`;

/** Values under these keys never change, because each key holds its value's digest. */
export const pageKey = (site: string, id: string, digest: string): string => `sites/${site}/pages/${id}/${digest}`;
export const indexKey = (site: string, name: string): string => `sites/${site}/index/${name}`;
/** The same in SQL, for a row with the columns `site` and `name`. */
export const INDEX_KEY = "'sites/' || site || '/index/' || name";
export const catalogueKey = (site: string, digest: string): string => `sites/${site}/catalogue/${digest}`;
export const rulesKey = (site: string, digest: string): string => `sites/${site}/redirects/${digest}`;
export const wordsKey = (site: string, digest: string): string => `sites/${site}/words/all/${digest}`;
export const wordPartKey = (site: string, digest: string): string => `sites/${site}/words/${digest}`;

/** The name of a part of the index: half of its digest, because a large index names hundreds of parts. */
export const partName = (digest: string): string => digest.slice(0, digest.length / 2);

const HOSTS = "hosts/";
export const hostKey = (hostname: string): string => HOSTS + hostname;
export const isHostKey = (key: string): boolean => key.startsWith(HOSTS);
export const hostnameIn = (key: string): string => key.slice(HOSTS.length);
export const HOST_PREFIX = HOSTS;

/** Adds the tenant, because two tenants may use the same site id. */
export const tenantKey = (tenant: string, key: string): string => `tenants/${tenant}/${key}`;
