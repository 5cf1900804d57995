import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { documentFetch } from "../../../sites/workers/private-mcp/oauth/documentFetch.ts";
import { grantQuestion, speechOf } from "../../../sites/workers/private-mcp/oauth/pages.ts";
import {
  aCode,
  askedBy,
  aSite,
  authorizationQuery,
  fetchWorker,
  migrate,
  ORIGIN,
  redeem,
  REDIRECT,
  refresh,
  toolNames,
  type TestSite,
} from "../../worker/private-mcp/agentClient.ts";

let site: TestSite;
beforeAll(async () => {
  await migrate();
  site = await aSite("clients");
});

/** The library's limits for a client's metadata document: bytes, and milliseconds. */
const DOCUMENT_MAX_BYTES = 5 * 1024;
const DOCUMENT_WAIT_MS = 10_000;

type Answer = (init: RequestInit | undefined) => Response | Promise<Response>;

/** A network in which some addresses answer, some never do, and all others are forwarded. */
class Network {
  readonly asked: string[] = [];
  readonly #answers = new Map<string, Answer>();

  put(address: string, answer: Answer): string {
    this.#answers.set(address, answer);
    return address;
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    this.asked.push(address);
    const answer = this.#answers.get(address);
    if (!answer) throw new TypeError(`nothing is at ${address}`);
    const response = await answer(init);
    const next = response.headers.get("location");
    return next === null || init?.redirect === "manual" ? response : this.fetch(next, init);
  };
}

let network: Network;
beforeEach(() => {
  network = new Network();
  vi.spyOn(globalThis, "fetch").mockImplementation(documentFetch(network.fetch as typeof fetch));
});
afterEach(() => void vi.restoreAllMocks());

const anAddress = (host = "client.example"): string => `https://${host}/${crypto.randomUUID()}/client.json`;
const documentOf = (id: string, more: object = {}) => ({
  client_id: id,
  client_name: "Planer",
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: "none",
  ...more,
});
const published = (id: string, more: object = {}): string => network.put(id, () => Response.json(documentOf(id, more)));
const begin = async (client_id: string, more: Record<string, string> = {}): Promise<Response> =>
  fetchWorker(new Request(`${ORIGIN}/authorize?${await authorizationQuery({ client_id, ...more })}`));

/** The destination of an authorization request. */
async function outcome(
  client: string,
  more: Record<string, string> = {},
): Promise<[status: number, location: string | null]> {
  const { status, headers } = await begin(client, more);
  return [status, headers.get("location")];
}
const NOWHERE = [400, null];

describe("a client with a metadata document", () => {
  test("is sent on to log in, and named by its proven domain", async () => {
    const client = published(anAddress());
    const response = await begin(client);
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/login\.example\/auth\?/),
    ]);
    expect(await askedBy(client)).toMatchObject({
      clientName: "Planer",
      clientDomain: "client.example",
      redirectHost: "client.example",
    });
  });

  test("gets tokens only as long as its document is available", async () => {
    const client = published(anAddress());
    const coded = await aCode(site, site.owner, ["site:read"], client);
    const { body } = await redeem(coded);
    expect(await toolNames(body.access_token)).toContain("read_draft_page");
    network.put(client, () => new Response(null, { status: 404 }));
    expect(await refresh(coded, body.refresh_token)).toMatchObject({ status: 401, body: { error: "invalid_client" } });
    published(client);
    expect((await refresh(coded, body.refresh_token)).status).toBe(200);
  });

  test("is redirected only to an address of its document", async () => {
    const client = published(anAddress());
    expect(await outcome(client, { redirect_uri: "https://elsewhere.example/callback" })).toEqual(NOWHERE);
    expect(await outcome(client, { redirect_uri: `${REDIRECT}/more` })).toEqual(NOWHERE);
  });
});

