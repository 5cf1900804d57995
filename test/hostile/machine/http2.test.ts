import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Settings,
} from "node:http2";
import { type AddressInfo, connect as connectPlain, createServer as createPlain, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ENTRANCE_MOVED_MIN_BYTES,
  ENTRANCE_MOVED_MS,
  HTTP2_HEAD_MAX_BYTES,
  HTTP2_PIECES_MAX,
  HTTP2_STREAMS_MAX,
  HTTP2_WINDOW_BYTES,
} from "../../../manifests/bounds/operators.ts";
import { forwardResponse } from "../../../sites/machine/entrance/forwardResponse.ts";
import { refuseSocket } from "../../../sites/machine/entrance/refusing.ts";
import { Transfers } from "../../../sites/machine/entrance/transfers.ts";
import { Http2Front, type Http2Input } from "../../../sites/machine/http2/front.ts";
import type { Http2Request } from "../../../sites/machine/http2/request.ts";
import { EncryptedDoors, SITE } from "../../machine/entrance/encryptedDoors.ts";

/** A stranger who speaks HTTP/2, and what of it reaches the workers or keeps others out. */

interface Arrived {
  readonly request: IncomingMessage;
  readonly body: string;
}

let arrived: Arrived[] = [];
/** Answers that the worker holds back. */
let held: ServerResponse[] = [];
let answered: (arrived: Arrived, response: ServerResponse) => void;

const SAFE = { "x-content-type-options": "nosniff" };
const well = (_: Arrived, response: ServerResponse): void => void response.writeHead(200, SAFE).end("well");

/** Takes the place of workerd. */
const inner = createServer({ maxHeaderSize: 2 * HTTP2_HEAD_MAX_BYTES }, async (request, response) => {
  if (request.url === "/unread") return void held.push(response);
  let body = "";
  for await (const piece of request) body += String(piece);
  arrived.push({ request, body });
  answered({ request, body }, response);
});
inner.on("error", () => undefined);
const doors = new EncryptedDoors(inner);
const sessions: ClientHttp2Session[] = [];
let port = 0;

beforeAll(async () => void ({ port } = await doors.opened()));
beforeEach(() => void ([arrived, held, answered] = [[], [], well]));
afterEach(() => {
  for (const session of sessions.splice(0)) session.destroy();
});
afterAll(() => doors[Symbol.asyncDispose]());

function client(at = port, options: Parameters<typeof connect>[1] = {}): ClientHttp2Session {
  const session = connect(`https://${SITE}:${at}`, {
    createConnection: () =>
      connectTls({ port: at, host: "127.0.0.1", servername: SITE, ca: doors.authority, ALPNProtocols: ["h2"] }),
    ...options,
  });
  session.on("error", () => undefined);
  sessions.push(session);
  return session;
}

const HEAD = { ":scheme": "https", ":authority": SITE, ":path": "/" };

/** A request without a body of its own. */
function begin(session: ClientHttp2Session, headers: OutgoingHttpHeaders = {}, body?: string): ClientHttp2Stream {
  const stream = session.request({ ...HEAD, ...headers }, { endStream: body === undefined });
  stream.on("error", () => undefined);
  if (body !== undefined) stream.end(body);
  return stream;
}

/** The size of a head as RFC 9113 (6.5.2) counts it. */
const headBytes = (headers: Readonly<Record<string, string>>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 32, 0);

/** Status and text of an answer. "reset N" with the code of RFC 9113 (7) if the stream was reset. */
async function ended(stream: ClientHttp2Stream): Promise<string> {
  let [status, text] = ["", ""];
  stream.on("response", (headers) => (status = String(headers[":status"])));
  stream.on("data", (bytes: Buffer) => (text += bytes.toString("latin1")));
  stream.resume();
  if (!stream.closed) await new Promise((done) => stream.once("close", done));
  return status === "" ? `reset ${stream.rstCode}` : `${status} ${text}`;
}

const asked = (headers?: OutgoingHttpHeaders, body?: string): Promise<string> => ended(begin(client(), headers, body));

const linesOf = (name: string): (string | undefined)[] => {
  const { rawHeaders = [] } = arrived[0]?.request ?? {};
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
};

/** More than the buffers of the kernel take. */
const UNREAD_BYTES = 64 * 1024 * 1024;

