import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { connect as tls } from "node:tls";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ENTRANCE_IDLE_MS, READY_ANSWER_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { Entrance, type EntranceInput } from "../../../sites/machine/entrance/entrance.ts";
import { namesOf, readServing } from "../../../sites/machine/names/serving.ts";
import { MachinePageCache } from "../../../sites/machine/pageCache/pageCache.ts";
import { keyIn, PagesInFront, type AnsweredRequest } from "../../../sites/machine/pageCache/pagesInFront.ts";
import { Compressor } from "../../../sites/machine/pageCache/representations.ts";
import { EncryptedDoors, SITE } from "../../machine/entrance/encryptedDoors.ts";
import { PAGE_CACHE_NAME } from "../../../sites/platform/pageCache/storable.ts";

/** Raw bytes of a stranger, on a connection whose ordinary requests are answered in front of Node's parser. */

const HOUR_MS = 3_600_000;
const HEAD_MS = 400;
const PAGE = "<p>A cached page.</p>".repeat(200);

const compressor = new Compressor(1_000_000);
const cache = new MachinePageCache(64_000_000, (key, answer) => compressor.formsOf(key, answer));
const pages = new PagesInFront(cache);
let arrived: IncomingMessage[];
let seen: AnsweredRequest[];

/** Takes the place of workerd. */
const inner = createServer((request, response) => {
  arrived.push(request);
  request.resume().on("end", () => {
    response.writeHead(200, { "x-content-type-options": "nosniff", "content-length": 4 }).end("well");
  });
});
let entrance: Entrance;
let port: number;

function store(path: string, body: string, status = 200, hostname = "demo.localhost"): void {
  const headers = new Map([
    ["content-type", "text/html; charset=utf-8"],
    ["etag", `"${path}"`],
    ["x-content-type-options", "nosniff"],
  ]);
  const key = keyIn(PAGE_CACHE_NAME, `https://${hostname}${path}`);
  cache.store(key, { status, headers, body: Buffer.from(body) }, HOUR_MS);
}

const IDENTITY = {
  settings: {},
  siteClientId: "site",
  privateMcpClientId: undefined,
  siteSecret: "s",
  agentsSecret: undefined,
};

const open = (at: number, more: Partial<EntranceInput> = {}): Promise<Entrance> =>
  Entrance.open({
    port: at,
    inner: (inner.address() as AddressInfo).port,
    hasSpace: () => true,
    pages,
    headMs: HEAD_MS,
    connectionsMax: 200,
    ...more,
  });

beforeAll(async () => {
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  port = await claimPort(0);
  entrance = await open(port);
  store("/", PAGE);
  store("/gone", "<p>Nothing here.</p>", 404);
});

beforeEach(() => {
  [arrived, seen] = [[], []];
  pages.seen = (request) => void seen.push(request);
});

afterAll(async () => {
  await entrance[Symbol.asyncDispose]();
  inner.close();
  inner.closeAllConnections();
});

const reaching = (at: number): Socket => connect({ port: at, host: "127.0.0.1", noDelay: true });

/** One connection. Each answer is read whole before the next bytes are sent. */
class Client implements Disposable {
  readonly socket: Socket;
  #said = Buffer.alloc(0);

