import { DurableObject } from "cloudflare:workers";
import type { Answer } from "../../../runtime/commands/answer.ts";
import { answering } from "../../../runtime/commands/answer.ts";
import type { LiveSockets } from "./liveSockets.ts";

/** An object that the platform wakes for what comes over its sockets. */
export class LiveObject<E> extends DurableObject<E> {
  /** The object's own property, so that nobody reaches it over RPC. */
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

  /** Ends the sockets whose logins do not hold any more. */
  recheckLive(): Promise<Answer<null>> {
    return answering(async () => {
      await this.live?.recheck();
      return null;
    });
  }
}
