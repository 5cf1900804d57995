/** Two translators write one translation at the same time, while its source changes. */
import { describe, expect, test } from "vitest";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { sourceChanges } from "../../../runtime/editing/languages/sourceChanges.ts";
import { SITE, page, textSection, type World } from "../../runtime/kernel/world.ts";
import { languagesWorld, siteInLanguages } from "../../runtime/languages/languagesWorld.ts";

const run = (world: World, member: string, name: CommandName, input: object): Promise<unknown> =>
  world.kernel.execute(
    name,
    {
      site: SITE,
      actor: { kind: "member", id: member },
      key: world.powers.newId(),
      requestId: "r",
      role: "editor",
      mayPublish: true,
    },
    input,
  );

const set = (section: string, text: string) => [{ op: "set", section, fields: { text }, was: { text: section } }];
const edit = (world: World, member: string, section: string, text: string) =>
  run(world, member, "page.edit", { page: "de-zimmer", expected: 1, operations: set(section, text) });

const textsOf = (world: World): unknown[] =>
  (world.kernel.documents.get(SITE, "page", "de-zimmer")?.body.sections ?? []).map(({ fields }) => fields["text"]);

/** A translation of two texts, whose source has changed since. Two members are limited to German, and one to Arabic. */
async function translated(): Promise<World> {
  const sections = [textSection("one", "one"), textSection("two", "two")];
  const world = await languagesWorld(siteInLanguages({ home: page("/"), rooms: page("/rooms", { sections }) }));
  await world.run("page.duplicate", { page: "rooms", expected: 1, path: "/de/zimmer", language: "de" });
  await world.run("page.update", { page: "rooms", expected: 1, changes: { title: "Rooms" } });
  for (const [member, languages] of [
    ["anna", ["de"]],
    ["ben", ["de"]],
    ["amal", ["ar"]],
  ] as const)
    await world.run("member.languages", { member, languages });
  return world;
}

describe("two translators of one page", () => {
  test("both keep what they wrote in different texts", async () => {
    const world = await translated();
    await edit(world, "anna", "one", "Eins");
    await edit(world, "ben", "two", "Zwei");
    expect(textsOf(world)).toEqual(["Eins", "Zwei"]);
    expect(sourceChanges(world.kernel, SITE, "de-zimmer")).toMatchObject({ outdated: true, from: 1, total: 1 });
  });

  test("are shown both texts when they wrote in the same one", async () => {
    const world = await translated();
    await edit(world, "anna", "one", "Eins");
    const refusal = await edit(world, "ben", "one", "Erstens").catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({
      code: "STALE_VERSION",
      detail: { conflicts: [{ now: "Eins", wanted: "Erstens" }] },
    });
    expect(textsOf(world)).toEqual(["Eins", "two"]);
  });

  test("keep a text and the note that the page is still right", async () => {
    const world = await translated();
    await run(world, "anna", "translation.confirm", { page: "de-zimmer", expected: 1, source: 2 });
    await edit(world, "ben", "two", "Zwei");
    expect(textsOf(world)).toEqual(["one", "Zwei"]);
    expect(sourceChanges(world.kernel, SITE, "de-zimmer")).toMatchObject({ outdated: false, from: 2 });
  });

  test("do not note that the page is still right over a text that they have not seen", async () => {
    const world = await translated();
    await edit(world, "anna", "one", "Eins");
    const confirmed = run(world, "ben", "translation.confirm", { page: "de-zimmer", expected: 1, source: 2 });
    await expect(confirmed).rejects.toMatchObject({ code: "STALE_VERSION" });
  });

  test("merge with nobody who is limited to another language", async () => {
    const world = await translated();
    await edit(world, "anna", "one", "Eins");
    await expect(edit(world, "amal", "two", "اثنان")).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(textsOf(world)).toEqual(["Eins", "two"]);
  });
});
