/** Attacks on plugins' webhooks: requests that no service sent, and requests that one sent before. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  ROUTE_CALLS_PER_VISITOR,
  WEBHOOK_BODY_MAX_BYTES,
  WEBHOOK_REQUEST_HEADERS_MAX,
  WEBHOOK_WINDOW_SECONDS,
} from "../../../manifests/bounds/calls.ts";
import { hmacHex } from "../../support/hmacHex.ts";
import { migrate, send } from "../../worker/site/harness.ts";
import {
  aSiteWith,
  aVisitor,
  callApi,
  codeOf,
  done,
  type Editor,
  invocations,
  PLUGIN,
  sqlOf,
  viewOf,
  visit,
} from "../../worker/plugins/siteWithPlugin.ts";

const SECRET = "whsec_of_the_shop";
const SETTINGS = {
  type: "object",
  properties: {
    signing: { type: "string", title: "Signing secret", writeOnly: true },
    other: { type: "string", title: "Other secret", writeOnly: true },
  },
  additionalProperties: false,
};
const webhook = (name: string, path: string, signature: object, more: object = {}) => ({
  name,
  kind: "webhook",
  path,
  methods: ["POST"],
  access: "public",
  signature: { secret: "signing", ...signature },
  ...more,
});
const CONTRIBUTES = {
  settings: SETTINGS,
  routes: [
    webhook("paid", "/stripe", { scheme: "stripe" }),
    webhook("pushed", "/github", { scheme: "github" }, { headers: ["x-github-event"] }),
    webhook("unset", "/unset", { scheme: "github", secret: "other" }),
    { name: "read", path: "/plain", methods: ["POST"], access: "public" },
  ],
};
const SOURCE = `
  let failures = 0;
  export const routes = {
    paid: (delivery) => {
      if (delivery.text.includes("fails once") && (failures += 1) === 1) throw new Error("not now");
      if (delivery.text.includes("later")) return { status: 409, body: 1 };
      return { body: delivery };
    },
    pushed: (delivery) => ({ body: delivery.text.length > 1000 ? delivery.text.length : delivery }),
    unset: () => ({ body: 1 }),
    read: () => ({ body: 1 }),
  };`;

let owner: Editor;

beforeAll(async () => {
  await migrate();
  owner = await aSiteWith(SOURCE, { contributes: CONTRIBUTES });
  await setSecret(SECRET);
});

async function setSecret(signing: string): Promise<void> {
  const known = await callApi(owner, "GET", `/api/plugins/${PLUGIN}/settings`);
  const path = `/api/plugins/${PLUGIN}/settings`;
  await done(await callApi(owner, "PUT", path, { ifMatch: known.headers.get("etag"), body: { values: { signing } } }));
}

interface Sent {
  readonly text?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly path?: string;
}

/** Sends a request to a webhook as a service does: without a login, an origin or a content type of ours. */
async function deliver({ text = "{}", headers = {}, method = "POST", path = "/stripe" }: Sent): Promise<Response> {
  const url = `${owner.site.origin}/api/plugins/${PLUGIN}/webhooks${path}`;
  const all = { "cf-connecting-ip": aVisitor(), ...headers };
  const body = method === "GET" ? {} : { body: text };
  return (await send(new Request(url, { method, headers: all, redirect: "manual", ...body }))).response;
}

const now = (): number => Math.floor(Date.now() / 1000);

const stripe = async (text: string, at = now(), secret = SECRET): Promise<Record<string, string>> => ({
  "stripe-signature": `t=${at},v1=${await hmacHex(secret, `${at}.${text}`)}`,
});
const github = async (text: string, secret = SECRET): Promise<Record<string, string>> => ({
  "x-hub-signature-256": `sha256=${await hmacHex(secret, text)}`,
});

const callsOf = async (name: string): Promise<number> =>
  (await invocations(owner)).filter((call) => call.name === name).length;

const refusalOf = async (response: Response): Promise<unknown> => {
  const { code, why } = await response.json<{ code: string; why: string }>();
  return [response.status, code, why];
};

