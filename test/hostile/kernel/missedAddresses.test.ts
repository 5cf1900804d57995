/** Addresses asked for in vain, as a program that floods a site or leads people to addresses with secrets asks for them. */
import { describe, expect, test, vi } from "vitest";
import {
  MISSED_ADDRESSES_KEPT,
  MISSED_ADDRESSES_LISTED,
  MISSED_ADDRESSES_PENDING,
  MISSED_ADDRESS_DAYS,
  MISSED_ADDRESS_MAX_CHARS,
  MISSED_WRITTEN_AFTER_MS,
} from "../../../manifests/bounds/publicContent.ts";
import { missedOf } from "../../../runtime/serving/missed/listing.ts";
import { SITE, type World, page, worldOf, worldWith } from "../../runtime/kernel/world.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function siteAskedFor() {
  const world = await worldWith({ home: page("/"), about: page("/about") });
  await world.run("publish", {});
  const ask = async (...paths: string[]): Promise<void> => {
    for (const path of paths) await world.kernel.serve(SITE, path, null);
  };
  /** Lets the alarm write what waits. */
  const write = async (): Promise<void> => {
    world.powers.clock.now += MISSED_WRITTEN_AFTER_MS;
    await world.kernel.chores.run();
  };
  return { ...world, ask, put: world.write, write, found: () => foundIn(world) };
}

const foundIn = ({ kernel }: Pick<World, "kernel">): readonly (readonly [string, number])[] =>
  missedOf(kernel, SITE).items.map(({ path, times }) => [path, times] as const);
const stored = ({ powers }: Pick<World, "powers">): number =>
  powers.sql.all("SELECT path FROM missed_addresses").length;

