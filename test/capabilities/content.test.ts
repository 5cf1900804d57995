import { describe, expect, test } from "vitest";
import { lendContent } from "../../capabilities/content.ts";
import { CONTENT_BATCH_MAX, CONTENT_QUERY_MAX_RESULTS } from "../../manifests/bounds/bridge.ts";
import { Releases } from "../../runtime/publishing/releases/releases.ts";
import { Sites } from "../../runtime/tenancy/sites.ts";
import { SITE, page, worldWith } from "../runtime/kernel/world.ts";
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
