import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { refusalCodes } from "../../../manifests/refusals/refusal.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import type { RequestFailure } from "./failure.ts";

interface Answered<T> {
  readonly body: T;
  /** The version that the answer's ETag names. */
  readonly version: number | undefined;
}

export type ApiAnswer<T> = Result<Answered<T>, RequestFailure>;

/** Reads an answer, however it came. A body that is no JSON, such as a proxy's page, is told by its status alone. */
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

/** Meanings of statuses that come without one of our codes. */
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
