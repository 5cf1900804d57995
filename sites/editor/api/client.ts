/** Calls the API of the editor's own site. Failures are returned as values, never thrown. */
import { refused } from "../../../manifests/result.ts";
import { SENDER_HEADER } from "../../requests/senderHeader.ts";
import { type ApiAnswer, settled } from "../../requests/answer.ts";
import { sendFile } from "./sendFile.ts";

type Query = Readonly<Record<string, string | number | undefined>>;

interface Asked {
  readonly query?: Query;
  readonly signal?: AbortSignal;
}

export interface ChangeRequest extends Asked {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** The request body, sent as JSON. */
  readonly body?: unknown;
  /** The version that the change builds on, sent for the precondition. */
  readonly version?: number;
  /** The idempotency key. Every try of one change sends the same key, so the site does the change once. */
  readonly key?: string;
}

export interface Client {
  read<T>(path: string, asked?: Asked): Promise<ApiAnswer<T>>;
  change<T>(path: string, change: ChangeRequest): Promise<ApiAnswer<T>>;
  upload<T>(file: File, onProgress?: (share: number) => void): Promise<ApiAnswer<T>>;
  /** A client that names this member in each request. The site refuses a request that another member's login sends. */
  as(member: string): Client;
}

interface ClientPowers {
  readonly fetch: typeof fetch;
  readonly newKey: () => string;
}

const BROWSER: ClientPowers = {
  fetch: (input, init) => fetch(input, init),
  newKey: () => crypto.randomUUID(),
};

export const openClient = (powers: ClientPowers = BROWSER): Client => clientWith(powers, {});

function clientWith(powers: ClientPowers, sender: Readonly<Record<string, string>>): Client {
  const { fetch, newKey } = powers;
  const ask = async <T>(address: string, init: RequestInit): Promise<ApiAnswer<T>> => {
    try {
      return await readAnswer<T>(await fetch(address, init));
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

async function readAnswer<T>(response: Response): Promise<ApiAnswer<T>> {
  const text = await response.text();
  return settled<T>(response.status, text, (name) => response.headers.get(name));
}