describe("a signed request", () => {
  test("brings the plugin the body byte for byte, with the headers that the manifest names", async () => {
    const text = ' {"amount" :1e0,\r\n"name":"Ø",  "amount":2}\n';
    const signed = await github(text);
    const headers = { ...signed, "x-github-event": "push", "x-github-delivery": "1", cookie: "a=b" };
    const answer = await deliver({ text, headers, path: "/github" });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        text,
        signedAt: null,
        headers: { "x-github-event": "push", ...signed },
      },
    ]);
  });

  test(`with more than ${WEBHOOK_REQUEST_HEADERS_MAX} headers brings the first of them by name`, async () => {
    const many = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`a-${String(n).padStart(3, "0")}`, "1"]));
    for (const [more, status] of [
      [WEBHOOK_REQUEST_HEADERS_MAX - 20, 200],
      [WEBHOOK_REQUEST_HEADERS_MAX, 401],
    ] as const) {
      const text = JSON.stringify({ more });
      expect((await deliver({ text, headers: { ...many(more), ...(await stripe(text)) } })).status).toBe(status);
    }
  });

  test("may have any content type, and no origin", async () => {
    const text = "payload=%7B%7D";
    const typed = { ...(await stripe(text)), "content-type": "application/x-www-form-urlencoded" };
    const { status } = await deliver({ text, headers: typed });
    expect(status).toBe(200);
  });

  test.each([
    [WEBHOOK_BODY_MAX_BYTES - 1, 200],
    [WEBHOOK_BODY_MAX_BYTES, 200],
    [WEBHOOK_BODY_MAX_BYTES + 1, 413],
  ])("of %i bytes is answered with %i", async (bytes, status) => {
    const text = '"'.repeat(bytes);
    expect((await deliver({ text, headers: await github(text), path: "/github" })).status).toBe(status);
  });

  test("whose control characters make it too long for a call is refused, and may come again", async () => {
    const text = "\u0001".repeat(WEBHOOK_BODY_MAX_BYTES);
    const headers = await github(text);
    for (const path of ["/github", "/github"]) expect((await deliver({ text, headers, path })).status).toBe(413);
  });
});

describe("a request that no service signed calls no plugin", () => {
  test.each<[string, () => Promise<Sent>, unknown]>([
    ["without a signature", async () => ({}), [401, "SIGNATURE_REFUSED", "missing"]],
    [
      "signed with another secret",
      async () => ({ headers: await stripe("{}", now(), "guess") }),
      [401, "SIGNATURE_REFUSED", "wrong"],
    ],
    [
      "with another body",
      async () => ({ text: "{ }", headers: await stripe("{}") }),
      [401, "SIGNATURE_REFUSED", "wrong"],
    ],
    [
      "with another time",
      async () => ({
        headers: {
          "stripe-signature": (await stripe("{}"))["stripe-signature"]?.replace(/t=\d+/, `t=${now() + 1}`) ?? "",
        },
      }),
      [401, "SIGNATURE_REFUSED", "wrong"],
    ],
    [
      "kept until its window has passed",
      async () => ({ headers: await stripe("{}", now() - WEBHOOK_WINDOW_SECONDS - 5) }),
      [401, "SIGNATURE_REFUSED", "untimely"],
    ],
    [
      "dated ahead, to be valid for longer",
      async () => ({ headers: await stripe("{}", now() + WEBHOOK_WINDOW_SECONDS + 5) }),
      [401, "SIGNATURE_REFUSED", "untimely"],
    ],
    [
      "signed as for another webhook of the plugin",
      async () => ({ headers: await github("{}") }),
      [401, "SIGNATURE_REFUSED", "missing"],
    ],
    [
      "of bytes that are not text",
      async () => ({ text: new Uint8Array([0xff, 0xfe]) }),
      [400, "INVALID_REQUEST", undefined],
    ],
    [
      "that is compressed",
      async () => ({ headers: { "content-encoding": "gzip" } }),
      [415, "UNSUPPORTED_MEDIA_TYPE", undefined],
    ],
    ["by GET", async () => ({ method: "GET" }), [405, "METHOD_NOT_ALLOWED", undefined]],
    ["by PUT", async () => ({ method: "PUT", headers: await stripe("{}") }), [405, "METHOD_NOT_ALLOWED", undefined]],
    ["at an unknown path", async () => ({ path: "/nothing" }), [404, "NOT_FOUND", undefined]],
    ["at a JSON route", async () => ({ path: "/plain" }), [404, "NOT_FOUND", undefined]],
    [
      "before the owner has set the secret",
      async () => ({ path: "/unset", headers: await github("{}", "") }),
      [503, "PLUGIN_UNAVAILABLE", undefined],
    ],
  ])("%s", async (_, sent, refusal) => {
    const before = (await invocations(owner)).length;
    expect(await refusalOf(await deliver(await sent()))).toEqual(refusal);
    expect(await invocations(owner)).toHaveLength(before);
  });

  test("by the door of JSON routes, with or without a login", async () => {
    const headers = await stripe("{}");
    expect(await codeOf(await visit(owner, "/stripe", { method: "POST", body: {}, headers }))).toBe("NOT_FOUND");
    const mine = await callApi(owner, "POST", `/api/plugins/${PLUGIN}/routes/stripe`, { body: {} });
    expect(await codeOf(mine)).toBe("NOT_FOUND");
  });

  test("and many of them, or of a visitor's requests, leave the room of the service alone", async () => {
    const address = { "cf-connecting-ip": aVisitor() };
    const guesses = Array.from({ length: ROUTE_CALLS_PER_VISITOR + 1 }, () => deliver({ headers: address }));
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([401]));
    const asked = { method: "POST", body: {}, headers: address };
    const visits = Array.from({ length: ROUTE_CALLS_PER_VISITOR }, () => visit(owner, "/plain", asked));
    await Promise.all(visits);
    const text = '{"after":"guesses"}';
    expect((await deliver({ text, headers: { ...address, ...(await stripe(text)) } })).status).toBe(200);
  });
});

