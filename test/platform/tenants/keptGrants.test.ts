import { exportJWK, generateKeyPair } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import {
  DISPATCH_GRANT_AGAIN_MS,
  DISPATCH_GRANT_SECONDS,
  DISPATCH_GRANTS_KEPT,
} from "../../../manifests/bounds/hosting.ts";
import {
  type Addressee,
  type Dispatch,
  KEY_AUDIENCES,
  publicKeys,
  SIGNED_AUDIENCES,
  readSigningKey,
} from "../../../sites/platform/tenants/grant.ts";
import { SignedGrants, VerifiedGrants } from "../../../sites/platform/tenants/keptGrants.ts";

const NOW = Date.UTC(2026, 0, 5);
const END = NOW + DISPATCH_GRANT_SECONDS * 1000;
const READING: Dispatch = {
  tenant: "a",
  worker: "svc-t-a",
  site: "main",
  audience: { kind: "public" },
  method: "published",
  once: false,
};
const MEMBER: Dispatch["audience"] = { kind: "private", member: "m", role: "owner", permissions: ["site.read"] };

let signer: Awaited<ReturnType<typeof readSigningKey>>;
let addressee: Addressee;

beforeAll(async () => {
  const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true });
  signer = await readSigningKey(JSON.stringify({ ...(await exportJWK(privateKey)), kid: "one" }));
  const keys = await publicKeys(
    JSON.stringify([{ ...(await exportJWK(publicKey)), kid: "one", [KEY_AUDIENCES]: SIGNED_AUDIENCES.dispatcher }]),
  );
  addressee = { tenant: "a", worker: "svc-t-a", keys };
});

describe("a dispatcher's grants", () => {
  test.each([
    [DISPATCH_GRANT_AGAIN_MS - 1, true],
    [DISPATCH_GRANT_AGAIN_MS, false],
    [DISPATCH_GRANT_AGAIN_MS + 1, false],
    [-1, false],
  ])("for anybody to read serve again after %i ms: %s", async (later, same) => {
    const grants = new SignedGrants(signer);
    const first = await grants.grant(READING, NOW);
    expect((await grants.grant(READING, NOW + later)) === first).toBe(same);
  });

  test.each<[string, Partial<Dispatch>]>([
    ["another tenant", { tenant: "b", worker: "svc-t-b" }],
    ["another worker", { worker: "svc-t-b" }],
    ["another site", { site: "other" }],
    ["no site", { site: null }],
    ["another method", { method: "mediaGet" }],
  ])("are not those of %s", async (_, change) => {
    const grants = new SignedGrants(signer);
    expect(await grants.grant({ ...READING, ...change }, NOW)).not.toBe(await grants.grant(READING, NOW));
  });

  test.each<[string, Partial<Dispatch>]>([
    ["that change something", { method: "submitForm", once: true }],
    ["of a member", { audience: MEMBER }],
    ["of the platform", { audience: { kind: "platform" } }],
  ])("%s never serve twice", async (_, change) => {
    const grants = new SignedGrants(signer);
    const call = { ...READING, ...change };
    expect(await grants.grant(call, NOW)).not.toBe(await grants.grant(call, NOW));
  });

  test.each([
    [DISPATCH_GRANTS_KEPT - 1, true],
    [DISPATCH_GRANTS_KEPT, false],
    [DISPATCH_GRANTS_KEPT + 1, false],
  ])("are kept beside %i others: %s", async (others, same) => {
    const grants = new SignedGrants(signer);
    const first = await grants.grant(READING, NOW);
    await Promise.all(Array.from({ length: others }, (_, n) => grants.grant({ ...READING, site: `s${n}` }, NOW)));
    expect((await grants.grant(READING, NOW)) === first).toBe(same);
  });
});

describe("a tenant's worker that has verified a grant", () => {
  const verified = async (change: Partial<Dispatch> = {}) => {
    const grants = new VerifiedGrants(addressee);
    const text = await new SignedGrants(signer).grant({ ...READING, ...change }, NOW);
    return { grants, text, claims: await grants.verify(text, NOW) };
  };

  test("knows it again until its end", async () => {
    const { grants, text, claims } = await verified();
    expect(await grants.verify(text, END - 1)).toBe(claims);
  });

  test.each([
    ["at its end", END],
    ["after its end", END + 1],
    ["before its beginning, by more than clocks differ", NOW - 3_000],
  ])("refuses it %s", async (_, now) => {
    const { grants, text } = await verified();
    await expect(grants.verify(text, now)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("refuses one that differs in a sign", async () => {
    const { grants, text } = await verified();
    const [head = "", body = "", signature = ""] = text.split(".");
    for (const other of [`${head}.${body}`, `${head}.${body}.`, `${head}.${body}A.${signature}`, `.${text}`])
      await expect(grants.verify(other, NOW)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test.each<[string, Partial<Dispatch>]>([
    ["one that changes something", { method: "submitForm", once: true }],
    ["a member's", { audience: MEMBER }],
  ])("verifies %s each time", async (_, change) => {
    const { grants, text, claims } = await verified(change);
    const again = await grants.verify(text, NOW);
    expect(again).toEqual(claims);
    expect(again).not.toBe(claims);
  });
});
