import { FAILURE_RETRY_SECONDS, SPELLING_REDIRECT_SECONDS, SUSPENDED_RETRY_SECONDS } from "../../manifests/bounds.ts";
import type { RefusalCode } from "../../manifests/refusal.ts";
import { refusalStatus, refusalText } from "../../manifests/refusal.ts";
import { DATA_POLICY, SECURITY_HEADERS } from "../../runtime/publicHeaders.ts";

/**
 * Headers of every answer this worker makes itself. Published pages bring their own, made for their content;
 * what is answered here is text or data, in which nothing may run or load anything.
 */
const OWN_HEADERS = { ...SECURITY_HEADERS, "Content-Security-Policy": DATA_POLICY };

const UNSTORED = { ...OWN_HEADERS, "Cache-Control": "no-store" };

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { ...UNSTORED, "Content-Type": "text/plain; charset=utf-8", ...headers } });

/** One answer for unknown names, unverified names and impossible addresses, so that it tells which of them it was to nobody. */
export const nothingHere = (): Response => plain(404, refusalText("NOT_FOUND"));

const unavailable = (text: string, seconds: number): Response => plain(503, text, { "Retry-After": String(seconds) });

export const suspended = (): Response =>
  unavailable(`TENANT_SUSPENDED: ${refusalText("TENANT_SUSPENDED")}`, SUSPENDED_RETRY_SECONDS);

export const failed = (): Response => unavailable("This site is not available at the moment.", FAILURE_RETRY_SECONDS);

export const notReadable = (): Response => plain(405, refusalText("METHOD_NOT_ALLOWED"), { Allow: "GET, HEAD" });

/** A refusal for somebody who looks at it in a browser. */
export const sorry = (code: RefusalCode, headers: Record<string, string> = {}): Response => plain(refusalStatus(code), refusalText(code), headers);

/** `location` must have been made of checked parts only. */
export const moved = (location: string): Response =>
  new Response(null, {
    status: 308,
    headers: { ...OWN_HEADERS, Location: location, "Cache-Control": `public, max-age=${SPELLING_REDIRECT_SECONDS}` },
  });

/** To another page of this site, after something was done. `location` must have been made of checked parts only. */
export const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { ...UNSTORED, Location: location } });

export const unsatisfiable = (size: number): Response =>
  new Response(null, { status: 416, headers: { ...UNSTORED, "Content-Range": `bytes */${size}` } });

/** An answer of the API as JSON. */
export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  written(status, JSON.stringify(value), headers);

/** The same of JSON that was written before, perhaps long ago: what is repeated has to be the same text. */
export const written = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { ...UNSTORED, "Content-Type": "application/json", ...headers } });

/** A file to be kept by whoever asked, and by nobody in between. It may be anything, and is shown by no browser. */
export function file(type: string, { name, body, bytes }: { readonly name: string; readonly body: ReadableStream<Uint8Array>; readonly bytes?: number }): Response {
  const length = bytes === undefined ? {} : { "Content-Length": String(bytes) };
  const headers = { ...length, "Content-Type": type, "Content-Disposition": attachment(name), "Cross-Origin-Resource-Policy": "same-origin" };
  return new Response(body, { headers: { ...UNSTORED, "Cache-Control": "private, no-store", ...headers } });
}

/** RFC 6266: the name for everybody in the letters all headers have, and as it is (RFC 8187) for who reads that. */
function attachment(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/[^A-Za-z0-9._ -]/g, "");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return plain === name ? `attachment; filename="${name}"` : `attachment; filename="${plain || "file"}"; filename*=UTF-8''${encoded}`;
}

/** RFC 9457. `code` is the interface; `evidence` is what a Refusal says about itself, and must not replace the standard members. */
export function problem(code: RefusalCode, evidence: object = {}, headers: Record<string, string> = {}): Response {
  const status = refusalStatus(code);
  const body = { ...evidence, type: "about:blank", title: refusalText(code), status, code };
  return new Response(`${JSON.stringify(body)}\n`, { status, headers: { ...UNSTORED, "Content-Type": "application/problem+json", ...headers } });
}
