/**
 * The WebSockets of a workspace, over which editors learn who else is there and what changed. The platform keeps them
 * open while the workspace sleeps. Each socket stores the last change that it was sent, so no change is lost or sent
 * twice.
 */
import {
  LIVE_SOCKETS_PER_MEMBER,
  LIVE_SOCKETS_PER_WORKSPACE,
  PRESENCE_KEPT_MS,
} from "../../../../manifests/bounds/editor.ts";
import { LOGIN_KNOWN_MS } from "../../../../manifests/bounds/logins.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import type { MemberPlace } from "../../../../runtime/editing/presence/presence.ts";
import type { PresenceView } from "../../../../runtime/editing/presence/presenceView.ts";
import { type LiveCaller, type LiveClosed, LIVE_CALLER, LIVE_CLOSED, PING, PONG } from "../../../platform/live/live.ts";
import type { HeldLogin, HeldLogins } from "../../../control/logins/logins.ts";
import { Inbound, livePlaceIn } from "./inbound.ts";
import type { Attachment } from "./attachment.ts";

export interface LiveSocketParts {
  readonly state: Pick<
    DurableObjectState,
    "acceptWebSocket" | "getWebSockets" | "setWebSocketAutoResponse" | "waitUntil"
  >;
  /** Confirms logins; undefined if the deployment opens no sockets. */
  readonly heldLogins: HeldLogins | undefined;
  readonly now: () => number;
  /** Reads what happened at a site since a change. It throws if the site is gone. */
  news(site: string, asked: { readonly page: string; readonly since: number | undefined }): PresenceView;
}

interface Open {
  readonly socket: WebSocket;
  readonly at: Attachment;
}

export class LiveSockets {
  readonly #parts: LiveSocketParts;
  readonly #inbound = new Inbound();
  /** The list of people that each socket was last sent, as JSON. After a sleep, the list is sent once more. */
  readonly #sentPeople = new WeakMap<WebSocket, string>();
  #running: Promise<void> | undefined;
  #isWanted = false;
  #mustCheck = false;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LiveSocketParts) {
    this.#parts = parts;
    if (parts.heldLogins) parts.state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Opens a socket for a member whom the hosting worker has authenticated. */
  open({ headers }: Request): Response {
    const { state, heldLogins, now } = this.#parts;
    if (!heldLogins || headers.get("upgrade") !== "websocket") return new Response(null, { status: 404 });
    const { since, ...caller } = JSON.parse(headers.get(LIVE_CALLER) ?? "") as LiveCaller;
    if (!this.#makeRoom(caller)) return new Response(null, { status: 503 });
    const { 0: client, 1: server } = new WebSocketPair();
    state.acceptWebSocket(server);
    const at: Attachment = { ...caller, change: since, checkedAt: now(), openedAt: now() };
    server.serializeAttachment(at);
    this.#tellOne({ socket: server, at });
    this.tell();
    return new Response(null, { status: 101, webSocket: client });
  }

  message(socket: WebSocket, message: string | ArrayBuffer): void {
    if (!this.#inbound.take(socket, this.#parts.now())) return close(socket, "flooded");
    const place = livePlaceIn(message);
    if (!place) return close(socket, "misread");
    const at = attachmentOf(socket);
    if (!at) return;
    socket.serializeAttachment({ ...at, ...place } satisfies Attachment);
    this.tell();
  }

  closed(socket: WebSocket): void {
    socket.serializeAttachment(null);
    this.tell();
  }

  /** The places of all members with a socket at a site, the newest socket first. */
  places(site: string): MemberPlace[] {
    return this.#open()
      .filter(({ at }) => at.site === site)
      .toSorted((one, other) => other.at.openedAt - one.at.openedAt)
      .map(({ at: { member, page, section } }) => ({ member, page, section }));
  }

  /**
   * A member polled for presence instead of using a socket. Their place expires after a while, so the others are told
   * again then.
   */
  polled(): void {
    if (this.#open().length === 0) return;
    this.tell();
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => this.tell(), PRESENCE_KEPT_MS);
  }

  /** Checks all logins now. */
  async recheck(): Promise<void> {
    this.#mustCheck = true;
    this.tell();
    await this.#running;
  }

  /** Sends each socket what is new. Callers do not wait for it, and a call during a run makes the run repeat. */
  tell(): void {
    if (this.#open().length === 0) return;
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    this.#parts.state.waitUntil(this.#running);
  }

  async #run(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      try {
        await this.#check();
        for (const open of this.#open()) this.#tellOne(open);
      } catch (error) {
        // Sockets whose logins cannot be checked get no message. The next event tries again, from the same change.
        console.error(visibleJson({ event: "live_not_told", error: String(error) }));
      }
    }
  }

  /** Confirms logins that were last confirmed too long ago. The limit is the same as for other requests. */
  async #check(): Promise<void> {
    const { heldLogins, now } = this.#parts;
    const isAll = this.#mustCheck;
    this.#mustCheck = false;
    const due = this.#open().filter(({ at }) => isAll || Math.abs(now() - at.checkedAt) >= LOGIN_KNOWN_MS);
    if (due.length === 0 || !heldLogins) return;
    const checkedAt = now();
    const held = new Map(
      (await heldLogins([...new Set(due.map(({ at }) => at.login))])).map((one) => [one.login, one]),
    );
    for (const { socket } of due) {
      // The editor may have moved or left during the check.
      const at = attachmentOf(socket);
      if (!at) continue;
      const why = whyClosed(at, held.get(at.login));
      if (why) close(socket, why);
      else socket.serializeAttachment({ ...at, checkedAt } satisfies Attachment);
    }
  }

