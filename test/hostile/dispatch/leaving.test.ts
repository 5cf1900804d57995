/** Attacks on visitors by a route that sends them to another site. */
import { beforeAll, describe, expect, test } from "vitest";
import { LEAVE_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { migrate, send } from "../../worker/site/harness.ts";
import {
  aSiteWith,
  callApi,
  codeOf,
  done,
  type Editor,
  PLUGIN,
  publish,
  visit,
  type Visit,
} from "../../worker/plugins/siteWithPlugin.ts";

const HOST = "checkout.stripe.com";
const INPUT = {
  type: "object",
  properties: { to: { type: "string", title: "To", maxLength: 10_000 } },
  additionalProperties: false,
};
const SECTION = {
  name: "buy",
  title: "Buy",
  description: "A button",
  category: "content",
  template: "buy.liquid",
  markdown: "buy.md.liquid",
  variants: [{ name: "plain", title: "Plain" }],
  fields: { type: "object", properties: {}, additionalProperties: false },
  example: { fields: {} },
};
const route = (name: string, more: object) => ({
  name,
  path: `/${name}`,
  methods: ["GET", "POST"],
  input: INPUT,
  ...more,
});
const SOURCE = `
  const go = ({ body, query }) => ({ leave: (body && body.to) ?? query.to });
  export const routes = { buy: go, plain: go, mine: go, both: ({ body }) => ({ leave: body.to, status: 200 }), odd: () => ({ leave: 3 }) };`;

let owner: Editor;

beforeAll(async () => {
  await migrate();
  owner = await aSiteWith(SOURCE, {
    contributes: {
      sections: [SECTION],
      routes: [
        route("buy", { access: "public", leaves: [HOST] }),
        route("plain", { access: "public" }),
        route("mine", { access: "member" }),
        route("both", { access: "public", leaves: [HOST] }),
        route("odd", { access: "public", leaves: [HOST] }),
      ],
    },
    files: {
      "buy.liquid": '<form method="post" action="{{ "buy" | route }}"><button>Buy</button></form>',
      "buy.md.liquid": "Buy",
    },
  });
});

/** A form that a browser sends, as `to` in the field of that name. */
const form = (to: string): Visit => ({
  method: "POST",
  text: new URLSearchParams({ to }).toString(),
  headers: {
    "content-type": "application/x-www-form-urlencoded",
    accept: "text/html",
    "sec-fetch-mode": "navigate",
    "sec-fetch-site": "same-origin",
  },
});

const CHECKOUT = `https://${HOST}/c/pay/cs_test_a1?x=%20#fid_2F%2Cabc`;

describe("a visitor who buys", () => {
  test("is redirected to the host in the manifest, and the answer has nothing else of the plugin", async () => {
    const answer = await visit(owner, "/buy", form(CHECKOUT));
    expect([answer.status, answer.headers.get("location"), await answer.text()]).toEqual([303, CHECKOUT, ""]);
    expect(answer.headers.get("set-cookie")).toBe(null);
  });

  test("by a script gets the address as JSON, without a redirect", async () => {
    const answer = await visit(owner, "/buy", { method: "POST", body: { to: CHECKOUT } });
    expect([answer.status, await answer.json()]).toEqual([200, { leave: CHECKOUT }]);
  });

  test.each([
    [LEAVE_MAX_CHARS - 1, 303],
    [LEAVE_MAX_CHARS, 303],
    [LEAVE_MAX_CHARS + 1, 503],
  ])("with an address of %i characters is answered with %i", async (chars, status) => {
    const start = `https://${HOST}/`;
    expect((await visit(owner, "/buy", form(start + "a".repeat(chars - start.length)))).status).toBe(status);
  });
});

describe("no route leads a visitor to", () => {
  test.each([
    ["another host", "https://evil.example/"],
    ["a host below the granted one", `https://a.${HOST}/`],
    ["a host that only begins like it", `https://${HOST}.evil.example/`],
    ["a script", "javascript:alert(1)"],
    ["a script with the host in it", `javascript://${HOST}/%0aalert(1)`],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["an unencrypted address", `http://${HOST}/`],
    ["a host behind a user name", `https://${HOST}@evil.example/`],
    ["a user name at the host", `https://you@${HOST}/`],
    ["a host behind a backslash", `https://evil.example\\@${HOST}/`],
    ["a host behind slashes", `//${HOST}/`],
    ["a path of this site", "/admin"],
    ["another port", `https://${HOST}:8443/`],
    ["a broken line", `https://${HOST}/\r\nset-cookie: a=b`],
    ["a host with a dot at its end", `https://${HOST}./`],
    ["a host in other letters", "https://сheckout.stripe.com/"],
    ["a host with an encoded letter", "https://%63heckout.stripe.com/"],
    ["nothing", ""],
  ])("%s", async (_, to) => {
    const answer = await visit(owner, "/buy", form(to));
    expect([await codeOf(answer), answer.headers.get("location")]).toEqual(["PLUGIN_UNAVAILABLE", null]);
  });

  test("any host, without leaves in its manifest, or with more than the address in the answer", async () => {
    for (const path of ["/plain", "/both", "/odd"])
      expect(await codeOf(await visit(owner, path, form(CHECKOUT)))).toBe("PLUGIN_UNAVAILABLE");
    const mine = await callApi(owner, "POST", `/api/plugins/${PLUGIN}/routes/mine`, { body: { to: CHECKOUT } });
    expect([mine.status, await mine.json()]).toMatchObject([503, { reason: "plugin_answer" }]);
  });

  test("a host, from a form on another site", async () => {
    const foreign = {
      ...form(CHECKOUT),
      headers: { ...form(CHECKOUT).headers, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    };
    expect(await codeOf(await visit(owner, "/buy", foreign))).toBe("ORIGIN_MISMATCH");
  });
});

test("only pages with a section of the plugin allow their forms to lead to its hosts", async () => {
  const policy = async (path: string) => {
    const { response } = await send(new Request(owner.site.origin + path));
    return response.headers.get("content-security-policy")?.match(/form-action [^;]*/)?.[0];
  };
  const added = await callApi(owner, "POST", "/api/pages", {
    body: {
      id: "buy",
      body: { path: "/buy", title: "Buy", sections: [{ id: "s1", type: `${PLUGIN}/buy`, fields: {} }] },
    },
  });
  await done(added);
  await publish(owner, "Shop");
  expect([await policy("/"), await policy("/buy")]).toEqual([
    "form-action 'self'",
    `form-action 'self' https://${HOST}`,
  ]);
});