describe("addresses asked for in vain", () => {
  test("are counted in one spelling, the most asked for first, and written a while later", async () => {
    const world = await siteAskedFor();
    await world.ask("/old", "/", "/about", "/caf%C3%A9", "/café", "/caf%C3%A9");
    const found = [
      ["/café", 3],
      ["/old", 1],
    ];
    expect(world.found()).toEqual(found);
    expect(world.kernel.missedAddresses.nextDue()).toBe(world.powers.clock.now + MISSED_WRITTEN_AFTER_MS);
    world.powers.clock.now += MISSED_WRITTEN_AFTER_MS - 1;
    await world.kernel.chores.run();
    expect(stored(world)).toBe(0);
    world.powers.clock.now += 1;
    await world.kernel.chores.run();
    expect([stored(world), world.kernel.missedAddresses.nextDue()]).toEqual([2, undefined]);
    expect(world.found()).toEqual(found);
    expect(foundIn(worldOf(world.powers))).toEqual(found);
  });

  test("leave the list when the draft has a page or a redirect there", async () => {
    const world = await siteAskedFor();
    await world.ask("/old/a", "/old/b", "/new", "/gone");
    await world.put("new", page("/new"));
    const { version, body } = world.kernel.documents.only(SITE, "redirects");
    const entries = [
      { from: "/old/*", to: "/about", status: 301 as const },
      { from: "/gone", status: 410 as const },
    ];
    await world.run("redirects.put", { expected: version, body: { ...body, entries } });
    expect(world.found()).toEqual([]);
  });

  test("of a flood push out no address that many ask for, early or late, and stay few", async () => {
    const world = await siteAskedFor();
    const flood = async (name: string): Promise<void> => {
      const paths = Array.from({ length: MISSED_ADDRESSES_KEPT + MISSED_ADDRESSES_PENDING }, (_, n) => `/${name}-${n}`);
      for (let from = 0; from < paths.length; from += 10) {
        await world.ask(...paths.slice(from, from + 10), ...paths.slice(from, from + 10));
        await world.write();
      }
    };
    await flood("before");
    for (let minute = 0; minute < 8; minute += 1) {
      await world.ask("/wanted");
      await world.write();
      await world.ask(...Array.from({ length: 40 }, (_, n) => `/between-${minute}-${n}`));
      await world.write();
    }
    expect(world.found()[0]).toEqual(["/wanted", 8]);
    const { items, total } = missedOf(world.kernel, SITE);
    expect(items).toHaveLength(MISSED_ADDRESSES_LISTED);
    expect([stored(world), total]).toEqual([MISSED_ADDRESSES_KEPT, MISSED_ADDRESSES_KEPT]);
  });

  test.each([
    [MISSED_ADDRESSES_PENDING - 1, MISSED_ADDRESSES_PENDING - 1, MISSED_WRITTEN_AFTER_MS],
    [MISSED_ADDRESSES_PENDING, MISSED_ADDRESSES_PENDING, 0],
    [MISSED_ADDRESSES_PENDING + 1, MISSED_ADDRESSES_PENDING, 0],
  ])("%i at once wait as %i rows, for %i ms", async (count, rows, wait) => {
    const world = await siteAskedFor();
    await world.ask(...Array.from({ length: count }, (_, n) => `/many-${n}`));
    expect(world.found()).toHaveLength(rows);
    expect(world.kernel.missedAddresses.nextDue()).toBe(world.powers.clock.now + wait);
    await world.write();
    expect(stored(world)).toBe(rows);
  });

  test("that cannot be written leave visitors their answer, and gather no memory", async () => {
    const world = await siteAskedFor();
    const { sql } = world.powers;
    // The page of unknown addresses is rendered once, and kept.
    await world.ask("/first");
    await world.write();
    vi.spyOn(sql, "atomically").mockImplementation(() => {
      throw new Error("the disk is full");
    });
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 2 * MISSED_ADDRESSES_PENDING; n += 1)
        expect((await world.kernel.serve(SITE, `/full-${round}-${n}`, null)).status).toBe(404);
      expect(world.found().length).toBeLessThanOrEqual(MISSED_ADDRESSES_PENDING + 1);
      expect(() => world.kernel.missedAddresses.writeDue()).toThrow("the disk is full");
      expect(world.found()).toEqual([["/first", 1]]);
    }
  });

  test("are not written into a nearly full workspace", async () => {
    const world = await siteAskedFor();
    vi.spyOn(world.kernel.storageQuota, "isForStrangers", "get").mockReturnValue(false);
    await world.ask("/old");
    await world.write();
    expect([stored(world), world.found()]).toEqual([0, []]);
  });

  test.each(["/shop/*", "/*", "/:a", "/a/:name/b", "/%2A", "/shop/%3Aname"])(
    "are no patterns, because a redirect of one would take all below it: %s",
    async (path) => {
      const world = await siteAskedFor();
      await world.ask(path);
      expect(world.found()).toEqual([]);
    },
  );

  test.each([
    [MISSED_ADDRESS_MAX_CHARS - 1, 1],
    [MISSED_ADDRESS_MAX_CHARS, 1],
    [MISSED_ADDRESS_MAX_CHARS + 1, 0],
  ])("of %i characters are counted %i times", async (length, times) => {
    const world = await siteAskedFor();
    await world.ask(`/${"long-".repeat(50)}`.slice(0, length));
    expect(world.found()).toHaveLength(times);
  });

  test.each([
    "/unsubscribe/ada@club.example",
    "/unsubscribe/ada%40club.example",
    "/invite/0b51fa1e-94b1-4c3a-9f6e-1c2d3e4f5a6b",
    "/unsubscribe/ada%2540club.example",
    "/unsubscribe/j%FCrgen%40club.example",
    "/Lost",
    "/lost/",
    "/%6Cost",
    "/reset/eyJhbGciOiJIUzI1NiIsInR5cCI6",
    "/invite/V1StGXR8_Z5jdHi6B-myT",
    "/reset/9f86d081884c7d65",
    "/reset/dQwGhXzTbMnLkPq",
    "/pay/4111111111111111",
    "/pay/4111-1111-1111-1111",
    "/call/+49-170-1234567",
    "/favicon.ico",
    "/.well-known/change-password",
    "/apple-touch-icon-precomposed.png",
  ])("do not count %s", async (path) => {
    const world = await siteAskedFor();
    await world.ask(path);
    expect(world.found()).toEqual([]);
    expect(stored(world)).toBe(0);
  });

  test.each([
    "/2019/03/21/covid19-and-mp3",
    "/rust-1.0.html",
    "/index.php",
    "/my-old-home-page",
    "/p/20190321",
    "/über/straße-2",
  ])("count %s, an address as sites have had them", async (path) => {
    const world = await siteAskedFor();
    await world.ask(path);
    expect(world.found()).toHaveLength(1);
  });

  test("keep nothing of a visitor but the path", async () => {
    const world = await siteAskedFor();
    await world.kernel.serve(SITE, "/old", null, { query: "?mail=ada@club.example" });
    await world.write();
    expect(stored(world)).toBe(1);
    expect(JSON.stringify(world.powers.sql.all("SELECT * FROM missed_addresses"))).not.toContain("ada");
  });

  test.each([
    [MISSED_ADDRESS_DAYS * DAY_MS, 1],
    [MISSED_ADDRESS_DAYS * DAY_MS + 1, 0],
  ])("are forgotten %i ms after the last visit: %i are left", async (later, left) => {
    const world = await siteAskedFor();
    await world.ask("/old");
    await world.write();
    world.powers.clock.now += later - MISSED_WRITTEN_AFTER_MS;
    await world.kernel.chores.run();
    expect(stored(world)).toBe(left);
  });
});
