import { IDENTITY_ANSWER_MAX_BYTES, IDENTITY_TIMEOUT_MS } from "../../../manifests/bounds/logins.ts";
import { readBytes } from "../../requests/bytes.ts";

/** A deadline for one request and its body, which starts now. */
export const providerSignal = (): AbortSignal => AbortSignal.timeout(IDENTITY_TIMEOUT_MS);

/** Fetches a bounded answer completely. Follows no redirect, because the request's secret is for one host. */
export async function providerFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  const bytes = await readBytes(response.body, IDENTITY_ANSWER_MAX_BYTES);
  return new Response(bytes.byteLength === 0 ? null : bytes, response);
}
