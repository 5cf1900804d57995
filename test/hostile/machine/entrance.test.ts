import { once } from "node:events";
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ENTRANCE_HEAD_MS,
  ENTRANCE_IDLE_MS,
  RESTART_WAIT_MS,
  UPLOAD_MIN_BYTES,
} from "../../../manifests/bounds/operators.ts";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { Entrance } from "../../../sites/machine/entrance/entrance.ts";
import { hasPlainCookies } from "../../../sites/machine/entrance/plainCookies.ts";

/** Raw bytes that a stranger sends to a machine, and what of them reaches the workers. */

interface Arrived {
  readonly request: IncomingMessage;
  readonly pieces: number;
  readonly body: string;
}

let arrived: Arrived[];
let answer: (response: ServerResponse) => void;
let space: boolean;

/** Takes the place of workerd. */
const inner = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece)).on("error", () => undefined);
  request.on("end", () => {
    arrived.push({ request, pieces: pieces.length, body: Buffer.concat(pieces).toString() });
    answer(response);
  });
});
let entrance: Entrance;
let port: number;

beforeAll(async () => {
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  port = await claimPort(0);
  entrance = await Entrance.open({ port, inner: (inner.address() as AddressInfo).port, hasSpace: () => space });
});

beforeEach(() => {
  [arrived, space] = [[], true];
  answer = (response) => response.writeHead(200, { "x-content-type-options": "nosniff", "mf-secret": "1" }).end("well");
});

afterAll(async () => {
  await entrance[Symbol.asyncDispose]();
  inner.close();
  inner.closeAllConnections();
});

/** Sends bytes, and answers everything received until the server closes. */
async function send(...parts: readonly string[]): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const said: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => said.push(bytes)).on("error", () => undefined);
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return Buffer.concat(said).toString();
}

const head = (...lines: readonly string[]): string => `${lines.join("\r\n")}\r\n\r\n`;

const statusOf = (said: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(said)?.[1]);

