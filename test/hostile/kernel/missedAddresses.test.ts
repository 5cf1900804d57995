/** Addresses asked for in vain, as a program that floods a site or leads people to addresses with secrets asks for them. */
import { describe, expect, test } from "vitest";
import {
  MISSED_ADDRESSES_KEPT,
  MISSED_ADDRESSES_LISTED,
  MISSED_ADDRESSES_PENDING,
  MISSED_ADDRESS_DAYS,
  MISSED_ADDRESS_MAX_CHARS,
  MISSED_WRITTEN_EVERY_MS,
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
  return { ...world, ask, found: () => foundIn(world) };
}

const foundIn = ({ kernel }: Pick<World, "kernel">): readonly (readonly [string, number])[] =>
  missedOf(kernel, SITE).items.map(({ path, times }) => [path, times] as const);
const stored = ({ powers }: Pick<World, "powers">): number =>
  powers.sql.all("SELECT path FROM missed_addresses").length;

describe("addresses asked for in vain", () => {
  test("are counted in one spelling, the most asked for first, and the first is written at once", async () => {
    const world = await siteAskedFor();
    await world.ask("/old", "/", "/about", "/caf%C3%A9", "/café", "/caf%C3%A9");
    expect(world.found()).toEqual([
      ["/café", 3],
      ["/old", 1],
    ]);
    expect(stored(world)).toBe(1);
    world.powers.clock.now += MISSED_WRITTEN_EVERY_MS - 1;
    await world.ask("/old");
    expect(stored(world)).toBe(1);
    world.powers.clock.now += 1;
    await world.ask("/old");
    expect(stored(world)).toBe(2);
    const again = worldOf(world.powers);
    expect(foundIn(again)).toEqual([
      ["/old", 3],
      ["/café", 3],
    ]);
  });

  test("leave the list when the draft has a page or a redirect there", async () => {
    const world = await siteAskedFor();
    await world.ask("/old/a", "/old/b", "/new", "/gone");
    await world.write("new", page("/new"));
    const { version, body } = world.kernel.documents.only(SITE, "redirects");
    const entries = [
      { from: "/old/*", to: "/about", status: 301 as const },
      { from: "/gone", status: 410 as const },
    ];
    await world.run("redirects.put", { expected: version, body: { ...body, entries } });
    expect(world.found()).toEqual([]);
  });

  test("of a flood push out no address that many ask for, and stay few", async () => {
    const world = await siteAskedFor();
    await world.ask("/wanted", "/wanted");
    world.powers.clock.now += MISSED_WRITTEN_EVERY_MS;
    await world.ask("/wanted");
    const flood = Array.from({ length: MISSED_ADDRESSES_KEPT + 2 * MISSED_ADDRESSES_PENDING }, (_, n) => `/flood-${n}`);
    await world.ask(...flood);
    const { items, total } = missedOf(world.kernel, SITE);
    expect(items[0]).toMatchObject({ path: "/wanted", times: 3 });
    expect(items).toHaveLength(MISSED_ADDRESSES_LISTED);
    expect(stored(world)).toBeLessThanOrEqual(MISSED_ADDRESSES_KEPT);
    expect(total).toBeLessThan(MISSED_ADDRESSES_KEPT + MISSED_ADDRESSES_PENDING);
  });

  test.each([
    [MISSED_ADDRESSES_PENDING - 1, 1],
    [MISSED_ADDRESSES_PENDING, 1],
    [MISSED_ADDRESSES_PENDING + 1, MISSED_ADDRESSES_PENDING + 1],
  ])("%i at once are %i rows", async (count, rows) => {
    const world = await siteAskedFor();
    await world.ask(...Array.from({ length: count }, (_, n) => `/many-${n}`));
    expect(stored(world)).toBe(rows);
    expect(world.found()).toHaveLength(count);
  });

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
    "/reset/eyJhbGciOiJIUzI1NiIsInR5cCI6",
    "/favicon.ico",
    "/.well-known/change-password",
    "/apple-touch-icon-precomposed.png",
  ])("do not count %s", async (path) => {
    const world = await siteAskedFor();
    await world.ask(path);
    expect(world.found()).toEqual([]);
    expect(stored(world)).toBe(0);
  });

  test("keep nothing of a visitor but the path", async () => {
    const world = await siteAskedFor();
    await world.kernel.serve(SITE, "/old", null, { query: "?mail=ada@club.example" });
    expect(JSON.stringify(world.powers.sql.all("SELECT * FROM missed_addresses"))).not.toContain("ada");
  });

  test.each([
    [MISSED_ADDRESS_DAYS * DAY_MS, 1],
    [MISSED_ADDRESS_DAYS * DAY_MS + 1, 0],
  ])("are forgotten %i ms after the last visit: %i are left", async (later, left) => {
    const world = await siteAskedFor();
    await world.ask("/old");
    world.powers.clock.now += later;
    await world.kernel.chores.run();
    expect(stored(world)).toBe(left);
  });
});
