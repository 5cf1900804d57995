import { once } from "node:events";
import { createServer, request as ask, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { MACHINE_VISITS_GATHERED_MS } from "../../../manifests/bounds/publicContent.ts";
import { BlobKeeper } from "../../../sites/machine/blobs/keeper.ts";
import { startHost, type Host } from "../../../sites/machine/host/host.ts";
import { MachineVisits } from "../../../sites/machine/visits/machineVisits.ts";
import type { VisitCounts } from "../../../runtime/visits/views.ts";
import { HOST_SECRET_HEADER, HOST_SERVICE_HEADER } from "../../../sites/machine/runner/runtimeConfig.ts";
import { KEYS_TYPE, machinePages } from "../../../sites/platform/pageCache/machinePages.ts";

const BODY = Array.from({ length: 500 }, (_, n) => `<p>${n}</p>`).join("");
const PICTURE = "x".repeat(2_000);

let host: Host;
let asked: string;
const server = createServer((request, response) => {
  const { host: name = "" } = request.headers;
  if (!host.pages.answers(`${asked}${name}${request.url}`, request, response))
    response.writeHead(299).end("asked a worker");
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Sent {
  readonly method?: string;
  readonly port?: number;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const portOf = ({ port }: AddressInfo): number => port;

const send = ({ body, path = "/", headers = {}, ...sent }: Sent): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const port = sent.port ?? portOf(server.address() as AddressInfo);
    const outgoing = ask({
      host: "127.0.0.1",
      port,
      path,
      agent: false,
      method: sent.method ?? "GET",
      headers: { host: "demo.localhost", ...headers },
    });
    outgoing.on("response", async (response) =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(await response.toArray()) as Buffer,
      }),
    );
    outgoing.on("error", reject).end(body);
  });

/** Uses the cache service as the runtime does. */
const service = (
  method: string,
  key: string,
  body?: string,
  secret = host.services.secret,
  more: Readonly<Record<string, string>> = {},
): Promise<Reply> =>
  send({
    method,
    path: key,
    port: Number(host.services.address.split(":")[1]),
    headers: {
      [HOST_SECRET_HEADER]: secret,
      [HOST_SERVICE_HEADER]: "pages",
      "cf-cache-namespace": "drawbridge-pages",
      ...more,
    },
    ...(body !== undefined && { body }),
  });