/** Internal texts that no answer may contain. */
const TELLS = /\bat \S+ \(|node:|\/[a-z]+\/[a-z]+\.[jt]s|workerd|wrangler|miniflare|kj::|Error:/i;

const LINE = "GET / HTTP/1.1";
const GOOD = "Host: demo.localhost:8787";

describe("an ambiguous request", () => {
  test.each([
    ["no Host", [LINE]],
    ["two Hosts", [LINE, GOOD, "Host: pocketful.localhost:8787"]],
    ["the same Host twice", [LINE, GOOD, GOOD]],
    ["an empty Host", [LINE, "Host: "]],
    ["a Host with a path", [LINE, "Host: demo.localhost/x"]],
    ["a Host with a user", [LINE, "Host: me@demo.localhost"]],
    ["a Host with a space", [LINE, "Host: demo localhost"]],
    ["a Host with a list", [LINE, "Host: demo.localhost,pocketful.localhost"]],
    ["a Host with a percent sign", [LINE, "Host: demo%2elocalhost"]],
    ["a port of 0", [LINE, "Host: demo.localhost:0"]],
    ["a port of 65536", [LINE, "Host: demo.localhost:65536"]],
    ["a port of six digits", [LINE, "Host: demo.localhost:123456"]],
    ["a port of letters", [LINE, "Host: demo.localhost:http"]],
    ["a port of nothing", [LINE, "Host: demo.localhost:"]],
    ["an asterisk", ["OPTIONS * HTTP/1.1", GOOD]],
    ["an authority", ["CONNECT demo.localhost:8787 HTTP/1.1", GOOD]],
    ["an address of another name", ["GET http://pocketful.localhost:8787/ HTTP/1.1", GOOD]],
    ["an address that begins with the name", ["GET http://demo.localhost:87870/ HTTP/1.1", GOOD]],
    ["an older version", ["GET / HTTP/1.0", GOOD]],
    ["a length and chunks", ["POST / HTTP/1.1", GOOD, "Content-Length: 5", "Transfer-Encoding: chunked"]],
    ["two lengths", ["POST / HTTP/1.1", GOOD, "Content-Length: 5", "Content-Length: 6"]],
    ["a header with a line break in it", [LINE, GOOD, "X-A: 1\n MF-Original-URL: http://pocketful.localhost/"]],
    ["no HTTP", ["\u0016\u0003\u0001"]],
  ])("(%s) gets 400 and reaches no worker", async (_, lines) => {
    const said = await send(head(...lines));
    expect([statusOf(said), arrived.length]).toEqual([400, 0]);
    expect(said).toContain('"code":"INVALID_REQUEST"');
    expect(said).not.toMatch(TELLS);
  });

  test.each([
    "demo.localhost",
    "demo.localhost:1",
    "demo.localhost:65535",
    "DEMO.localhost:8787",
    "127.0.0.1:8787",
    "[::1]:8787",
    "a_b.localhost",
    "demo.localhost.",
  ])("does not include the Host %s, which passes", async (host) => {
    expect(statusOf(await send(head(LINE, `Host: ${host}`, "Connection: close")))).toBe(200);
    expect(arrived[0]?.request.headers.host).toBe(host);
  });

  test.each([
    ["http://demo.localhost:8787/a?b", "/a?b"],
    ["http://DEMO.localhost:8787", "/"],
    ["http://demo.localhost:8787?x", "/?x"],
  ])("does not include the address %s, which passes", async (target, path) => {
    expect(statusOf(await send(head(`GET ${target} HTTP/1.1`, GOOD, "Connection: close")))).toBe(200);
    expect(arrived[0]?.request.url).toBe(path);
  });
});

describe("headers", () => {
  test.each([
    "MF-Original-URL: http://pocketful.localhost/",
    "mf-route-override: x",
    "MF-Proxy-Shared-Secret: x",
    "Mf-Custom-Service: x",
  ])("that the runtime's tools trust are not forwarded: %s", async (line) => {
    expect(statusOf(await send(head(LINE, GOOD, line, "Connection: close")))).toBe(200);
    expect(Object.keys(arrived[0]?.request.headers ?? {}).filter((name) => name.startsWith("mf-"))).toEqual([]);
  });

  test("that the runtime's tools add to answers are removed", async () => {
    expect(await send(head(LINE, GOOD, "Connection: close"))).not.toMatch(/mf-/i);
  });

  test.each(["Content-Length", "content-length, close", "Transfer-Encoding", "CONTENT-LENGTH, Transfer-Encoding"])(
    "that frame the body stay although `Connection: %s` names them, so no body becomes a request",
    async (named) => {
      const hidden = head("GET /hidden HTTP/1.1", "Host: pocketful.localhost", "MF-Original-URL: http://x/");
      const sent = head("POST / HTTP/1.1", GOOD, `Content-Length: ${hidden.length}`, `Connection: ${named}`);
      await Promise.race([send(sent, hidden), new Promise((resolve) => setTimeout(resolve, 500))]);
      expect(arrived.map(({ request, body }) => [request.url, body])).toEqual([["/", hidden]]);
    },
  );

  test("of one connection are never forwarded, whatever `Connection` lists, and `Host` stays", async () => {
    await send(
      head(LINE, GOOD, "Connection: close, X-Here, Host", "X-Here: 1", "X-There: 2", "TE: trailers", "Upgrade: h2c"),
    );
    const { host, te, upgrade, ...headers } = arrived[0]?.request.headers ?? {};
    expect([host, te, upgrade, headers["x-here"], headers["x-there"]]).toEqual([
      "demo.localhost:8787",
      undefined,
      undefined,
      undefined,
      "2",
    ]);
  });

  test("that are repeated stay repeated", async () => {
    await send(head(LINE, GOOD, "Cookie: a=1", "Cookie: b=2", "Connection: close"));
    expect(arrived[0]?.request.headersDistinct["cookie"]).toEqual(["a=1", "b=2"]);
  });
});

describe("cookies of a browser that keeps no Secure cookie without TLS", () => {
  const LOCAL = [
    "__Host-svc_session=a.b.c; Path=/; Secure; SameSite=Lax; HttpOnly; Max-Age=60",
    "__Secure-svc_search=; Path=/_editor; Secure; HttpOnly; Max-Age=0",
    "svc_mode=edit; Path=/; Secure; SameSite=Lax",
    "plain=Secure; Path=/",
  ];
  const setBy = async (host: string, agent = "Mozilla/5.0 (Macintosh) Safari/605"): Promise<string[]> => {
    answer = (response) =>
      response.writeHead(200, { "x-content-type-options": "nosniff", "Set-Cookie": LOCAL }).end("well");
    const said = await send(head(LINE, `Host: ${host}`, `User-Agent: ${agent}`, "Connection: close"));
    return [...said.matchAll(/^Set-Cookie: (.*)\r$/gim)].map(([, cookie = ""]) => cookie);
  };
  const heardAt = async (host: string, cookie: string): Promise<string | undefined> => {
    await send(head(LINE, `Host: ${host}`, `Cookie: ${cookie}`, "Connection: close"));
    return arrived.at(-1)?.request.headers.cookie;
  };

  test("come a second time under a plain name, which the workers see as the protected one", async () => {
    expect(await setBy("demo.localhost:8787")).toEqual([
      LOCAL[0],
      "local_host_svc_session=a.b.c; Path=/; SameSite=Lax; HttpOnly; Max-Age=60",
      LOCAL[1],
      "local_secure_svc_search=; Path=/_editor; HttpOnly; Max-Age=0",
      "svc_mode=edit; Path=/; SameSite=Lax",
      "plain=Secure; Path=/",
    ]);
    expect(
      await heardAt("demo.localhost:8787", "local_host_svc_session=a.b=c; svc_mode=edit;local_secure_svc_search=x"),
    ).toBe("__Host-svc_session=a.b=c; svc_mode=edit; __Secure-svc_search=x");
  });

  test.each(["curl/8.1", "node", ""])("come once to a program (%s), which knows their names", async (agent) => {
    expect(await setBy("demo.localhost:8787", agent)).toEqual(LOCAL);
  });

  test.each([
    ["local_host_svc_session=planted; __Host-svc_session=own", "__Host-svc_session=own"],
    ["local_host_svc_session=own; local_host_svc_session=planted; a=1", "a=1"],
    ["local_host_=x; local_host_svc_session", "__Host-=x; __Host-svc_session"],
    ["xlocal_host_svc_session=x", "xlocal_host_svc_session=x"],
  ])("are taken where one was planted only if the browser's own is known: %s", async (cookie, heard) => {
    expect(await heardAt("demo.localhost:8787", cookie)).toBe(heard);
  });

  test.each(["127.0.0.1:8787", "demo.localhost.evil.example", "evil.example:8787", "localhost.example"])(
    "are neither set nor taken plain at %s",
    async (host) => {
      expect(await setBy(host)).toEqual(LOCAL);
      expect(await heardAt(host, "local_host_svc_session=a")).toBe("local_host_svc_session=a");
    },
  );

  test("are not plain where a proxy says https", () => {
    const hostname = "demo.localhost";
    expect(hasPlainCookies({ hostname, arrival: { client: "127.0.0.1", scheme: "https" } })).toBe(false);
    expect(hasPlainCookies({ hostname, arrival: { client: "127.0.0.1", scheme: "http" } })).toBe(true);
  });
});

describe("a body", () => {
  test.each(["POST", "DELETE", "PUT"])(
    "of 20,000 one-byte chunks is forwarded whole, in few pieces (%s)",
    async (method) => {
      const chunks = "1\r\nx\r\n".repeat(20_000);
      expect(
        statusOf(
          await send(
            head(`${method} / HTTP/1.1`, GOOD, "Transfer-Encoding: chunked", "Connection: close"),
            chunks,
            "0\r\n\r\n",
          ),
        ),
      ).toBe(200);
      expect(arrived[0]?.body).toBe("x".repeat(20_000));
      expect(arrived[0]?.pieces).toBeLessThan(200);
    },
  );

  test("of several hundred kilobytes is forwarded unchanged", async () => {
    const body = Array.from({ length: 60_000 }, (_, at) => String(at)).join();
    await send(head("POST / HTTP/1.1", GOOD, `Content-Length: ${body.length}`, "Connection: close"), body);
    expect(arrived[0]?.body).toBe(body);
  });

  test.each(["z\r\nx\r\n", "-1\r\nx\r\n", "1\r\nxy\r\n0\r\n\r\n", "ffffffffffffffffff\r\nx"])(
    "with malformed chunks gets 400: %j",
    async (chunks) => {
      const said = await send(head("POST / HTTP/1.1", GOOD, "Transfer-Encoding: chunked"), chunks);
      expect([statusOf(said), arrived.length]).toEqual([400, 0]);
      expect(said).not.toMatch(TELLS);
    },
  );

  test("that breaks off never reaches a worker as a complete one", async () => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.end(`${head("POST / HTTP/1.1", GOOD, "Content-Length: 10")}half`);
    await once(socket.resume(), "close");
    await send(head(LINE, GOOD, "Connection: close"));
    expect(arrived.map(({ request }) => request.method)).toEqual(["GET"]);
  });

  test("that is refused before it is read does not delay the answer", async () => {
    const early = createServer((_, response) =>
      response.writeHead(413, { "x-content-type-options": "nosniff" }).end("no"),
    );
    early.listen(0, "127.0.0.1");
    await once(early, "listening");
    const own = await claimPort(0);
    await using _ = await Entrance.open({
      port: own,
      inner: (early.address() as AddressInfo).port,
      hasSpace: () => true,
    });
    const { status } = await fetch(`http://127.0.0.1:${own}/`, { method: "POST", body: "x".repeat(5_000_000) });
    early.close();
    early.closeAllConnections();
    expect(status).toBe(413);
  });
});

