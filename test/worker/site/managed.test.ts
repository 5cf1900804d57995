import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { requireOneDataPath } from "../../../sites/workers/site/dataPath.ts";
import site from "../../../sites/workers/site/index.ts";

/** A dispatcher that records its requests. */
function aDispatcher() {
  const asked: { url: string; cookie: string | null; body: string }[] = [];
  const fetch = async (request: Request) => {
    asked.push({ url: request.url, cookie: request.headers.get("cookie"), body: await request.text() });
    return new Response("from the dispatcher", { status: 418 });
  };
  return { asked, TENANT_DISPATCH: { fetch } as unknown as Fetcher };
}

async function send(request: Request, bindings: object): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await site.fetch(request, bindings as Parameters<typeof site.fetch>[1], ctx);
  await waitOnExecutionContext(ctx);
  return response;
}

describe("the site worker of a managed deployment", () => {
  test.each([
    ["a page", new Request("https://a.example/about")],
    [
      "a form",
      new Request("https://a.example/api/forms/x", { method: "POST", body: "a=1", headers: { cookie: "c=1" } }),
    ],
    ["a page of the editor", new Request("https://a.example/_editor/pages")],
    ["an operator's request", new Request("https://a.example/api/admin/status")],
  ])("sends %s on as it is", async (_, request) => {
    const { asked, TENANT_DISPATCH } = aDispatcher();
    const body = await request.clone().text();
    expect((await send(request, { TENANT_DISPATCH })).status).toBe(418);
    expect(asked).toEqual([{ url: request.url, cookie: request.headers.get("cookie"), body }]);
  });

  test("serves the editor's own files itself", async () => {
    const { asked, TENANT_DISPATCH } = aDispatcher();
    const { ASSETS } = env as unknown as { readonly ASSETS: Fetcher };
    const answer = await send(new Request("https://a.example/_editor/canvas/none.js"), { TENANT_DISPATCH, ASSETS });
    expect([answer.status, asked]).toEqual([404, []]);
  });

  test.each(["TENANT_WORKSPACE", "DB", "MEDIA", "PUBLIC_CONTENT", "PLUGIN_SANDBOX", "HOSTING_DEPLOYER"])(
    "does not start with %s beside the dispatcher",
    (name) => {
      expect(() => requireOneDataPath({ TENANT_DISPATCH: {}, [name]: {} })).toThrow(name);
      expect(() => requireOneDataPath({ [name]: {} })).not.toThrow();
    },
  );

  test("starts with what belongs to that site alone", () => {
    expect(() => requireOneDataPath({ TENANT_DISPATCH: {}, ASSETS: {}, IMAGES: {} })).not.toThrow();
  });
});