/** The start of a connection, and frames of HTTP/2 (RFC 9113, 3.4, 4.1 and 6). */
const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const [DATA, HEADERS, RST_STREAM, SETTINGS, WINDOW_UPDATE] = [0, 1, 3, 4, 8];
const [END_STREAM, END_HEADERS] = [1, 4];

function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** GET, https and / of the static table, and a literal authority (RFC 7541, 6). */
const GET_HOME = Buffer.concat([Buffer.from([0x82, 0x87, 0x84, 0x01, SITE.length]), Buffer.from(SITE)]);

/** A request that its client takes back in the same breath. */
const resetAtOnce = (stream: number): Buffer =>
  Buffer.concat([
    frame(HEADERS, END_STREAM | END_HEADERS, stream, GET_HOME),
    frame(RST_STREAM, 0, stream, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL])),
  ]);

const WRONG = `reset ${constants.NGHTTP2_PROTOCOL_ERROR}`;

describe("a visitor by HTTP/2", () => {
  test("reaches the workers with the scheme and address that the machine saw", async () => {
    const lies = { "x-forwarded-proto": "http", forwarded: "proto=http", "cf-connecting-ip": "203.0.113.9" };
    expect(await asked({ ...lies, "mf-original-url": "http://other/" })).toBe("200 well");
    const names = ["host", "x-forwarded-proto", "cf-connecting-ip", "forwarded", "mf-original-url"];
    expect(names.map(linesOf)).toEqual([[SITE], ["https"], ["127.0.0.1"], [], []]);
    expect(arrived[0]?.request.rawHeaders.filter((name) => name.startsWith(":"))).toEqual([]);
  });

  test("sends cookies in parts, and the workers get one header", async () => {
    await asked({ cookie: ["a=1", "b=2"] });
    expect(linesOf("cookie")).toEqual(["a=1; b=2"]);
  });

  test.each([
    ["without a length", {}],
    ["with its length", { "content-length": "4" }],
  ])("sends a body %s, whole", async (_, headers) => {
    expect(await asked({ ":method": "POST", ...headers }, "body")).toBe("200 well");
    expect(arrived.map(({ body }) => body)).toEqual(["body"]);
  });

  test("gets each header of an answer, and none of the connection behind", async () => {
    answered = (_, response) =>
      response
        .writeHead(200, [...Object.entries(SAFE).flat(), "Set-Cookie", "a=1", "Set-Cookie", "b=2", "Keep-Alive", "x"])
        .end("well");
    const stream = begin(client());
    const [headers] = (await once(stream, "response")) as [IncomingHttpHeaders];
    expect([headers["set-cookie"], headers["keep-alive"], headers["connection"]]).toEqual([
      ["a=1", "b=2"],
      undefined,
      undefined,
    ]);
  });

  test.each(["HEAD", "GET"])("asks by %s for a page of no site, and learns so", async (method) => {
    const session = client();
    expect(await ended(begin(session, { ":authority": "other.example", ":method": method }))).toMatch(/^404 /);
    expect(await ended(begin(session))).toBe("200 well");
    expect(arrived).toHaveLength(1);
  });

  test("has many requests at once on one connection, and each gets its own answer", async () => {
    answered = ({ request }, response) => void response.writeHead(200, SAFE).end(request.url);
    const session = client();
    const paths = Array.from({ length: HTTP2_STREAMS_MAX }, (_, at) => `/${at}`);
    const answers = await Promise.all(paths.map((path) => ended(begin(session, { ":path": path }))));
    expect(answers).toEqual(paths.map((path) => `200 ${path}`));
  });
});

