import { once } from "node:events";
import { Server as NetServer } from "node:net";
import type { ClientRequest, IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";
import { Connections } from "./connections.ts";
import { forwardResponse } from "./forwardResponse.ts";
import { sendBody } from "./gathering.ts";
import { ADDRESS, stopListening } from "../process/listening.ts";
import { refuseSocket, refuseUnread } from "./refusing.ts";
import {
  ENTRANCE_HEAD_MS,
  ENTRANCE_IDLE_MS,
  RESTART_WAIT_MS,
  TURN_MS,
  TURNS_AT_ONCE,
  TURNS_SHARED_AT_ONCE,
  TURNS_SHARED_MS,
  UPLOAD_MIN_BYTES,
  UPLOAD_TURN_MS,
  UPLOADS_AT_ONCE,
  UPLOADS_SHARED_AT_ONCE,
} from "../../../manifests/bounds/operators.ts";
import { answerHealth, asksForHealth } from "../health/answer.ts";
import type { HealthReport } from "../health/health.ts";
import { isLoopback, type ServedNames } from "../names/arrival.ts";
import { boundTo, type ListenAddress, THIS_MACHINE } from "../names/listenAddress.ts";
import { AT_HOME, namesOf } from "../names/serving.ts";
import { pairsOf } from "../names/headers.ts";
import { answersItself, type OwnOrigin, placeAt } from "./ownOrigin.ts";
import { guardedCookies, hasPlainCookies, isBrowser } from "./plainCookies.ts";
import { screen, type Screened } from "./screening.ts";
import { Http2Front } from "../http2/front.ts";
import { answersChallenge } from "../tls/challenges.ts";
import { tlsServer } from "../tls/tlsServer.ts";
import { Certificates } from "../tls/certificates.ts";
import type { TlsSettings } from "../names/tlsSettings.ts";
import { type TurnLimits, Turns } from "./turns.ts";
import { UnderWay } from "./underWay.ts";
import { isUpgrade, Upgrades } from "./upgrades.ts";
import { WorkersAgent } from "./workersConnection.ts";
import type { HitsInput } from "../hits/hitConnection.ts";
import { Hits } from "../hits/hits.ts";
import type { PagesInFront } from "../pageCache/pagesInFront.ts";
import { createServer, request as ask } from "../process/http.ts";

/** The ports, names and services of an entrance. */
export interface EntranceInput {
  /** The port for visitors. */
  readonly port: number;
  /** The address for visitors; by default the loopback interface. */
  readonly host?: string;
  /** The served names and trusted proxies; by default this machine's own names and no proxy. */
  readonly names?: ServedNames;
  /** The address at which this machine ends TLS, and its certificates; undefined for none. */
  readonly tls?: TlsSettings | undefined;
  /** Receives what the operator should know of the certificates. */
  readonly tell?: (line: string) => void;
  /** The port on which the workers listen. */
  readonly inner: number;
  /** Answers from the page cache; undefined for none. */
  readonly pages?: PagesInFront;
  /** The login of this machine's own people; undefined for none. */
  readonly login?: OwnOrigin | undefined;
  /** The health report for this machine; undefined for none. */
  readonly health?: () => Promise<HealthReport>;
  /** True if the disk has room for a change. */
  readonly hasSpace: () => boolean;
  /** The most open connections; by default as many as this program has file descriptors for. */
  readonly connectionsMax?: number;
  /** Milliseconds until a request head is complete. */
  readonly headMs?: number;
  /** Milliseconds that a reader waits for workers that restart. */
  readonly restartMs?: number;
}

/** A server and its address. */
interface Listening extends ListenAddress {
  readonly server: Server;
}

/** The pause between two tries to reach workers that restart, in milliseconds. */
const RESTART_LOOK_MS = 50;

/** The pause between two looks of Node for connections beyond their deadline, in milliseconds. */
const DEADLINES_LOOK_MS = 500;

/** Methods that change nothing. */
const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Parser errors of Node that have another refusal than a bad request. Too large headers get 413, because 431 (RFC 6585)
 * would tell no more.
 */
const UNREAD: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: "TOO_LARGE",
  ERR_HTTP_REQUEST_TIMEOUT: "TOO_SLOW",
};

/**
 * Node closes a connection whose head or next request does not come in time. Bodies have no common deadline, because
 * large ones take long; `Transfers` measures them.
 */
const SERVER: ServerOptions = {
  keepAlive: true,
  noDelay: true,
  keepAliveTimeout: ENTRANCE_IDLE_MS,
  requestTimeout: 0,
  connectionsCheckingInterval: DEADLINES_LOOK_MS,
  requireHostHeader: false,
  shouldUpgradeCallback: isUpgrade,
};

const TURNS: TurnLimits = {
  atOnce: TURNS_AT_ONCE,
  sharedAtOnce: TURNS_SHARED_AT_ONCE,
  sharedMs: TURNS_SHARED_MS,
  longestMs: TURN_MS,
};
const UPLOADS: TurnLimits = {
  ...TURNS,
  atOnce: UPLOADS_AT_ONCE,
  sharedAtOnce: UPLOADS_SHARED_AT_ONCE,
  longestMs: UPLOAD_TURN_MS,
};

