import { describe, expect, test } from "vitest";
import { HEADER_NAME_MAX_CHARS, HEADER_NAMES_MAX } from "../../../manifests/bounds/manifest.ts";
import { capabilitiesShape } from "../../../manifests/capabilities/capabilities.ts";
import { isHeaderName } from "../../../manifests/shapes/headerName.ts";

describe("a header that a manifest may name", () => {
  test.each([
    "stripe-version",
    "x-api-key",
    "anthropic-version",
    "x-shopify-access-token",
    "openai-organization",
    "api_key",
    "x-originator",
    "remote-users",
  ])("is %s", (name) => expect(isHeaderName(name)).toBe(true));

  test.each([
    "host",
    "cookie",
    "set-cookie",
    "connection",
    "content-length",
    "transfer-encoding",
    "upgrade",
    "te",
    "trailer",
    "expect",
    "via",
    "forwarded",
    "origin",
    "referer",
    "x-forwarded-for",
    "x_forwarded_for",
    "cf-connecting-ip",
    "proxy-authorization",
    "sec-fetch-site",
    "x-real-ip",
    "x-http-method-override",
    "x-original-url",
    "client-ip",
    "Client_IP",
    "remote-user",
    "fly-client-ip",
    "x-appengine-user-ip",
    "x-azure-clientip",
    "x-envoy-external-address",
    "x-middleware-subrequest",
    "x-original-forwarded-for",
    "x-originating-ip",
    "x-remote-addr",
    "x-vercel-forwarded-for",
    "access-control-request-method",
    "Stripe-Version",
    "",
    "a b",
    "a:b",
    "a\r\nx",
    "a\u0000",
    "-a",
    "a-",
    "\u00e4",
    "*",
  ])("is not %j", (name) => expect(isHeaderName(name)).toBe(false));

  test.each([
    [HEADER_NAME_MAX_CHARS - 1, true],
    [HEADER_NAME_MAX_CHARS, true],
    [HEADER_NAME_MAX_CHARS + 1, false],
  ])("has %i characters: %s", (chars, isOne) => expect(isHeaderName("x".repeat(chars))).toBe(isOne));

  test.each([
    [HEADER_NAMES_MAX - 1, true],
    [HEADER_NAMES_MAX, true],
    [HEADER_NAMES_MAX + 1, false],
  ])("is one of %i: %s", (count, isTaken) => {
    const headers = Array.from({ length: count }, (_, at) => `x-${at}`);
    const http = { hosts: ["a.example.com"], methods: ["GET"], headers };
    expect(capabilitiesShape.safeParse({ http }).success).toBe(isTaken);
  });
});