const stored = (type: string, body: string, more = ""): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nCache-Control: public, s-maxage=30\r\nETag: "one"\r\n${more}\r\n${body}`;

beforeAll(async () => {
  host = await startHost({
    keeper: new BlobKeeper({
      state: "",
      proofs: () => new Map(),
      aside: { move: () => "" },
      onDamage: () => undefined,
    }),
    tell: () => undefined,
    onValue: () => undefined,
  });
  asked = "http://";
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await service("PUT", "https://demo.localhost/", stored("text/html", BODY));
  await service("PUT", "https://demo.localhost/p.webp", stored("image/webp", PICTURE));
  await service("PUT", "https://www.example.com/", stored("text/html", BODY));
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await host[Symbol.asyncDispose]();
});

describe("an answer in the cache", () => {
  test("is sent as it was stored", async () => {
    const { status, headers, body } = await send({});
    expect([status, headers["etag"], headers["content-type"], body.toString()]).toEqual([
      200,
      '"one"',
      "text/html",
      BODY,
    ]);
  });

  test("is sent for HEAD without its body, with its length", async () => {
    const { status, headers, body } = await send({ method: "HEAD" });
    expect([status, headers["content-length"], body.byteLength]).toEqual([200, String(BODY.length), 0]);
  });

  test.each(['"one"', 'W/"one"', '"none", "one"', "*"])(
    "is not sent again to a client that has it: %s",
    async (tag) => {
      const { status, headers, body } = await send({ headers: { "if-none-match": tag } });
      expect([status, headers["etag"], headers["content-length"], body.byteLength]).toEqual([
        304,
        '"one"',
        undefined,
        0,
      ]);
    },
  );

  test.each([
    ["bytes=0-9", 206, "bytes 0-9/2000", 10],
    ["bytes=1990-", 206, "bytes 1990-1999/2000", 10],
    ["bytes=-10", 206, "bytes 1990-1999/2000", 10],
    ["bytes=2000-", 416, "bytes */2000", 0],
    ["bytes=0-1,3-4", 200, undefined, 2_000],
    ["lines=0-9", 200, undefined, 2_000],
  ])("is sent in the requested range: %s", async (range, status, said, bytes) => {
    const reply = await send({ path: "/p.webp", headers: { range } });
    expect([reply.status, reply.headers["content-range"], reply.body.byteLength]).toEqual([status, said, bytes]);
  });

  test("is sent whole if the range is for another version", async () => {
    const { status } = await send({ path: "/p.webp", headers: { range: "bytes=0-9", "if-range": '"two"' } });
    expect(status).toBe(200);
  });

  test.each([
    ["gzip, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("is compressed for a client that accepts %s, with a weak ETag", async (accepted, coding, read) => {
    const compressed = async (): Promise<Reply> => send({ headers: { "accept-encoding": accepted } });
    await expect.poll(async () => (await compressed()).headers["content-encoding"]).toBe(coding);
    const { headers, body } = await compressed();
    expect([headers["etag"], headers["vary"], read(body).toString()]).toEqual(['W/"one"', "accept-encoding", BODY]);
  });

  test("is sent uncompressed to a client without codings, with `Vary`", async () => {
    const { headers, body } = await send({});
    expect([headers["content-encoding"], headers["vary"], body.toString()]).toEqual([
      undefined,
      "accept-encoding",
      BODY,
    ]);
  });
});

describe("a request is forwarded to a worker", () => {
  test.each([
    ["for another method", { method: "POST" }],
    ["for a member who edits", { headers: { cookie: "a=b; svc_mode=edit" } }],
    ["for a query", { path: "/?x" }],
    ["for what is not stored", { path: "/other" }],
    ["for another name", { headers: { host: "pocketful.localhost" } }],
    ["for the same page, spelt otherwise", { headers: { host: "DEMO.localhost" } }],
    ["with a body that somebody has to read", { headers: { "content-length": "1" }, body: "x" }],
    ["under a real name over plain http, which leads to https", { headers: { host: "www.example.com" } }],
  ])("%s", async (_, sent: Sent) => {
    expect((await send(sent)).status).toBe(299);
  });

  test("under a real hostname over https only if no answer is stored", async () => {
    asked = "https://";
    const { status } = await send({ headers: { host: "www.example.com" } });
    asked = "http://";
    expect(status).toBe(200);
  });
});

describe("the service behind the cache", () => {
  test("forgets a purged answer", async () => {
    await service("PUT", "https://demo.localhost/gone", stored("text/html", BODY));
    expect((await send({ path: "/gone" })).status).toBe(200);
    expect((await service("PURGE", "https://demo.localhost/gone")).status).toBe(200);
    expect((await service("PURGE", "https://demo.localhost/gone")).status).toBe(404);
    expect((await send({ path: "/gone" })).status).toBe(299);
  });

  test.each([
    ["private", "Cache-Control: private, max-age=30\r\n"],
    ["not to be stored", "Cache-Control: no-store\r\n"],
    ["of one visitor", "Cache-Control: public, s-maxage=30\r\nSet-Cookie: a=b\r\n"],
    ["without a time", "X-A: b\r\n"],
  ])("stores no answer that is %s", async (_, lines) => {
    await service("PUT", "https://demo.localhost/kept", `HTTP/1.1 200 OK\r\n${lines}\r\nsecret`);
    expect((await send({ path: "/kept" })).status).toBe(299);
  });

  test("answers only the runtime", async () => {
    const attack = stored("text/html", "<p>forged</p>");
    for (const secret of ["", "x", `${host.services.secret}x`])
      expect((await service("PUT", "https://demo.localhost/", attack, secret)).status).toBe(404);
    expect((await send({})).body.toString()).toBe(BODY);
  });

  test("refuses a malformed answer", async () => {
    expect((await service("PUT", "https://demo.localhost/x", "nonsense")).status).toBe(400);
  });
});

describe("a list of keys", () => {
  const pages = machinePages({
    fetch: async (url, { method = "", headers, body }) => {
      const { pathname } = new URL(url);
      const { "content-type": type = "" } = headers as Record<string, string>;
      const { status } = await service(method, pathname, String(body), undefined, { "content-type": type });
      return new Response(null, { status });
    },
  });
  const at = (path: string): string => `https://demo.localhost/${path}`;

  test("leaves the cache with one request, each key in the form that workerd writes", async () => {
    for (const path of ["list/a", "list/b", "list/%C3%BC", "list/stays"])
      await service("PUT", at(path), stored("text/html", BODY));
    await pages.purge([at("list/a"), at("list/b"), at("list/ü"), at("list/never")]);
    const left = ["list/a", "list/b", "list/%C3%BC", "list/stays"].map((path) => service("GET", at(path)));
    expect((await Promise.all(left)).map(({ status }) => status)).toEqual([504, 504, 504, 200]);
  });

  test("keeps out an answer that was on its way", async () => {
    expect((await service("GET", at("list/late"))).status).toBe(504);
    await pages.purge([at("list/late")]);
    await service("PUT", at("list/late"), stored("text/html", BODY));
    expect((await service("GET", at("list/late"))).status).toBe(504);
  });

  test("without keys asks nobody", async () => {
    await expect(machinePages({ fetch: () => Promise.reject(new Error("asked")) }).purge([])).resolves.toBeUndefined();
  });

  test.each([
    ["{}", KEYS_TYPE],
    ["[1]", KEYS_TYPE],
    ['["https://demo.localhost/list/stays"]', "application/json"],
  ])("%s of the type %s is refused", async (body, type) => {
    expect((await service("POST", "/", body, undefined, { "content-type": type })).status).toBe(400);
    expect((await service("GET", at("list/stays"))).status).toBe(200);
  });

  test("that is not purged is an error", async () => {
    const broken = machinePages({ fetch: async () => new Response(null, { status: 400 }) });
    await expect(broken.purge([at("list/a")])).rejects.toThrow("did not purge 1 keys (400)");
  });
});

