/** Attacks on entries that live in lists alone, such as testimonials: no visitor reaches one as a page, by any door. */
import { describe, expect, test } from "vitest";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { PublicIndex, PublicPointer } from "../../../runtime/search/publicIndex.ts";
import { indexKey, pointerKey } from "../../../runtime/serving/publicKeys.ts";
import {
  fieldsOf,
  listOf as listOfRecipes,
  putTypes,
  RECIPE,
  recipeType,
  siteWith,
} from "../../runtime/entries/ownTypes.ts";
import { event, listOf } from "../../runtime/entries/events.ts";
import { ADDRESS, quotes } from "../../runtime/entries/quotes.ts";
import type { ShareLinkMade } from "../../../runtime/sharing/views.ts";
import { MEMBER, PACK, SITE, page, worldWith, type World } from "../../runtime/kernel/world.ts";

const PAGELESS = [...PACK, quotes()];

const site = (pack: readonly PackedPlugin[] = PAGELESS): Promise<World> =>
  worldWith(
    {
      home: page("/"),
      list: listOf("upcoming"),
      praise: event("/event/praise", { start: "2026-05-01" }, { description: "Very good" }),
    },
    pack,
    { roleOf: async ({ identity }) => (identity === MEMBER.id ? "owner" : undefined) },
  );

const statusOf = async (world: World, path: string): Promise<number> =>
  (await world.kernel.published.answer(SITE, path, null)).status;

describe("an entry whose type has no address", () => {
  test("stands in lists, without an address", async () => {
    expect(await (await site()).html("/upcoming")).toContain("<i>praise at nowhere, nowhere</i>");
  });

  test.each([
    "/event/praise",
    "/event/praise/",
    "/event/praise.md",
    "/event/praise.txt",
    "/event/praise/page/2",
    "/Event/Praise",
    "/praise",
  ])("has nothing at %s", async (path) => {
    expect(await statusOf(await site(), path)).toBe(404);
  });

  test("stands in no file that lists pages, and is no text for agents", async () => {
    const world = await site();
    const listed = await world.kernel.published.answer(SITE, "/sitemap.xml", null);
    expect(listed.body).toContain("/upcoming");
    expect(listed.body).not.toContain("praise");
    expect(await world.kernel.published.text(SITE, "praise")).toBeUndefined();
    expect(await world.kernel.published.markdown(SITE, "praise")).toBeUndefined();
    expect((await world.kernel.published.catalogue(SITE))?.types).toEqual([]);
  });

  test("opens by no share link, while members see it to edit it", async () => {
    const world = await site();
    const guest = await world.kernel.draft.answer(SITE, "/event/praise", { guest: true });
    expect([guest.status, (await world.kernel.draft.answer(SITE, "/event/praise.md", { guest: true })).status]).toEqual(
      [404, 404],
    );
    expect((await world.kernel.draft.answer(SITE, "/event/praise")).status).toBe(200);
    const { path } = await world.run<ShareLinkMade>("share.create", { name: "A client", days: 7, pages: ["praise"] });
    const secret = path.slice("/_draft/".length);
    expect(await world.kernel.sharedDraft.open(SITE, secret)).toBeNull();
    expect(await world.kernel.sharedDraft.answer(SITE, secret, "/event/praise")).toBeNull();
  });

  test("leads nowhere from a link, which the publication names", async () => {
    const world = await site();
    const body = "[quote](page:praise) and [path](/event/praise)";
    await world.write("home", page("/", { sections: [{ id: "s", type: "test.text/text", fields: { text: body } }] }));
    const { warnings } = world.kernel.reads.publication(SITE);
    expect(warnings.map(({ code, link }) => [code, link])).toEqual([
      ["link_no_page", "page:praise"],
      ["link_no_page", "/event/praise"],
    ]);
    await world.run("publish", {});
    expect(await world.html("/")).toContain("<p>quote and");
    expect(world.kernel.reads.linkTargets(SITE, "praise", null).items).toEqual([]);
  });

  test("stays hidden when its plugin is gone", async () => {
    const world = (await site()).restart(PACK);
    await world.write("home", page("/", { title: "Changed" }));
    await world.run("publish", {});
    expect([await statusOf(world, "/event/praise"), await statusOf(world, "/upcoming")]).toEqual([404, 200]);
    expect((await world.kernel.published.answer(SITE, "/sitemap.xml", null)).body).not.toContain("praise");
  });

  test("is written, held back and published as any other, and its state says so", async () => {
    const world = await site();
    await world.write("praise", event("/event/praise", { start: "2026-05-01" }, { title: "Louder" }));
    expect(world.kernel.reads.page(SITE, "praise")).toMatchObject({ pageless: true, unreachable: null });
    await world.run("publish", {});
    expect(await world.html("/upcoming")).toContain("<i>Louder at nowhere");
    await world.run("page.delete", { page: "praise", expected: 2 });
    await world.run("publish", {});
    expect(await world.html("/upcoming")).not.toContain("Louder");
  });
});

