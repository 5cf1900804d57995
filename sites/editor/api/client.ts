/** The editor's way to the API of its own site. Answers are values: a failure is told and kept, never thrown. */
import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { refusalCodes } from "../../../manifests/refusals/refusal.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { accepted, refused, type Result } from "../../../manifests/result.ts";
import { SENDER_HEADER } from "../../shared/senderHeader.ts";
import type { Failure } from "./failure.ts";
import { sendFile } from "./sendFile.ts";

interface Answered<T> {
  readonly body: T;
  /** The version that the answer's ETag names. */
  readonly version: number | undefined;
}

export type Answer<T> = Result<Answered<T>, Failure>;

type Query = Readonly<Record<string, string | number | undefined>>;

interface Asked {
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

export interface Change extends Asked {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The version that the change builds on. */
  readonly version?: number;
  /** The same for each try of one change, so that the site does it once. */
  readonly key?: string;
}

export interface Client {
  read<T>(path: string, asked?: Asked): Promise<Answer<T>>;
  change<T>(path: string, change: Change): Promise<Answer<T>>;
  upload<T>(file: File, onProgress?: (share: number) => void): Promise<Answer<T>>;
  /** The same in the name of one member: the site does nothing of it for another one's login. */
  as(member: string): Client;
}

interface Powers {
  readonly fetch: typeof fetch;
  readonly newKey: () => string;
}

const BROWSER: Powers = {
  fetch: (input, init) => fetch(input, init),
  newKey: () => crypto.randomUUID(),
};

export const openClient = (powers: Powers = BROWSER): Client => clientWith(powers, {});

function clientWith(powers: Powers, sender: Readonly<Record<string, string>>): Client {
  const { fetch, newKey } = powers;
  const ask = async <T>(address: string, init: RequestInit): Promise<Answer<T>> => {
    try {
      return await answerOf<T>(await fetch(address, init));
    } catch {
      return refused({ kind: "unreached" });
    }
  };
  return {
    read: (path, { query = {}, signal } = {}) =>
      ask(path + queryText(query), { headers: { accept: "application/json", ...sender }, ...(signal && { signal }) }),
    change: (path, { method, body, version, key = newKey(), query = {}, signal }) =>
      ask(path + queryText(query), {
        method,
        headers: {
          accept: "application/json",
          "idempotency-key": key,
          ...sender,
          ...(body !== undefined && { "content-type": "application/json" }),
          ...(version !== undefined && { "if-match": `"${version}"` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
      }),
    upload: (file, onProgress) => sendFile(file, sender, onProgress),
    as: (member) => clientWith(powers, { [SENDER_HEADER]: member }),
  };
}

function queryText(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

async function answerOf<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  return settled<T>(response.status, text, (name) => response.headers.get(name));
}

/** Reads an answer, however it came. A body that is no JSON, such as a proxy's page, is told by its status alone. */
export function settled<T>(status: number, text: string, header: (name: string) => string | null): Answer<T> {
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
