import * as z from "zod/mini";
import {
  LIVE_MESSAGE_MAX_BYTES,
  LIVE_MESSAGES_PER_WINDOW,
  LIVE_WINDOW_MS,
} from "../../../../manifests/bounds/editor.ts";
import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import { shownSectionId } from "../../../../runtime/documents/content/viewShapes.ts";
import type { LivePlace } from "../../../platform/live/live.ts";

const place = z.strictObject({ page: documentId, section: z.nullable(shownSectionId) });

/** The place in a message; undefined for any other message. */
export function livePlaceIn(message: string | ArrayBuffer): LivePlace | undefined {
  if (typeof message !== "string" || new TextEncoder().encode(message).byteLength > LIVE_MESSAGE_MAX_BYTES)
    return undefined;
  const parsed = parseStrictJson(message);
  return parsed.ok ? place.safeParse(parsed.value).data : undefined;
}

interface Window {
  readonly since: number;
  readonly count: number;
}

/**
 * Counts the messages of each socket. A sleep loses the counts without harm, because the workspace sleeps only when no
 * messages come.
 */
export class Inbound {
  readonly #windows = new WeakMap<WebSocket, Window>();

  /** Counts a message; false if the socket sent more than the limit. */
  take(socket: WebSocket, now: number): boolean {
    const known = this.#windows.get(socket);
    const window = known && Math.abs(now - known.since) < LIVE_WINDOW_MS ? known : { since: now, count: 0 };
    this.#windows.set(socket, { ...window, count: window.count + 1 });
    return window.count < LIVE_MESSAGES_PER_WINDOW;
  }
}