describe("a site that sends much at once", () => {
  interface Asked {
    readonly method?: string;
    readonly body?: string;
  }

  const asked = (at: number, host: string, { method = "GET", body }: Asked = {}): Promise<number> =>
    new Promise((done, fail) => {
      const asking = ask({ host: "127.0.0.1", port: at, method, headers: { host }, agent: false }, (response) => {
        response.resume().on("end", () => done(response.statusCode ?? 0));
      });
      asking.on("error", fail).end(body);
    });

  /**
   * Workers that do one request after the other, each for some milliseconds. Answers how many requests of the busy site
   * they had begun before a neighbour's.
   */
  async function begunBefore(requests: number, what: Asked): Promise<number> {
    const begun: string[] = [];
    let thread = Promise.resolve();
    const work = async (before: Promise<void>, host: string, response: ServerResponse): Promise<void> => {
      await before;
      begun.push(host);
      await new Promise((resolve) => setTimeout(resolve, 10));
      response.writeHead(200, { "x-content-type-options": "nosniff" }).end("done");
    };
    const busy = createServer((request, response) => {
      request.resume().on("end", () => {
        thread = work(thread, request.headers.host ?? "", response);
      });
    });
    busy.listen(0, "127.0.0.1");
    await once(busy, "listening");
    const own = await claimPort(0);
    const at = (busy.address() as AddressInfo).port;
    await using _ = await Entrance.open({ port: own, inner: at, hasSpace: () => true });
    const flood = Array.from({ length: requests }, () => asked(own, "busy.localhost", what));
    await expect.poll(() => begun.length, { interval: 1 }).toBeGreaterThan(0);
    const statuses = [await asked(own, "calm.localhost"), ...(await Promise.all(flood))];
    expect(new Set(statuses)).toEqual(new Set([200]));
    busy.close();
    busy.closeAllConnections();
    return begun.indexOf("calm.localhost");
  }

  test("by uploads is not always first", async () => {
    const body = "x".repeat(UPLOAD_MIN_BYTES);
    expect(await begunBefore(40, { method: "POST", body })).toBeLessThan(20);
  });

  test("by a flood of questions is not always first", async () => {
    expect(await begunBefore(150, {})).toBeLessThan(100);
  });
});