describe("a request that HTTP/1.1 could not carry", () => {
  test.each([
    ["another scheme", { ":scheme": "http" }, WRONG],
    ["two hosts", { host: "other.example" }, WRONG],
    ["no absolute path", { ":path": "*" }, WRONG],
    ["a whole URL as its path", { ":path": `https://${SITE}/` }, WRONG],
    ["a method of its own", { ":method": "SMUGGLE" }, WRONG],
    ["a tunnel", { ":method": "CONNECT", ":scheme": undefined, ":path": undefined }, WRONG],
  ])("with %s reaches no worker", async (_, headers, expected) => {
    expect(await asked(headers)).toBe(expected);
    expect(arrived).toEqual([]);
  });

  test("with letters outside of ASCII reaches them as it was, and ends nothing", async () => {
    const session = client();
    await ended(begin(session, { "x-name": "caf\u00e9", ":path": "/caf\u00e9" }));
    expect(await ended(begin(session))).toBe("200 well");
  });

  test("cannot claim HTTP/2 over HTTP/1.1", async () => {
    const socket = connectTls({ port, host: "127.0.0.1", servername: SITE, ca: doors.authority });
    socket.write(`GET / HTTP/2.0\r\nHost: ${SITE}\r\n\r\n`);
    const [bytes] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(bytes.toString("latin1")).toMatch(/^HTTP\/1.1 400 /);
    expect(arrived).toEqual([]);
  });

  test.each([
    [HTTP2_HEAD_MAX_BYTES - 1, /^200 well/],
    [HTTP2_HEAD_MAX_BYTES, /^200 well/],
    [HTTP2_HEAD_MAX_BYTES + 1, /^413 /],
  ])("has a head of at most 16 KB: %i", async (bytes, expected) => {
    const rest = bytes - headBytes({ ":method": "GET", ...HEAD, "x-large": "" });
    expect(await asked({ "x-large": "x".repeat(rest) })).toMatch(expected);
  });
});

describe("a client that costs more than it pays", () => {
  test("resets streams without end: the connection ends, few reach the workers, others are served", async () => {
    const other = client();
    await ended(begin(other));
    const socket = connectTls({
      port,
      host: "127.0.0.1",
      servername: SITE,
      ca: doors.authority,
      ALPNProtocols: ["h2"],
    });
    socket.on("error", () => undefined).resume();
    await once(socket, "secureConnect");
    socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0, Buffer.alloc(0))]));
    let sent = 0;
    while (socket.writable && !socket.readableEnded && sent < 50_000) {
      const streams = Array.from({ length: 50 }, (__, at) => resetAtOnce(1 + 2 * (sent + at)));
      sent += streams.length;
      if (!socket.write(Buffer.concat(streams))) await Promise.race([once(socket, "drain"), once(socket, "close")]);
      await new Promise(setImmediate);
    }
    expect(sent).toBeLessThan(20_000);
    expect(arrived.length).toBeLessThan(2_000);
    expect(await ended(begin(other))).toBe("200 well");
  });

  test("has at most a part of all requests under way, and the rest may be sent again", async () => {
    answered = ({ request }, response) =>
      request.url === "/held" ? void held.push(response) : well({ request, body: "" }, response);
    const { port: at } = await doors.opened({ connectionsMax: 40 });
    // Loopback counts as shared, so one client may have all.
    const first = client(at);
    const streams = Array.from({ length: 41 }, () => begin(first, { ":path": "/held" }));
    const refused = await Promise.race(streams.map(ended));
    expect(refused).toBe(`reset ${constants.NGHTTP2_REFUSED_STREAM}`);
    for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
    for (const response of held) response.destroy();
    const again = client(at);
    await expect.poll(() => ended(begin(again))).toBe("200 well");
  });

  test.each(["GET", "HEAD"])("takes %s back: its place is free again", async (method) => {
    answered = ({ request }, response) =>
      request.url === "/held" ? void held.push(response) : well({ request, body: "" }, response);
    const { port: at } = await doors.opened({ connectionsMax: 1 });
    const session = client(at);
    const stream = begin(session, { ":path": "/held", ":method": method });
    await expect.poll(() => held.length).toBe(1);
    expect(await ended(begin(session))).toBe(`reset ${constants.NGHTTP2_REFUSED_STREAM}`);
    stream.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => ended(begin(session))).toBe("200 well");
  });

  test("sends on after a refusal: it reads the refusal, and is told to stop", async () => {
    const session = client();
    const stream = session.request({ ...HEAD, ":method": "POST", ":path": "/unread", "content-length": UNREAD_BYTES });
    stream.on("error", () => undefined);
    stream.write("x".repeat(1_000));
    await expect.poll(() => held.length).toBe(1);
    held[0]?.writeHead(413, SAFE).end("too large");
    expect(await ended(stream)).toBe("413 too large");
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
    expect(await ended(begin(session))).toBe("200 well");
  });

  test.each(["GET", "HEAD"])("takes %s back: its place is free again", async (method) => {
    answered = ({ request }, response) =>
      request.url === "/held" ? void held.push(response) : well({ request, body: "" }, response);
    const { port: at } = await doors.opened({ connectionsMax: 1 });
    const session = client(at);
    const stream = begin(session, { ":path": "/held", ":method": method });
    await expect.poll(() => held.length).toBe(1);
    expect(await ended(begin(session))).toBe(`reset ${constants.NGHTTP2_REFUSED_STREAM}`);
    stream.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => ended(begin(session))).toBe("200 well");
  });

  test("sends on after a refusal: it reads the refusal, and is told to stop", async () => {
    const session = client();
    const stream = session.request({ ...HEAD, ":method": "POST", ":path": "/unread", "content-length": UNREAD_BYTES });
    stream.on("error", () => undefined);
    stream.write("x".repeat(1_000));
    await expect.poll(() => held.length).toBe(1);
    held[0]?.writeHead(413, SAFE).end("too large");
    expect(await ended(stream)).toBe("413 too large");
    expect(stream.rstCode).toBe(constants.NGHTTP2_NO_ERROR);
    expect(await ended(begin(session))).toBe("200 well");
  });

  test("sends a body that the worker does not read: the machine takes no more of it", async () => {
    const session = client(port, { maxSessionMemory: 1_000 });
    const stream = begin(session, { ":method": "POST", ":path": "/unread" }, "x".repeat(UNREAD_BYTES));
    await expect.poll(() => held.length).toBe(1);
    for (let at = 0; at < 20; at++) expect(await ended(begin(session))).toBe("200 well");
    expect(stream.writableLength).toBeGreaterThan(HTTP2_WINDOW_BYTES);
    held[0]?.destroy();
  });
});

