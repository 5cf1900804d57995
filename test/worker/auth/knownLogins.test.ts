import { describe, expect, test } from "vitest";
import { LOGIN_KNOWN_MS, LOGINS_KNOWN_MAX } from "../../../manifests/bounds/logins.ts";
import { KnownLogins } from "../../../sites/web/auth/knownLogins.ts";
import type { LoggedInMember } from "../../../sites/control/logins/logins.ts";

const member = (loginSession: string): LoggedInMember => ({
  identity: "i",
  tenant: "t",
  site: "s",
  role: "editor",
  status: "active",
  loginSession,
});

/** A login cache with a clock that the test sets and a counting database. */
function memory() {
  const clock = { now: 1_000 };
  const known = new KnownLogins(() => clock.now);
  const asked: string[] = [];
  const find = (key: string, answer: LoggedInMember | null = member(key)) =>
    known.find(key, async () => {
      asked.push(key);
      return answer;
    });
  return { clock, known, asked, find };
}

describe("a login an isolate knows", () => {
  test("is believed for its time and not a millisecond longer", async () => {
    const { clock, asked, find } = memory();
    for (const [wait, times] of [
      [0, 1],
      [LOGIN_KNOWN_MS - 1, 1],
      [1, 2],
      [1, 2],
    ] as const) {
      clock.now += wait;
      expect(await find("a")).toEqual(member("a"));
      expect(asked).toHaveLength(times);
    }
  });

  test("is asked for again once the clock was set back", async () => {
    const { clock, asked, find } = memory();
    await find("a");
    clock.now -= 1;
    expect(await find("a", null)).toBe(null);
    expect(asked).toEqual(["a", "a"]);
  });

  test("is believed from the time of the question, not of the answer", async () => {
    const { clock, known, asked, find } = memory();
    await known.find("slow", async () => {
      clock.now += LOGIN_KNOWN_MS;
      return member("slow");
    });
    await find("slow");
    expect(asked).toEqual(["slow"]);
  });

  test("is not one when nobody is logged in: that is asked again each time", async () => {
    const { asked, find } = memory();
    expect([await find("a", null), await find("a", null)]).toEqual([null, null]);
    expect(asked).toHaveLength(2);
  });

  test("is forgotten when it ends, and only it", async () => {
    const { known, asked, find } = memory();
    await find("a");
    await find("b");
    known.forget(({ loginSession }) => loginSession === "a");
    await find("a");
    await find("b");
    expect(asked).toEqual(["a", "b", "a"]);
  });

  test("is not kept when something ended while it was asked for", async () => {
    const { known, asked, find } = memory();
    await known.find("a", async () => {
      known.forget(() => true);
      return member("a");
    });
    await find("a");
    expect(asked).toEqual(["a"]);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of %i more than are remembered makes %i forgotten, the oldest", async (more, forgotten) => {
    const { asked, find } = memory();
    const keys = Array.from({ length: LOGINS_KNOWN_MAX + more }, (_, index) => `login ${index}`);
    for (const key of keys) await find(key);
    asked.length = 0;
    for (const key of keys.toReversed()) await find(key);
    expect(asked.slice(0, 1)).toEqual(forgotten === 0 ? [] : ["login 0"]);
  });
});
