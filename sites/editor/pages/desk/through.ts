import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { SENDER_HEADER } from "../../../requests/senderHeader.ts";
import { answerRoute } from "../../../web/api/pipeline/pipeline.ts";
import type { Route } from "../../../web/api/request/route.ts";
import type { Desk } from "./desk.ts";

/** A form's request in the API's terms. */
export interface ApiQuestion {
  readonly segments?: Readonly<Record<string, string>>;
  /** The query, with its question mark. */
  readonly query?: string;
  /** The version as sent. The guard refuses an invalid one. */
  readonly version?: string;
  readonly key: string;
  readonly body?: unknown;
  /** The body as a file; null for an empty one. */
  readonly file?: ReadableStream<Uint8Array> | null;
  /** True for a JSON file that must arrive unchanged, because it is signed. */
  readonly isJson?: boolean;
}

/** Headers about the origin and the sender, which the guards check as the browser sent them. */
const PASSED = ["cookie", "origin", "sec-fetch-site", SENDER_HEADER];
/** Characters that a header may contain. The guards decide about the content. */
const PLAIN = /^[\x21-\x7e]{1,200}$/;

/**
 * Sends a form's request through an API route, with the same guards and the same command. A form cannot set headers, so
 * hidden fields become headers here.
 */
export async function through({ incoming, place }: Desk, route: Route, question: ApiQuestion): Promise<unknown> {
  const { segments = {}, query = "" } = question;
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ""));
  const request = new Request(`${place.origin}${path}${query}`, {
    method: route.method,
    headers: headersOf(incoming.request, question),
    ...bodyOf(question),
  });
  const answer = await answerRoute(route, { ...incoming, request, segments });
  return answer.json();
}

function headersOf({ headers: sent }: Request, { version, key, body, isJson = false }: ApiQuestion): Headers {
  const headers = new Headers(
    PASSED.flatMap((name) => (sent.has(name) ? [[name, sent.get(name) ?? ""] as [string, string]] : [])),
  );
  if (PLAIN.test(key)) headers.set("idempotency-key", key);
  if (version !== undefined && PLAIN.test(version)) headers.set("if-match", `"${version}"`);
  if (body !== undefined || isJson) headers.set("content-type", "application/json");
  return headers;
}

function bodyOf({ body, file }: ApiQuestion): { body?: BodyInit } {
  if (file) return { body: file };
  return body === undefined ? {} : { body: JSON.stringify(body) };
}

export const notInForm = (field: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer: `/${field}`, found: "something else", allowed }] });
