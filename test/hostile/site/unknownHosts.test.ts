import { beforeAll, describe, expect, test } from "vitest";
import { OPERATOR_ROUTES } from "../../../sites/web/api/operator/routes.ts";
import { ROUTES } from "../../../sites/web/api/routes/index.ts";
import { VISITOR_ROUTES } from "../../../sites/web/api/routes/visitors.ts";
import { ADDRESSES } from "../../../sites/web/auth/index.ts";
import { addressOf } from "../../worker/api/examples.ts";
import { aSite, get, migrate, operator, SECRET, send, unique } from "../../worker/site/harness.ts";

beforeAll(migrate);

const HOST = `https://${unique("nobody")}.example`;

interface Told {
  readonly status: number;
  readonly headers: object;
  readonly text: string;
}

const told = async (response: Response): Promise<Told> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  text: await response.text(),
});

const asked = async (method: string, path: string, headers: Record<string, string> = {}): Promise<Told> =>
  told((await send(new Request(`${HOST}${path}`, { method, headers }))).response);

const ADDRESSED = [
  ...ROUTES.map(({ method, path }) => [method, addressOf(path)] as const),
  ...VISITOR_ROUTES.map(({ method, path }) => [method, addressOf(path)] as const),
  ...OPERATOR_ROUTES.map(({ method, path }) => [method, addressOf(path)] as const),
  ...Object.entries(ADDRESSES).map(([path, { method }]) => [method, `/api/auth${path}`] as const),
  ...[
    "/api",
    "/api/",
    "/api/openapi.json",
    "/api/nothing",
    "/api/admin",
    "/api/plugins/a.b/routes/c",
    "/_editor",
    "/_editor/media",
  ].map((path) => ["GET", path] as const),
  ["PUT", "/api/openapi.json"],
  ["POST", "/_editor/forms"],
  ["OPTIONS", "/api/site"],
] as const;

describe("a hostname without a site", () => {
  test("answers every address of every table with the same plain 404", async () => {
    const nothing = await told((await get(`${HOST}/`)).response);
    expect([nothing.status, nothing.text]).toEqual([404, "There is nothing here.\n"]);
    for (const [method, path] of ADDRESSED) {
      expect(await asked(method, path), `${method} ${path}`).toEqual(nothing);
      expect(await asked(method, path, { authorization: `Bearer ${SECRET}x`, cookie: "svc_mode=edit" }), path).toEqual(
        nothing,
      );
    }
  });

  test("accepts an operator's bearer to create the first site", async () => {
    expect((await operator("/api/admin/status")).response.status).toBe(200);
    expect((await operator("/api/admin/nothing")).response.status).toBe(404);
    const { origin } = await aSite("first");
    expect((await get(`${origin}/api/openapi.json`)).response.status).toBe(200);
    expect((await get(`${origin}/api/admin/status`)).response.status).toBe(401);
  });
});
