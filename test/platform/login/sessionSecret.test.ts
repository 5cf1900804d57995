import { describe, expect, test } from "vitest";
import { SESSION_SECRET_MIN_CHARS } from "../../../manifests/bounds/logins.ts";
import { newSecret } from "../../../sites/platform/login/secret.ts";
import { readToken, writeToken } from "../../../sites/platform/login/token.ts";

const [OLD, NEW] = ["o".repeat(SESSION_SECRET_MIN_CHARS), "n".repeat(SESSION_SECRET_MIN_CHARS)];
const hostname = "site.example";
const kind = "svc-session+jwt";
const tokenOf = (key: string, secret: string) =>
  writeToken(key, { kind, hostname, secret, now: Date.now(), lifetime: 60_000 });

describe("a rotated session secret", () => {
  test("keeps logins of the old secret as long as both are listed", async () => {
    const secret = newSecret();
    const token = await tokenOf(OLD, secret);
    expect(await readToken(`${NEW}\n${OLD}`, kind, hostname, token)).toBe(secret);
    expect(await readToken(NEW, kind, hostname, token)).toBeUndefined();
  });

  test("signs new logins with the first secret", async () => {
    const secret = newSecret();
    const token = await tokenOf(`${NEW}\n${OLD}`, secret);
    expect(await readToken(NEW, kind, hostname, token)).toBe(secret);
    expect(await readToken(OLD, kind, hostname, token)).toBeUndefined();
  });

  test("is refused if one secret in the list is too short", async () => {
    await expect(tokenOf(`${NEW}\n${"o".repeat(SESSION_SECRET_MIN_CHARS - 1)}`, newSecret())).rejects.toMatchObject({
      code: "LOGIN_UNAVAILABLE",
    });
  });

  test("in one line may contain any characters", async () => {
    const odd = `with a space, and ${NEW}`;
    const secret = newSecret();
    expect(await readToken(odd, kind, hostname, await tokenOf(odd, secret))).toBe(secret);
  });
});
