/** The way of an import of rows to a site, with the login of `svc login`. */
import { setTimeout as pause } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { refused } from "../../../manifests/result.ts";
import { type ApiAnswer, settled } from "../../requests/answer.ts";
import type { ReadPowers } from "../../moving/rows/compared.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { EditSending } from "../../moving/rows/sending.ts";
import { Trouble } from "../command/command.ts";
import type { SiteRequest } from "../site/request.ts";
import type { SiteSession } from "../site/session.ts";

/** Longest list of entries, in bytes: those of a full site with long texts. */
const ENTRIES_MAX_BYTES = 256 * 1024 * 1024;

const queryText = (query: Readonly<Record<string, string | number | undefined>> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
};

export function rowDoor(session: SiteSession): ReadPowers & Omit<EditSending, "onProgress"> {
  const ask = async <T>(path: string, what: SiteRequest): Promise<ApiAnswer<T>> => {
    try {
      const { status, text, headers } = await session.ask(path, what);
      return settled<T>(status, text, (name) => String(headers[name] ?? "") || null);
    } catch (error) {
      // A site that does not answer is asked again, with the same key.
      if (error instanceof Trouble) return refused({ kind: "unreached" });
      throw error;
    }
  };
  return {
    client: {
      read: (path, asked) => ask(path + queryText(asked?.query), {}),
      change: (path, { method, body, key }) => ask(path, { method, body, headers: { "idempotency-key": key } }),
    },
    async text(address) {
      const { status, text } = await session.ask(address, { maxBytes: ENTRIES_MAX_BYTES });
      return status === 200 ? text : null;
    },
    wait: async (seconds) => {
      await pause(seconds * 1_000);
    },
    newKey: randomUUID,
  };
}

export function failureLine(failure: RequestFailure): string {
  if (failure.kind === "unreached") return "it does not answer.";
  const [issue] = failure.detail.issues ?? [];
  return `${failure.code}${issue ? `: found ${issue.found}; allowed: ${issue.allowed}` : ""}`;
}
