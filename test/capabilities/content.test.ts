import { describe, expect, test } from "vitest";
import { lendContent } from "../../capabilities/content.ts";
import { CONTENT_BATCH_MAX, CONTENT_QUERY_MAX_RESULTS } from "../../manifests/bounds/bridge.ts";
import { Releases } from "../../runtime/publishing/releases/releases.ts";
import { Sites } from "../../runtime/tenancy/sites.ts";
import { SITE, page, worldWith } from "../runtime/kernel/world.ts";
import { EVENT, EVENTS, event } from "../runtime/entries/events.ts";
import { askLoan, loanOf } from "./asking.ts";

async function site(kinds: Parameters<typeof lendContent>[2]) {
  const world = await worldWith({ home: page("/"), about: page("/about", { title: "Published" }) });
  const { sql } = world.powers;
  const sources = {
    documents: world.kernel.documents,
    sites: new Sites(sql),
    releases: new Releases(sql),
    powers: world.powers,
  };
  return { world, loan: loanOf(lendContent(sources, SITE, kinds)) };
}

describe("content", () => {
  test("is what visitors see, until it is published", async () => {
    const { world, loan } = await site({ read: ["page"] });
    await world.write("about", page("/about", { title: "Draft" }));
    await world.write("new", page("/new"));
    const documents = [
      { kind: "page", id: "about" },
      { kind: "page", id: "new" },
    ];
    expect(await askLoan(loan, "content.get", { documents })).toMatchObject({
      documents: [{ version: 1, body: { title: "Published" } }, null],
    });
    expect(await askLoan(loan, "content.query", { order: "path" })).toMatchObject({
      pages: [{ path: "/" }, { title: "Published", url: "https://acme.example/about" }],
    });
    await world.run("publish", {});
    expect(await askLoan(loan, "content.get", { documents })).toMatchObject({
      documents: [{ body: { title: "Draft" } }, { id: "new" }],
    });
  });

  test("is the draft only where that was granted", async () => {
    const { world, loan } = await site({ read: ["page", "settings"], draft: ["page"] });
    await world.write("about", page("/about", { title: "Draft" }));
    expect(
      await askLoan(loan, "content.get", { documents: [{ kind: "page", id: "about" }], state: "draft" }),
    ).toMatchObject({ documents: [{ body: { title: "Draft" } }] });
    expect(await askLoan(loan, "content.get", { documents: [{ kind: "settings" }], state: "draft" })).toBe(
      "not_granted",
    );
    expect(await askLoan(loan, "content.get", { documents: [{ kind: "settings" }] })).toMatchObject({
      documents: [{ body: { name: "Test site" } }],
    });
  });

  test.each([
    ["another kind", { documents: [{ kind: "theme" }] }],
    ["another kind among granted ones", { documents: [{ kind: "page", id: "home" }, { kind: "theme" }] }],
    ["the draft", { documents: [{ kind: "page", id: "home" }], state: "draft" }],
  ])("refuses %s", async (_, input) => {
    expect(await askLoan((await site({ read: ["page"] })).loan, "content.get", input)).toBe("not_granted");
  });

  test("refuses to list pages that may not be read", async () => {
    const { loan } = await site({ read: ["settings"] });
    expect(await askLoan(loan, "content.query", {})).toBe("not_granted");
  });

  test.each([
    [CONTENT_BATCH_MAX - 1, true],
    [CONTENT_BATCH_MAX, true],
    [CONTENT_BATCH_MAX + 1, false],
  ])("gives %i documents at once: %s", async (count, ok) => {
    const { loan } = await site({ read: ["page"] });
    const answer = await askLoan(loan, "content.get", {
      documents: Array.from({ length: count }, () => ({ kind: "page", id: "home" })),
    });
    expect(answer !== "invalid").toBe(ok);
  });

  test.each([
    [CONTENT_QUERY_MAX_RESULTS, true],
    [CONTENT_QUERY_MAX_RESULTS + 1, false],
  ])("lists %i pages at once: %s", async (limit, ok) => {
    const { loan } = await site({ read: ["page"] });
    expect((await askLoan(loan, "content.query", { limit })) !== "invalid").toBe(ok);
  });
});

describe("a query of entries", () => {
  const pages = {
    home: page("/"),
    gig: event("/gig", { start: "2026-05-01", place: "Harbour", price: 5 }),
    fair: event("/fair", { start: "2026-01-01", place: "Square", price: 0 }),
    ball: event("/ball", { start: "2026-06-01", place: "Harbour" }),
  };

  async function entries(kinds: Parameters<typeof lendContent>[2] = { read: ["page"] }) {
    const world = await worldWith(pages, EVENTS);
    const read: string[] = [];
    const sources = { ...world.kernel, powers: world.powers, read: (dependency: string) => void read.push(dependency) };
    const loan = loanOf(lendContent(sources, SITE, kinds));
    const found = async (query: object): Promise<unknown> => {
      const answer = (await askLoan(loan, "content.query", query)) as { pages?: { id: string }[] };
      return answer.pages?.map(({ id }) => id) ?? answer;
    };
    return { world, found, read, loan };
  }

  test.each<[string, object, unknown]>([
    ["by a type", { type: EVENT }, ["fair", "gig", "ball"]],
    ["by a value", { type: EVENT, where: { place: { eq: "Harbour" } } }, ["gig", "ball"]],
    ["by the day", { type: EVENT, where: { start: { from: "today" } } }, ["gig", "ball"]],
    ["in an order", { type: EVENT, order: "-price" }, ["gig", "fair", "ball"]],
    ["from an offset", { type: EVENT, limit: 1, offset: 1 }, ["gig"]],
    ["of a page, which a plugin has none of", { type: EVENT, where: { topics: { has: "this" } } }, []],
    ["of no type", { order: "path", limit: 1 }, ["home"]],
    ["of a type that no plugin has", { type: "acme.none/none" }, []],
  ])("%s", async (_, query, ids) => {
    expect(await (await entries()).found(query)).toEqual(ids);
  });

  test.each<[string, object]>([
    ["a field outside of the index", { type: EVENT, where: { about: { eq: "x" } } }],
    ["a filter without a type", { where: { place: { eq: "Harbour" } } }],
    ["an order by a field outside of the index", { type: EVENT, order: "about" }],
    ["an order by a field without a type", { order: "place" }],
    ["an unknown comparison", { type: EVENT, where: { place: { like: "%" } } }],
    ["a value from a field", { type: EVENT, where: { place: { eq: { field: "place" } } } }],
    ["an offset that is no number", { type: EVENT, offset: -1 }],
  ])("refuses %s", async (_, query) => {
    expect(await (await entries()).found(query)).toBe("invalid");
  });

  test("gives the values of published entries alone, and records the question", async () => {
    const { world, loan, read } = await entries();
    await world.write("gig", event("/gig", { start: "2026-05-01", place: "Secret" }));
    const harbour = { type: EVENT, where: { place: { eq: "Harbour" } }, limit: 1 };
    expect(await askLoan(loan, "content.query", harbour)).toMatchObject({
      pages: [{ id: "gig", values: { place: "Harbour" } }],
    });
    const secret = { type: EVENT, where: { place: { eq: "Secret" } } };
    expect(await askLoan(loan, "content.query", secret)).toEqual({ pages: [] });
    expect(read).toHaveLength(2);
  });

  test("is refused without the grant for pages", async () => {
    expect(await (await entries({ read: ["settings"] })).found({ type: EVENT })).toBe("not_granted");
  });
});
