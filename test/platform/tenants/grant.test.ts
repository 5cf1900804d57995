import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { DISPATCH_GRANT_MAX_CHARS, DISPATCH_GRANT_SECONDS } from "../../../manifests/bounds/hosting.ts";
import {
  type Addressee,
  type Dispatch,
  KEY_AUDIENCES,
  publicKeys,
  SIGNED_AUDIENCES,
  signGrant,
  readSigningKey,
  verifyGrant,
} from "../../../sites/platform/tenants/grant.ts";

const NOW = Date.UTC(2026, 0, 5);
const CALL: Dispatch = {
  tenant: "a",
  worker: "svc-t-a",
  site: "main",
  audience: { kind: "public" },
  method: "published",
  once: false,
};

async function aSigner(kid: string, audiences: readonly string[] = SIGNED_AUDIENCES.dispatcher) {
  const { privateKey, publicKey } = await generateKeyPair("EdDSA", { extractable: true });
  const signing = await readSigningKey(JSON.stringify({ ...(await exportJWK(privateKey)), kid }));
  return {
    signing,
    keys: await publicKeys(JSON.stringify([{ ...(await exportJWK(publicKey)), kid, [KEY_AUDIENCES]: audiences }])),
  };
}

describe("a dispatch grant", () => {
  let ours: Awaited<ReturnType<typeof aSigner>>;
  let foreign: typeof ours;
  const at = (change: Partial<Addressee> = {}): Addressee => ({
    tenant: "a",
    worker: "svc-t-a",
    keys: ours.keys,
    ...change,
  });

  beforeAll(async () => {
    ours = await aSigner("one");
    foreign = await aSigner("one");
  });

  test("says what the call may do", async () => {
    expect(await verifyGrant(await signGrant(CALL, ours.signing, NOW), at(), NOW)).toMatchObject({
      sub: "a",
      aud: "svc-t-a",
      site: "main",
      audience: { kind: "public" },
      method: "published",
      once: false,
    });
  });

  test.each([
    ["another tenant", { tenant: "b" }],
    ["another worker", { worker: "svc-t-b" }],
  ])("is nothing to %s", async (_, change) => {
    await expect(verifyGrant(await signGrant(CALL, ours.signing, NOW), at(change), NOW)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test.each([
    ["public", false],
    ["private", true],
    ["platform", false],
  ] as const)("of the members' worker for the audience %s is accepted: %s", async (kind, isAccepted) => {
    const { signing, keys } = await aSigner("members", SIGNED_AUDIENCES.members);
    const audience: Dispatch["audience"] =
      kind === "private" ? { kind, member: "m", role: "owner", permissions: ["site.read"] } : { kind };
    const verified = verifyGrant(await signGrant({ ...CALL, audience }, signing, NOW), at({ keys }), NOW);
    const outcome = await verified.then(
      () => true,
      () => false,
    );
    expect(outcome).toBe(isAccepted);
  });

  test.each([
    ["none", undefined],
    ["an unknown one", ["everyone"]],
    ["a text", "platform"],
  ])("needs a key with audiences, and this one has %s", async (_, audiences) => {
    const { publicKey } = await generateKeyPair("EdDSA", { extractable: true });
    const key = { ...(await exportJWK(publicKey)), kid: "one", [KEY_AUDIENCES]: audiences };
    await expect(publicKeys(JSON.stringify([key]))).rejects.toThrow(/svc:audiences/);
  });

  test("of another signer is none, whatever key it names", async () => {
    await expect(verifyGrant(await signGrant(CALL, foreign.signing, NOW), at(), NOW)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test.each([
    [-1, "dispatch grant: not for this worker"],
    [0, "dispatch grant: not for this worker"],
    [1, "dispatch grant: none"],
  ])("is read when it is as long as the longest and %i: %s", async (more, reason) => {
    await expect(verifyGrant("x".repeat(DISPATCH_GRANT_MAX_CHARS + more), at(), NOW)).rejects.toMatchObject({
      detail: { reason },
    });
  });

  test("holds for its seconds and not for one more", async () => {
    const grant = await signGrant(CALL, ours.signing, NOW);
    await verifyGrant(grant, at(), NOW + DISPATCH_GRANT_SECONDS * 1000 - 1);
    await expect(verifyGrant(grant, at(), NOW + DISPATCH_GRANT_SECONDS * 1000)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test("that begins in the future is none", async () => {
    await expect(verifyGrant(await signGrant(CALL, ours.signing, NOW + 3000), at(), NOW)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  test.each([
    ["more seconds", { exp: NOW / 1000 + DISPATCH_GRANT_SECONDS + 1 }, {}],
    ["another member", { extra: 1 }, {}],
    ["no audience", { audience: undefined }, {}],
    ["another issuer", { iss: "someone" }, {}],
    ["another type", {}, { typ: "JWT" }],
  ])("with %s is none, even of the dispatcher's key", async (_, change, header) => {
    const { tenant, worker, ...rest } = CALL;
    const grant = await new SignJWT({
      iss: "drawbridge-dispatch",
      sub: tenant,
      aud: worker,
      jti: "1",
      iat: NOW / 1000,
      exp: NOW / 1000 + DISPATCH_GRANT_SECONDS,
      ...rest,
      ...change,
    })
      .setProtectedHeader({ alg: "EdDSA", typ: "svc-dispatch-grant+jwt", kid: "one", ...header })
      .sign(ours.signing.key);
    await expect(verifyGrant(grant, at(), NOW)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test.each([
    ["nothing", undefined],
    ["an object", {}],
    ["a long text", "a".repeat(5000)],
    ["no token", "a.b.c"],
  ])("is not %s", async (_, text) => {
    await expect(verifyGrant(text, at(), NOW)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("with a text in it changed is none", async () => {
    const [head = "", body = "", mark = ""] = (await signGrant(CALL, ours.signing, NOW)).split(".");
    const widened = btoa(atob(body.replaceAll("-", "+").replaceAll("_", "/")).replace('"public"', '"platform"'))
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replaceAll("=", "");
    await expect(verifyGrant([head, widened, mark].join("."), at(), NOW)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });
});