describe("a request that came before", () => {
  test("calls the plugin once, one after the other and at once", async () => {
    const text = '{"id":"evt_1"}';
    const headers = await stripe(text);
    const before = await callsOf("paid");
    const answers = await Promise.all(Array.from({ length: 8 }, () => deliver({ text, headers })));
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const again = await deliver({ text, headers });
    expect([again.status, await again.json()]).toEqual([200, { repeated: true }]);
    expect((await callsOf("paid")) - before).toBe(1);
  });

  test("calls the plugin once, with further signatures or another order beside the right one", async () => {
    const text = '{"id":"evt_2"}';
    const at = now();
    const right = `v1=${await hmacHex(SECRET, `${at}.${text}`)}`;
    const before = await callsOf("paid");
    for (const list of [`t=${at},${right}`, `v1=00,${right},t=${at}`, `t=${at},${right},v1=${"0".repeat(64)},a=b`])
      expect((await deliver({ text, headers: { "stripe-signature": list } })).status).toBe(200);
    expect((await callsOf("paid")) - before).toBe(1);
  });

  test("calls the plugin again if it failed, or if it answered that it did not take it", async () => {
    for (const [word, statuses] of [
      ["fails once", [503, 200]],
      ["later", [409, 409]],
    ] as const) {
      const text = JSON.stringify({ word });
      const headers = await stripe(text);
      const answers = [(await deliver({ text, headers })).status, (await deliver({ text, headers })).status];
      expect(answers).toEqual(statuses);
    }
  });

  test("is refused after the owner has changed the secret, and one with the new secret is not", async () => {
    const text = '{"id":"evt_3"}';
    await setSecret("changed");
    expect((await deliver({ text, headers: await stripe(text) })).status).toBe(401);
    expect((await deliver({ text, headers: await stripe(text, now(), "changed") })).status).toBe(200);
    await setSecret(SECRET);
  });
});

test("nothing of a signature, a body or a secret is stored or shown", async () => {
  const text = '{"card":"4242 4242"}';
  const headers = await stripe(text);
  await deliver({ text, headers });
  const rows = JSON.stringify([
    await sqlOf(owner, "SELECT * FROM plugin_deliveries"),
    await sqlOf(owner, "SELECT * FROM plugin_invocations"),
    await viewOf(owner),
  ]);
  for (const secret of ["4242", SECRET, headers["stripe-signature"]?.split("v1=")[1] ?? "v1"])
    expect(rows).not.toContain(secret);
});

test("removing the plugin forgets what it received", async () => {
  const site = await aSiteWith(SOURCE, { contributes: { settings: SETTINGS, routes: CONTRIBUTES.routes.slice(0, 1) } });
  const text = "{}";
  const path = `/api/plugins/${PLUGIN}/settings`;
  const known = await callApi(site, "GET", path);
  await done(
    await callApi(site, "PUT", path, { ifMatch: known.headers.get("etag"), body: { values: { signing: SECRET } } }),
  );
  const url = `${site.site.origin}/api/plugins/${PLUGIN}/webhooks/stripe`;
  const { response } = await send(new Request(url, { method: "POST", body: text, headers: await stripe(text) }));
  expect(response.status).toBe(200);
  expect(await sqlOf(site, "SELECT * FROM plugin_deliveries")).toHaveLength(1);
  await done(await callApi(site, "DELETE", `/api/plugins/${PLUGIN}`));
  expect(await sqlOf(site, "SELECT * FROM plugin_deliveries")).toEqual([]);
});
