import { describe, expect, test } from "vitest";
import {
  UNFINISHED_KEPT_MS,
  UNFINISHED_MAX_BYTES,
  UNFINISHED_PAGES_PER_MEMBER,
  UNFINISHED_SITE_MAX_BYTES,
} from "../../../../manifests/bounds/editor.ts";
import { STRUCTURE_MAX_OPERATIONS } from "../../../../manifests/bounds/documents.ts";
import { putUnfinished } from "../../../../runtime/editing/unfinished/unfinishedCommands.ts";
import type { UnfinishedEdit } from "../../../../runtime/editing/unfinished/unfinishedEdits.ts";
import { TABLES } from "../../../../runtime/schema.ts";
import { MEMBER, SITE, page, type World } from "../../kernel/world.ts";
import { editingWorld } from "../editingWorld.ts";

const operations = [{ op: "set", section: "a", fields: { text: "" } }];
const put = (of: World, id = "home", expected = 0): Promise<{ version: number }> =>
  of.run("unfinished.put", { page: id, expected, base: 1, operations });
const row = (at: number): UnfinishedEdit => ({ version: 1, base: 1, operations: "[]", at });

describe("unfinished work", () => {
  test("gets a greater version each time, also when the clock stands or was set back", async () => {
    const of = await editingWorld();
    const first = await put(of);
    of.powers.clock.now -= 60_000;
    const second = await put(of, "home", first.version);
    expect(second.version).toBe(first.version + 1);
  });

  test("is the member's who sends it, and a plugin has none", async () => {
    const of = await editingWorld();
    await put(of);
    expect(of.kernel.unfinished.heldBy(SITE, MEMBER.id).pages).toBe(1);
    const envelope = {
      site: SITE,
      actor: { kind: "plugin", id: "acme.tool" },
      key: "plugin-key-1",
      requestId: "r",
    } as const;
    const sent = of.kernel.execute("unfinished.put", envelope, { page: "home", expected: 0, base: 1, operations });
    await expect(sent).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test.each([
    [UNFINISHED_PAGES_PER_MEMBER - 1, "kept"],
    [UNFINISHED_PAGES_PER_MEMBER, "TOO_LARGE"],
  ])("on a further page after %i of one member is %s", async (others, outcome) => {
    const of = await editingWorld();
    for (let n = 0; n < others; n += 1)
      of.kernel.unfinished.put({ site: SITE, member: MEMBER.id, page: `p${n}` }, row(of.powers.clock.now), 2);
    expect(
      await put(of).then(
        () => "kept",
        ({ code }: { code: string }) => code,
      ),
    ).toBe(outcome);
  });

  test.each([
    [-1, "kept"],
    [0, "kept"],
    [1, "TOO_LARGE"],
  ])("that makes a site's bound and %i bytes is %s", async (more, outcome) => {
    const of = await editingWorld();
    const own = JSON.stringify(operations).length;
    const others = { site: SITE, member: "m2", page: "home" };
    of.kernel.unfinished.put(others, row(of.powers.clock.now), UNFINISHED_SITE_MAX_BYTES - own + more);
    expect(
      await put(of).then(
        () => "kept",
        ({ code }: { code: string }) => code,
      ),
    ).toBe(outcome);
    expect(of.kernel.unfinished.heldBy(SITE, MEMBER.id).pages).toBe(outcome === "kept" ? 1 : 0);
  });

  test.each([
    [-1, 1],
    [0, 0],
    [1, 0],
  ])("untouched for as long as it is kept and %i ms: %i left", async (more, left) => {
    const of = await editingWorld();
    const now = of.powers.clock.now;
    of.kernel.unfinished.put({ site: SITE, member: "m2", page: "home" }, row(now - UNFINISHED_KEPT_MS - more), 2);
    of.kernel.unfinished.sweep(now);
    expect(of.kernel.unfinished.heldAt(SITE).pages).toBe(left);
  });

  test("ends with its member and with its page, and with no other", async () => {
    const of = await editingWorld({ home: page("/"), about: page("/about") });
    for (const [member, id] of [
      ["m1", "home"],
      ["m1", "about"],
      ["m2", "home"],
      ["m2", "about"],
    ] as const)
      of.kernel.unfinished.put({ site: SITE, member, page: id }, row(1), 2);
    of.kernel.unfinished.endMember(SITE, "m2");
    await of.run("page.delete", { page: "about", expected: 1 });
    expect([of.kernel.unfinished.heldAt(SITE).pages, of.kernel.unfinished.heldBy(SITE, "m1").pages]).toEqual([1, 1]);
  });

  test.each<[string, unknown, boolean]>([
    ["no operation", [], false],
    ["as many as an edit may have", Array.from({ length: STRUCTURE_MAX_OPERATIONS }, () => ({})), true],
    ["one more", Array.from({ length: STRUCTURE_MAX_OPERATIONS + 1 }, () => ({})), false],
    ["something else than an object", ["text"], false],
  ])("of %s: %s", (_, given, fits) => {
    expect(putUnfinished.safeParse({ page: "home", expected: 0, base: 1, operations: given }).success).toBe(fits);
  });

  test("is in no archive", () => {
    expect(TABLES.fateOf("unfinished_edits")).toBe("personal");
    expect(TABLES.namesOf("archived", "submitted")).not.toContain("unfinished_edits");
    expect(UNFINISHED_SITE_MAX_BYTES).toBeGreaterThan(UNFINISHED_PAGES_PER_MEMBER * UNFINISHED_MAX_BYTES);
  });
});