  #tellOne({ socket, at }: Open): void {
    const view = this.#newsFor(socket, at);
    if (!view) return;
    const people = view.people.filter(({ page }) => page === at.page);
    const text = JSON.stringify(people);
    if (view.change === at.change && text === this.#sentPeople.get(socket)) return;
    try {
      socket.send(JSON.stringify({ ...view, people }));
    } catch {
      return; // The socket is closing; its editor reconnects with the last change that it knows.
    }
    this.#sentPeople.set(socket, text);
    socket.serializeAttachment({ ...at, change: view.change } satisfies Attachment);
  }

  #newsFor(socket: WebSocket, { site, page, change }: Attachment): PresenceView | undefined {
    try {
      return this.#parts.news(site, { page, since: change ?? undefined });
    } catch {
      close(socket, "ended");
      return undefined;
    }
  }

  /**
   * Makes room for a socket by closing the member's own oldest sockets. False if the workspace is full, because other
   * members' sockets stay open.
   */
  #makeRoom({ site, member }: Pick<LiveCaller, "site" | "member">): boolean {
    const open = this.#open();
    const ofMember = open
      .filter(({ at }) => at.site === site && at.member === member)
      .toSorted((one, other) => one.at.openedAt - other.at.openedAt);
    const over = ofMember.slice(0, Math.max(0, ofMember.length + 1 - LIVE_SOCKETS_PER_MEMBER));
    if (open.length - over.length >= LIVE_SOCKETS_PER_WORKSPACE) return false;
    for (const { socket } of over) close(socket, "replaced");
    return true;
  }

  #open(): Open[] {
    return this.#parts.state.getWebSockets().flatMap((socket) => {
      const at = attachmentOf(socket);
      return at ? [{ socket, at }] : [];
    });
  }
}

const attachmentOf = (socket: WebSocket): Attachment | null => socket.deserializeAttachment() as Attachment | null;

function whyClosed(at: Attachment, held: HeldLogin | undefined): LiveClosed | undefined {
  if (!held) return "ended";
  if (held.status === "suspended") return "stopped";
  return held.role === at.role ? undefined : "changed";
}

/**
 * Closes a socket. The attachment is removed first, because the platform still lists a closing socket until the other
 * side has answered.
 */
function close(socket: WebSocket, why: LiveClosed): void {
  socket.serializeAttachment(null);
  socket.close(LIVE_CLOSED[why], why);
}
