/** The door of a site for an import, with the login of `svc login`. */
import { setTimeout as pause } from "node:timers/promises";
import { type Door, SiteRefusal, type ImportedFile, uploadQuery } from "../../moving/apply/door.ts";
import type { SiteReply } from "../site/request.ts";
import type { SiteSession } from "../site/session.ts";
import { type Network, fetchRemote } from "./remoteFile.ts";

function read<T>({ status, text, headers }: SiteReply): T {
  const value = parsed(text);
  if (status < 300) return value as T;
  throw new SiteRefusal(status, value as object, Number(headers["retry-after"] ?? 1));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return {};
  }
}

/** Without a network, the import asks no other hosts. */
export const siteDoor = (session: SiteSession, network: Network | null): Door => ({
  get: async <T>(path: string) => read<T>(await session.ask(path, {})),
  change: async <T>(
    method: "POST" | "PUT" | "PATCH",
    path: string,
    { body, key, version }: Parameters<Door["change"]>[2],
  ) =>
    read<T>(
      await session.ask(path, {
        method,
        body,
        headers: { "idempotency-key": key, ...(version === undefined ? {} : { "if-match": `"${version}"` }) },
      }),
    ),
  upload: async (facts, file, key) =>
    read<ImportedFile>(
      await session.ask(`/api/media${uploadQuery(facts)}`, {
        method: "POST",
        file,
        headers: { "idempotency-key": key },
      }),
    ),
  fetch: async (url) =>
    network ? fetchRemote(url, network) : { refused: "its host was not asked, because of --no-remote" },
  wait: async (seconds) => {
    await pause(seconds * 1_000);
  },
});
