import { describe, expect, test } from "vitest";
import { openapiDocument } from "../../../sites/web/api/description/document.ts";
import { aSite, send } from "../site/harness.ts";
import { withProvider } from "./fakeProvider.ts";

withProvider(() => undefined);

const PATHS = openapiDocument()["paths"] as Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, unknown>> }>>>
>;

/** Requests to the login's addresses, with the answer that each gets. */
const ASKED: readonly (readonly [method: string, path: string, headers: Record<string, string>, status: number])[] = [
  ["GET", "/api/auth/start", {}, 303],
  ["GET", "/api/auth/start?return=/about", {}, 303],
  ["GET", "/api/auth/start?return=https://other.example/", {}, 400],
  ["GET", "/api/auth/start?return=/a&return=/b", {}, 400],
  ["GET", "/api/auth/start", { "sec-fetch-site": "cross-site" }, 200],
  ["GET", "/api/auth/callback", {}, 400],
  ["GET", "/api/auth/callback?state=unknown&code=x", {}, 400],
  ["POST", "/api/auth/logout", { origin: "https://other.example" }, 403],
  ["POST", "/api/auth/logout", {}, 403],
  ["GET", "/api/auth/command-line", {}, 400],
  ["POST", "/api/auth/command-line/allow", {}, 403],
  ["POST", "/api/auth/command-line/login", {}, 415],
  ["POST", "/api/auth/local-handoff", {}, 404],
];

describe("an answer of the login's addresses is in the API's description:", () => {
  test.each(ASKED)("%s %s %j: %i", async (method, path, headers, status) => {
    const site = await aSite("described");
    const { response } = await send(new Request(site.origin + path, { method, headers, redirect: "manual" }));
    const [address = ""] = path.split("?");
    const { responses } = PATHS[address]?.[method.toLowerCase()] ?? { responses: {} };
    expect([response.status, Object.keys(responses)]).toEqual([status, expect.arrayContaining([String(status)])]);
  });

  test.each(Object.keys(PATHS).filter((path) => path.startsWith("/api/auth/")))(
    "404 of %s under a hostname without a site",
    async (path) => {
      for (const [method, { responses }] of Object.entries(PATHS[path] ?? {})) {
        const request = new Request(`https://nobody.example${path}`, { method: method.toUpperCase() });
        expect([(await send(request)).response.status, Object.keys(responses)]).toEqual([
          404,
          expect.arrayContaining(["404"]),
        ]);
      }
    },
  );
});