/** A request with one of these headers has a body (RFC 9112, 6). */
const FRAMING = ["content-length", "transfer-encoding"];

/**
 * The server in front of workerd on one machine. It lets only unambiguous requests in, without headers that workerd's
 * tools believe. It lets only the workers' own answers out, because the tools' error pages reveal too much while
 * workerd restarts.
 */
export class Entrance implements AsyncDisposable {
  readonly #input: EntranceInput;
  readonly #names: ServedNames;
  readonly #listening: readonly Listening[];
  readonly #certificates = new DisposableStack();
  readonly #http2: Http2Front;
  readonly #hits: Hits | undefined;
  #inUse: Certificates | undefined;
  readonly #agent = new WorkersAgent();
  readonly #upgrades: Upgrades;
  readonly #connections: Connections;
  readonly #underWay: UnderWay;
  readonly #turns = new Turns(TURNS);
  readonly #uploads = new Turns(UPLOADS);

  private constructor(input: EntranceInput) {
    this.#input = input;
    this.#upgrades = new Upgrades(input.inner);
    const { proxies } = (this.#names = input.names ?? namesOf(AT_HOME, THIS_MACHINE));
    const isShared = (address: string): boolean => proxies.has(address) || isLoopback(address);
    this.#connections = new Connections(isShared, input.connectionsMax);
    this.#underWay = new UnderWay(this.#connections);
    this.#http2 = new Http2Front({
      receive: (request, response) => this.#receive(request, response),
      admits: (socket) => this.#connections.admits(socket),
      headMs: input.headMs,
    });
    this.#hits = input.pages && new Hits({ pages: input.pages, names: this.#names, ...this.#aroundHits() });
    this.#listening = [...this.#plain(), ...this.#encrypted()];
  }

  static async open(input: EntranceInput): Promise<Entrance> {
    const entrance = new Entrance(input);
    for (const { server, host, port } of entrance.#listening) {
      server.listen({ port, host });
      await once(server, "listening");
      server.on("error", () => undefined); // A failed `accept` costs only that connection.
    }
    entrance.#orderCertificates();
    return entrance;
  }

  /** Stops accepting requests, and waits for a bounded time for open ones. */
  async drain(): Promise<void> {
    // The server of HTTP would also end connections whose answer no parser knows.
    for (const { server } of this.#listening) NetServer.prototype.close.call(server);
    await this.#underWay.close();
    for (const { server } of this.#listening) server.close();
    this.#http2.close();
    this.#upgrades.end();
    await this.#underWay.ended();
  }

  #aroundHits(): Pick<HitsInput, "mayAnswer" | "isOpen" | "answered" | "pending"> {
    return {
      mayAnswer: (place, hasCookies) =>
        placeAt(this.#input.login, place) === "elsewhere" && !(hasCookies && hasPlainCookies(place)),
      isOpen: () => !this.#underWay.isClosing,
      answered: (socket) => this.#connections.served(socket),
      pending: (socket) => this.#underWay.addWritten(socket),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    this.#underWay[Symbol.dispose]();
    this.#certificates.dispose();
    this.#http2[Symbol.dispose]();
    this.#upgrades.end();
    await Promise.all(this.#listening.map(({ server }) => stopListening(server)));
  }

  /** One server for each address of plain http. */
  #plain(): Listening[] {
    const { host = THIS_MACHINE, port } = this.#input;
    return boundTo(host).map((address) => {
      const server = createServer(this.#options());
      server.on("connection", (socket) => {
        this.#connections.admit(socket);
        this.#hits?.take(socket);
      });
      return { server: this.#served(server), host: address, port };
    });
  }

  #encrypted(): Listening[] {
    const { tls, tell = () => undefined } = this.#input;
    if (!tls) return [];
    const { host, port, certificates: files } = tls;
    const areComing = tls.acme !== undefined;
    const certificates = this.#certificates.use(
      new Certificates({ files, hostnames: this.#names.hostnames, now: Date.now, tell, areComing }),
    );
    this.#inUse = certificates;
    const parts = { certificates, followed: this.#connections, http2: this.#http2, hits: this.#hits };
    return [{ server: this.#served(tlsServer(this.#options(), parts)), host, port }];
  }

  /** An authority connects to plain http while it proves a name, so the servers listen by then. */
  #orderCertificates(): void {
    const order = this.#input.tls?.order;
    if (order && this.#inUse) this.#certificates.use(order(this.#inUse));
  }

  #options(): ServerOptions {
    return { ...SERVER, headersTimeout: this.#input.headMs ?? ENTRANCE_HEAD_MS };
  }

  #served(server: Server): Server {
    server.on("request", (request, response) => this.#receive(request, response));
    server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => this.#unread(error, socket));
    server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
    server.on("connect", (_, socket) => refuseUnread(socket, "INVALID_REQUEST"));
    return server;
  }

  #unread(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    refuseUnread(socket, UNREAD[error.code ?? ""] ?? "INVALID_REQUEST");
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    request.on("error", () => undefined); // The client disconnected; `close` of the response cleans up.
    response.on("error", () => undefined);
    this.#count(request, response);
    if (this.#underWay.isClosing) return refuseSocket(response, "UNAVAILABLE");
    const screened = screen(request, this.#names);
    if (typeof screened === "string") return refuseSocket(response, screened);
    if (answersChallenge(this.#input.tls?.challenges, request, screened.path, response)) return;
    if (this.#isHealthAsked(request, screened)) return void this.#sayHealth(response);
    if (!READING.has(request.method ?? "") && !this.#input.hasSpace()) return refuseSocket(response, "STORAGE_FULL");
    if (answersItself(this.#input.login, screened, request, response)) return;
    if (this.#answersFromPages(request, response, screened)) return;
    const turns = isUpload(request) ? this.#uploads : this.#turns;
    const end = turns.take(screened.site, () => this.#handOn(request, response, screened, () => end()));
    response.on("close", end);
  }

  #answersFromPages(request: IncomingMessage, response: ServerResponse, screened: Screened): boolean {
    const { cookie } = request.headers;
    if (cookie !== undefined && hasPlainCookies(screened)) request.headers.cookie = guardedCookies(cookie);
    return this.#input.pages?.answers(screened.address, request, response, screened.arrival.client) === true;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on("error", () => socket.destroy());
    this.#connections.began(request.socket);
    // Node before 22.21 asks nobody which requests are upgrades, and takes every one for one.
    if (!isUpgrade(request)) return refuseUnread(socket, "INVALID_REQUEST");
    const screened = this.#underWay.isClosing ? "UNAVAILABLE" : screen(request, this.#names);
    if (typeof screened === "string") return refuseUnread(socket, screened);
    if (placeAt(this.#input.login, screened) !== "elsewhere") return refuseUnread(socket, "NOT_FOUND");
    this.#upgrades.handOn(request, socket, head, screened);
  }

  #count(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    this.#underWay.add(request, response);
    response.once("close", () => this.#hits?.ended(socket));
  }

  #isHealthAsked(request: IncomingMessage, { path }: Screened): boolean {
    return this.#input.health !== undefined && asksForHealth(request, path, pairsOf(request.rawHeaders));
  }

  async #sayHealth(response: ServerResponse): Promise<void> {
    try {
      const report = await this.#input.health?.();
      if (report) answerHealth(response, report);
    } catch {
      refuseSocket(response, "UNAVAILABLE");
    }
  }

  /** `answered` is called when the answer begins. `since` is the time of the first try, by the steady clock. */
  #handOn(
    request: IncomingMessage,
    response: ServerResponse,
    screened: Screened,
    answered: () => void,
    since = performance.now(),
  ): void {
    const { path, headers } = screened;
    const onward = ask({
      host: ADDRESS,
      port: this.#input.inner,
      agent: this.#agent,
      method: request.method,
      path,
      headers: [...headers],
      setDefaultHeaders: false,
    });
    onward.on("response", (answer) => {
      answered();
      forwardResponse(answer, response, {
        method: request.method,
        accepted: request.headers["accept-encoding"],
        hasPlainCookies: hasPlainCookies(screened) && isBrowser(request.headers["user-agent"]),
      });
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (this.#isRepeatable(request, response, onward)) this.#handOn(request, response, screened, answered, since);
      else if (this.#mayWait(request, response, error, since))
        setTimeout(() => this.#handOn(request, response, screened, answered, since), RESTART_LOOK_MS);
      else if (response.headersSent || response.destroyed) response.destroy();
      else refuseSocket(response, "UNAVAILABLE");
    });
    response.on("close", () => leave(request, onward));
    if (hasBody(request)) sendBody(request, onward);
    else onward.end();
  }

  /**
   * A request that no worker has seen, because none listens, waits until the workers have restarted. Only a reader
   * waits: a body is read once.
   */
  #mayWait(
    request: IncomingMessage,
    response: ServerResponse,
    { code }: NodeJS.ErrnoException,
    since: number,
  ): boolean {
    const { restartMs = RESTART_WAIT_MS } = this.#input;
    const isUnseen = code === "ECONNREFUSED" && READING.has(request.method ?? "") && !hasBody(request);
    return isUnseen && !response.destroyed && !this.#underWay.isClosing && performance.now() - since < restartMs;
  }

  /**
   * workerd may have closed a reused connection just before the request. A request without a body is then sent again on
   * a new connection.
   */
  #isRepeatable(request: IncomingMessage, response: ServerResponse, onward: ClientRequest): boolean {
    const isOpen = !response.headersSent && !response.destroyed;
    return isOpen && onward.reusedSocket && READING.has(request.method ?? "") && !hasBody(request);
  }
}

/** Reads and drops the rest of the body, because a client may read the answer only after it has sent everything. */
function leave(request: IncomingMessage, onward: ClientRequest): void {
  onward.destroy();
  request.unpipe();
  request.resume();
}

/** True for a large body, and for one of unknown length. */
const isUpload = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) >= UPLOAD_MIN_BYTES;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  FRAMING.some((name) => headers[name] !== undefined && headers[name] !== "0");
