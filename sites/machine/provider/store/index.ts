/**
 * A worker through which the stand-in reads and writes the release bucket of one machine. It requires a secret that
 * only the stand-in has, so no visitor's request succeeds.
 */
import type { R2Bucket } from "@cloudflare/workers-types";

interface Env {
  readonly RELEASES: R2Bucket;
  readonly STORE_WORD: string;
}

/** The header with the secret. */
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