/** A front without TLS, whose requests nobody answers unless `receive` does. */
async function frontAlone(input: Partial<Http2Input>, settings: Settings = {}) {
  const under: { readonly request: IncomingMessage; readonly response: ServerResponse }[] = [];
  const front = new Http2Front({
    admits: () => true,
    ...input,
    receive: (request, response) => {
      under.push({ request, response });
      input.receive?.(request, response);
    },
  });
  const sockets: Socket[] = [];
  const server = createPlain((socket) => {
    sockets.push(socket.on("error", () => undefined));
    front.take(socket as TLSSocket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const at = (server.address() as AddressInfo).port;
  const session = connect(`http://127.0.0.1:${at}`, { settings });
  session.on("error", () => undefined);
  sessions.push(session);
  /** This side of a client's connection. */
  const socketOf = ({ localPort }: Socket): Socket | undefined =>
    sockets.find((socket) => socket.remotePort === localPort);
  const close = (): void => {
    front[Symbol.dispose]();
    server.close();
  };
  return { front, session, under, socketOf, at, close };
}

test("a client that reads no answer loses it, although its connection moves other bytes", async () => {
  let clock = 0;
  const slow = new Transfers(() => clock);
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    slow.add(request, response);
    if (request.url === "/unread") response.writeHead(200).end("x".repeat(1_000_000));
    else request.resume();
  };
  const { session, under, close } = await frontAlone({ receive }, { initialWindowSize: 0 });
  const [unread, busy] = [begin(session, { ":path": "/unread" }), session.request({ ...HEAD, ":method": "PUT" })];
  busy.on("error", () => undefined).write("x".repeat(ENTRANCE_MOVED_MIN_BYTES));
  const received = (): unknown =>
    under.map(({ request }) => request as unknown as Http2Request).find(({ method }) => method === "PUT")?.received;
  await expect.poll(received).toBe(ENTRANCE_MOVED_MIN_BYTES);
  await expect.poll(() => under.length).toBe(2);
  slow.look();
  busy.write("x".repeat(ENTRANCE_MOVED_MIN_BYTES));
  await expect.poll(received).toBe(2 * ENTRANCE_MOVED_MIN_BYTES);
  clock = ENTRANCE_MOVED_MS;
  slow.look();
  await expect.poll(() => unread.closed).toBe(true);
  expect(busy.closed).toBe(false);
  slow[Symbol.dispose]();
  close();
});

test("an answer of a worker after a refusal that the client does not read harms nobody", async () => {
  const held: { answer?: () => void } = {};
  const receive = (_: IncomingMessage, response: ServerResponse): void => {
    refuseSocket(response, "TOO_SLOW");
    const answer = new PassThrough() as unknown as IncomingMessage;
    Object.assign(answer, { statusCode: 200, rawHeaders: Object.entries(SAFE).flat(), headers: SAFE });
    held.answer = () => forwardResponse(answer, response);
  };
  const { session, close } = await frontAlone({ receive }, { initialWindowSize: 0 });
  const [headers] = (await once(begin(session, { ":method": "POST" }, "x"), "response")) as [IncomingHttpHeaders];
  expect(headers[":status"]).toBe(408);
  expect(held.answer).not.toThrow();
  close();
});

/** Bytes of a client that begins a connection and writes its frames itself. */
async function raw(at: number, ...frames: readonly Buffer[]): Promise<Socket> {
  const socket = connectPlain({ port: at, host: "127.0.0.1" }).on("error", () => undefined);
  socket.write(Buffer.concat([PREFACE, frame(SETTINGS, 0, 0, Buffer.alloc(0)), ...frames]));
  await once(socket, "connect");
  return socket;
}

describe("a body that nobody reads", () => {
  test.each([
    [HTTP2_PIECES_MAX - 1, false],
    [HTTP2_PIECES_MAX, false],
    [HTTP2_PIECES_MAX + 1, true],
  ])("in %i pieces of one byte ends its request: %s", async (pieces, isEnded) => {
    const { under, at, close } = await frontAlone({});
    const body = Array.from({ length: pieces }, () => frame(DATA, 0, 1, Buffer.from("x")));
    const head = frame(HEADERS, END_HEADERS, 1, Buffer.concat([Buffer.from([0x83]), GET_HOME.subarray(1)]));
    const socket = await raw(at, head, ...body, frame(HEADERS, END_STREAM | END_HEADERS, 3, GET_HOME));
    await expect.poll(() => under.length).toBe(2);
    const [post] = under.map(({ request }) => request as unknown as Http2Request);
    expect(post?.stream.closed).toBe(isEnded);
    socket.destroy();
    close();
  });

  test("in large pieces stops at the window", async () => {
    const { session, under, close } = await frontAlone({});
    const stream = begin(session, { ":method": "POST" }, "x".repeat(4 * HTTP2_WINDOW_BYTES));
    const { stream: inside } = (await expect
      .poll(() => under[0]?.request as unknown as Http2Request | undefined)
      .toBeDefined()
      .then(() => under[0]?.request)) as unknown as Http2Request;
    await expect.poll(() => inside.readableLength).toBe(HTTP2_WINDOW_BYTES);
    for (let at = 0; at < 5; at++) begin(session, { ":path": `/${at}` });
    await expect.poll(() => under.length).toBe(6);
    expect([inside.readableLength, stream.closed]).toEqual([HTTP2_WINDOW_BYTES, false]);
    close();
  });
});

describe("an answer of the workers", () => {
  const answering = (status: number, lines: readonly string[] = []): ReturnType<typeof frontAlone> =>
    frontAlone({ receive: (_, response) => void response.writeHead(status, [...lines]).end() });

  test.each([
    ["twice what stands once", ["Content-Language", "de", "content-language", "fr"], { "content-language": "de, fr" }],
    ["names of objects", ["constructor", "x", "toString", "y"], { constructor: "x", tostring: "y" }],
    ["settings of HTTP/1.1", ["HTTP2-Settings", "x", "Proxy-Connection", "y", "x-name", "z"], { "x-name": "z" }],
  ])("with %s arrives", async (_, lines, expected) => {
    const { session, close } = await answering(200, lines);
    const [headers] = (await once(begin(session), "response")) as [IncomingHttpHeaders];
    expect(headers).toMatchObject(expected);
    close();
  });

  test("that HTTP/2 cannot carry ends its stream alone", async () => {
    const { session, close } = await answering(999);
    expect(await ended(begin(session))).toBe(`reset ${constants.NGHTTP2_INTERNAL_ERROR}`);
    expect(session.closed).toBe(false);
    close();
  });

  test("to HEAD that comes after the client has gone ends once", async () => {
    const ends: string[] = [];
    const receive = (_: IncomingMessage, response: ServerResponse): void => {
      response.on("close", () => ends.push("close"));
    };
    const { session, under, close } = await frontAlone({ receive });
    const stream = begin(session, { ":method": "HEAD" });
    await expect.poll(() => under.length).toBe(1);
    stream.close(constants.NGHTTP2_CANCEL);
    await expect.poll(() => ends).toEqual(["close"]);
    under[0]?.response.writeHead(200).end("late");
    begin(session, { ":path": "/after" });
    await expect.poll(() => under.length).toBe(2);
    expect(ends).toEqual(["close"]);
    close();
  });
});

describe("a connection without a request", () => {
  const closing = async (socket: TLSSocket): Promise<boolean> => {
    socket.resume();
    if (!socket.closed) await once(socket, "close");
    return socket.closed;
  };

  test.each([
    ["nothing", ""],
    ["half of a preface", "PRI * HTTP/2.0\r\n"],
    ["another protocol", `GET / HTTP/1.1\r\nHost: ${SITE}\r\n\r\n`],
  ])("that sends %s is closed", async (_, bytes) => {
    const { port: at } = await doors.opened({ headMs: 200 });
    const socket = connectTls({
      port: at,
      host: "127.0.0.1",
      servername: SITE,
      ca: doors.authority,
      ALPNProtocols: ["h2"],
    });
    socket.on("error", () => undefined);
    await once(socket, "secureConnect");
    if (bytes) socket.write(bytes);
    expect(await closing(socket)).toBe(true);
  });

  test("keeps itself open by pings no longer than others", async () => {
    const { port: at } = await doors.opened({ headMs: 200 });
    const session = client(at);
    await once(session, "connect");
    const pings = setInterval(() => !session.destroyed && session.ping(() => undefined), 20);
    await once(session, "close");
    clearInterval(pings);
    expect(session.destroyed).toBe(true);
  });

  test("keeps itself open by requests that are refused no longer than others", async () => {
    const { session, close } = await frontAlone({ headMs: 200, admits: () => false });
    await once(session, "connect");
    const requests = setInterval(() => session.closed || begin(session), 20);
    await once(session, "close");
    clearInterval(requests);
    expect(session.destroyed).toBe(true);
    close();
  });

  test("ends with a malformed request, after the answers to the others", async () => {
    const { session, under, close } = await frontAlone({});
    const first = begin(session);
    await expect.poll(() => under.length).toBe(1);
    expect(await ended(begin(session, { ":scheme": "ftp" }))).toBe(WRONG);
    under[0]?.response.writeHead(200).end("well");
    expect(await ended(first)).toBe("200 well");
    if (!session.destroyed) await once(session, "close");
    expect(session.closed).toBe(true);
    close();
  });

  test("ends although its client reads nothing", async () => {
    let clock = 0;
    using slow = new Transfers(() => clock);
    const receive = (request: IncomingMessage, response: ServerResponse): void => {
      slow.add(request, response);
      response.writeHead(200).end(Buffer.alloc(UNREAD_BYTES));
    };
    const { socketOf, at, under, close } = await frontAlone({ receive, idleMs: 200 });
    const wide = Buffer.from([0, 4, 0x7f, 0xff, 0xff, 0xff]);
    const client = await raw(
      at,
      frame(SETTINGS, 0, 0, wide),
      frame(WINDOW_UPDATE, 0, 0, Buffer.from([0x7f, 0, 0, 0])),
      frame(HEADERS, END_STREAM | END_HEADERS, 1, GET_HOME),
    );
    client.pause();
    await expect.poll(() => under.length).toBe(1);
    // The machine does not learn of this reset, because Node reads nothing from a client that it cannot write to.
    client.write(frame(RST_STREAM, 0, 1, Buffer.from([0, 0, 0, constants.NGHTTP2_CANCEL])));
    clock = ENTRANCE_MOVED_MS;
    slow.look();
    await expect.poll(() => socketOf(client)?.destroyed).toBe(true);
    client.destroy();
    close();
  });

  test("that begins while the machine stops takes no request", async () => {
    const { front, at, under, close } = await frontAlone({});
    front.close();
    const late = connect(`http://127.0.0.1:${at}`);
    late.on("error", () => undefined);
    sessions.push(late);
    await once(late, "close");
    expect(under).toEqual([]);
    close();
  });
});
