/** The agreement of both ends of an editor's socket, and of the worker that opens it. */
import type { Role } from "../../runtime/commands/permissions.ts";

export const LIVE_PATH = "/api/presence/live";

/** The platform itself answers the one with the other, without waking a workspace. */
export const PING = "ping";
export const PONG = "pong";

/** The codes with which the site ends a socket. */
export const LIVE_CLOSED = {
  /** A message was no place. */
  misread: 4400,
  /** The login is over, or its member is none any more. */
  ended: 4401,
  /** The member has another role by now, and may come back with it. */
  changed: 4403,
  /** The member opened another tab beyond the bound. */
  replaced: 4409,
  /** The site is suspended. */
  stopped: 4423,
  /** Too much came in. */
  flooded: 4429,
} as const;

export type LiveClosed = keyof typeof LIVE_CLOSED;

/** The place of an editor; nothing else may be said over its socket. */
export interface LivePlace {
  readonly page: string;
  readonly section: string | null;
}

/** A member for whom a socket is opened; the worker in front has checked all of it. */
export interface LiveCaller extends LivePlace {
  readonly site: string;
  /** Id of the member's identity. */
  readonly member: string;
  /** Id of the login, which is not its secret. */
  readonly login: string;
  readonly role: Role;
  /** The draft's change that the editor knows; null if it knows none. */
  readonly since: number | null;
}

/** The address under which the worker in front opens a socket. No visitor's path leads to another host than `workspace`. */
export const LIVE_ADDRESS = "https://live/";
/** The header that holds the caller as JSON. */
export const LIVE_CALLER = "svc-live-caller";