describe("a client's metadata document", () => {
  test.each<[what: string, more: object]>([
    ["of another client", { client_id: "https://other.example/client.json" }],
    ["of no client", { client_id: undefined }],
    ["without a name", { client_name: " " }],
    ["that names no address", { redirect_uris: [] }],
    ["that leads to a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["with a secret everybody can read", { client_secret: "s" }],
    ["that authenticates with such a secret", { token_endpoint_auth_method: "client_secret_basic" }],
    ["with a private key", { jwks: { keys: [{ kty: "OKP", crv: "Ed25519", x: "x", d: "d" }] } }],
  ])("%s is refused", async (_, more) => {
    expect(await outcome(published(anAddress(), more))).toEqual(NOWHERE);
  });

  test("with a short RSA key is refused, and the person sees the reason", async () => {
    const jwks = { keys: [{ kty: "RSA", kid: "k", alg: "RS256", e: "AQAB", n: "_".repeat(342) }] };
    const response = await begin(
      published(anAddress(), {
        token_endpoint_auth_method: "private_key_jwt",
        token_endpoint_auth_signing_alg: "RS256",
        jwks,
      }),
    );
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining("An RSA key of this client has 2048 bits; taken are 3072 and more, or ES256."),
    ]);
  });

  test.each<[what: string, answer: Answer]>([
    ["that is no JSON", () => new Response("<html>")],
    ["that is a list", () => Response.json([])],
    ["that is not there", () => new Response("{}", { status: 404 })],
    ["behind an error", () => new Response("{}", { status: 500 })],
    ["that breaks off", () => Promise.reject(new TypeError("reset"))],
  ])("%s is refused", async (_, answer) => {
    expect(await outcome(network.put(anAddress(), answer))).toEqual(NOWHERE);
  });

  test.each([301, 302, 303, 307, 308])(
    "is not followed through a %i, because an open redirect would vouch for anybody",
    async (status) => {
      const elsewhere = anAddress("elsewhere.example");
      const client = network.put(
        anAddress("known.example"),
        () => new Response(null, { status, headers: { location: elsewhere } }),
      );
      network.put(elsewhere, () =>
        Response.json(documentOf(client, { redirect_uris: ["https://elsewhere.example/callback"] })),
      );
      expect(await outcome(client, { redirect_uri: "https://elsewhere.example/callback" })).toEqual(NOWHERE);
      expect(network.asked).toEqual([client]);
    },
  );

  test.each([
    [-1, 303],
    [0, 303],
    [1, 400],
  ])("of %i bytes more than the bound answers %i, whatever its stated length", async (more, status) => {
    const id = anAddress();
    const text = JSON.stringify(documentOf(id)).padEnd(DOCUMENT_MAX_BYTES + more, " ");
    network.put(id, () => new Response(new Blob([text]).stream()));
    expect((await begin(id)).status).toBe(status);
  });

  test("that states a too large length is not read", async () => {
    let read = false;
    const endless = new ReadableStream(
      {
        pull(controller) {
          read = true;
          controller.enqueue(new Uint8Array(64));
        },
      },
      { highWaterMark: 0 },
    );
    expect(
      await outcome(
        network.put(
          anAddress(),
          () => new Response(endless, { headers: { "content-length": String(DOCUMENT_MAX_BYTES + 1) } }),
        ),
      ),
    ).toEqual(NOWHERE);
    expect(read).toBe(false);
  });

  test.each([
    [-1, 0],
    [0, 1],
  ])("that does not arrive is awaited for the time limit and %i ms: %i are refused", async (more, refused) => {
    const id = network.put(
      anAddress(),
      (init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener("abort", () => reject(new DOMException("late", "AbortError"))),
        ),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let done = 0;
    const answer = begin(id).then((response) => {
      done += 1;
      return response;
    });
    while (network.asked.length === 0) await scheduler.wait(1);
    await vi.advanceTimersByTimeAsync(DOCUMENT_WAIT_MS + more);
    if (refused === 1) expect((await answer).status).toBe(400);
    expect(done).toBe(refused);
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    vi.useRealTimers();
  });
});

