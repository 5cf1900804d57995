/** Attacks on the knowledge of which content types have no page: no plugin, deletion, archive or link forgets it. */
import { describe, expect, test } from "vitest";
import { lendContent } from "../../../capabilities/content.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { missedOf } from "../../../runtime/serving/missed/listing.ts";
import type { ShareLinkMade } from "../../../runtime/sharing/views.ts";
import { askLoan, loanOf } from "../../capabilities/asking.ts";
import { Deployment } from "../../runtime/backups/testDeployment.ts";
import { EVENT, event, listOf } from "../../runtime/entries/events.ts";
import { ADDRESS, quotes } from "../../runtime/entries/quotes.ts";
import { putTypes, recipe, recipeType, siteWith } from "../../runtime/entries/ownTypes.ts";
import { testPowers } from "../../runtime/kernel/powers.ts";
import {
  initialiseInput,
  MEMBER,
  PACK,
  SITE,
  page,
  siteOf,
  textSection,
  worldWith,
  type World,
} from "../../runtime/kernel/world.ts";
import { check, computingWorld } from "../../runtime/snapshots/computing.ts";

/** An owner's type without an address. */
const { address: _address, ...LISTED } = recipeType();

const PAGELESS = [...PACK, quotes()];
const WITH_PAGES = [...PACK, quotes(ADDRESS)];

const praise = (more: Partial<Page> = {}): Page => event("/event/praise", { start: "2026-05-01" }, more);
const linking = (text: string): Page => page("/", { sections: [textSection(text)] });

/** A site without a list, so that nothing has asked for the type. */
const site = (pack: readonly PackedPlugin[] = PAGELESS, pages: Record<string, Page> = {}): Promise<World> =>
  worldWith({ home: page("/"), praise: praise(), ...pages }, pack, {
    roleOf: async ({ identity }) => (identity === MEMBER.id ? "owner" : undefined),
  });

const publish = (world: World): Promise<unknown> => world.run("publish", {});

async function changed(world: World): Promise<World> {
  await world.write("home", page("/", { title: "Changed" }));
  await publish(world);
  return world;
}

test("an address at which only an entry without a page lies counts as asked in vain", async () => {
  const world = await site();
  await publish(world);
  for (const path of ["/event/praise", "/"]) await world.kernel.serve(SITE, path, null);
  expect(missedOf(world.kernel, SITE).items.map(({ path }) => path)).toEqual(["/event/praise"]);
});

describe("a type that is gone", () => {
  test("keeps its entries hidden though no list ever asked for it", async () => {
    const gone = await changed((await site()).restart(PACK));
    expect(await gone.statusOf("/event/praise")).toBe(404);
  });

  test("keeps an entry hidden that was never published while its plugin was there", async () => {
    const world = await site();
    await world.write("new", event("/event/new", { start: "2026-06-01" }));
    expect(await (await changed(world.restart(PACK))).statusOf("/event/new")).toBe(404);
  });

  test("keeps its pages if it had an address last", async () => {
    const before = await site();
    const world = await changed(before.restart(WITH_PAGES));
    expect(await world.statusOf("/event/praise")).toBe(200);
    expect(await (await changed(world.restart(PACK))).statusOf("/event/praise")).toBe(200);
  });

  test("keeps its entries hidden after an archive that was made and restored without it", async () => {
    const deployment = new Deployment(PAGELESS);
    const world = deployment.on(testPowers());
    await world.kernel.initialiser.run(initialiseInput(siteOf({ home: page("/"), praise: praise() })));
    const made = await deployment.back(world.restart(PACK));
    const after = (await deployment.restored(made, world.powers.clock.now)).restart(PACK);
    expect(await (await changed(after)).statusOf("/event/praise")).toBe(404);
  });

  test("keeps its entries hidden when the owner deletes it, and its name in a text hides nothing", async () => {
    const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 5 }) }, LISTED);
    await putTypes(world, recipeType({ name: "other", title: "#pageless" }));
    await publish(world);
    expect(await world.statusOf("/recipes/soup")).toBe(404);
  });

  test("opens by no share link, has no text, and takes no form's visitors to a dead address", async () => {
    const world = await site();
    const made = await world.run<ShareLinkMade>("share.create", { name: "A client", days: 7, pages: ["praise"] });
    const gone = world.restart(PACK);
    expect(await gone.kernel.sharedDraft.open(SITE, made.path.slice("/_draft/".length))).toBeNull();
    const view = await gone.kernel.published.view(SITE);
    expect(["praise", "home"].map((id) => view?.link(id))).toEqual([undefined, "/"]);
    expect(gone.kernel.reads.page(SITE, "praise").pageless).toBe(true);
    expect(gone.kernel.reads.pages(SITE, {}, null, null).items.find(({ id }) => id === "praise")?.pageless).toBe(true);
    await gone.write("home", linking("[quote](page:praise)"));
    expect(gone.kernel.reads.publication(SITE).warnings.map(({ code }) => code)).toEqual(["link_no_page"]);
  });

  test("is gone for a plugin that is switched off, too", async () => {
    const world = await site();
    await world.run("plugin.state", { plugin: "acme.events", state: "disabled" });
    expect(await (await changed(world)).statusOf("/event/praise")).toBe(404);
  });
});

