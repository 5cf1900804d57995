/** A translator who is limited to German tries to change a price that all languages share. */
import { expect, test } from "vitest";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { SITE, page, type World } from "../../runtime/kernel/world.ts";
import { boat, boatsPlugin, boatsWorld, boot } from "../../runtime/languages/sharedWorld.ts";

const attack = (world: World, name: CommandName, input: object): Promise<string> => {
  const actor = { kind: "member", id: "translator" } as const;
  const as = {
    site: SITE,
    actor,
    key: world.powers.newId(),
    requestId: "r",
    role: "editor",
    mayPublish: true,
  } as const;
  return world.kernel.execute(name, as, input).then(
    () => "done",
    ({ code }: Refusal) => code,
  );
};

const priceOf = (world: World, id: string): unknown =>
  world.kernel.documents.get(SITE, "page", id)?.body.values?.["price"];

const set = (fields: object) => [{ op: "set", section: "entry_values", fields }];
const body = (more: object) => ({ ...boot("/de/moewe", "gull", { price: 1 }), ...more });

/** A German page began the group of `skiff`, so a German page keeps the English price. */
async function siteWithTranslator(): Promise<World> {
  const world = await boatsWorld(boatsPlugin(), {
    home: page("/"),
    gull: boat("/gull", { price: 90 }),
    moewe: boot("/de/moewe", "gull"),
    kahn: boat("/de/kahn", { price: 50 }, { language: "de" }),
    skiff: boat("/skiff", { price: 50 }, { language: "en", translationOf: "kahn" }),
    jolle: boat("/de/jolle", { price: 20 }, { language: "de" }),
  });
  await world.run("member.languages", { member: "translator", languages: ["de"] });
  return world;
}

const ATTACKS: readonly (readonly [string, CommandName, object])[] = [
  ["an edit of the translation", "page.edit", { page: "moewe", expected: 1, operations: set({ price: 1 }) }],
  ["its whole values", "page.update", { page: "moewe", expected: 1, changes: { values: { price: 1 } } }],
  ["a batch", "pages.batch", { items: [{ do: "edit", page: "moewe", expected: 1, operations: set({ price: 1 }) }] }],
  ["a whole document", "documents.write", { writes: [{ kind: "page", id: "moewe", expected: 1, body: body({}) }] }],
  ["the source", "page.edit", { page: "gull", expected: 1, operations: set({ price: 1 }) }],
  [
    "the source beside the translation",
    "documents.write",
    {
      writes: [
        { kind: "page", id: "moewe", expected: 1, body: body({}) },
        { kind: "page", id: "gull", expected: 1, body: boat("/gull", { price: 1 }) },
      ],
    },
  ],
  [
    "a German page that keeps an English price",
    "page.edit",
    { page: "kahn", expected: 1, operations: set({ price: 1 }) },
  ],
  ["no price there", "page.edit", { page: "kahn", expected: 1, operations: set({ launched: "2026-01-01" }) }],
];

test.each(ATTACKS)("%s", async (_what, name, input) => {
  const world = await siteWithTranslator();
  expect(["FORBIDDEN", "INVALID_REQUEST"]).toContain(await attack(world, name, input));
  expect(["gull", "moewe", "kahn", "skiff"].map((id) => priceOf(world, id))).toEqual([90, 90, 50, 50]);
});

test("a German page with other prices that began no group, and other values of the translation, are the translator's", async () => {
  const world = await siteWithTranslator();
  expect(await attack(world, "page.edit", { page: "jolle", expected: 1, operations: set({ price: 1 }) })).toBe("done");
  expect(await attack(world, "page.edit", { page: "moewe", expected: 1, operations: set({ about: "Flink" }) })).toBe(
    "done",
  );
  expect(await attack(world, "page.edit", { page: "kahn", expected: 1, operations: set({ about: "Flach" }) })).toBe(
    "done",
  );
});

test("the price of a deleted German page does not come back over the English one", async () => {
  const world = await siteWithTranslator();
  expect(await attack(world, "page.delete", { page: "kahn", expected: 1 })).toBe("done");
  await world.run("page.edit", { page: "skiff", expected: 2, operations: set({ price: 300 }) });
  expect(await attack(world, "revision.restore", { page: "kahn", expected: 0, version: 1 })).toBe("FORBIDDEN");
  expect(priceOf(world, "skiff")).toBe(300);
});

test("a price in another spelling, or none, is no way around", async () => {
  const world = await siteWithTranslator();
  for (const values of [{ price: "1" }, { price: 90.5 }, { Price: 1 }, { price: [90] }])
    expect(await attack(world, "page.update", { page: "moewe", expected: 1, changes: { values } })).toBe(
      "INVALID_REQUEST",
    );
  expect(await attack(world, "page.update", { page: "moewe", expected: 1, changes: { values: {} } })).toBe("done");
  expect(priceOf(world, "moewe")).toBe(90);
});
