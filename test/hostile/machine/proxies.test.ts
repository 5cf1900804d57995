import { once } from "node:events";
import { createServer, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { FORWARDED_MAX_HOPS } from "../../../manifests/bounds/operators.ts";
import { Entrance } from "../../../sites/machine/entrance/entrance.ts";
import { type ClientHeader, arrivalOf } from "../../../sites/machine/names/arrival.ts";
import { namesOf, AT_HOME } from "../../../sites/machine/names/serving.ts";
import { Proxies } from "../../../sites/machine/names/proxies.ts";
import { claimPort } from "../../../sites/machine/names/port.ts";

/** False client addresses: from a visitor behind a trusted proxy, and from an untrusted proxy. */

const SITE = { origin: "https://www.example.com", hostname: "www.example.com" };
const serving = (trusted: readonly string[], clientHeader: ClientHeader = "x-forwarded-for") => ({
  ...AT_HOME,
  origins: [SITE],
  proxies: new Proxies(trusted),
  clientHeader,
});

const arriving = (
  peer: string,
  headers: Readonly<Record<string, string | readonly string[]>>,
  hostname = SITE.hostname,
) => ({
  peer,
  hostname,
  isEncrypted: false,
  values: (name: string): readonly string[] => [headers[name] ?? []].flat(),
});

const NOBODY = namesOf(serving([]), "0.0.0.0");
const PROXY = namesOf(serving(["10.0.0.1", "10.0.1.0/24"]), "0.0.0.0");
const TUNNEL = namesOf(serving(["10.0.0.1"], "cf-connecting-ip"), "0.0.0.0");

test("a proxy is not believed about a connection that this machine encrypts", () => {
  const said = { "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "http" };
  const encrypted = { ...arriving("10.0.0.1", said), isEncrypted: true };
  expect(arrivalOf(encrypted, PROXY)).toEqual({ client: "10.0.0.1", scheme: "https" });
});

describe("a proxy that is not configured", () => {
  test.each(["127.0.0.1", "::1", "10.0.0.1", "203.0.113.9"])("at %s is not trusted", (peer) => {
    const said = {
      "x-forwarded-for": "198.51.100.7",
      "cf-connecting-ip": "198.51.100.7",
      "x-forwarded-proto": "https",
    };
    expect(arrivalOf(arriving(peer, said), NOBODY)).toEqual({ client: peer, scheme: "http" });
  });

  test("beside a configured one is not trusted", () => {
    const said = { "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https" };
    expect(arrivalOf(arriving("10.0.0.2", said), PROXY)).toEqual({ client: "10.0.0.2", scheme: "http" });
  });
});

describe("a visitor behind a trusted proxy", () => {
  test.each<[string, string | readonly string[], string]>([
    ["is the one the proxy adds", "198.51.100.7", "198.51.100.7"],
    ["is not the one the visitor wrote", "1.1.1.1, 198.51.100.7", "198.51.100.7"],
    ["is not the one the visitor wrote in a header of its own", ["1.1.1.1", "198.51.100.7"], "198.51.100.7"],
    ["is found through a chain of trusted proxies", "1.1.1.1, 198.51.100.7, 10.0.1.9", "198.51.100.7"],
    ["is IPv6 in one spelling", "2001:DB8:0::7", "2001:db8::7"],
    ["may have a port", "[2001:db8::7]:4711", "2001:db8::7"],
    ["may have a port with IPv4", "198.51.100.7:4711", "198.51.100.7"],
    ["is IPv4 within IPv6", "::ffff:198.51.100.7", "198.51.100.7"],
    ["is the proxy where nothing can be read", "unknown", "10.0.0.1"],
    ["is the proxy where the last word cannot be read", "198.51.100.7, unknown", "10.0.0.1"],
    ["is the proxy where the header is empty", "", "10.0.0.1"],
    ["is no number that is read as an address", "198.51.100.7, 3325256711", "10.0.0.1"],
    ["is the last proxy of a chain of nothing else", "10.0.1.7, 10.0.1.8", "10.0.1.7"],
  ])("%s", (_, said, client) => {
    expect(arrivalOf(arriving("10.0.0.1", { "x-forwarded-for": said }), PROXY)?.client).toBe(client);
  });

  test("cannot choose the address with a header that the proxy forwards", () => {
    const said = { "cf-connecting-ip": "1.1.1.1", "x-real-ip": "1.1.1.1", "x-forwarded-for": "198.51.100.7" };
    expect(arrivalOf(arriving("10.0.0.1", said), PROXY)?.client).toBe("198.51.100.7");
    expect(arrivalOf(arriving("10.0.0.1", { ...said, "cf-connecting-ip": "198.51.100.8" }), TUNNEL)?.client).toBe(
      "198.51.100.8",
    );
  });

  test.each([
    [FORWARDED_MAX_HOPS - 1, "198.51.100.7"],
    [FORWARDED_MAX_HOPS, "10.0.1.1"],
    [FORWARDED_MAX_HOPS + 1, "10.0.1.1"],
  ])("is identified behind %i trusted proxies", (count, client) => {
    const chain = ["198.51.100.7", ...Array.from({ length: count }, () => "10.0.1.1")].join(", ");
    expect(arrivalOf(arriving("10.0.0.1", { "x-forwarded-for": chain }), PROXY)?.client).toBe(client);
  });

  test.each<[string | readonly string[], string]>([
    ["https", "https"],
    ["HTTPS", "https"],
    ["http", "http"],
    ["https, http", "http"],
    [["https", "http"], "http"],
    ["http, https", "https"],
    ["wss", "http"],
    ["", "http"],
  ])("came over the scheme that the proxy stated last: %j", (said, scheme) => {
    expect(arrivalOf(arriving("10.0.0.1", { "x-forwarded-proto": said }), PROXY)?.scheme).toBe(scheme);
  });
});

describe("a hostname", () => {
  test.each(["www.example.org", "example.com", "evil.www.example.com", "", "mcp.example.com", "10.0.0.1"])(
    "%j that is not configured is refused, whoever requests it",
    (hostname) => {
      for (const names of [NOBODY, PROXY])
        for (const peer of ["10.0.0.1", "127.0.0.1"])
          expect(arrivalOf(arriving(peer, {}, hostname), names)).toBe(undefined);
    },
  );

  test("with the prefix mcp. is the site's server for agents", () => {
    expect(arrivalOf(arriving("203.0.113.9", {}, "mcp.www.example.com"), NOBODY)).toBeDefined();
  });

  test.each(["localhost", "demo.localhost", "127.0.0.1", "[::1]"])(
    "%s of this machine is refused to every other machine",
    (name) => {
      expect(arrivalOf(arriving("203.0.113.9", {}, name), NOBODY)).toBe(undefined);
      expect(arrivalOf(arriving("10.0.0.1", { "x-forwarded-for": "127.0.0.1" }, name), PROXY)).toBe(undefined);
      expect(arrivalOf(arriving("127.0.0.1", {}, name), NOBODY)).toEqual({ client: "127.0.0.1", scheme: "http" });
    },
  );

  test.each(["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "cf-connecting-ip", "via"])(
    "of this machine is refused when a local proxy forwards the request (%s)",
    (header) => {
      expect(arrivalOf(arriving("127.0.0.1", { [header]: "127.0.0.1" }, "localhost"), NOBODY)).toBe(undefined);
    },
  );
});

describe("headers that describe the visitor", () => {
  let arrived: IncomingHttpHeaders;
  const inner = createServer((request: IncomingMessage, response) => {
    arrived = request.headers;
    response.writeHead(200, { "x-content-type-options": "nosniff" }).end();
  });
  const open: Entrance[] = [];
  const [ports, SAID] = [
    new Map<string, number>(),
    {
      Forwarded: "for=1.1.1.1;proto=https",
      "X-Forwarded-For": "1.1.1.1, 198.51.100.7",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Port": "443",
      "X-Forwarded-Proto": "https",
      "X-Real-IP": "1.1.1.1",
      "True-Client-IP": "1.1.1.1",
      "CF-Connecting-IP": "1.1.1.1",
      "CF-Connecting-IPv6": "1::1",
    },
  ];

  beforeAll(async () => {
    inner.listen(0, "127.0.0.1");
    await once(inner, "listening");
    for (const [name, trusted] of Object.entries({ nobody: [], proxy: ["127.0.0.1"] })) {
      const port = await claimPort(0);
      const { port: behind } = inner.address() as AddressInfo;
      open.push(
        await Entrance.open({
          port,
          inner: behind,
          names: namesOf(serving(trusted), "127.0.0.1"),
          hasSpace: () => true,
        }),
      );
      ports.set(name, port);
    }
  });
  beforeEach(() => (arrived = {}));
  afterAll(async () => {
    for (const entrance of open) await entrance[Symbol.asyncDispose]();
    inner.close();
    inner.closeAllConnections();
  });

  const ask = (name: string, host = SITE.hostname, headers: Record<string, string> = SAID): Promise<number> =>
    new Promise((done, fail) => {
      const asked = httpRequest({
        host: "127.0.0.1",
        port: ports.get(name),
        headers: { ...headers, host },
        agent: false,
      });
      asked.on("response", (response) => done(response.resume().statusCode ?? 0)).on("error", fail);
      asked.end();
    });

  const about = (): IncomingHttpHeaders =>
    Object.fromEntries(Object.entries(arrived).filter(([name]) => /forwarded|-ip|connecting/.test(name)));

  test("from an untrusted sender are replaced by this machine's own", async () => {
    expect([await ask("nobody"), about()]).toEqual([200, { "cf-connecting-ip": "127.0.0.1" }]);
  });

  test("contain what the trusted proxy added", async () => {
    expect([await ask("proxy"), about()]).toEqual([
      200,
      { "cf-connecting-ip": "198.51.100.7", "x-forwarded-proto": "https" },
    ]);
  });

  test("that claim this machine give no access to the operator's addresses", async () => {
    expect([await ask("proxy", "localhost"), await ask("nobody", "localhost"), arrived]).toEqual([404, 404, {}]);
    expect(await ask("nobody", "localhost", {})).toBe(200);
  });
});
