import { once } from "node:events";
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request as askByHttp, type IncomingMessage } from "node:http";
import { request as ask } from "node:https";
import { connect as connectPlain, type Socket } from "node:net";
import { join } from "node:path";
import { connect, type ConnectionOptions } from "node:tls";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CHALLENGE_MAX_BYTES } from "../../../manifests/bounds/operators.ts";
import { EncryptedDoors, SITE } from "../../machine/entrance/encryptedDoors.ts";

/** A stranger at the port at which the machine ends TLS, and what of them reaches the workers. */

let arrived: IncomingMessage[] = [];

/** Takes the place of workerd. */
const inner = createServer((request, response) => {
  arrived.push(request);
  request.resume().on("end", () => response.writeHead(200, { "x-content-type-options": "nosniff" }).end("well"));
});
const doors = new EncryptedDoors(inner, ["unserved.example"]);
let [port, plain] = [0, 0];

beforeAll(async () => {
  const challenges = doors.folder.at("challenges");
  mkdirSync(join(challenges, "folder"), { recursive: true });
  writeFileSync(join(challenges, "a-Token_1"), "a-Token_1.print");
  writeFileSync(join(challenges, "large"), "p".repeat(1_000_000));
  symlinkSync(doors.folder.at("key.pem"), join(challenges, "link"));
  execFileSync("mkfifo", [join(challenges, "pipe")]);
  ({ port, plain } = await doors.opened());
});
beforeEach(() => void (arrived = []));
afterAll(() => doors[Symbol.asyncDispose]());

/** Asks for a path by https. */
async function asked(headers: Readonly<Record<string, string>> = {}, options: ConnectionOptions = {}): Promise<string> {
  const request = ask({
    port,
    host: "127.0.0.1",
    servername: SITE,
    ca: doors.authority,
    agent: false,
    headers: { host: SITE, ...headers },
    ...options,
  });
  request.end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let body = "";
  for await (const piece of response) body += String(piece);
  return `${response.statusCode} ${body}`;
}

const headersOf = (request: IncomingMessage | undefined, name: string): unknown => request?.headers[name];