describe("a page that a reader sees", () => {
  const reader = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

  test("is counted after its answer, once for each reader, and handed on at the end", async () => {
    const taken: (readonly VisitCounts[])[] = [];
    const visits = new MachineVisits({ handOn: async (hostnames) => void taken.push(hostnames) });
    host.pages.seen = (...seen) => visits.saw(...seen);
    try {
      await send({ headers: { ...reader, referer: "https://news.example/today" } });
      await send({ headers: { ...reader, "if-none-match": '"one"' } });
      await send({ headers: { ...reader, range: "bytes=0-9" }, path: "/p.webp" });
      await send({ headers: reader, method: "HEAD" });
      await send({ headers: { "user-agent": "curl/8.5.0" } });
      await send({ headers: { ...reader, cookie: "__Host-svc_session=x" } });
      await send({ headers: reader, path: "/nowhere" });
    } finally {
      host.pages.seen = undefined;
    }
    await visits[Symbol.asyncDispose]();
    const counted = { hostname: "demo.localhost", notice: "server", paths: [["/", 2]], from: [["news.example", 1]] };
    expect(taken).toEqual([[counted]]);
  });

  test("is lost if nobody takes it, and costs no answer", async () => {
    const visits = new MachineVisits({ handOn: () => Promise.reject(new Error("gone")) });
    host.pages.seen = (...seen) => visits.saw(...seen);
    expect((await send({ headers: reader })).status).toBe(200);
    host.pages.seen = undefined;
    await visits.handOn();
    await visits[Symbol.asyncDispose]();
  });

  test("waits a minute in memory at most", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const taken: unknown[] = [];
      await using visits = new MachineVisits({ handOn: async (hostnames) => void taken.push(hostnames) });
      const answer = { status: 200, headers: new Map([["content-type", "text/html"]]), body: Buffer.alloc(0) };
      const header = (name: string): string | undefined => (reader as Readonly<Record<string, string>>)[name];
      const asked = { url: "http://demo.localhost/", method: "GET", client: "192.0.2.1", connection: {}, header };
      visits.saw(asked, answer);
      vi.advanceTimersByTime(MACHINE_VISITS_GATHERED_MS - 1);
      expect(taken).toHaveLength(0);
      vi.advanceTimersByTime(1);
      expect(taken).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
