import { expect, test } from "vitest";
import { TrustChanges } from "../../../runtime/plugins/packages/trustChanges.ts";
import { worldWith } from "../kernel/world.ts";

const REVOKED = { added: [], revoked: { key: 1 } };
const silent = async (): Promise<never> => {
  throw new Error("the control plane is away");
};

test("a workspace without the control plane decides by the keys it was told last", async () => {
  const { powers } = await worldWith({});
  await new TrustChanges(powers.sql, async () => JSON.stringify(REVOKED)).renew();
  expect(await new TrustChanges(powers.sql, silent).read()).toEqual(REVOKED);
});

test("a workspace that was never told decides by the deployment's list alone", async () => {
  const { powers } = await worldWith({});
  expect(await new TrustChanges(powers.sql, silent).read()).toBeUndefined();
  expect(await new TrustChanges(powers.sql, async () => undefined).read()).toBeUndefined();
});

test("a workspace that cannot ask says so to the operator who changed a key, and keeps what it knew", async () => {
  const { powers } = await worldWith({});
  await new TrustChanges(powers.sql, async () => JSON.stringify(REVOKED)).renew();
  await expect(new TrustChanges(powers.sql, silent).renew()).rejects.toThrow("away");
  await expect(new TrustChanges(powers.sql, async () => "{}").renew()).rejects.toThrow("added");
  expect(await new TrustChanges(powers.sql, silent).read()).toEqual(REVOKED);
});
