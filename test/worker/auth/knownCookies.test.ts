import { describe, expect, test } from "vitest";
import { LOGINS_KNOWN_MAX } from "../../../manifests/bounds/logins.ts";
import { KnownCookies, type SignedLogin } from "../../../sites/web/auth/knownCookies.ts";

const EXPIRES = 10_000;
const signed = (id: string): SignedLogin => ({
  login: { id, secret: `secret of ${id}`, hostname: "a.example" },
  expires: EXPIRES,
});

/** A cookie cache with a clock that the test sets and a counting verification. */
function memory() {
  const clock = { now: 1_000 };
  const known = new KnownCookies(() => clock.now);
  const verified: string[] = [];
  const find = (name: string, signedWith = "key", answer: SignedLogin | undefined = signed(name)) =>
    known.find(signedWith, name, async () => {
      verified.push(name);
      return answer;
    });
  return { clock, known, verified, find };
}

describe("a cookie an isolate has verified", () => {
  test("is not verified again", async () => {
    const { verified, find } = memory();
    expect([await find("a"), await find("a")]).toEqual([signed("a").login, signed("a").login]);
    expect(verified).toEqual(["a"]);
  });

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])("is verified again %i ms after it is over: %i times in all", async (more, times) => {
    const { clock, verified, find } = memory();
    await find("a");
    clock.now = EXPIRES + more;
    await find("a");
    expect(verified).toHaveLength(times);
  });

  test("that is none of ours is verified each time", async () => {
    const { known, verified } = memory();
    const forged = () => known.find("key", "forged", async () => void verified.push("forged"));
    expect([await forged(), await forged()]).toEqual([undefined, undefined]);
    expect(verified).toHaveLength(2);
  });

  test("means nothing under another secret, nor afterwards under its own", async () => {
    const { verified, find } = memory();
    for (const key of ["key", "other", "key"]) await find("a", key);
    expect(verified).toHaveLength(3);
  });

  test("is not kept when the secret changed while it was verified", async () => {
    const { known, verified, find } = memory();
    await known.find("key", "a", async () => {
      await find("b", "other");
      return signed("a");
    });
    await find("a", "other");
    expect(verified).toEqual(["b", "a"]);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of %i more than are remembered makes %i forgotten, the oldest", async (more, forgotten) => {
    const { verified, find } = memory();
    const names = Array.from({ length: LOGINS_KNOWN_MAX + more }, (_, index) => `cookie ${index}`);
    for (const name of names) await find(name);
    verified.length = 0;
    for (const name of names.toReversed()) await find(name);
    expect(verified.slice(0, 1)).toEqual(forgotten === 0 ? [] : ["cookie 0"]);
  });
});
