/**
 * The debugger's door to one plugin on this machine. workerd's own inspector asks nobody who connects, and enters every
 * isolate. This one takes a program that knows its random path, no page of a browser, and leads to one isolate alone.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import type { ControlFile } from "./controlFile.ts";
import { type InspectedIsolate, inspectedIsolate, type InspectedPlugin } from "./inspectedIsolate.ts";

const ADDRESS = "127.0.0.1";
/** The pages of Chrome's own debugger. Every other page of a browser names its origin, too, and is refused. */
const OWN_PAGES = "devtools://devtools";
/** Headers that the WebSocket handshake needs. Nothing else of a client reaches the inspector. */
const HANDSHAKE = ["sec-websocket-key", "sec-websocket-version"] as const;
const ENTER_MS = 5_000;

/** The version that the site runs now, and its source map. */
export interface Debugged extends InspectedPlugin {
  readonly sourceMap: string;
}

type Asked = Pick<IncomingMessage, "url" | "headers">;

const isSame = (given: string, wanted: string): boolean =>
  given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted));

/** Tells whether a request names this machine. VS Code leaves the port out, and a browser only port 80. */
const isHere = (host: string | undefined, port: number): boolean =>
  host === `${ADDRESS}:${port}` || host === `localhost:${port}` || host === "localhost";

/** The status of a request that may not enter; undefined if it may. A rebound name has another host. */
function refusedStatus({ url = "", headers }: Asked, path: string, port: number): number | undefined {
  const [FORBIDDEN, NOT_FOUND] = [403, 404];
  if (!isHere(headers.host, port)) return FORBIDDEN;
  if (headers.origin !== undefined && headers.origin !== OWN_PAGES) return FORBIDDEN;
  return isSame(url, path) ? undefined : NOT_FOUND;
}

const refuse = (socket: Duplex, status: number, says: string): void =>
  void socket.end(`HTTP/1.1 ${status} ${says}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);

export class DebugServer implements AsyncDisposable {
  readonly #control: () => ControlFile | undefined;
  readonly #path = `/${randomBytes(32).toString("base64url")}`;
  readonly #server = createServer((asked, response) => this.#giveMap(asked, response));
  #debugged: Debugged | undefined;
  /** The connected client, or one that enters at this moment. */
  #client: Duplex | undefined;

  constructor(control: () => ControlFile | undefined) {
    this.#control = control;
    this.#server.on("upgrade", (asked: IncomingMessage, socket: Duplex) => void this.#enter(asked, socket));
  }

  /** Listens on this machine. Answers the host, port and path. */
  async listen(): Promise<string> {
    this.#server.listen({ port: 0, host: ADDRESS });
    await once(this.#server, "listening");
    return `${ADDRESS}:${this.#port}${this.#path}`;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The address of the source map, which the code names. */
  get mapAddress(): string {
    return `http://${ADDRESS}:${this.#port}${this.#path}/map`;
  }

  /** Takes the version that the site runs now. A client of the version before is sent away, and may come back. */
  show(debugged: Debugged): void {
    this.#debugged = debugged;
    this.#client?.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, "close") : Promise.resolve();
    this.#server.close();
    this.#client?.destroy();
    this.#server.closeAllConnections();
    await closed;
  }

  #giveMap(asked: IncomingMessage, response: ServerResponse): void {
    const status = refusedStatus(asked, `${this.#path}/map`, this.#port) ?? (this.#debugged ? 200 : 404);
    const headers = { "content-type": "application/json", "cache-control": "no-store", connection: "close" };
    response.writeHead(status, headers).end(status === 200 ? this.#debugged?.sourceMap : undefined);
  }

  async #enter(asked: IncomingMessage, socket: Duplex): Promise<void> {
    // A client that says no more has left.
    socket.on("error", () => undefined).on("end", () => socket.destroy());
    const status = refusedStatus(asked, this.#path, this.#port);
    if (status !== undefined) return refuse(socket, status, "Refused");
    if (this.#client) return refuse(socket, 409, "Another debugger is connected");
    this.#client = socket.on("close", () => (this.#client = this.#client === socket ? undefined : this.#client));
    const [control, debugged] = [this.#control(), this.#debugged];
    const isolate = control && debugged && (await inspectedIsolate(control, debugged));
    if (!isolate) return refuse(socket, 503, "The plugin has not run yet");
    socket.on("close", isolate.leave);
    void isolate.over.then(() => socket.destroy());
    if (socket.destroyed) isolate.leave();
    else join(asked, socket, isolate);
  }
}

/**
 * Joins a client and an isolate once the inspector has taken the handshake. Before that nothing of the client goes on:
 * on a connection that is no WebSocket, it could ask the inspector for other isolates.
 */
function join({ headers }: IncomingMessage, socket: Duplex, { host, port, path }: InspectedIsolate): void {
  const handshake = Object.fromEntries(HANDSHAKE.map((name) => [name, String(headers[name] ?? "")]));
  const asking = request({
    host,
    port,
    path,
    headers: { ...handshake, connection: "Upgrade", upgrade: "websocket" },
    signal: AbortSignal.timeout(ENTER_MS),
  });
  asking.on("error", () => refuse(socket, 502, "The inspector does not answer"));
  asking.on("response", (answer) => {
    answer.destroy();
    refuse(socket, 502, "The inspector refused");
  });
  asking.on("upgrade", (answer, inspector, first) => {
    inspector.on("error", () => undefined).on("close", () => socket.destroy());
    socket.on("close", () => inspector.destroy());
    const accept = String(answer.headers["sec-websocket-accept"] ?? "");
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    socket.write(first);
    socket.pipe(inspector).pipe(socket);
  });
  asking.end();
}