describe("a type that loses its address and gets it again", () => {
  test("takes its pages away with 410, or a redirect, and brings them back", async () => {
    let world = await site([...PACK, quotes(ADDRESS)]);
    expect(await world.html("/event/praise")).toContain("2026-05-01");

    world = world.restart(PAGELESS);
    await world.write("home", page("/", { title: "Second" }));
    await world.run("publish", {});
    expect([await statusOf(world, "/event/praise"), await statusOf(world, "/event/praise.md")]).toEqual([410, 404]);
    expect(await world.html("/upcoming")).toContain("<i>praise at nowhere, nowhere</i>");
    await world.run("redirects.put", {
      expected: 1,
      body: { entries: [{ from: "/event/praise", to: "/upcoming", status: 301 }] },
    });
    await world.run("publish", {});
    expect(await statusOf(world, "/event/praise")).toBe(301);

    world = world.restart([...PACK, quotes(ADDRESS)]);
    await world.write("home", page("/", { title: "Third" }));
    await world.run("publish", {});
    expect(await world.html("/event/praise")).toContain("2026-05-01");
    expect(await world.html("/upcoming")).toContain("<i>praise at /event/praise");
  });
});

const PUBLIC = `"id":"praise"`;

test("such an entry is no page of the public store, before and after its type changes", async () => {
  const store = new Map<string, string>();
  const places = {
    put: async (key: string, value: string) => void store.set(key, value),
    delete: async (key: string) => void store.delete(key),
    purge: async () => undefined,
  };
  const carry = async (world: World): Promise<string> => {
    for (let done = false; !done;)
      ({ done } = await world.kernel.publicContent.refresh(SITE, world.kernel.sites.get(SITE).sequence, places));
    const { index } = JSON.parse(store.get(pointerKey(SITE)) ?? "") as PublicPointer;
    const { parts } = JSON.parse(store.get(index) ?? "") as PublicIndex;
    return parts.map((name) => store.get(indexKey(SITE, name)) ?? "").join("\n");
  };
  expect(await carry(await site())).not.toContain(PUBLIC);

  store.clear();
  const world = await site([...PACK, quotes("/event/{slug}")]);
  expect(await carry(world)).toContain(PUBLIC);
  const later = world.restart(PAGELESS);
  await later.write("home", page("/", { title: "Second" }));
  await later.run("publish", {});
  const index = await carry(later);
  expect([index.includes("/upcoming"), index.includes(PUBLIC)]).toEqual([true, false]);
});

test("an owner who removes such a type makes no page of its entries", async () => {
  const words = { words: { $ref: "drawbridge:text", title: "Words" } };
  const { address: _address, order: _order, ...type } = recipeType({ fields: fieldsOf(words), index: ["words"] });
  const world = await siteWith(
    {
      praise: page("/recipe/praise", { type: RECIPE, values: { words: "Good" }, sections: [] }),
      all: listOfRecipes("all"),
    },
    type,
  );
  expect(await world.html("/all")).toContain("<i>Page /recipe/praise");
  await putTypes(world);
  await world.run("publish", {});
  expect(await statusOf(world, "/recipe/praise")).toBe(404);
  expect((await world.kernel.published.answer(SITE, "/sitemap.xml", null)).body).not.toContain("praise");
});