describe("request heads that never end", () => {
  async function besieged(
    options: Partial<Parameters<typeof Entrance.open>[0]>,
  ): Promise<{ readonly own: number; readonly heads: Socket[] } & AsyncDisposable> {
    const own = await claimPort(0);
    const { port: at } = inner.address() as AddressInfo;
    const besiegedEntrance = await Entrance.open({ port: own, inner: at, hasSpace: () => true, ...options });
    const heads = Array.from({ length: 60 }, () => {
      const socket = connect({ port: own, host: "127.0.0.1" }).on("error", () => undefined);
      socket.write("GET / HTTP/1.1\r\nHost: demo.localhost\r\nX-Slow: ");
      return socket.resume();
    });
    await Promise.all(heads.map((socket) => once(socket, "connect")));
    return {
      own,
      heads,
      [Symbol.asyncDispose]: async () => {
        for (const socket of heads) socket.destroy();
        await besiegedEntrance[Symbol.asyncDispose]();
      },
    };
  }

  test("keep no visitor out when they take all connections", async () => {
    await using siege = await besieged({ connectionsMax: 20, headMs: 60_000 });
    for (let n = 0; n < 5; n++) expect((await fetch(`http://127.0.0.1:${siege.own}/`)).status).toBe(200);
    expect(siege.heads.filter(({ destroyed }) => !destroyed).length).toBeLessThanOrEqual(20);
  });

  test("are closed after their deadline with 408, and so is a connection that says nothing", async () => {
    await using siege = await besieged({ headMs: 300 });
    const silent = connect({ port: siege.own, host: "127.0.0.1" });
    let said = "";
    silent.on("data", (bytes: Buffer) => (said += bytes.toString()));
    await Promise.all([silent, ...siege.heads].map((socket) => socket.closed || once(socket, "close")));
    expect(said).toMatch(/^HTTP\/1\.1 408 [^]*"code":"TOO_SLOW"/);
  });

  test("have ten seconds, and a connection without a request five", () =>
    expect([ENTRANCE_HEAD_MS, ENTRANCE_IDLE_MS]).toEqual([10_000, 5_000]));
});

