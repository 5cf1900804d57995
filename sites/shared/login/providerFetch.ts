import { PROVIDER_ANSWER_MAX_BYTES, PROVIDER_TIMEOUT_MS } from "../../../manifests/bounds.ts";
import { readBytes } from "../bytes.ts";

/** For each request anew: the time runs from here and covers the body too. */
export const providerSignal = (): AbortSignal => AbortSignal.timeout(PROVIDER_TIMEOUT_MS);

/** Reads a bounded answer to its end, and follows no redirect: the secret in the request is for one address. */
export async function providerFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const bytes = await readBytes(response.body, PROVIDER_ANSWER_MAX_BYTES);
  return new Response(bytes.byteLength === 0 ? null : bytes, response);
}
