import {
  FAILURE_RETRY_SECONDS,
  SPELLING_REDIRECT_SECONDS,
  SUSPENDED_RETRY_SECONDS,
} from "../../../manifests/bounds/hosts.ts";
import { asciiAddress } from "../../../manifests/shapes/normalPath.ts";
import { type RefusalCode, refusalStatus, refusalText } from "../../../manifests/refusals/refusal.ts";
import { ANSWER_HEADERS } from "../../../runtime/serving/answerHeaders.ts";
import { attachment } from "./disposition.ts";

const plain = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { ...ANSWER_HEADERS.text, ...headers } });

/**
 * The answer for unknown hostnames, unverified hostnames and impossible addresses. It is the same for all, so that it
 * does not reveal which one it was.
 */
export const nothingHere = (): Response => plain(404, refusalText("NOT_FOUND"));

const unavailable = (text: string, seconds: number): Response => plain(503, text, { "Retry-After": String(seconds) });

/** The answer for a suspended tenant. `says` is the text for a member; visitors always get the same text. */
export const suspended = (says = refusalText("TENANT_SUSPENDED")): Response =>
  unavailable(`TENANT_SUSPENDED: ${says}`, SUSPENDED_RETRY_SECONDS);

export const failed = (says = refusalText("TENANT_SUSPENDED")): Response => unavailable(says, FAILURE_RETRY_SECONDS);

export const notReadable = (): Response => plain(405, refusalText("METHOD_NOT_ALLOWED"), { Allow: "GET, HEAD" });

/** Answers a refusal as plain text, for a person in a browser. */
export const sorry = (code: RefusalCode, headers: Record<string, string> = {}): Response =>
  plain(refusalStatus(code), refusalText(code), headers);

/** Redirects permanently. Callers must build `location` only from validated parts. */
export const movedAnswer = (location: string): Response =>
  new Response(null, {
    status: 308,
    headers: {
      ...ANSWER_HEADERS.respelt,
      Location: location,
      "Cache-Control": `public, max-age=${SPELLING_REDIRECT_SECONDS}`,
    },
  });

/** Redirects to another page of this site after a change. Callers must build `location` only from validated parts. */
export const seeOther = (location: string): Response =>
  new Response(null, { status: 303, headers: { ...ANSWER_HEADERS.elsewhere, Location: asciiAddress(location) } });

/**
 * Answers a range that cannot be satisfied. `range` is the Content-Range, with the length of the file (RFC 9110, 14.4).
 */
export const noSuchPart = (range: string): Response =>
  new Response(null, { status: 416, headers: { ...ANSWER_HEADERS.noSuchPart, "Content-Range": range } });

/** An answer of the API as JSON. */
export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Response =>
  writtenAnswer(status, JSON.stringify(value), headers);

/** Answers JSON text as it was first written, because a replay must repeat it byte for byte. */
export const writtenAnswer = (status: number, text: string, headers: Record<string, string> = {}): Response =>
  new Response(`${text}\n`, { status, headers: { ...ANSWER_HEADERS.json, ...headers } });

/** Answers a file as a download. It is not cached and not shown in the browser, because it may contain anything. */
export function fileResponse(
  type: string,
  { name, body, bytes }: { readonly name: string; readonly body: ReadableStream<Uint8Array>; readonly bytes?: number },
): Response {
  const length = bytes === undefined ? {} : { "Content-Length": String(bytes) };
  return new Response(body, {
    headers: { ...ANSWER_HEADERS.download, ...length, "Content-Type": type, "Content-Disposition": attachment(name) },
  });
}

/**
 * Answers a problem document (RFC 9457). Programs rely on `code`. `evidence` holds a refusal's details; of the standard
 * members it may replace only `instance`, which is the request's id in the log.
 */
export function problem(
  code: RefusalCode,
  evidence: object = {},
  headers: Record<string, string> = {},
  title = refusalText(code),
): Response {
  const status = refusalStatus(code);
  const body = {
    instance: `urn:uuid:${crypto.randomUUID()}`,
    ...evidence,
    type: "about:blank",
    title,
    status,
    code,
  };
  return new Response(`${JSON.stringify(body)}\n`, { status, headers: { ...ANSWER_HEADERS.problem, ...headers } });
}
