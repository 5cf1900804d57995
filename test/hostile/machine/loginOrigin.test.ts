/** Requests for the login of this machine's own people: no worker gets one, whatever a client says. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { claimPort } from "../../../sites/machine/names/port.ts";
import { Entrance } from "../../../sites/machine/entrance/entrance.ts";

let reached: string[];
const inner = createServer((request, response) => {
  reached.push(`workers ${request.headers.host}`);
  response.writeHead(200, { "x-content-type-options": "nosniff" }).end("workers");
});
let entrance: Entrance;
let port: number;

beforeAll(async () => {
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  port = await claimPort(0);
  entrance = await Entrance.open({
    port,
    inner: (inner.address() as AddressInfo).port,
    hasSpace: () => true,
    login: {
      hostname: "login.localhost",
      answer: (_, response, { client, scheme }) => {
        reached.push(`login ${client} ${scheme}`);
        response.end("login");
      },
    },
  });
});
beforeEach(() => {
  reached = [];
});
afterAll(async () => {
  await entrance[Symbol.asyncDispose]();
  inner.close();
  inner.closeAllConnections();
});

async function send(text: string): Promise<string> {
  const socket = connect({ port, host: "127.0.0.1" });
  const said: Buffer[] = [];
  socket.on("data", (piece: Buffer) => said.push(piece)).on("error", () => undefined);
  socket.write(text);
  await once(socket, "close");
  return Buffer.concat(said).toString();
}

const get = (host: string, target = "/", more = ""): string =>
  `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;

test.each(["login.localhost:8787", "LOGIN.localhost", "login.localhost.", "login.localhost.:1"])(
  "%s is the login",
  async (host) => {
    await send(get(host));
    expect(reached).toEqual(["login 127.0.0.1 http"]);
  },
);

test("a client names neither its address nor its scheme", async () => {
  await send(get("login.localhost", "/", "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n"));
  expect(reached).toEqual(["login 127.0.0.1 http"]);
});

test.each(["a.login.localhost", "a.b.login.localhost:8787", "a.LOGIN.localhost."])(
  "%s, below the login, is nobody's",
  async (host) => {
    expect(await send(get(host))).toMatch(/^HTTP\/1\.1 404 /);
    expect(reached).toEqual([]);
  },
);

test.each(["xlogin.localhost", "login.localhost.example.com", "harbour.localhost"])("%s is a site's", async (host) => {
  await send(get(host));
  expect(reached).toEqual([`workers ${host}`]);
});

test.each(["login.localhost", "a.login.localhost"])("no socket opens at %s", async (host) => {
  const upgrade = "Upgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n";
  const request = `GET /api/presence/live HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\n${upgrade}\r\n`;
  expect(await send(request)).toMatch(/^HTTP\/1\.1 404 /);
  expect(reached).toEqual([]);
});

test("an address of another origin in the request line is refused", async () => {
  expect(await send(get("harbour.localhost", "http://login.localhost/"))).toMatch(/^HTTP\/1\.1 400 /);
  expect(reached).toEqual([]);
});
