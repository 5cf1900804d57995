import { beforeAll, describe, expect, test } from "vitest";
import { grantQuestion, speechOf } from "../../../sites/workers/private-mcp/oauth/pages.ts";
import { SCOPES } from "../../../runtime/commands/scopes.ts";
import {
  aCode,
  aSite,
  authorizationQuery,
  fetchWorker,
  migrate,
  ORIGIN,
  redeem,
  REDIRECT,
} from "../../worker/private-mcp/agentClient.ts";

beforeAll(migrate);

const token = (body: URLSearchParams): Promise<Response> =>
  fetchWorker(new Request(`${ORIGIN}/oauth/token`, { method: "POST", body }));

describe("a repeated parameter", () => {
  test.each([
    ["redirect_uri", "https://elsewhere.example/"],
    ["redirect_uri", REDIRECT],
    ["client_id", "another"],
    ["scope", "content:publish"],
    ["state", "t"],
    ["code_challenge", "x"],
    ["resource", "https://elsewhere.example/mcp"],
    ["prompt", "none"],
  ])("(%s, %s) is refused at the authorization endpoint, without a redirect", async (name, value) => {
    const query = await authorizationQuery({ prompt: "login" });
    query.append(name, value);
    const response = await fetchWorker(new Request(`${ORIGIN}/authorize?${query}`));
    expect([response.status, response.headers.get("location"), response.headers.getSetCookie()]).toEqual([
      400,
      null,
      [],
    ]);
  });

  test("is refused at the token endpoint, and the code stays valid", async () => {
    const site = await aSite("twice");
    const coded = await aCode(site, site.owner);
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: coded.code,
      code_verifier: coded.verifier,
      client_id: coded.client,
      redirect_uri: REDIRECT,
    });
    body.append("redirect_uri", "https://elsewhere.example/");
    const response = await token(body);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: "invalid_request" }),
    ]);
    expect((await redeem(coded)).status).toBe(200);
  });

  test.each(["handle", "ticket", "answer", "site"])("(%s) is refused in a member's answer", async (name) => {
    const body = new URLSearchParams({ handle: "h", ticket: "t", answer: "yes", site: "a/b" });
    body.append(name, "other");
    const response = await fetchWorker(
      new Request(`${ORIGIN}/authorize/answer`, { method: "POST", body, headers: { origin: ORIGIN } }),
    );
    const words = (await response.text()).replaceAll(/<[^>]*>/g, " ");
    expect(words).not.toMatch(/login/i);
    expect([response.status, response.headers.get("location")]).toEqual([400, null]);
  });
});

test("a client without scopes gets only reading preselected, and a client with scopes gets those", async () => {
  const client = { name: "c", redirectHost: "client.example", isLocal: false, redirect: REDIRECT };
  const ticked = async (scopes: readonly (typeof SCOPES)[number][]): Promise<string[]> => {
    const html = await grantQuestion(speechOf(new Request("https://mcp.example/")), {
      client,
      asked: SCOPES,
      ticked: scopes,
      sites: [],
      fields: {},
    }).text();
    expect([...html.matchAll(/name="scope"/g)]).toHaveLength(SCOPES.length);
    return [...html.matchAll(/value="([a-z:]+)" checked/g)].map(([, scope]) => scope ?? "");
  };
  expect(await ticked(["site:read"])).toEqual(["site:read"]);
  expect(await ticked(SCOPES)).toEqual([...SCOPES]);
});
