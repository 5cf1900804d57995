import type { PageCache } from "./pageCache.ts";

/** The page cache of one machine, as a service. */
export interface MachinePages {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** The media type of a list of keys. */
export const KEYS_TYPE = "application/vnd.drawbridge.keys+json";

/** Purges many keys with one request. The Cache API sends one for each. */
export const machinePages = (pages: MachinePages): Pick<PageCache, "purge"> => ({
  async purge(keys) {
    if (keys.length === 0) return;
    // workerd writes a stored URL in this form.
    const body = JSON.stringify(keys.map((key) => new URL(key).href));
    const { status } = await pages.fetch("http://pages/", {
      method: "POST",
      headers: { "content-type": KEYS_TYPE },
      body,
    });
    if (status !== PURGED) throw new Error(`The page cache did not purge ${keys.length} keys (${status}).`);
  },
});

const PURGED = 204;
