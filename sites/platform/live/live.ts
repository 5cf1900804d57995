/** The protocol of an editor's WebSocket, shared by the browser, the worker in front and the workspace. */
import type { Role } from "../../../runtime/commands/permissions.ts";

export const LIVE_PATH = "/api/presence/live";

/** The platform answers pings itself, without waking the workspace. */
export const PING = "ping";
export const PONG = "pong";

/** The WebSocket close codes of the site. */
export const LIVE_CLOSED = {
  /** The message was no valid place. */
  misread: 4400,
  /** The login has ended, or its person is no member any more. */
  ended: 4401,
  /** The member's role has changed. The editor may connect again. */
  changed: 4403,
  /** The member has opened too many tabs; the oldest is closed. */
  replaced: 4409,
  /** The site is suspended. */
  stopped: 4423,
  /** Too many messages. */
  flooded: 4429,
} as const;

export type LiveClosed = keyof typeof LIVE_CLOSED;

/** The place of an editor: the only message that a browser may send. */
export interface LivePlace {
  readonly page: string;
  readonly section: string | null;
}

/** The member at a socket. The worker in front has checked all of it. */
export interface LiveCaller extends LivePlace {
  readonly site: string;
  /** Id of the member's identity. */
  readonly member: string;
  /** Id of the login, which is no secret. */
  readonly login: string;
  readonly role: Role;
  /** The draft's last change that the editor has; null if it has none. */
  readonly since: number | null;
}

/** The internal URL for opening a socket. Visitors' requests always have the host `workspace`, so none can reach it. */
export const LIVE_ADDRESS = "https://live/";
/** The header with the caller as JSON. */
export const LIVE_CALLER = "svc-live-caller";
