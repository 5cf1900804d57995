/** The index of a type whose author changed it, made in turns while the workspace answers. */
import { expect, test } from "vitest";
import { ENTRY_TURN_VERSIONS } from "../../../manifests/bounds/documents.ts";
import { PACK, SITE, page, worldWith, type World } from "../kernel/world.ts";
import { EVENT, event, eventsPlugin, listOf } from "./events.ts";

/** A site with entries, each of as many versions. A turn counts versions, because it reads each. */
async function site(entries: number, versions: number): Promise<World> {
  const pages = Array.from({ length: entries }, (_, n) => [`e${n}`, event(`/e${n}`, VALUES)] as const);
  const world = await worldWith({ home: page("/"), upcoming: listOf("upcoming"), ...Object.fromEntries(pages) }, [
    ...PACK,
    eventsPlugin(),
  ]);
  const context = { site: SITE, actor: "member:m1", at: world.powers.clock.now };
  for (const [id, body] of pages)
    for (let expected = 1; expected < versions; expected++)
      world.kernel.documents.write(context, [{ kind: "page", id, expected, body }]);
  return world;
}

const VALUES = { start: "2026-05-01", place: "Harbour", about: "Music" };

/** The site after an update of the plugin that indexes another field. */
const updated = (world: World): World =>
  world.restart([...PACK, eventsPlugin({ index: ["start", "place"] }, {}, "1.1.0")]);

const ask = ({ kernel, powers }: World, limit = 1) =>
  kernel.documents.lists.query(SITE, "", { type: EVENT, limit }, kernel.documents.change(SITE), powers.clock.now);

function refused(action: () => unknown): string {
  try {
    action();
    return "";
  } catch (error) {
    return String((error as { code?: unknown }).code);
  }
}

test.each([
  [ENTRY_TURN_VERSIONS - 1, ""],
  [ENTRY_TURN_VERSIONS, "UNAVAILABLE"],
  [ENTRY_TURN_VERSIONS + 1, "UNAVAILABLE"],
])("of %i versions", async (versions, code) => {
  const world = updated(await site(1, versions));
  expect(refused(() => ask(world))).toBe(code);
});

test("is finished by the alarm, and no list and no publication has a part of it meanwhile", async () => {
  const world = updated(await site(3, ENTRY_TURN_VERSIONS));
  const { release } = world.kernel.sites.get(SITE);
  expect(refused(() => ask(world))).toBe("UNAVAILABLE");
  await world.write("home", page("/", { title: "New home" }));
  await expect(world.run("publish", {})).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect(world.kernel.sites.get(SITE).release).toBe(release);
  expect(await world.statusOf("/upcoming")).toBe(200);
  expect(world.kernel.chores.nextDue()).toBeLessThanOrEqual(world.powers.clock.now);
  for (let turn = 0; turn < 4 && world.kernel.entries.isMaking(SITE); turn++) await world.kernel.chores.run();
  expect(world.kernel.entries.isMaking(SITE)).toBe(false);
  expect(ask(world, 10)).toHaveLength(3);
  expect(Object.keys(ask(world)[0]?.values ?? {})).toEqual(["start", "place"]);
  const published = await world.run<{ state: string }>("publish", {});
  expect(["ready", "building"]).toContain(published.state);
});

test("of a type that is gone meanwhile wakes nobody any more", async () => {
  const world = updated(await site(2, ENTRY_TURN_VERSIONS));
  expect(refused(() => ask(world))).toBe("UNAVAILABLE");
  const without = world.restart(PACK);
  await without.kernel.chores.run();
  expect(without.kernel.entries.isMaking(SITE)).toBe(false);
});
