import { describe, expect, test } from "vitest";
import {
  HOST_KNOWN_MS,
  HOST_LOOKUP_SHARED_MS,
  HOST_MAP_MAX_ENTRIES,
  HOST_UNKNOWN_MS,
} from "../../../manifests/bounds/hosts.ts";
import { HostMap } from "../../../sites/web/names/hostMap.ts";

/** A host map with a clock that the test sets and a counting lookup. Names that begin with "no" are unknown. */
function aMap() {
  const clock = { now: 1_000 };
  const map = new HostMap<string>(() => clock.now);
  const asked: string[] = [];
  const lookup = async (hostname: string): Promise<string | undefined> => {
    asked.push(hostname);
    return hostname.startsWith("no") ? undefined : `route of ${hostname}`;
  };
  return { clock, asked, map, find: (hostname: string, ask = lookup) => map.find(hostname, ask) };
}

const later = () => Promise.withResolvers<string | undefined>();

describe("a cached hostname", () => {
  test.each(["a", "no"])("is read again after the clock was set back (%s)", async (hostname) => {
    const { clock, asked, find } = aMap();
    await find(hostname);
    clock.now -= 1;
    await find(hostname);
    expect(asked).toHaveLength(2);
  });

  test.each([
    ["known", "a", HOST_KNOWN_MS, "route of a"],
    ["unknown", "no", HOST_UNKNOWN_MS, undefined],
  ])("that is %s expires to the millisecond", async (_, hostname, time, route) => {
    const { clock, asked, find } = aMap();
    for (const [wait, times] of [
      [0, 1],
      [time - 1, 1],
      [1, 2],
      [1, 2],
    ] as const) {
      clock.now += wait;
      expect(await find(hostname)).toBe(route);
      expect(asked).toHaveLength(times);
    }
  });

  test("that many requests need at once is read once", async () => {
    const { asked, find } = aMap();
    expect(await Promise.all([find("a"), find("a"), find("a"), find("b")])).toEqual([
      "route of a",
      "route of a",
      "route of a",
      "route of b",
    ]);
    expect(asked).toEqual(["a", "b"]);
  });

  test.each([
    [-1, 1],
    [0, 2],
    [1, 2],
  ])("whose lookup has run for the shared time and %i ms is read %i times", async (more, times) => {
    const { clock, find } = aMap();
    const pending = [later(), later()];
    let asked = 0;
    const slow = () => pending[asked++]?.promise ?? Promise.resolve(undefined);
    const first = find("a", slow);
    clock.now += HOST_LOOKUP_SHARED_MS + more;
    const second = find("a", slow);
    expect(asked).toBe(times);
    pending[1]?.resolve("new");
    pending[0]?.resolve("old");
    expect(await first).toBe("old");
    expect(await second).toBe(times === 1 ? "old" : "new");
    // The abandoned lookup must not overwrite the result of the later one.
    expect(await find("a", slow)).toBe(times === 1 ? "old" : "new");
  });

  test("whose lookup fails reports that to every waiting request, and is read again", async () => {
    const { asked, find } = aMap();
    const failing = () => Promise.reject(new Error("down"));
    const waiting = [find("a", failing), find("a")];
    expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await find("a")).toBe("route of a");
    expect(asked).toEqual(["a"]);
  });

  test("that is forgotten is read again, even if a lookup was running", async () => {
    const { asked, map, find } = aMap();
    await find("a");
    map.forget("a");
    await find("a");
    expect(asked).toEqual(["a", "a"]);
    const old = later();
    const stale = find("no", () => old.promise);
    map.forget("no");
    old.resolve("stale");
    expect(await stale).toBe("stale");
    expect(await find("no")).toBeUndefined();
  });
});

describe("the cache of hostnames", () => {
  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of the largest size and %i forgets %i, the oldest", async (more, forgotten) => {
    const { asked, find } = aMap();
    const total = HOST_MAP_MAX_ENTRIES + more;
    for (let index = 0; index < total; index += 1) await find(`a${index}`);
    await find(`a${total - 1}`);
    expect(asked).toHaveLength(total);
    await find("a0");
    expect(asked).toHaveLength(total + forgotten);
  });

  test("keeps known hostnames during a flood of unknown ones", async () => {
    const { asked, find } = aMap();
    await find("a");
    for (let index = 0; index < HOST_MAP_MAX_ENTRIES * 2; index += 1) await find(`no${index}`);
    asked.length = 0;
    await find("a");
    expect(asked).toEqual([]);
  });
});