describe("a refusal before the whole body was read", () => {
  /** Answers after the head as workerd does: it reads a little more of the body, and closes the connection. */
  async function refusing(answer: string): Promise<{ readonly inner: number } & AsyncDisposable> {
    const server = createTcpServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", () => {
          socket.pause().write(answer, () => socket.destroy());
        });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const close = async (): Promise<void> => void server.close();
    return { inner: (server.address() as AddressInfo).port, [Symbol.asyncDispose]: close };
  }

  test.each([401, 413])("reaches the client each time (%i)", async (status) => {
    const text = `HTTP/1.1 ${status} No\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 3\r\n\r\nno\n`;
    await using workers = await refusing(text);
    const own = await claimPort(0);
    await using _ = await Entrance.open({ port: own, inner: workers.inner, hasSpace: () => true });
    const body = "x".repeat(5_000_000);
    const answers = Array.from({ length: 8 }, () => fetch(`http://127.0.0.1:${own}/`, { method: "POST", body }));
    const said = await Promise.all(answers.map(async (one) => [(await one).status, await (await one).text()]));
    expect(said).toEqual(answers.map(() => [status, "no\n"]));
  });
});

describe("an answer that the workers did not send", () => {
  test.each([
    [
      503,
      "UNAVAILABLE",
      (response: ServerResponse) =>
        response.writeHead(500, { "content-type": "text/html" }).end("Error: x\n    at run (/srv/app/index.js:1:1)"),
    ],
    [503, "UNAVAILABLE", (response: ServerResponse) => response.writeHead(502).end("workerd: kj::Exception")],
    [503, "UNAVAILABLE", (response: ServerResponse) => response.destroy()],
    [
      400,
      "INVALID_REQUEST",
      (response: ServerResponse) => response.writeHead(400).end("MF: Disallowed header in request"),
    ],
  ])("is %i %s", async (status, code, made) => {
    answer = made;
    const said = await send(head("POST / HTTP/1.1", GOOD, "Content-Length: 0", "Connection: close"));
    expect(statusOf(said)).toBe(status);
    expect(said).toContain(`"code":"${code}"`);
    expect(said).not.toMatch(TELLS);
  });

  test("is 503 if no worker listens, for a reader after a bounded wait", async () => {
    const [own, nobody] = [await claimPort(0), await claimPort(0)];
    // A part of the real bound, because a test should not take five seconds.
    const restartMs = RESTART_WAIT_MS / 25;
    await using _ = await Entrance.open({ port: own, inner: nobody, hasSpace: () => true, restartMs });
    for (const [method, waits] of [
      ["GET", true],
      ["POST", false],
    ] as const) {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${own}/`, { method });
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
      expect(performance.now() - began >= restartMs).toBe(waits);
      expect(await response.text()).not.toMatch(TELLS);
    }
  });

  test("comes from workers that begin to listen while a reader waits, once", async () => {
    const [own, at] = [await claimPort(0), await claimPort(0)];
    await using _ = await Entrance.open({ port: own, inner: at, hasSpace: () => true });
    const waiting = fetch(`http://127.0.0.1:${own}/`);
    let seen = 0;
    const late = createServer((_request, response) => {
      seen += 1;
      response.end("late");
    });
    late.listen(at, "127.0.0.1");
    await once(late, "listening");
    expect([await (await waiting).text(), seen]).toEqual(["late", 1]);
    late.closeAllConnections();
    late.close();
  });

  test.each([
    ["a request that cannot be read", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", "INVALID_REQUEST"],
    ["no request at all", "none\r\n\r\n", "INVALID_REQUEST"],
    ["workers that broke", head(LINE, GOOD, "Connection: close"), "UNAVAILABLE"],
  ])("states its length and an instance of its own, after %s", async (_, request, code) => {
    answer = (response) => response.writeHead(500).end("workerd: kj::Exception");
    const said = [await send(request), await send(request)];
    const problems = said.map((one) => {
      const [top = "", body = ""] = one.split("\r\n\r\n");
      expect(/^content-length: (\d+)$/im.exec(top)?.[1]).toBe(String(Buffer.byteLength(body)));
      return JSON.parse(body) as { code: string; instance: string };
    });
    for (const problem of problems)
      expect(problem).toMatchObject({ code, instance: expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/) });
    expect(new Set(problems.map(({ instance }) => instance)).size).toBe(2);
  });

  test("is told apart from a worker's own answer", async () => {
    answer = (response) => response.writeHead(500, { "x-content-type-options": "nosniff" }).end('{"code":"INTERNAL"}');
    expect(statusOf(await send(head(LINE, GOOD, "Connection: close")))).toBe(500);
  });
});

describe("without space", () => {
  test.each([
    ["GET", 200],
    ["HEAD", 200],
    ["OPTIONS", 200],
    ["POST", 503],
    ["PUT", 503],
    ["PATCH", 503],
    ["DELETE", 503],
  ])("%s gets %i", async (method, status) => {
    space = false;
    const said = await send(head(`${method} / HTTP/1.1`, GOOD, "Content-Length: 0", "Connection: close"));
    expect(statusOf(said)).toBe(status);
    if (status === 503) expect(said).toContain('"code":"STORAGE_FULL"');
    space = true;
    expect(statusOf(await send(head(`${method} / HTTP/1.1`, GOOD, "Content-Length: 0", "Connection: close")))).toBe(
      200,
    );
  });
});

describe("a WebSocket", () => {
  const LIVE = "/api/presence/live";
  const handshake = (path: string, ...more: readonly string[]): string =>
    [
      `GET ${path} HTTP/1.1`,
      `Host: demo.localhost:${port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ...more,
      "",
      "",
    ].join("\r\n");
  let wished: IncomingMessage[] = [];
  let takes: (socket: Duplex, head: Buffer) => void;

  beforeEach(() => {
    wished = [];
    takes = (socket) => {
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nMF-Secret: 1\r\n\r\n",
      );
      socket.on("data", (bytes: Buffer) => socket.end(`heard ${bytes.toString()}`));
    };
    inner.removeAllListeners("upgrade");
    inner.on("upgrade", (request, socket, head) => {
      wished.push(request);
      socket.on("error", () => undefined);
      takes(socket, head);
    });
  });
  afterAll(() => inner.removeAllListeners("upgrade"));

  test("is forwarded in both directions, without headers that the workers' tools trust", async () => {
    const text = await send(handshake(`${LIVE}?page=home`, "MF-Blob: x", "CF-Connecting-IP: 6.6.6.6"), "ping");
    expect(text).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\nheard ping$/);
    expect(text).not.toMatch(/mf-secret/i);
    expect(wished.map(({ url, headers }) => [url, headers["mf-blob"], headers["cf-connecting-ip"]])).toEqual([
      [`${LIVE}?page=home`, undefined, "127.0.0.1"],
    ]);
  });

  test.each([
    ["at another address", "/api/presence"],
    ["at one that only begins so", `${LIVE}/more`],
    ["with a path that is written otherwise", "/api/presence/%6cive"],
    ["to visitors' pages", "/"],
  ])("is not opened %s", async (_, path) => {
    const text = await send(handshake(path).replace("Connection: Upgrade", "Connection: Upgrade, close"));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect([wished.length, arrived[0]?.request.headers.upgrade]).toEqual([0, undefined]);
  });

  test.each([
    ["a name that is none", handshake(LIVE).replace(/Host: .*/, "Host: a b"), 400],
    ["two names", handshake(LIVE, "Host: other.localhost"), 400],
  ])("under %s is refused by the entrance", async (_, head, status) => {
    expect(await send(head)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(wished).toEqual([]);
  });

  test("that the workers refuse gets their answer, and the connection is closed", async () => {
    takes = (socket) =>
      socket.end(
        "HTTP/1.1 403 Forbidden\r\nX-Content-Type-Options: nosniff\r\nMF-Secret: 1\r\nContent-Length: 4\r\n\r\nno!\n",
      );
    const text = await send(handshake(LIVE));
    expect(text).toMatch(/^HTTP\/1\.1 403 [^]*no!\n$/);
    expect(text).not.toMatch(/mf-secret/i);
  });

  test("is refused if no worker listens", async () => {
    takes = (socket) => socket.destroy();
    expect(await send(handshake(LIVE))).toMatch(/^HTTP\/1\.1 503 /);
  });

  test("does not prevent the entrance from closing", async () => {
    takes = (socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nopen");
    const own = await claimPort(0);
    const other = await Entrance.open({
      port: own,
      inner: (inner.address() as AddressInfo).port,
      hasSpace: () => true,
    });
    const socket = connect({ port: own, host: "127.0.0.1" });
    const gone = once(socket, "close");
    socket.on("error", () => undefined).write(handshake(LIVE).replace(String(port), String(own)));
    await new Promise<void>((opened) =>
      socket.on("data", (bytes: Buffer) => bytes.toString().includes("open") && opened()),
    );
    await other.drain();
    await gone;
    expect(socket.destroyed).toBe(true);
    await other[Symbol.asyncDispose]();
  });
});
