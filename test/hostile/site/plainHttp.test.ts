import { beforeAll, describe, expect, test } from "vitest";
import { aSite, migrate, SECRET, send, unique } from "../../worker/site/harness.ts";

/** An attacker between browser and site tries to keep the connection on plain http. */

beforeAll(migrate);

const code = async (response: Response): Promise<unknown> => ((await response.json()) as { code: unknown }).code;

describe("over plain http, under a real hostname", () => {
  test.each(["GET", "HEAD"])("a page redirects to https, and is not shown (%s)", async (method) => {
    const { name } = await aSite("plain");
    const { response } = await send(
      new Request(`http://${name}.example:8080/about?q=1`, { method, redirect: "manual" }),
    );
    expect([response.status, response.headers.get("location")]).toEqual([308, `https://${name}.example/about?q=1`]);
    expect(await response.text()).toBe("");
  });

  test("a cached page is not shown either", async () => {
    const { name } = await aSite("plain");
    await (await send(new Request(`https://${name}.example/`))).response.text();
    expect((await send(new Request(`http://${name}.example/`, { redirect: "manual" }))).response.status).toBe(308);
  });

  test.each([
    ["right", SECRET],
    ["wrong", "x".repeat(40)],
  ])("the operator's bearer is not checked: the %s one gets the same refusal", async (_, secret) => {
    const { name } = await aSite("plain");
    const { response } = await send(
      new Request(`http://${name}.example/api/admin/status`, { headers: { authorization: `Bearer ${secret}` } }),
    );
    expect([response.status, await code(response)]).toEqual([403, "HTTPS_REQUIRED"]);
    expect(response.headers.get("www-authenticate")).toBeNull();
  });

  test.each([
    ["POST", "/_editor/media"],
    ["POST", "/"],
    ["GET", "/api/site"],
    ["GET", "/api"],
    ["POST", "/api/auth/logout"],
  ])("%s %s is refused", async (method, path) => {
    const { response } = await send(new Request(`http://${unique("any")}.example${path}`, { method }));
    expect([response.status, await code(response)]).toEqual([403, "HTTPS_REQUIRED"]);
  });

  test("an impossible hostname gets no redirect", async () => {
    expect((await send(new Request("http://10.0.0.1/", { redirect: "manual" }))).response.status).toBe(404);
  });
});

describe("plain http is allowed on this machine", () => {
  test.each(["localhost", "demo.localhost", "127.0.0.1", "[::1]"])("under %s", async (name) => {
    const { response } = await send(
      new Request(`http://${name}:8787/api/admin/status`, { headers: { authorization: `Bearer ${SECRET}` } }),
    );
    expect(response.status).toBe(200);
  });

  test("and under no hostname that only looks local", async () => {
    for (const name of ["localhost.example", "notlocalhost", "127.0.0.1.example"]) {
      expect((await send(new Request(`http://${name}/api/site`))).response.status).toBe(403);
    }
  });
});