describe("the address of a client's document", () => {
  test.each([
    "https://127.0.0.1/client.json",
    "https://10.0.0.8/client.json",
    "https://192.168.1.1/client.json",
    "https://169.254.169.254/latest/meta-data",
    "https://0x7f000001/c",
    "https://2130706433/c",
    "https://[::1]/client.json",
    "https://[::ffff:10.0.0.1]/c",
    "https://localhost/client.json",
    "https://demo.localhost/c",
    "https://printer.local/c",
    "https://db.internal/c",
    "https://intranet/c",
    "https://client.example:8443/c",
    "https://client.example@10.0.0.1/c",
    "https://user:secret@client.example/c",
    "https://client.example/a/../c",
    "https://client.example/c#d",
    "http://client.example/c",
    "file:///etc/passwd",
    "data:application/json,{}",
    "https://client.example",
  ])("%s is never requested", async (address) => {
    network.put(address, () => Response.json(documentOf(address)));
    expect(await outcome(address)).toEqual(NOWHERE);
    expect(network.asked).toEqual([]);
  });

  test("with the client's keys follows the same rules", async () => {
    const client = published(anAddress(), {
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      jwks_uri: "https://10.0.0.8/keys",
    });
    const coded = await aCode(site, site.owner, ["site:read"], client);
    const part = (value: object): string => btoa(JSON.stringify(value)).replaceAll("=", "");
    const seconds = Math.floor(Date.now() / 1000);
    const assertion = `${part({ alg: "ES256", kid: "k" })}.${part({ iss: client, sub: client, aud: ORIGIN, exp: seconds + 60, iat: seconds, jti: "j" })}.AAAA`;
    const { status } = await redeem(coded, {
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: assertion,
    });
    expect(status).toBe(401);
    expect(network.asked.filter((address) => address !== client)).toEqual([]);
  });
});

describe("the platform's fetch", () => {
  test("is guarded as soon as the worker is loaded, and unchanged for the worker's own calls", async () => {
    vi.restoreAllMocks();
    await expect(fetch("https://10.0.0.8/client.json")).rejects.toThrow(/with a public hostname/);
    const asked = vi.fn<typeof fetch>().mockResolvedValue(new Response());
    await documentFetch(asked)("http://localhost:8787/token", { redirect: "manual", method: "POST" });
    expect(asked).toHaveBeenCalledWith("http://localhost:8787/token", { redirect: "manual", method: "POST" });
  });
});

describe("a client's name", () => {
  const client = { redirectHost: "live.example", isLocal: false, redirect: "https://live.example/callback" };
  const asks = async (name: string, siteName = "Site"): Promise<string> => {
    const place = {
      tenant: "t",
      site: "s",
      identity: "i",
      role: "owner",
      name: siteName,
      hostname: "site.example",
    } as const;
    return grantQuestion(speechOf(new Request("https://mcp.example/")), {
      client: { name, ...client },
      asked: ["site:read"],
      ticked: ["site:read"],
      sites: [place],
      fields: {},
    }).text();
  };

  test.each([
    "Planer\u202e",
    "\u2067Planer",
    "Pla\u200bner\u2066",
    "\u061cPlaner\r\n",
    "\u2028Planer\u0000",
    "Planer\u{e0041}",
  ])("%j cannot reorder or hide the target of the answer", async (name) => {
    const html = await asks(name, name);
    expect(html).toContain(
      "A program that calls itself <strong>Planer</strong> asks for this. Your answer goes to <strong>live.example</strong>.",
    );
    expect(html).toContain("> Planer (site.example), where you are owner");
  });

  test.each(["\u202e", "\u200b\u2066 ", "\u202e".repeat(100) + "Planer"])(
    "without visible characters is shown as missing: %j",
    async (name) => {
      expect(await asks(name)).toContain("calls itself <strong>(no name)</strong> asks for this.");
    },
  );
});
