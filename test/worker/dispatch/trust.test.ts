/** Trusted and revoked keys reach every tenant's worker through the lent platform. */
import { beforeAll, expect, test } from "vitest";
import type { Editor } from "../api/apiClient.ts";
import { aPackage } from "../api/packages.ts";
import { aKey } from "../api/signingKeys.ts";
import { dispatchEnv, migrate, provision, send } from "./harness.ts";
import { call, ownerOf } from "./members.ts";

const ROUTE = { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "public" }] };
const SOURCE = "export const routes = { go: () => ({ body: 1 }) };";

let owners: readonly [Editor, Editor];
beforeAll(async () => {
  await migrate();
  for (const tenant of ["tenant-a", "tenant-b"]) await provision(tenant);
  owners = [await ownerOf("tenant-a"), await ownerOf("tenant-b")];
});

/** Sends the operator's request to the dispatcher. */
async function operator<T>(method: string, path: string, lending: string, body?: unknown): Promise<T> {
  const request = new Request(`https://operator.example/api/admin/trust-keys${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${dispatchEnv.PROVISIONING_SECRET}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await send(request, { LENDING: lending })).json();
}

test.each(["call", "service"])(
  "both tenants believe a key from its addition to its revocation, lent by %s",
  async (lending) => {
    const key = await aKey();
    const body = await aPackage({ contributes: ROUTE }, { "main.js": SOURCE }, key.own);
    const upload = async (owner: Editor): Promise<number> =>
      (await call(owner, "/api/plugins", { body, swap: { LENDING: lending } })).status;
    const all = (): Promise<number[]> => Promise.all(owners.map(upload));
    expect(await all()).toEqual([422, 422]);
    const added = await operator<{ readonly kid: string }>("POST", "", lending, { key: key.shown });
    expect(added).toMatchObject({ changed: true, told: 2, untold: [] });
    expect(await upload(owners[0])).toBeLessThan(300);
    expect(await operator("DELETE", `/${added.kid}`, lending)).toMatchObject({ changed: true, told: 2, untold: [] });
    expect(await all()).toEqual([422, 422]);
  },
);
