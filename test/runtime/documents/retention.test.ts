import { describe, expect, test } from "vitest";
import {
  REVISIONS_KEPT,
  SITTING_MAX_MS,
  SITTING_PAUSE_MS,
  SITTINGS_ROWS,
  VERSIONS_RAW_MS,
} from "../../../manifests/bounds/documents.ts";
import { SITE, page, textSection, type World } from "../kernel/world.ts";
import { editingWorld, pageOf, refusalOf, versionOf } from "../editing/editingWorld.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A workspace whose clock is at the beginning of a sitting's longest span. */
async function world(): Promise<World> {
  const made = await editingWorld();
  made.powers.clock.now = Math.ceil(made.powers.clock.now / SITTING_MAX_MS) * SITTING_MAX_MS;
  return made;
}

async function type(of: World, title: string, afterMs: number, member = "m1", id = "about"): Promise<void> {
  of.powers.clock.now += afterMs;
  const input = { page: id, expected: versionOf(of, id), changes: { title } };
  const actor = { kind: "member", id: member } as const;
  await of.kernel.execute("page.update", { site: SITE, actor, key: of.powers.newId(), requestId: "r" }, input);
}

/** Rings the alarm later, until nothing is left to merge. */
function later(of: World, ms = VERSIONS_RAW_MS): void {
  of.powers.clock.now += ms;
  while (of.kernel.retention.gatherSittings(SITE, of.powers.now())) continue;
}

const kept = (of: World, id = "about"): number[] =>
  of.kernel.reads
    .revisions(SITE, { kind: "page", id }, null, 100)
    .items.map(({ version }) => version)
    .toReversed();

describe("a sitting", () => {
  test("of one member becomes one version, the last, once it is half an hour old", async () => {
    const of = await world();
    for (const title of ["A", "Ab", "Abc"]) await type(of, title, 3 * SECOND);
    later(of, VERSIONS_RAW_MS - 3 * SECOND - 1);
    expect(kept(of)).toEqual([1, 2, 3, 4]);
    later(of, 1);
    expect(kept(of)).toEqual([1, 3, 4]);
    later(of, 3 * SECOND);
    expect([kept(of), pageOf(of, "about")?.title]).toEqual([[1, 4], "Abc"]);
  });

  test("keeps nothing that is not in the database, and the page stays as it was", async () => {
    const of = await world();
    for (const title of ["A", "Ab", "Abc"]) await type(of, title, 3 * SECOND);
    const before = [pageOf(of, "about"), versionOf(of, "about"), of.kernel.documents.change(SITE)];
    later(of);
    expect([pageOf(of, "about"), versionOf(of, "about"), of.kernel.documents.change(SITE)]).toEqual(before);
    expect(await of.run("publish", {})).toMatchObject({ state: "ready" });
    expect(await of.html("/about")).toContain("Abc");
  });

  test.each([
    [SITTING_PAUSE_MS - 1, [1, 3]],
    [SITTING_PAUSE_MS, [1, 3]],
    [SITTING_PAUSE_MS + 1, [1, 2, 3]],
  ])("goes on after a pause of %i ms or does not", async (pause, versions) => {
    const of = await world();
    await type(of, "Before", SECOND);
    await type(of, "After", pause);
    later(of);
    expect(kept(of)).toEqual(versions);
  });

  test("without a pause has an entry for each half hour", async () => {
    const of = await world();
    for (let minute = 0; minute < 70; minute += 2) await type(of, `Minute ${minute}`, minute === 0 ? 0 : 2 * MINUTE);
    later(of);
    expect(kept(of)).toEqual([1, 16, 31, 36]);
  });

  test("of two members in turn keeps the versions of each", async () => {
    const of = await world();
    for (const [index, member] of ["ann", "ann", "ben", "ben", "ann"].entries())
      await type(of, `Title ${index}`, SECOND, member);
    later(of);
    expect(kept(of)).toEqual([1, 3, 5, 6]);
  });

  test("of an hour ago does not wait for one that goes on", async () => {
    const of = await world();
    for (const title of ["A", "Ab"]) await type(of, title, SECOND);
    of.powers.clock.now += 2 * VERSIONS_RAW_MS;
    for (const title of ["B", "Bc"]) await type(of, title, SECOND);
    later(of, 0);
    expect(kept(of)).toEqual([1, 3, 4, 5]);
    later(of);
    expect(kept(of)).toEqual([1, 3, 5]);
  });

  test("is merged although the clock was set back meanwhile", async () => {
    const of = await world();
    for (const title of ["A", "Ab"]) await type(of, title, SECOND);
    later(of, -48 * 60 * MINUTE);
    expect(kept(of)).toEqual([1, 3]);
  });
});

