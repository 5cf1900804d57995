import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REVISIONS_KEPT, STRUCTURE_MAX_OPERATIONS } from "../../../manifests/bounds/documents.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { PageOperation } from "../../../runtime/editing/operations/pageOperation.ts";
import { applyPageOperations } from "../../../runtime/editing/operations/pageOperations.ts";
import { page, textSection, type World } from "../kernel/world.ts";
import { box, editingWorld, pageOf, pointersOf, refusalOf, versionOf } from "./editingWorld.ts";

interface Answer {
  readonly versions: readonly { readonly version: number }[];
  readonly created: readonly { readonly operation: number; readonly id: string; readonly of: string | null }[];
  readonly inverse: readonly PageOperation[];
  readonly changed: readonly string[];
}

const three = (): Page =>
  page("/about", { sections: [textSection("One", "a"), textSection("Two", "b"), box("c", textSection("Three", "d"))] });
const world = (): Promise<World> => editingWorld({ home: page("/"), about: three() });
const edit = (of: World, expected: number, ...operations: PageOperation[]): Promise<Answer> =>
  of.run<Answer>("page.edit", { page: "about", expected, operations });
const set = (section: string, text: string, was?: string): PageOperation => ({
  op: "set",
  section,
  fields: { text },
  ...(was === undefined ? {} : { was: { text: was } }),
});
const input = (expected: number, ...operations: PageOperation[]) => ({ page: "about", expected, operations });
const textOf = (of: World, index: number): unknown => pageOf(of, "about")?.sections[index]?.fields["text"];

describe("an edit of a page", () => {
  test("does fields, variants, members and structure in one version, and names what changed", async () => {
    const of = await world();
    const { versions, created, changed } = await edit(
      of,
      1,
      set("a", "First"),
      { op: "variant", section: "c", variant: "narrow" },
      { op: "page", changes: { title: "New", description: "Said" } },
      { op: "duplicate", section: "b" },
      { op: "nest", section: "a", into: { parent: "c", slot: "left" } },
    );
    expect(versions).toMatchObject([{ version: 2 }]);
    expect(created).toEqual([{ operation: 3, id: "b-2", of: "b" }]);
    expect(changed.toSorted()).toEqual(["a", "b-2", "c"]);
    expect(pageOf(of, "about")).toMatchObject({
      title: "New",
      description: "Said",
      sections: [{ id: "b" }, { id: "b-2" }, { id: "c", variant: "narrow" }],
    });
  });

  test("is refused whole when one operation cannot be done, with its place", async () => {
    const refusal = await refusalOf(
      await world(),
      "page.edit",
      input(1, set("a", "First"), { op: "remove", section: "nobody" }),
    );
    expect([refusal.code, pointersOf(refusal)]).toEqual(["INVALID_REQUEST", ["/operations/1/section"]]);
  });

  test.each([
    ["no operation", []],
    ["one more than a list may hold", Array.from({ length: STRUCTURE_MAX_OPERATIONS + 1 }, () => set("a", "x"))],
  ])("of %s is refused", async (_name, operations) => {
    expect((await refusalOf(await world(), "page.edit", { page: "about", expected: 1, operations })).code).toBe(
      "INVALID_REQUEST",
    );
  });

  test("of as many operations as a list may hold is done", async () => {
    const of = await world();
    await edit(of, 1, ...Array.from({ length: STRUCTURE_MAX_OPERATIONS }, (_, index) => set("a", `Text ${index}`)));
    expect(textOf(of, 0)).toBe(`Text ${STRUCTURE_MAX_OPERATIONS - 1}`);
  });

  test("that leaves a page its plugins refuse writes nothing", async () => {
    const refusal = await refusalOf(
      await world(),
      "page.edit",
      input(1, { op: "set", section: "a", fields: { unknown: 1 } }),
    );
    expect([refusal.code, pointersOf(refusal)[0]]).toEqual([
      "INVALID_REQUEST",
      expect.stringContaining("/sections/0/fields"),
    ]);
  });
});

describe("a page that moves", () => {
  test("leads visitors from its old path when it is asked to, and not otherwise", async () => {
    const of = await world();
    await edit(of, 1, { op: "page", changes: { path: "/quietly" } });
    expect(of.kernel.documents.only("main", "redirects").body.entries).toEqual([]);
    await edit(of, 2, { op: "page", changes: { path: "/loudly" }, redirect: true });
    expect(of.kernel.documents.only("main", "redirects").body.entries).toMatchObject([
      { from: "/quietly", to: "/loudly" },
    ]);
  });
});

