import { once } from "node:events";
import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forwardResponse } from "../../../sites/machine/entrance/forwardResponse.ts";

const HTML = "<p>the same words</p>".repeat(200);
const PUBLIC: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "public, max-age=0, s-maxage=30",
  etag: '"one"',
  "x-content-type-options": "nosniff",
};

/** The answer of the worker behind the entrance. */
let answer: (response: ServerResponse) => void = () => undefined;
const worker = createServer((_request, response) => answer(response));
const entrance = createServer((request, response) => {
  const onward = ask({ port: portOf(worker), agent: false, method: request.method, path: request.url ?? "/" });
  onward.on("response", (got) =>
    forwardResponse(got, response, { method: request.method, accepted: request.headers["accept-encoding"] }),
  );
  onward.end();
});

const portOf = (server: { address(): AddressInfo | string | null }): number => (server.address() as AddressInfo).port;

beforeAll(async () => {
  for (const server of [worker, entrance]) await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => {
  for (const server of [worker, entrance]) server.close();
});

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function visit(accepted: string | undefined, method = "GET"): Promise<Reply> {
  const headers = accepted === undefined ? {} : { "accept-encoding": accepted };
  const sent = ask({ port: portOf(entrance), agent: false, method, path: "/?page=2", headers }).end();
  const [got] = (await once(sent, "response")) as [IncomingMessage];
  return { status: got.statusCode ?? 0, headers: got.headers, body: Buffer.concat(await got.toArray()) };
}

const says = (body: string, headers: Readonly<Record<string, string>> = PUBLIC, status = 200): void => {
  answer = (response) =>
    response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
};

describe("an answer that the page cache does not have", () => {
  test.each([
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
  ])("is compressed for a client that accepts %s", async (accepted, coding, read) => {
    says(HTML);
    const { headers, body } = await visit(accepted);
    expect(headers).toMatchObject({ "content-encoding": coding, etag: 'W/"one"', vary: "accept-encoding" });
    expect(headers).not.toHaveProperty("content-length");
    expect([body.byteLength < HTML.length / 4, read(body).toString()]).toEqual([true, HTML]);
  });

  test("is compressed if it is the site's page for unknown addresses", async () => {
    says(HTML, PUBLIC, 404);
    const { status, headers, body } = await visit("br");
    expect([status, headers["content-encoding"], brotliDecompressSync(body).toString()]).toEqual([404, "br", HTML]);
  });

  test.each([
    [1_023, undefined],
    [1_024, "br"],
    [1_025, "br"],
  ])("of %i bytes has the coding %s", async (bytes, coding) => {
    says("x".repeat(bytes));
    expect((await visit("br")).headers["content-encoding"]).toBe(coding);
  });

  test.each<[why: string, headers: Readonly<Record<string, string>>, status?: number]>([
    ["is personal", { ...PUBLIC, "cache-control": "private, no-store" }],
    ["sets a cookie", { ...PUBLIC, "set-cookie": "a=b" }],
    ["is compressed already", { ...PUBLIC, "content-encoding": "zstd" }],
    ["is a picture", { ...PUBLIC, "content-type": "image/webp" }],
    ["has a weak tag", { ...PUBLIC, etag: 'W/"one"' }],
    ["is a part", { ...PUBLIC, "content-range": "bytes 0-9/10" }, 206],
    ["is a refusal", PUBLIC, 403],
    ["is a refusal of an unknown address", { ...PUBLIC, "cache-control": "no-store" }, 404],
  ])("stays as it is if it %s", async (_why, headers, status) => {
    says(HTML, headers, status);
    const reply = await visit("br");
    expect([reply.body.toString(), reply.headers["content-encoding"]]).toEqual([HTML, headers["content-encoding"]]);
    expect(reply.headers["content-length"]).toBe(String(HTML.length));
  });

  test.each([undefined, "", "identity", "br;q=0", "*"])(
    "stays as it is for a client that accepts %s",
    async (accepted) => {
      says(HTML);
      expect((await visit(accepted)).body.toString()).toBe(HTML);
    },
  );

  test("stays as it is for a look at its head", async () => {
    says(HTML);
    const { headers } = await visit("br", "HEAD");
    expect([headers["content-length"], headers["content-encoding"]]).toEqual([String(HTML.length), undefined]);
  });

  test("ends as broken, not as short, if its worker breaks off", async () => {
    answer = (response) => {
      response.writeHead(200, { ...PUBLIC, "content-length": 100_000 });
      response.write(HTML, () => response.destroy());
    };
    await expect(visit("br")).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  });
});
