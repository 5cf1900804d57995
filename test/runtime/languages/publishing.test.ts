/** Publications of chosen languages, and of a page together with its translations. */
import { expect, test } from "vitest";
import { refusalOf } from "../editing/editingWorld.ts";
import { alternatesOf, german, languagesWorld, renderedIn } from "./languagesWorld.ts";

/** A published site with a change in each language. */
async function changedSite() {
  const world = await languagesWorld();
  const retitle = (page: string) => world.run("page.update", { page, expected: 1, changes: { title: "New" } });
  for (const page of ["rooms", "zimmer", "prices", "start"]) await retitle(page);
  await world.write("preise", german("/de/preise", "prices", { held: true }));
  const publish = async (only: object) =>
    renderedIn(world, (await world.run<{ release: number }>("publish", { only })).release);
  const titleOf = async (path: string) => (await world.html(path)).includes("<h1>New</h1>");
  return { world, publish, titleOf };
}

test("a choice of languages publishes their changed pages, and no others", async () => {
  const { world, publish, titleOf } = await changedSite();
  await world.run("page.delete", { page: "zimmer", expected: 2 });
  await publish({ languages: ["de"] });
  expect([await titleOf("/de"), await titleOf("/rooms"), await world.statusOf("/de/zimmer")]).toEqual([
    true,
    false,
    404,
  ]);
  expect(await world.statusOf("/de/preise")).toBe(200);
});

test("a page is published together with its translations", async () => {
  const { publish, titleOf } = await changedSite();
  await publish({ groups: ["zimmer"] });
  expect([await titleOf("/de/zimmer"), await titleOf("/rooms"), await titleOf("/prices")]).toEqual([true, true, false]);
});

test("a page with its translations widens no other part of a choice", async () => {
  const { world, publish, titleOf } = await changedSite();
  await publish({ pages: ["prices"], groups: ["rooms"] });
  expect([await titleOf("/de/zimmer"), await titleOf("/rooms"), await titleOf("/prices")]).toEqual([true, true, true]);
  expect([await world.statusOf("/de/preise"), await titleOf("/de")]).toEqual([404, false]);
});

test("a deleted page goes together with its translations, and a translation with its source", async () => {
  const { world, publish, titleOf } = await changedSite();
  await world.run("page.delete", { page: "zimmer", expected: 2 });
  await publish({ groups: ["rooms"] });
  expect([await world.statusOf("/de/zimmer"), await titleOf("/rooms")]).toEqual([404, true]);
  await world.run("page.delete", { page: "start", expected: 2 });
  await world.run("page.update", { page: "home", expected: 1, changes: { title: "New" } });
  await publish({ groups: ["start"] });
  expect([await world.statusOf("/de"), await titleOf("/")]).toEqual([404, true]);
});

test("a schedule and everything except a choice take a page with its translations", async () => {
  const { world, titleOf } = await changedSite();
  await world.run("publish", { except: { groups: ["zimmer"] } });
  expect([await titleOf("/de/zimmer"), await titleOf("/rooms"), await titleOf("/prices")]).toEqual([
    false,
    false,
    true,
  ]);
});

test("pages that name no language are chosen by the language of the site", async () => {
  const { publish, titleOf } = await changedSite();
  await publish({ languages: ["EN"] });
  expect([await titleOf("/rooms"), await titleOf("/de")]).toEqual([true, false]);
});

test.each([
  [{ translations: true }],
  [{ groups: [] }],
  [{ groups: ["nowhere"] }],
  [{ languages: [] }],
  [{ languages: ["de_DE"] }],
])("the choice %j is refused", async (only) => {
  const { world } = await changedSite();
  expect((await refusalOf(world, "publish", { only })).code).toBe("INVALID_REQUEST");
});

/** The published German page of a group is deleted in the draft, and another German page takes its place there. */
async function replacedTranslation() {
  const world = await languagesWorld();
  await world.write("preise", german("/de/preise", "prices"));
  await world.run("publish", {});
  await world.run("page.delete", { page: "preise", expected: 1 });
  await world.run("page.update", { page: "zimmer", expected: 1, changes: { translationOf: "prices" } });
  return world;
}

test.each([
  ["pages", { only: { pages: ["zimmer"] } }, { id: "preise", path: "/de/preise", for: "zimmer" }],
  ["groups", { only: { groups: ["rooms"] } }, { id: "preise", path: "/de/preise", for: "zimmer" }],
  ["everything except", { except: { pages: ["preise"] } }, { id: "preise", path: "/de/preise", for: "zimmer" }],
])("a choice of %s publishes no two pages of one language in a group", async (_, choice, missing) => {
  const world = await replacedTranslation();
  const { detail } = await refusalOf(world, "publish", choice);
  expect(detail).toMatchObject({ conflict: "language_still_published", missing: [missing] });
  await world.run("publish", { only: { pages: ["zimmer", "preise"] } });
  expect(alternatesOf(await world.html("/prices")).filter((one) => JSON.stringify(one).includes("/de/"))).toHaveLength(
    1,
  );
});

test("two translations that change places are published together, and not alone", async () => {
  const world = await replacedTranslation();
  await world.write("raeume", german("/de/raeume", "rooms"));
  const { detail } = await refusalOf(world, "publish", { only: { pages: ["raeume"] } });
  expect(detail).toMatchObject({ conflict: "language_still_published", missing: [{ id: "zimmer", for: "raeume" }] });
  await world.run("publish", { only: { pages: ["raeume", "zimmer", "preise"] } });
});