describe("two people on one page", () => {
  test("both keep what they wrote in different fields, without being asked", async () => {
    const of = await world();
    await edit(of, 1, set("a", "Hers"));
    await edit(of, 1, set("b", "His"));
    expect([textOf(of, 0), textOf(of, 1), versionOf(of, "about")]).toEqual(["Hers", "His", 3]);
  });

  test("are shown both texts when they wrote in the same field, and nothing is lost", async () => {
    const of = await world();
    await edit(of, 1, set("a", "Hers"));
    const { code, detail } = await refusalOf(of, "page.edit", input(1, set("b", "Mine"), set("a", "His")));
    expect([code, detail]).toMatchObject([
      "STALE_VERSION",
      {
        current: 2,
        conflicts: [{ operation: 1, pointer: "/operations/1/fields/text", was: "One", now: "Hers", wanted: "His" }],
      },
    ]);
    expect(textOf(of, 1)).toBe("Two");
  });

  test("are no conflict when they wrote the same: the first answer may have been lost", async () => {
    const of = await world();
    await edit(of, 1, set("a", "Same"));
    await edit(of, 1, set("a", "Same"));
    expect(textOf(of, 0)).toBe("Same");
  });

  test("cannot change a section the other one removed", async () => {
    const of = await world();
    await edit(of, 1, { op: "remove", section: "a" });
    const { code, detail } = await refusalOf(of, "page.edit", input(1, set("a", "Late")));
    expect([code, detail]).toMatchObject([
      "STALE_VERSION",
      { conflicts: [{ pointer: "/operations/0/section", was: "a", now: null }] },
    ]);
  });

  test("cannot remove a section the other one has just changed", async () => {
    const of = await world();
    await edit(of, 1, set("a", "Hers"));
    expect((await refusalOf(of, "page.edit", input(1, { op: "remove", section: "a" }))).code).toBe("STALE_VERSION");
  });

  test("count places in the list they saw: one that changed since is a conflict, and its end never is", async () => {
    const of = await world();
    await edit(of, 1, { op: "duplicate", section: "a" });
    const section = { type: "test.text/text", fields: { text: "New" } };
    expect((await refusalOf(of, "page.edit", input(1, { op: "insert", section, at: { index: 1 } }))).code).toBe(
      "STALE_VERSION",
    );
    await edit(of, 1, { op: "insert", section, at: {} });
    await edit(of, 1, { op: "insert", section, at: { parent: "c", slot: "left", index: 0 } });
    expect(pageOf(of, "about")?.sections.at(-1)?.fields["text"]).toBe("New");
  });

  test("change members of the page as they change fields", async () => {
    const of = await world();
    await edit(of, 1, { op: "page", changes: { title: "Hers" } });
    await edit(of, 1, { op: "page", changes: { description: "His" } });
    expect(pageOf(of, "about")).toMatchObject({ title: "Hers", description: "His" });
    expect((await refusalOf(of, "page.edit", input(1, { op: "page", changes: { title: "Mine" } }))).code).toBe(
      "STALE_VERSION",
    );
  });
});

describe("a version the caller names", () => {
  test("is refused when there never was such a one", async () => {
    expect((await refusalOf(await world(), "page.edit", input(7, set("a", "x")))).detail).toMatchObject({
      current: 1,
      conflicts: [],
    });
  });

  test("is refused when it is not kept any more, as nobody can say what changed since", async () => {
    const of = await world();
    for (let version = 1; version <= REVISIONS_KEPT + 1; version++)
      await edit(of, version, set("b", `Text ${version}`));
    const change = of.kernel.documents.change("main");
    of.kernel.retention.prune("main", change);
    expect((await refusalOf(of, "page.edit", input(1, set("a", "x")))).code).toBe("STALE_VERSION");
  });

  test("and what the caller believes to stand there are both asked", async () => {
    const of = await world();
    await edit(of, 1, set("a", "New", "One"));
    const { code, detail } = await refusalOf(of, "page.edit", input(2, set("a", "Newer", "One")));
    expect([code, detail]).toMatchObject([
      "STALE_VERSION",
      { conflicts: [{ was: "One", now: "New", wanted: "Newer" }] },
    ]);
  });
});

describe("the inverse of an edit", () => {
  test("gives back the page as it was, through the same command", async () => {
    const of = await world();
    const before = pageOf(of, "about");
    const { inverse } = await edit(
      of,
      1,
      set("a", "First"),
      { op: "remove", section: "c" },
      { op: "move", section: "a", to: { index: 1 } },
    );
    await edit(of, 2, ...inverse);
    expect(pageOf(of, "about")).toEqual(before);
  });

  test("of two changes of one field holds when somebody has written elsewhere meanwhile", async () => {
    const of = await world();
    const { inverse } = await edit(of, 1, set("a", "First"), set("a", "Second"));
    await edit(of, 2, set("b", "Hers"));
    await edit(of, 2, ...inverse);
    expect([textOf(of, 0), textOf(of, 1)]).toEqual(["One", "Hers"]);
  });

  test("does not take back what somebody wrote over it", async () => {
    const of = await world();
    const { inverse } = await edit(of, 1, set("a", "Mine"));
    await edit(of, 2, set("a", "Hers"));
    expect((await refusalOf(of, "page.edit", { page: "about", expected: 3, operations: inverse })).code).toBe(
      "STALE_VERSION",
    );
  });

  const id = fc.constantFrom("a", "b", "c", "d");
  const place = fc.oneof(fc.record({ index: fc.nat(2) }), fc.constant({}), fc.constant({ parent: "c", slot: "left" }));
  const operation: fc.Arbitrary<PageOperation> = fc.oneof(
    fc.record({
      op: fc.constant("set" as const),
      section: id,
      fields: fc.dictionary(fc.constantFrom("text", "more"), fc.option(fc.string({ maxLength: 4 }))),
    }),
    fc.record({
      op: fc.constant("variant" as const),
      section: id,
      variant: fc.option(fc.constantFrom("wide", "narrow")),
    }),
    fc.record({
      op: fc.constant("page" as const),
      changes: fc.dictionary(fc.constantFrom("title", "author"), fc.option(fc.string({ maxLength: 4 }))),
    }),
    fc.record({
      op: fc.constant("insert" as const),
      section: fc.constant({ type: "test.text/text", fields: {} }),
      at: place,
    }),
    fc.record({ op: fc.constant("move" as const), section: id, to: place }),
    fc.record({ op: fc.constant("duplicate" as const), section: id }),
    fc.record({ op: fc.constant("remove" as const), section: id }),
  );

  test("gives back every page that any list of operations made of one", () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 8 }), (operations) => {
        const before = three();
        const after = tried(before, operations);
        if (!after) return;
        expect(applyPageOperations(after.body, after.inverse).body).toEqual(before);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The edited page; undefined if an operation is refused. */
function tried(before: Page, operations: readonly PageOperation[]) {
  try {
    return applyPageOperations(before, operations);
  } catch {
    return undefined;
  }
}
