import { describe, expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { Page, Redirects } from "../../../runtime/documents/content/content.ts";
import type { Choice } from "../../../runtime/publishing/publishInputs.ts";
import { rehearsePublication } from "../../../runtime/editing/comparing/rehearsal.ts";
import type { PageOperation } from "../../../runtime/editing/operations/pageOperation.ts";
import { SITE, page, plugin, textSection, worldWith, type World } from "../kernel/world.ts";
import { EDITING_PACK, box, pageOf, pointersOf, refusalOf, versionOf } from "./editingWorld.ts";

/** A section type whose fields contain lists and objects. */
const cards = plugin(
  "test.cards",
  {
    sections: [
      {
        name: "cards",
        title: "Cards",
        description: "Cards",
        category: "content",
        template: "cards.liquid",
        markdown: "cards.liquid",
        variants: [{ name: "plain", title: "Plain" }],
        fields: {
          type: "object",
          properties: {
            title: { type: "string", title: "Title" },
            fields: { type: "string", title: "Fields" },
            about: {
              type: "object",
              title: "About",
              properties: { name: { type: "string", title: "Name" }, note: { type: "string", title: "Note" } },
              additionalProperties: false,
            },
            items: {
              type: "array",
              title: "Items",
              maxItems: 4,
              items: {
                type: "object",
                properties: { title: { type: "string", title: "Title" } },
                required: ["title"],
                additionalProperties: false,
              },
            },
          },
          additionalProperties: false,
        },
        example: { fields: {} },
      },
    ],
  } as unknown as Contributes,
  { "cards.liquid": "{{ fields.title }}" },
);

const FIELDS = {
  title: "Cards",
  about: { name: "Fig", note: "Ripe" },
  items: [{ title: "One" }, { title: "Two" }],
};
const REDIRECTS: Redirects = {
  entries: [
    { from: "/older", to: "/about", status: 302 },
    { from: "/moved", to: "/", status: 301 },
    { from: "/gone", status: 410 },
    { from: "/about", to: "/", status: 308 },
    { from: "/last", to: "/about", status: 307 },
  ],
};

async function aSite(): Promise<World> {
  const sections = [textSection("One", "a"), { id: "c", type: "test.cards/cards", fields: FIELDS }, box("b")];
  const pages = { home: page("/"), about: page("/about", { description: "Said", sections }) };
  const of = await worldWith(pages, [...EDITING_PACK, cards]);
  await of.run("redirects.put", { expected: 1, body: REDIRECTS });
  return of;
}

const edit = async (of: World, operations: readonly PageOperation[]) =>
  of.run<{ inverse: readonly PageOperation[] }>("page.edit", {
    page: "about",
    expected: versionOf(of, "about"),
    operations,
  });
const redirectsOf = (of: World): Redirects => of.kernel.documents.only(SITE, "redirects").body;
const stateOf = (of: World): { page: Page | undefined; redirects: Redirects } => ({
  page: pageOf(of, "about"),
  redirects: redirectsOf(of),
});
const set = (fields: Record<string, unknown>, was?: Record<string, unknown>): PageOperation => ({
  op: "set",
  section: "c",
  fields,
  ...(was ? { was } : {}),
});
const move = (path: string, redirect = true): PageOperation => ({ op: "page", changes: { path }, redirect });

describe("an inverse takes back what it belongs to, and its own inverse does it again:", () => {
  test.each<[string, readonly PageOperation[]]>([
    ["set", [set({ title: "Other", about: null })]],
    [
      "set at a pointer",
      [set({ "/fields/items/1/title": "Other", "/about/note": null, "/items/-": { title: "New" } })],
    ],
    ["set twice", [set({ items: [] }), set({ "/items/0": { title: "A" }, title: null }), set({ title: "B" })]],
    ["variant", [{ op: "variant", section: "b", variant: "narrow" }]],
    ["page", [{ op: "page", changes: { title: "Other", description: null, author: "Fig" } }]],
    ["page that moves", [move("/elsewhere", false)]],
    ["page that moves and leads visitors on", [move("/elsewhere")]],
    ["page that moves to a redirected path", [move("/moved")]],
    ["page that moves to a path that was gone", [move("/gone")]],
    ["page that moves twice", [move("/moved"), { op: "page", changes: { title: "On" } }, move("/gone", false)]],
    ["insert", [{ op: "insert", section: { type: "test.text/text", fields: { text: "New" } }, at: { index: 0 } }]],
    ["move", [{ op: "move", section: "b", to: { index: 0 } }]],
    ["nest", [{ op: "nest", section: "a", into: { parent: "b", slot: "left" } }]],
    ["duplicate", [{ op: "duplicate", section: "c" }]],
    ["remove", [{ op: "remove", section: "c" }]],
    [
      "all together",
      [set({ title: null }), move("/moved"), { op: "remove", section: "a" }, { op: "duplicate", section: "b" }],
    ],
  ])("%s", async (_name, operations) => {
    const of = await aSite();
    const before = stateOf(of);
    const { inverse } = await edit(of, operations);
    const after = stateOf(of);
    expect(after).not.toEqual(before);
    const again = await edit(of, inverse);
    expect(stateOf(of)).toEqual(before);
    await edit(of, again.inverse);
    expect(stateOf(of)).toEqual(after);
  });

  test("redirects of others stay, and one that leads elsewhere now is a conflict", async () => {
    const of = await aSite();
    const { inverse } = await edit(of, [move("/moved")]);
    const others = [...redirectsOf(of).entries, { from: "/new", to: "/", status: 301 as const }];
    await of.run("redirects.put", { expected: 3, body: { entries: others } });
    const again = await edit(of, inverse);
    expect(redirectsOf(of)).toEqual({ entries: [...REDIRECTS.entries, others.at(-1)] });
    await edit(of, again.inverse);
    const hers = redirectsOf(of).entries.map((one) => (one.from === "/older" ? { ...one, to: "/new" } : one));
    await of.run("redirects.put", { expected: 6, body: { entries: hers } });
    const { code, detail } = await refusalOf(of, "page.edit", {
      page: "about",
      expected: versionOf(of, "about"),
      operations: inverse,
    });
    expect([code, detail]).toMatchObject([
      "STALE_VERSION",
      { conflicts: [{ pointer: "/operations/0/redirects/put/0/redirect", now: { from: "/older", to: "/new" } }] },
    ]);
  });
});

describe("a pointer into a field", () => {
  const fieldsOf = (of: World) => pageOf(of, "about")?.sections[1]?.fields;

  test("as the search of the draft gives it changes exactly the text that was found", async () => {
    const of = await aSite();
    const [hit] = of.kernel.reads.search(SITE, "two", null).items;
    const [place] = hit?.places ?? [];
    await edit(of, [{ op: "set", section: place?.section ?? "", fields: { [place?.pointer ?? ""]: "Three" } }]);
    expect(fieldsOf(of)).toEqual({ ...FIELDS, items: [{ title: "One" }, { title: "Three" }] });
  });

  test.each<[Record<string, unknown>, object]>([
    [{ "/title": "New" }, { title: "New" }],
    [{ "/fields/title": "New" }, { title: "New" }],
    [{ "/fields/fields": "New" }, { fields: "New" }],
    [{ "/about/note": null }, { about: { name: "Fig" } }],
    [{ "/items/2": { title: "Three" } }, { items: [...FIELDS.items, { title: "Three" }] }],
    [{ "/items/-": { title: "Three" } }, { items: [...FIELDS.items, { title: "Three" }] }],
    [{ items: [], "/items/0": { title: "Zero" } }, { items: [{ title: "Zero" }] }],
  ])("%j is set", async (fields, wanted) => {
    const of = await aSite();
    await edit(of, [set(fields)]);
    expect(fieldsOf(of)).toEqual({ ...FIELDS, ...wanted });
  });

  test.each<[Record<string, unknown>, string]>([
    [{ "/fields": {} }, "/operations/0/fields/~1fields"],
    [{ "/items/3": { title: "Four" } }, "/operations/0/fields/~1items~13"],
    [{ "/items/01/title": "x" }, "/operations/0/fields/~1items~101~1title"],
    [{ "/items/2/title": "x" }, "/operations/0/fields/~1items~12~1title"],
    [{ "/items/0": null }, "/operations/0/fields/~1items~10"],
    [{ "/title/0": "x" }, "/operations/0/fields/~1title~10"],
    [{ "/nothing/0": "x" }, "/operations/0/fields/~1nothing~10"],
    [{ "/about/~1x": "x" }, "/page/sections/1/fields/about/~1x"],
    [{ "a/b": "x" }, "/page/sections/1/fields/a~1b"],
    [{ "a~b": "x" }, "/page/sections/1/fields/a~0b"],
    [{ "/~1items~10": "x" }, "/page/sections/1/fields/~1items~10"],
    [{ "/__proto__": { polluted: true } }, "/operations/0/fields/~1__proto__"],
    [{ "/about/__proto__": { polluted: true } }, "/operations/0/fields/~1about~1__proto__"],
  ])("%j is refused with its place, and nothing is stored", async (fields, pointer) => {
    const of = await aSite();
    const refusal = await refusalOf(of, "page.edit", { page: "about", expected: 1, operations: [set(fields)] });
    expect([refusal.code, pointersOf(refusal)]).toEqual(["INVALID_REQUEST", [pointer]]);
  });

  test("is a conflict when another member changed the field since, and none when it holds the value already", async () => {
    const of = await aSite();
    const late = (fields: Record<string, unknown>, was?: Record<string, unknown>) => ({
      page: "about",
      expected: 1,
      operations: [set(fields, was)],
    });
    await edit(of, [set({ "/items/0/title": "Hers" })]);
    const { code, detail } = await refusalOf(of, "page.edit", late({ "/items/0/title": "His" }));
    expect([code, detail]).toMatchObject([
      "STALE_VERSION",
      { conflicts: [{ pointer: "/operations/0/fields/~1items~10~1title", was: "One", now: "Hers", wanted: "His" }] },
    ]);
    // An index counts in the list that the caller saw.
    expect((await refusalOf(of, "page.edit", late({ "/items/1/title": "His" }))).code).toBe("STALE_VERSION");
    expect((await refusalOf(of, "page.edit", late({ "/items/0/title": "x" }, { "/items/0/title": "One" }))).code).toBe(
      "STALE_VERSION",
    );
    await of.run("page.edit", late({ "/items/0/title": "Hers", "/about/note": "Late" }));
    await of.run("page.edit", late({ "/items/1/title": "His" }, { "/items/1/title": "Two" }));
    expect(fieldsOf(of)).toMatchObject({ items: [{ title: "Hers" }, { title: "His" }], about: { note: "Late" } });
  });

  test("is taken by the command for one section, too", async () => {
    const of = await aSite();
    await of.run("section.update", { page: "about", expected: 1, section: "c", fields: { "/items/0/title": "New" } });
    expect(fieldsOf(of)).toMatchObject({ items: [{ title: "New" }, { title: "Two" }] });
  });
});

describe("a rehearsal of a publication", () => {
  const rehearse = (of: World, only?: Choice) =>
    rehearsePublication({ ...of.kernel, powers: of.powers }, SITE, { change: of.kernel.documents.change(SITE), only });

  test("lists exactly what the publication with the same choice publishes", async () => {
    const of = await aSite();
    await of.run("page.update", { page: "home", expected: 1, changes: { title: "New" } });
    await of.run("page.update", { page: "about", expected: 1, changes: { title: "New" } });
    expect(rehearse(of)).toMatchObject({ total: 3, pages: [{}, {}], documents: [{ kind: "redirects" }] });
    const chosen = { pages: ["about"] };
    expect(rehearse(of, chosen)).toMatchObject({ total: 1, pages: [{ id: "about" }], documents: [] });
    const { changed } = await of.run<{ changed: number }>("publish", { only: chosen });
    expect(changed).toBe(1);
    expect(rehearse(of, chosen)).toMatchObject({ total: 0, pages: [], documents: [] });
    expect(rehearse(of)).toMatchObject({ total: 2, pages: [{ id: "home" }] });
  });

  test.each<[string, (of: World) => Promise<unknown>, { change?: number; only?: Choice }, string]>([
    ["a page that does not exist", async () => undefined, { only: { pages: ["nobody"] } }, "INVALID_REQUEST"],
    [
      "a chosen page that changed since",
      (of) => of.run("page.update", { page: "about", expected: 1, changes: { title: "New" } }),
      { change: 1, only: { pages: ["about"] } },
      "STALE_VERSION",
    ],
    [
      "a page at the path of one that is not chosen",
      async (of) => {
        await of.run("page.update", { page: "about", expected: 1, changes: { path: "/else" } });
        await of.run("page.create", { id: "new", body: page("/about") });
      },
      { only: { pages: ["new"] } },
      "CONFLICT",
    ],
    ["a draft that is older than asked for", async () => undefined, { change: 99 }, "STALE_VERSION"],
  ])("refuses %s, as the publication does", async (_name, prepare, input, code) => {
    const of = await aSite();
    await prepare(of);
    expect(() => rehearsePublication({ ...of.kernel, powers: of.powers }, SITE, input)).toThrow(
      expect.objectContaining({ code }),
    );
    await expect(of.run("publish", input)).rejects.toMatchObject({ code });
  });

  test("is refused while an operator has stopped the tenant's writes, as the publication is", async () => {
    const of = await aSite();
    of.kernel.tenant.setStatus("read_only");
    expect(() => rehearse(of)).toThrow(expect.objectContaining({ code: "TENANT_READ_ONLY" }));
    await expect(of.run("publish", {})).rejects.toMatchObject({ code: "TENANT_READ_ONLY" });
  });
});
