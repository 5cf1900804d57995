import { isObject } from "../../manifests/json/jsonObject.ts";
import { type RefusalCode, refusalCodes } from "../../manifests/refusals/refusal.ts";
import { accepted, refused, type Result } from "../../manifests/result.ts";
import type { RequestFailure } from "./requestFailure.ts";

interface Answered<T> {
  readonly body: T;
  /** The version in the answer's ETag. */
  readonly version: number | undefined;
}

export type ApiAnswer<T> = Result<Answered<T>, RequestFailure>;

/**
 * Turns an HTTP answer into a value or a failure. If the body is not JSON, such as a proxy's page, the status alone
 * decides.
 */
export function settled<T>(status: number, text: string, header: (name: string) => string | null): ApiAnswer<T> {
  const body = parsed(text);
  if (status < 300 && body !== undefined) return accepted({ body: body as T, version: versionOf(header("etag")) });
  const retryAfter = Number(header("retry-after") ?? 0) || 0;
  const detail = isObject(body) ? body : {};
  return refused({ kind: "refused", status, code: codeOf(detail["code"], status), detail, retryAfter });
}

function parsed(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const versionOf = (etag: string | null): number | undefined => {
  const digits = /^(?:W\/)?"(\d+)"$/.exec(etag ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
};

/** Refusal codes for answers without one of our own codes, such as a proxy's. */
const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  408: "TOO_SLOW",
  413: "TOO_LARGE",
  429: "RATE_LIMITED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "UNAVAILABLE",
};

const isCode = (code: unknown): code is RefusalCode => (refusalCodes as readonly unknown[]).includes(code);

const codeOf = (code: unknown, status: number): RefusalCode =>
  isCode(code) ? code : (BY_STATUS[status] ?? "INTERNAL");
