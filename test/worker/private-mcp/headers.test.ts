import { beforeAll, expect, test } from "vitest";
import { authorizationQuery, fetchWorker, migrate, ORIGIN } from "./agentClient.ts";

beforeAll(migrate);

const HSTS = "max-age=31536000";

test.each<[string, () => Promise<Request>]>([
  ["a message without a token", async () => new Request(`${ORIGIN}/mcp`, { method: "POST" })],
  ["the metadata", async () => new Request(`${ORIGIN}/.well-known/oauth-authorization-server`)],
  ["a question of a browser", async () => new Request(`${ORIGIN}/oauth/token`, { method: "OPTIONS" })],
  [
    "a token that is refused",
    async () =>
      new Request(`${ORIGIN}/oauth/token`, {
        method: "POST",
        body: new URLSearchParams({ grant_type: "refresh_token" }),
      }),
  ],
  ["a login that begins", async () => new Request(`${ORIGIN}/authorize?${await authorizationQuery()}`)],
  ["a page that refuses", async () => new Request(`${ORIGIN}/authorize`)],
  ["nothing", async () => new Request(`${ORIGIN}/nothing`)],
  ["another name", async () => new Request("https://elsewhere.example/mcp")],
])("the answer to %s says that the name is reached over https only", async (_, request) => {
  expect((await fetchWorker(await request())).headers.get("strict-transport-security")).toBe(HSTS);
});
