/** The door of the editor's own site for an import in the browser. */
import { SENDER_HEADER } from "../../requests/senderHeader.ts";
import { type Door, type ImportedFile, SiteRefusal, uploadQuery } from "../../moving/apply/door.ts";

/** Thrown at the next request after the member has stopped the import. */
export class ImportStopped extends Error {}

export interface Stopping {
  readonly isStopped: () => boolean;
}

/** Seconds before a request that got no answer is sent again. */
const PAUSE_SECONDS = 2;

export function browserDoor(member: string, { isStopped }: Stopping): Door {
  const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
    if (isStopped()) throw new ImportStopped();
    const headers = { accept: "application/json", [SENDER_HEADER]: member, ...(init.headers as object) };
    const answer = await fetch(path, { ...init, headers }).catch(() => null);
    // The site may have done it: the next try sends the same key, so it is done once.
    if (!answer) throw new SiteRefusal(503, { code: "UNAVAILABLE" }, PAUSE_SECONDS);
    const value = (await answer.json().catch(() => ({}))) as object;
    if (answer.ok) return value as T;
    throw new SiteRefusal(answer.status, value, Number(answer.headers.get("retry-after") ?? 1));
  };
  return {
    get: (path) => ask(path, {}),
    change: (method, path, { body, key, version }) =>
      ask(path, {
        method,
        body: JSON.stringify(body),
        headers: {
          "content-type": "application/json",
          "idempotency-key": key,
          ...(version === undefined ? {} : { "if-match": `"${version}"` }),
        },
      }),
    upload: (facts, bytes, key) =>
      ask<ImportedFile>(`/api/media${uploadQuery(facts)}`, {
        method: "POST",
        body: bytes,
        headers: { "content-type": "application/octet-stream", "idempotency-key": key },
      }),
    // A browser may not read files of other hosts. Their links stay.
    fetch: async () => ({ refused: "a browser may not fetch it from another host" }),
    wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1_000)),
  };
}