describe("a version is never merged away", () => {
  test("that visitors see or saw", async () => {
    const of = await world();
    await type(of, "Published", SECOND);
    await of.run("publish", {});
    for (const title of ["A", "Ab"]) await type(of, title, SECOND);
    later(of);
    expect(kept(of)).toEqual([1, 2, 4]);
    await of.run("release.restore", { release: 1 });
    await of.run("release.restore", { release: 2 });
    expect(await of.html("/about")).toContain("Published");
  });

  test("that a waiting schedule pins", async () => {
    const of = await world();
    await type(of, "Scheduled", SECOND);
    await of.run("schedule.create", { at: of.powers.now() + 24 * 60 * MINUTE });
    for (const title of ["A", "Ab"]) await type(of, title, SECOND);
    later(of);
    expect(kept(of)).toEqual([1, 2, 4]);
  });

  test("that a choice of other pages left visitors with", async () => {
    const of = await world();
    await type(of, "Seen", SECOND);
    await of.run("publish", {});
    await type(of, "Draft", SECOND);
    await type(of, "Chosen", SECOND, "m1", "home");
    await of.run("publish", { only: { pages: ["home"] } });
    await type(of, "Draft again", SECOND);
    of.powers.sql.all("DELETE FROM releases WHERE site = ? AND id <= 2", SITE);
    later(of);
    expect(kept(of)).toEqual([1, 2, 3, 4]);
    expect(await of.html("/about")).toContain("Seen");
  });

  test("that was discarded or replaced by an earlier one, as it can be brought back", async () => {
    const of = await world();
    await type(of, "Discarded", SECOND);
    await of.run("page.discard", { page: "about", expected: 2 });
    await type(of, "Replaced", SECOND);
    await of.run("revision.restore", { page: "about", expected: 4, version: 2 });
    later(of);
    expect(kept(of)).toEqual([1, 2, 4, 5]);
  });

  test("that was the last before a deletion", async () => {
    const of = await world();
    for (const title of ["A", "Ab"]) await type(of, title, SECOND);
    await of.run("page.delete", { page: "about", expected: 3 });
    later(of);
    await of.run("revision.restore", { page: "about", expected: 0, version: 3 });
    expect(pageOf(of, "about")?.title).toBe("Ab");
  });

  test("while a member may still build on it: edits of other fields go on being merged", async () => {
    const of = await world();
    await of.write("about", page("/about", { sections: [textSection("One", "a"), textSection("Two", "b")] }));
    const edit = (expected: number, section: string, text: string) =>
      of.run("page.edit", { page: "about", expected, operations: [{ op: "set", section, fields: { text } }] });
    for (let version = 2; version < 12; version += 1) await edit(version, "a", `Text ${version}`);
    later(of, VERSIONS_RAW_MS - 1);
    await edit(2, "b", "Mine");
    expect(pageOf(of, "about")?.sections.map(({ fields }) => fields["text"])).toEqual(["Text 11", "Mine"]);
    later(of);
    expect(
      (
        await refusalOf(of, "page.edit", {
          page: "about",
          expected: 3,
          operations: [{ op: "set", section: "b", fields: { text: "Late" } }],
        })
      ).code,
    ).toBe("STALE_VERSION");
  });
});

describe("a history", () => {
  test("keeps a hundred sittings, not a hundred numbers", async () => {
    const of = await world();
    for (let n = 0; n < REVISIONS_KEPT + 1; n += 1) {
      await type(of, `Sitting ${n}`, SITTING_PAUSE_MS + 1);
      await type(of, `Sitting ${n}, done`, SECOND);
    }
    later(of, 24 * 60 * MINUTE);
    of.kernel.retention.prune(SITE, of.kernel.documents.change(SITE));
    expect(kept(of)).toHaveLength(REVISIONS_KEPT);
    expect(kept(of).at(-1)).toBe(2 * REVISIONS_KEPT + 3);
  });

  test("forgets no young version, however many there are", async () => {
    const of = await world();
    for (let n = 0; n < REVISIONS_KEPT + 9; n += 1) await type(of, `Title ${n}`, SECOND);
    of.kernel.retention.prune(SITE, of.kernel.documents.change(SITE), of.powers.now() - VERSIONS_RAW_MS);
    expect(of.kernel.history.revision(SITE, "about", 2)?.body.title).toBe("Title 0");
  });

  test.each([[SITTINGS_ROWS - 1], [SITTINGS_ROWS], [SITTINGS_ROWS + 1]])(
    "of %i versions is merged turn by turn, none left out",
    async (count) => {
      const of = await world();
      for (let n = 0; n < count; n += 1) await type(of, `Title ${n}`, SECOND);
      later(of);
      expect(kept(of).filter((version) => version > 1)).toHaveLength(Math.ceil(count / (SITTING_MAX_MS / SECOND)));
    },
  );

  test("is merged by the alarm", async () => {
    const of = await world();
    for (const title of ["A", "Ab", "Abc"]) await type(of, title, SECOND);
    of.powers.clock.now += VERSIONS_RAW_MS;
    await of.kernel.chores.run();
    expect(kept(of)).toEqual([1, 4]);
  });
});