describe("a plugin that reads content", () => {
  const ASKED = [{}, { type: EVENT }, { limit: 100 }] as const;

  test.each(["published", "draft"] as const)("reads no address of such an entry, state %s", async (state) => {
    const world = await site(PAGELESS, { list: listOf("upcoming") });
    const sources = { ...world.kernel, powers: world.powers };
    const loan = loanOf(lendContent(sources, SITE, { read: ["page"], draft: ["page"] }));
    const [all, ofType, many] = await Promise.all(
      ASKED.map((asked) => askLoan(loan, "content.query", { ...asked, state })),
    );
    expect([JSON.stringify(all), JSON.stringify(many)].join(" ")).not.toContain("praise");
    expect(ofType).toMatchObject({ pages: [{ id: "praise", path: null, url: null }] });
  });
});

describe("an edit of such an entry", () => {
  test("leaves nothing at its path that a visitor can tell from an address that never was", async () => {
    const world = await site();
    await world.write("praise", praise({ title: "Louder" }));
    await publish(world);
    expect([await world.statusOf("/event/praise"), await world.statusOf("/event/never")]).toEqual([404, 404]);
    await world.write("praise", null);
    await publish(world);
    expect(await world.statusOf("/event/praise")).toBe(404);
  });

  test("is told to checks as what it is, without a path", async () => {
    const world = await computingWorld({ home: page("/"), praise: praise() }, [check(), quotes()]);
    await world.write("praise", praise({ title: "Louder" }));
    await world.write("more", event("/event/more", { start: "2026-07-01" }));
    await publish(world);
    const asked = world.calls.take().find(({ point }) => point === "hooks")?.input;
    expect(asked).toMatchObject({
      pages: {
        total: 2,
        listed: [
          { id: "more", path: null, change: "added" },
          { id: "praise", path: null, change: "changed" },
        ],
      },
    });
    await world.write("praise", null);
    await publish(world);
    const next = world.calls.take().find(({ point }) => point === "hooks")?.input;
    expect(next).toMatchObject({ pages: { total: 1, listed: [{ id: "praise", path: null, change: "removed" }] } });
  });

  test("warns of no address when it is deleted, because visitors knew none", async () => {
    const world = await site();
    await world.write("praise", null);
    expect(world.kernel.reads.publication(SITE).warnings).toEqual([]);
  });
});

describe("an entry that gets a page", () => {
  test("is linked from pages that nobody touched", async () => {
    const world = await site(PAGELESS, { home: linking("[x](page:praise)") });
    expect(await world.html("/")).not.toContain('href="/event/praise"');
    await world.write("praise", page("/event/praise"));
    await publish(world);
    expect(await world.html("/")).toContain("/event/praise");
    await world.write("praise", praise());
    expect(world.kernel.reads.publication(SITE).warnings.map(({ code }) => code)).toContain("address_left");
    await publish(world);
    expect(await world.html("/")).not.toContain("/event/praise");
    expect(await world.statusOf("/event/praise")).toBe(410);
  });
});

describe("the dialog for links", () => {
  const many = Array.from({ length: 25 }, (_, n) => [`a${n}`, event(`/event/a${n}`, { start: "2026-05-01" })] as const);

  test("offers pages though entries without one fill the first rows, and knows that links to them lead nowhere", async () => {
    const world = await site(PAGELESS, { ...Object.fromEntries(many), zoo: page("/zoo", { title: "zoo" }) });
    const { items, next } = world.kernel.reads.linkTargets(SITE, "", null);
    expect([items.map(({ page: id }) => id).toSorted(), next]).toEqual([["home", "zoo"], null]);
    const linked = world.kernel.reads.linkedPages(SITE, ["page:praise", "/event/praise", "page:zoo"]);
    expect(linked.map((one) => one.page?.pageless)).toEqual([true, true, undefined]);
  });
});

describe("pages that lose their address with their type", () => {
  const left = (world: World): unknown[] =>
    world.kernel.reads.publication(SITE).warnings.map(({ code, path }) => [code, path]);

  test("are named before a publication takes them off: a new version of a plugin", async () => {
    const world = (await site(WITH_PAGES)).restart(PAGELESS);
    expect(left(world)).toEqual([["address_left", "/event/praise"]]);
    await world.run("redirects.put", {
      expected: 1,
      body: { entries: [{ from: "/event/praise", to: "/", status: 301 }] },
    });
    expect(left(world)).toEqual([]);
  });

  test("do not keep an owner from changing types: sections that an earlier release stored stay allowed", async () => {
    const sections = [{ type: "test.text/text", fields: { text: "Begin" } }];
    const world = await siteWith({}, { ...LISTED, sections } as never);
    await putTypes(world, { ...LISTED, sections, title: "Dish" } as never);
    expect(world.kernel.documents.only(SITE, "types").body.types[0]?.title).toBe("Dish");
  });

  test("are named: an owner's type, unless the publication leaves the types out", async () => {
    const world = await siteWith({ soup: recipe("/recipes/soup", { minutes: 5 }) });
    await putTypes(world, LISTED);
    expect(left(world)).toEqual([["address_left", "/recipes/soup"]]);
    await world.write("home", page("/", { title: "Other" }));
    const only = world.kernel.reads.publication(SITE, { only: { pages: ["home"] } });
    expect(only.warnings).toEqual([]);
  });
});