  constructor(socket: Socket = reaching(port)) {
    this.socket = socket;
    this.socket.on("data", (bytes: Buffer) => (this.#said = Buffer.concat([this.#said, bytes])));
    this.socket.on("error", () => undefined).setMaxListeners(0);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }

  /** Sends bytes in separate packets, and answers one whole answer. */
  async ask(...parts: readonly string[]): Promise<string> {
    for (const [at, part] of parts.entries()) {
      if (at > 0) await setTimeout(20);
      this.socket.write(part, "latin1");
    }
    return this.next();
  }

  /** The next answer. Empty if the connection ends before. */
  async next(): Promise<string> {
    for (;;) {
      const text = this.#said.toString("latin1");
      const end = text.indexOf("\r\n\r\n") + 4;
      const length = Number(/^content-length: (\d+)/im.exec(text.slice(0, end))?.[1] ?? 0);
      if (end > 3 && text.length >= end + length) {
        this.#said = this.#said.subarray(end + length);
        return text.slice(0, end + length);
      }
      if (this.socket.closed) return "";
      await Promise.race([once(this.socket, "data"), once(this.socket, "close")]);
    }
  }
}

const head = (...lines: readonly string[]): string => `${lines.join("\r\n")}\r\n\r\n`;
const HOST = "Host: demo.localhost:8787";
const GET = head("GET / HTTP/1.1", HOST);
const statusOf = (said: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(said)?.[1]);
const bodyOf = (said: string): string => said.slice(said.indexOf("\r\n\r\n") + 4);
const timeless = (said: string): string => said.replace(/^(?:date|age): .*\r\n/gim, "");

test("a stranger who asks for a tunnel and resets the connection ends that connection alone", async () => {
  for (let n = 0; n < 200; n += 1) {
    const socket = reaching(port).on("error", () => undefined);
    await once(socket, "connect");
    socket.write(head("CONNECT a:1 HTTP/1.1", HOST), () => socket.resetAndDestroy());
    await once(socket, "close");
  }
  using client = new Client();
  expect(statusOf(await client.ask(GET))).toBe(200);
});

describe("an answer in front of Node's parser", () => {
  test.each([
    ["the page", [HOST]],
    ["the page for a browser", [HOST, "User-Agent: Mozilla/5.0", "Accept: text/html", "Sec-Fetch-Mode: navigate"]],
    ["the page in Brotli", [HOST, "Accept-Encoding: gzip, deflate, br"]],
    ["the page in gzip", [HOST, "accept-encoding: gzip"]],
    ["the page uncompressed", [HOST, "Accept-Encoding: br;q=0"]],
    ["nothing new", [HOST, 'If-None-Match: W/"/"']],
    ["nothing new for any", [HOST, "If-None-Match: *"]],
    ["the page behind a proxy", [HOST, "X-Forwarded-For: 192.0.2.7", "X-Forwarded-Proto: https", "Via: 1.1 x"]],
    ["the page without a port", ["Host: demo.localhost"]],
  ])("is byte for byte Node's own: %s", async (_, lines) => {
    using client = new Client();
    const bytes = head("GET / HTTP/1.1", ...lines);
    await client.ask(bytes);
    await client.ask(bytes); // The compressed form is ready now.
    using other = new Client();
    using throughNode = vi.spyOn(pages, "answers");
    const [byNode, byUs] = [await other.ask(bytes), await other.ask(bytes)];
    expect(timeless(byUs)).toBe(timeless(byNode));
    expect([throughNode.mock.calls.length, arrived.length, seen.length]).toEqual([1, 0, 4]);
  });

  test("is what was compressed, and the page for unknown addresses", async () => {
    using client = new Client();
    const packed = head("GET / HTTP/1.1", HOST, "Accept-Encoding: br");
    await client.ask(packed);
    const said = await client.ask(packed);
    expect(brotliDecompressSync(Buffer.from(bodyOf(said), "latin1")).toString()).toBe(PAGE);
    const unknown = await client.ask(head("GET /gone HTTP/1.1", HOST));
    expect([statusOf(unknown), bodyOf(unknown), arrived.length]).toEqual([404, "<p>Nothing here.</p>", 0]);
  });

  test("ends with a purge", async () => {
    using client = new Client();
    store("/news", "old");
    const bytes = head("GET /news HTTP/1.1", HOST);
    expect([bodyOf(await client.ask(bytes)), bodyOf(await client.ask(bytes))]).toEqual(["old", "old"]);
    store("/news", "new");
    expect(bodyOf(await client.ask(bytes))).toBe("new");
    cache.purge(keyIn(PAGE_CACHE_NAME, "https://demo.localhost/news"));
    expect(bodyOf(await client.ask(bytes))).toBe("well");
  });

  test("may be followed by a worker's, and by one of its kind again", async () => {
    using client = new Client();
    const query = head("GET /?fresh HTTP/1.1", HOST);
    const bodies = [];
    for (const bytes of [GET, GET, query, GET, query, GET]) bodies.push(bodyOf(await client.ask(bytes)));
    expect(bodies).toEqual([PAGE, PAGE, "well", PAGE, "well", PAGE]);
    expect(arrived.map(({ url }) => url)).toEqual(["/?fresh", "/?fresh"]);
  });
});

describe("a request that the cache may not answer goes to the workers, also after those that it answered", () => {
  test.each([
    ["the edit marker", [HOST, "Cookie: a=1; svc_mode=edit"]],
    ["a host that this machine does not serve so", ["Host: demo.localhost:8787", "Range: bytes=0-3"]],
  ])("%s", async (_, lines) => {
    using client = new Client();
    await client.ask(GET);
    await client.ask(GET);
    const said = await client.ask(head("GET / HTTP/1.1", ...lines));
    expect(said).not.toContain(PAGE);
  });

  test.each([
    ["two hosts", ["Host: demo.localhost", "Host: other.localhost"], 400],
    ["a host with a path", ["Host: demo.localhost/x"], 400],
    ["a space before a colon", [HOST, "Accept : */*"], 400],
    ["two lengths", [HOST, "Content-Length: 1", "Content-Length: 2"], 400],
  ])("%s are refused there as at a first request", async (_, lines, status) => {
    using client = new Client();
    await client.ask(GET);
    await client.ask(GET);
    expect(statusOf(await client.ask(head("GET / HTTP/1.1", ...lines)))).toBe(status);
    expect(arrived).toHaveLength(0);
  });
});

describe("bytes that are more or less than one request", () => {
  test("are read as Node reads them: a body is no request", async () => {
    using client = new Client();
    await client.ask(GET);
    await client.ask(GET);
    const smuggled = head("GET /smuggled HTTP/1.1", HOST);
    const said = await client.ask(head("POST / HTTP/1.1", HOST, `Content-Length: ${smuggled.length}`), smuggled);
    expect(bodyOf(said)).toBe("well");
    expect(bodyOf(await client.ask(GET))).toBe(PAGE);
    expect(arrived.map(({ method, url }) => [method, url])).toEqual([["POST", "/"]]);
  });

  test("are a GET with a body, which no later chunk becomes a request of", async () => {
    using client = new Client();
    await client.ask(GET);
    await client.ask(GET);
    const said = await client.ask(head("GET / HTTP/1.1", HOST, `Content-Length: ${GET.length}`), GET);
    expect(bodyOf(said)).toBe("well");
    expect([arrived.length, seen.length]).toEqual([1, 2]);
  });

  test("are one request in two packets, and two requests in one", async () => {
    using client = new Client();
    await client.ask(GET);
    await client.ask(GET);
    expect(bodyOf(await client.ask(GET.slice(0, 20), GET.slice(20)))).toBe(PAGE);
    expect(bodyOf(await client.ask(GET + GET))).toBe(PAGE);
    expect(bodyOf(await client.next())).toBe(PAGE);
    expect(bodyOf(await client.ask(GET))).toBe(PAGE);
  });

  test("are requests that do not wait for answers: each gets its own, in its turn", async () => {
    using client = new Client();
    await client.ask(GET);
    const query = head("GET /?slow HTTP/1.1", HOST);
    for (const bytes of [query, GET, query, GET]) {
      client.socket.write(bytes);
      await setTimeout(1);
    }
    const bodies = [];
    for (let answer = 0; answer < 4; answer += 1) bodies.push(bodyOf(await client.next()));
    expect(bodies).toEqual(["well", PAGE, "well", PAGE]);
  });
});

describe("a connection with answers from the cache", () => {
  test("ends when its next head does not come whole in time", async () => {
    using client = new Client();
    await client.ask(GET);
    await client.ask(GET);
    const said = await client.ask(GET.slice(0, 20));
    expect(statusOf(said)).toBe(408);
    await once(client.socket, "close");
  });

  test("outlives the deadline of its first head while it asks, and ends when it is silent", async () => {
    using client = new Client();
    for (let time = 0; time < 8; time += 1) {
      expect(bodyOf(await client.ask(GET))).toBe(PAGE);
      await setTimeout(HEAD_MS / 3);
    }
    const silent = performance.now();
    if (!client.socket.closed) await once(client.socket, "close");
    expect(performance.now() - silent).toBeGreaterThan(ENTRANCE_IDLE_MS / 2);
  });

  test("is counted with its client's address, as a trusted proxy says it alone", async () => {
    using client = new Client();
    for (const line of ["X-Forwarded-For: 192.0.2.1", "X-Forwarded-For: 192.0.2.2", "Accept: */*"])
      await client.ask(head("GET / HTTP/1.1", HOST, line));
    expect(seen.map(({ client: address }) => address)).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"]);
  });

  test("of the largest page that is written at once, and of one byte less and more", async () => {
    using client = new Client();
    const sizes = [-1, 0, 1].map((more) => READY_ANSWER_MAX_BYTES + more);
    for (const size of sizes) store(`/${size}`, "a".repeat(size));
    for (const size of sizes) {
      const bytes = head(`GET /${size} HTTP/1.1`, HOST);
      expect([bodyOf(await client.ask(bytes)).length, bodyOf(await client.ask(bytes)).length]).toEqual([size, size]);
    }
    expect(arrived).toHaveLength(0);
  });

  test("that reads nothing gets what it asked for when it reads, or its bytes in order", async () => {
    using client = new Client();
    store("/large", "b".repeat(READY_ANSWER_MAX_BYTES));
    await client.ask(GET);
    const bytes = head("GET /large HTTP/1.1", HOST);
    client.socket.pause();
    const times = 60;
    for (let time = 0; time < times; time += 1) {
      client.socket.write(bytes);
      await setTimeout(2);
    }
    client.socket.resume();
    for (let time = 0; time < times; time += 1) expect(bodyOf(await client.next()).length).toBe(READY_ANSWER_MAX_BYTES);
  });
});

describe("a machine with a real name", () => {
  const named = (hostname: string): string => head("GET / HTTP/1.1", `Host: ${hostname}`);

  test("answers by TLS as Node does, redirects plain http, and serves no other name", async () => {
    await using doors = new EncryptedDoors(createServer(inner.listeners("request")[0] as RequestListener));
    const { port: encrypted, plain } = await doors.opened({ pages });
    store("/", PAGE, 200, SITE);
    store("/", "of another machine", 200, "www.other.example");
    const { authority: ca } = doors;
    using client = new Client(tls({ port: encrypted, host: "127.0.0.1", servername: SITE, ca }));
    using throughNode = vi.spyOn(pages, "answers");
    const [byNode, byUs] = [await client.ask(named(SITE)), await client.ask(named(SITE))];
    expect(timeless(byUs)).toBe(timeless(byNode));
    expect([bodyOf(byUs), throughNode.mock.calls.length]).toEqual([PAGE, 1]);
    expect(seen.map(({ url }) => url)).toEqual([`https://${SITE}/`, `https://${SITE}/`]);
    expect(statusOf(await client.ask(named("www.other.example")))).toBe(404);
    using clear = new Client(reaching(plain));
    for (let time = 0; time < 2; time += 1) expect(bodyOf(await clear.ask(named(SITE)))).toBe("well");
    expect(arrived.map(({ headers }) => headers["x-forwarded-proto"])).toEqual([undefined, undefined]);
  });

  test("believes the proxy that its operator named alone, for each request anew", async () => {
    const serving = { origins: [`https://${SITE}`], trustedProxies: ["127.0.0.1"], identity: IDENTITY };
    const at = await claimPort(0);
    await using door = await open(at, { names: namesOf(readServing(serving, "127.0.0.1"), "127.0.0.1") });
    expect(door).toBeDefined();
    using client = new Client(reaching(at));
    const from = (...lines: readonly string[]): string => head("GET / HTTP/1.1", `Host: ${SITE}`, ...lines);
    const asked = [
      from("X-Forwarded-For: 192.0.2.1", "X-Forwarded-Proto: https"),
      from("X-Forwarded-For: 192.0.2.2", "X-Forwarded-Proto: https"),
      from("X-Forwarded-For: 6.6.6.6, 192.0.2.3", "X-Forwarded-Proto: https"),
      from("X-Forwarded-For: 192.0.2.4", "X-Forwarded-Proto: http"),
      from(),
    ];
    const bodies = [];
    for (const bytes of asked) bodies.push(bodyOf(await client.ask(bytes)));
    expect(bodies).toEqual([PAGE, PAGE, PAGE, "well", "well"]);
    expect(seen.map(({ client: address }) => address)).toEqual(["192.0.2.1", "192.0.2.2", "192.0.2.3"]);
  });

  test("answers its login's hostname and a challenge's folder by itself, whatever the cache has", async () => {
    const login = {
      hostname: "login.localhost",
      answer: (_: unknown, response: ServerResponse) => response.end("login"),
    };
    const at = await claimPort(0);
    await using door = await open(at, { login: login as unknown as EntranceInput["login"] });
    expect(door).toBeDefined();
    for (const hostname of ["login.localhost", "below.login.localhost"]) store("/", PAGE, 200, hostname);
    store("/.well-known/acme-challenge/token", PAGE);
    using client = new Client(reaching(at));
    await client.ask(GET);
    await client.ask(GET);
    expect(await client.ask(named("login.localhost"))).toContain("login");
    using throughNode = vi.spyOn(pages, "answers");
    await client.ask(head("GET /.well-known/acme-challenge/token HTTP/1.1", HOST));
    expect(throughNode).toHaveBeenCalledTimes(1);
    using below = new Client(reaching(at));
    await below.ask(GET);
    expect(statusOf(await below.ask(named("below.login.localhost")))).toBe(404);
  });
});

test("a machine that closes refuses what comes, and lets its readers read to the end", async () => {
  const at = await claimPort(0);
  const closing = await open(at);
  using client = new Client(reaching(at));
  await client.ask(GET);
  const bytes = head("GET /large HTTP/1.1", HOST);
  store("/large", "b".repeat(READY_ANSWER_MAX_BYTES));
  client.socket.pause();
  for (let time = 0; time < 60; time += 1) {
    client.socket.write(bytes);
    await setTimeout(2);
  }
  const drained = closing.drain();
  client.socket.resume();
  let whole = 0;
  for (let said = await client.next(); statusOf(said) === 200; said = await client.next()) whole += 1;
  expect(whole).toBeGreaterThan(0);
  await drained;
  await closing[Symbol.asyncDispose]();
});
