import { DurableObject } from "cloudflare:workers";
import { type Answer, answering } from "../../../../runtime/commands/answer.ts";
import type { LiveSockets } from "./liveSockets.ts";

/** A Durable Object that the platform wakes for events of its WebSockets. */
export class LiveObject<E> extends DurableObject<E> {
  /** Not a method, so that no caller reaches it over RPC. */
  protected live?: LiveSockets;

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.live?.message(socket, message);
  }

  override webSocketClose(socket: WebSocket): void {
    this.live?.closed(socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.live?.closed(socket);
  }

  /** Closes the sockets whose logins are no longer valid. */
  recheckLive(): Promise<Answer<null>> {
    return answering(async () => {
      await this.live?.recheck();
      return null;
    });
  }
}
