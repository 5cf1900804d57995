/**
 * The provider's own hands in the release bucket of one machine: it stores and reads artifacts for the provider's
 * stand-in, which alone knows the word. No request of a visitor comes here.
 */
import type { R2Bucket } from "@cloudflare/workers-types";

interface Env {
  readonly RELEASES: R2Bucket;
  readonly STORE_WORD: string;
}

/** Names the word that opens the store. */
const WORD = "x-drawbridge-store-word";

const nothing = (): Response => new Response(null, { status: 404 });

export default {
  async fetch(request: Request, { RELEASES, STORE_WORD }: Env): Promise<Response> {
    if (STORE_WORD === "" || request.headers.get(WORD) !== STORE_WORD) return nothing();
    const key = decodeURIComponent(new URL(request.url).pathname.slice(1));
    if (request.method === "PUT") {
      await RELEASES.put(key, await request.arrayBuffer());
      return new Response(null, { status: 204 });
    }
    const found = await RELEASES.get(key);
    return found ? new Response(await found.arrayBuffer()) : nothing();
  },
};
