import { PROVIDER_ANSWER_MAX_BYTES, PROVIDER_TIMEOUT_MS } from "../../../manifests/bounds/logins.ts";
import { readBytes } from "../bytes.ts";

/** Makes a new deadline for one request. It begins now and covers the body. */
export const providerSignal = (): AbortSignal => AbortSignal.timeout(PROVIDER_TIMEOUT_MS);

/** Reads a bounded answer to its end, and follows no redirect: the secret in the request is for one address. */
export async function providerFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const bytes = await readBytes(response.body, PROVIDER_ANSWER_MAX_BYTES);
  return new Response(bytes.byteLength === 0 ? null : bytes, response);
}
