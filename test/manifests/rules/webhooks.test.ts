import { describe, expect, test } from "vitest";
import { SIGNATURE_PREFIX_MAX_CHARS, WEBHOOK_HEADERS_MAX } from "../../../manifests/bounds/calls.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { executable } from "../fixture.ts";
import { issuesOf } from "../manifestIssues.ts";

const signature = { scheme: "stripe", secret: "signing" };
const webhook = { name: "paid", kind: "webhook", path: "/stripe", methods: ["POST"], access: "public", signature };
const plain = { name: "vote", path: "/votes", methods: ["POST"], access: "public" };
const settings = {
  type: "object",
  properties: {
    signing: { type: "string", title: "Signing secret", writeOnly: true },
    open: { type: "string", title: "Open" },
  },
  additionalProperties: false,
};

const withRoute = (route: object) => ({
  ...executable,
  contributes: { settings, routes: [route] } as unknown as Contributes,
});

const faults = (route: object): (readonly [string, string, string])[] =>
  issuesOf(withRoute(route)).map(({ pointer, found, allowed }) => [
    pointer.replace("/contributes/routes/0", ""),
    found,
    allowed,
  ]);

test("webhooks and routes that leave fit", () => {
  const open = { scheme: "hmac-sha256", secret: "signing", header: "x-shop-hmac", prefix: "v1=", encoding: "base64" };
  for (const route of [
    webhook,
    { ...webhook, signature: open, headers: ["x-shop-topic"] },
    { ...plain, leaves: ["checkout.stripe.com"] },
    { ...plain, kind: "json" },
  ])
    expect(faults(route)).toEqual([]);
});

describe("a route is refused with", () => {
  test.each<[string, object, string, string, string]>([
    [
      "no signature",
      { ...webhook, signature: undefined },
      "/signature",
      "nothing",
      "the scheme and the secret with which the site verifies the caller",
    ],
    ["another method", { ...webhook, methods: ["POST", "GET"] }, "/methods", "POST, GET", "POST alone"],
    [
      "members as callers",
      { ...webhook, access: "member" },
      "/access",
      '"member"',
      "public, because no member calls it",
    ],
    [
      "a schema of the body",
      { ...webhook, input: { type: "object", properties: {}, additionalProperties: false } },
      "/input",
      "input",
      "nothing here, because a webhook gets its body as text",
    ],
    [
      "a webhook that leaves",
      { ...webhook, leaves: ["a.example.com"] },
      "/leaves",
      "leaves",
      "nothing here, because no visitor calls a webhook",
    ],
    [
      "a secret that is none",
      { ...webhook, signature: { ...signature, secret: "open" } },
      "/signature/secret",
      '"open"',
      "a secret setting of this plugin",
    ],
    [
      "a secret that no setting is",
      { ...webhook, signature: { ...signature, secret: "constructor" } },
      "/signature/secret",
      '"constructor"',
      "a secret setting of this plugin",
    ],
    [
      "no header",
      { ...webhook, signature: { ...signature, scheme: "hmac-sha256" } },
      "/signature/header",
      "nothing",
      "the header that has the signature",
    ],
    [
      "a header of a fixed scheme",
      { ...webhook, signature: { ...signature, header: "x-a" } },
      "/signature/header",
      "header",
      "nothing here with stripe",
    ],
    [
      "a signature of a JSON route",
      { ...plain, signature },
      "/signature",
      "signature",
      'a signature with "kind": "webhook" only',
    ],
    [
      "headers of a JSON route",
      { ...plain, headers: ["x-a"] },
      "/headers",
      "headers",
      'headers with "kind": "webhook" only',
    ],
    [
      "members who leave",
      { ...plain, access: "member", leaves: ["a.example.com"] },
      "/leaves",
      'leaves with access "member"',
      "leaves on public routes only",
    ],
  ])("%s", (_, route, pointer, found, allowed) => {
    expect(faults(JSON.parse(JSON.stringify(route)) as object)).toContainEqual([pointer, found, allowed]);
  });

  test.each([
    ["cookies", { ...webhook, headers: ["cookie"] }, "/headers/0"],
    ["a header of a proxy", { ...webhook, headers: ["x-forwarded-for"] }, "/headers/0"],
    ["a host that is an address", { ...plain, leaves: ["127.0.0.1"] }, "/leaves/0"],
    ["a host that is a wildcard", { ...plain, leaves: ["*.example.com"] }, "/leaves/0"],
    ["a host with a path", { ...plain, leaves: ["a.example.com/x"] }, "/leaves/0"],
    ["no host", { ...plain, leaves: [] }, "/leaves"],
    [
      "a comma in a prefix",
      { ...webhook, signature: { scheme: "hmac-sha256", secret: "signing", header: "x-a", prefix: "a," } },
      "/signature/prefix",
    ],
  ])("%s", (_, route, pointer) => {
    expect(faults(route).map(([at]) => at)).toContain(pointer);
  });
});

describe("bounds: the bound is accepted and one more is refused", () => {
  const open = { scheme: "hmac-sha256", secret: "signing", header: "x-a" };
  test.each<[string, number, (count: number) => object, string]>([
    [
      "headers",
      WEBHOOK_HEADERS_MAX,
      (count) => ({ headers: Array.from({ length: count }, (_, n) => `x-a${n}`) }),
      "/headers",
    ],
    [
      "characters of a prefix",
      SIGNATURE_PREFIX_MAX_CHARS,
      (count) => ({ signature: { ...open, prefix: "p".repeat(count) } }),
      "/signature/prefix",
    ],
  ])("%s", (_, most, more, pointer) => {
    for (const count of [most - 1, most]) expect(faults({ ...webhook, ...more(count) })).toEqual([]);
    expect(faults({ ...webhook, ...more(most + 1) })).toEqual([[pointer, expect.any(String), expect.any(String)]]);
  });
});