/** The code of a handshake's failure. "connected" if there is none. */
async function handshake(options: ConnectionOptions, at = port): Promise<string> {
  const socket = connect({ port: at, host: "127.0.0.1", ca: doors.authority, ...options });
  try {
    await once(socket, "secureConnect");
    return "connected";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}

describe("a visitor by https", () => {
  test("reaches the workers with the scheme and address that the machine saw", async () => {
    expect(await asked()).toBe("200 well");
    expect(headersOf(arrived[0], "x-forwarded-proto")).toBe("https");
    expect(headersOf(arrived[0], "cf-connecting-ip")).toBe("127.0.0.1");
  });

  test("cannot choose the scheme, the address or the workers' own headers", async () => {
    const lies = { "x-forwarded-proto": "http", "x-forwarded-for": "203.0.113.9", "mf-original-url": "http://other/" };
    expect(await asked({ ...lies, forwarded: "proto=http", "cf-connecting-ip": "203.0.113.9" })).toBe("200 well");
    expect(headersOf(arrived[0], "x-forwarded-proto")).toBe("https");
    expect(headersOf(arrived[0], "cf-connecting-ip")).toBe("127.0.0.1");
    expect([headersOf(arrived[0], "mf-original-url"), headersOf(arrived[0], "forwarded")]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each(["other.example", "unserved.example", `${SITE}.evil.example`])(
    "finds no site by the Host %s, whatever name the handshake had",
    async (host) => {
      expect(await asked({ host })).toMatch(/^404 /);
      expect(arrived).toEqual([]);
    },
  );
});

describe("a handshake", () => {
  test("succeeds for the served name, in any case and with the last dot", async () => {
    expect(await handshake({ servername: SITE })).toBe("connected");
    expect(await handshake({ servername: SITE.toUpperCase(), checkServerIdentity: () => undefined })).toBe("connected");
  });

  test.each([
    ["without a name", {}],
    ["for a name that the certificate has and the machine does not serve", { servername: "unserved.example" }],
    ["for a stranger's name", { servername: "other.example" }],
    ["for localhost", { servername: "localhost" }],
  ])("%s fails, and shows no certificate", async (_, options: ConnectionOptions) => {
    const seen: unknown[] = [];
    const checkServerIdentity = (_host: string, shown: unknown): undefined => void seen.push(shown);
    expect(await handshake({ ...options, checkServerIdentity, rejectUnauthorized: false })).toMatch(/HANDSHAKE|ALERT/);
    expect(seen).toEqual([]);
  });

  test("by TLS 1.1 fails", async () => {
    const old: ConnectionOptions = { minVersion: "TLSv1.1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" };
    expect(await handshake({ servername: SITE, ...old })).not.toBe("connected");
  });

  test("begins no plain request: bytes without TLS are closed without an answer", async () => {
    const socket = connectPlain({ port, host: "127.0.0.1" }).on("error", () => undefined);
    let said = "";
    socket.on("data", (bytes: Buffer) => (said += bytes.toString("latin1")));
    socket.write(`GET / HTTP/1.1\r\nHost: ${SITE}\r\n\r\n`);
    await once(socket, "close");
    expect(said).not.toContain("HTTP/1.1");
    expect(arrived).toEqual([]);
  });
});

describe("the proof of a name by plain http", () => {
  const askPlain = async (path: string, init: { method?: string; host?: string } = {}): Promise<string> => {
    const request = askByHttp({ port: plain, host: "127.0.0.1", path, method: init.method ?? "GET", agent: false });
    request.setHeader("host", init.host ?? SITE);
    request.end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    let body = "";
    for await (const piece of response) body += String(piece);
    return `${response.statusCode} ${body}`;
  };

  test("is the file that a program for certificates wrote, and reaches no worker", async () => {
    expect(await askPlain("/.well-known/acme-challenge/a-Token_1")).toBe("200 a-Token_1.print");
    expect(await askPlain("/.well-known/acme-challenge/a-Token_1", { method: "HEAD" })).toBe("200 ");
    expect(arrived).toEqual([]);
  });

  test.each([
    ["a path upwards", "/.well-known/acme-challenge/../key.pem"],
    ["a hidden path upwards", "/.well-known/acme-challenge/..%2fkey.pem"],
    ["a link to the key", "/.well-known/acme-challenge/link"],
    ["a folder", "/.well-known/acme-challenge/folder"],
    ["a pipe that nobody writes", "/.well-known/acme-challenge/pipe"],
    ["a large file", "/.well-known/acme-challenge/large"],
    ["no file", "/.well-known/acme-challenge/none"],
    ["a query", "/.well-known/acme-challenge/a-Token_1?x"],
    ["no token", "/.well-known/acme-challenge/"],
  ])("is not %s: the workers answer", async (_, path) => {
    expect(await askPlain(path)).toBe("200 well");
    expect(arrived).toHaveLength(1);
  });

  test("is found by GET alone, under a served name alone, and not by https", async () => {
    const path = "/.well-known/acme-challenge/a-Token_1";
    expect(await askPlain(path, { method: "DELETE" })).toBe("200 well");
    expect(await askPlain(path, { host: "other.example" })).toMatch(/^404 /);
    expect(await asked({}, { path } as ConnectionOptions)).toBe("200 well");
  });

  test.each([
    [CHALLENGE_MAX_BYTES - 1, true],
    [CHALLENGE_MAX_BYTES, true],
    [CHALLENGE_MAX_BYTES + 1, false],
  ])("has at most 1,024 bytes: %i", async (bytes, isAnswered) => {
    writeFileSync(doors.folder.at("challenges/sized"), "p".repeat(bytes));
    expect(await askPlain("/.well-known/acme-challenge/sized")).toBe(`200 ${isAnswered ? "p".repeat(bytes) : "well"}`);
  });
});

describe("connections that never become requests", () => {
  /** Opens connections that fill all places, each as far as `begin` brings it. */
  async function besieged(begin: (at: number) => Socket): Promise<string[]> {
    const { port: at, door } = await doors.opened({ connectionsMax: 20, headMs: 60_000 });
    const waiting = Array.from({ length: 60 }, () => begin(at).on("error", () => undefined));
    try {
      await Promise.all(
        waiting.map((socket) => socket.closed || Promise.race([once(socket, "ready"), closed(socket)])),
      );
      const answers: string[] = [];
      for (let n = 0; n < 5; n++) answers.push(await asked({}, { port: at }));
      return answers;
    } finally {
      for (const socket of waiting) socket.destroy();
      await door[Symbol.asyncDispose]();
    }
  }

  const closed = (socket: Socket): Promise<void> => new Promise((done) => socket.once("close", () => done()));

  const ALL = Array.from({ length: 5 }, () => "200 well");

  test("keep no visitor out without a handshake", async () => {
    expect(await besieged((at) => connectPlain({ port: at, host: "127.0.0.1" }))).toEqual(ALL);
  });

  test("keep no visitor out after their handshake, with half a head", async () => {
    const answers = await besieged((at) => {
      const socket = connect({ port: at, host: "127.0.0.1", servername: SITE, ca: doors.authority });
      socket.once("secureConnect", () => socket.write(`GET / HTTP/1.1\r\nHost: ${SITE}\r\nX-Slow: `));
      return socket;
    });
    expect(answers).toEqual(ALL);
  });
});
