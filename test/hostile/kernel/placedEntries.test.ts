/** Attacks on shared sections: circles, depth, changes beside a detachment, plugins without a grant, limits of members. */
import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import { MEMBER, PACK, SITE, page, textSection } from "../../runtime/kernel/world.ts";
import { refusalOf } from "../../runtime/editing/editingWorld.ts";
import { languagesWorld, LANGUAGES, german, siteInLanguages } from "../../runtime/languages/languagesWorld.ts";
import { excess } from "../../support/effort.ts";
import { PLACED_PACK, placed, placedWorld, shared, showing } from "../../runtime/placing/placedWorld.ts";

const written = (id: string, body: Page) => ({ writes: [{ kind: "page", id, expected: 1, body }] });

describe("shared sections that show shared sections", () => {
  test("are refused: one in itself, a circle of two, and each of ten that are nested", async () => {
    const world = await placedWorld({ other: shared("other", "Other") });
    const holding = (name: string, inner: string) =>
      shared(name, name, { sections: [textSection(name, "words"), placed(inner, "inner")] });
    for (const [id, inner] of [
      ["hours", "hours"],
      ["hours", "other"],
      ["other", "hours"],
    ] as const)
      expect((await refusalOf(world, "documents.write", written(id, holding(id, inner)))).code).toBe("INVALID_REQUEST");
    const nested = Array.from({ length: 10 }, (_, depth) => ({
      do: "create",
      id: `deep-${depth}`,
      body: holding(`deep-${depth}`, `deep-${depth + 1}`),
    }));
    expect((await refusalOf(world, "pages.batch", { items: nested })).code).toBe("INVALID_REQUEST");
    const columns = { ...textSection("x"), children: { slot: [placed("other", "inside")] } };
    const hidden = shared("hours", "x", { sections: [columns] });
    expect((await refusalOf(world, "documents.write", written("hours", hidden))).code).toBe("INVALID_REQUEST");
    const inserted = [{ op: "insert", section: placed("other"), at: {} }];
    const edit = { page: "hours", expected: 1, operations: inserted };
    expect((await refusalOf(world, "page.edit", edit)).code).toBe("INVALID_REQUEST");
  });

  test("that came in while their plugin was inactive show nothing inside, in one step and without end", async () => {
    const world = await placedWorld();
    // A circle as an archive of another deployment could hold it.
    const circle = shared("hours", "Round", { sections: [textSection("Round", "words"), placed("hours", "again")] });
    world.powers.sql.all("UPDATE documents SET body = ? WHERE site = ? AND id = 'hours'", JSON.stringify(circle), SITE);
    const later = world.restart();
    await later.write("home", showing("/", "hours", { title: "Changed" }));
    await later.run("publish", {});
    expect((await later.html("/")).match(/Round/g)).toHaveLength(1);
    expect((await later.kernel.draft.answer(SITE, "/")).status).toBe(200);
  });
});

test("a page that takes a copy of its own keeps it, whatever another member changes meanwhile", async () => {
  const world = await placedWorld();
  const copy = [
    { op: "remove", section: "here" },
    { op: "insert", section: textSection("Open from nine to five", "words"), at: {} },
  ];
  const seen = world.kernel.documents.get(SITE, "page", "home")?.version;
  await world.write("hours", shared("hours", "Changed by another member"));
  await world.write("home", showing("/", "hours", { title: "Retitled by another member" }));
  await world.run("page.edit", { page: "home", expected: seen, operations: copy });
  await world.run("publish", {});
  const html = await world.html("/");
  expect(html).toContain("Retitled by another member");
  expect(html).toContain("Open from nine to five");
  expect(html).not.toContain("Changed by another member");
  expect(await world.html("/contact")).toContain("Changed by another member");
});

test("a shared section of a plugin that goes shows nothing, keeps its place, and comes back", async () => {
  const world = await placedWorld();
  const without = world.restart(PACK);
  await without.write("about", page("/about", { title: "Changed" }));
  await without.run("publish", {});
  expect(await without.html("/contact")).not.toContain("Open from nine");
  expect([await without.statusOf("/section/hours"), await without.statusOf("/contact")]).toEqual([404, 200]);
  const back = without.restart(PLACED_PACK);
  await back.write("about", page("/about", { title: "Again" }));
  await back.run("publish", {});
  expect(await back.html("/contact")).toContain("Open from nine");
});

describe("a site in several languages", () => {
  const siteWithHours = () =>
    languagesWorld(
      siteInLanguages(
        {
          home: showing("/", "hours"),
          start: german("/de", "home", { sections: [placed("hours")] }),
          bidaya: page("/ar", { language: "ar", translationOf: "home", sections: [placed("hours")] }),
          hours: shared("hours", "Open from nine"),
          zeiten: shared("zeiten", "Offen ab neun", {
            path: "/de/section/zeiten",
            language: "de",
            translationOf: "hours",
          }),
        },
        { languages: LANGUAGES },
      ),
      PLACED_PACK,
    );

  test("shows the section in the language of each page, and names the language of one that lacks it", async () => {
    const world = await siteWithHours();
    expect(await world.html("/")).toContain("Open from nine");
    expect(await world.html("/de")).toContain("Offen ab neun");
    expect(await world.html("/de")).not.toContain("Open from nine");
    expect(await world.html("/ar")).toMatch(/<div lang="en" dir="ltr">\s*<section[^>]*>\s*<div><p>Open from nine/);
    await world.write(
      "saat",
      shared("saat", "مفتوح", { path: "/ar/section/saat", language: "ar", translationOf: "hours" }),
    );
    await world.run("publish", {});
    expect(await world.html("/ar")).toContain("مفتوح");
    expect(await world.html("/ar")).not.toContain("Open from nine");
  });

  test("lets a member of one language place sections there, and change no section of another one", async () => {
    const world = await siteWithHours();
    await world.run("member.languages", { member: "m2", languages: ["de"] });
    let keys = 0;
    const asGerman = (name: "page.update" | "page.edit", input: object): Promise<string> =>
      world.kernel
        .execute(name, { site: SITE, actor: { ...MEMBER, id: "m2" }, key: `german-${++keys}`, requestId: "r" }, input)
        .then(
          () => "done",
          ({ code }: Refusal) => code,
        );
    const insert = [{ op: "insert", section: placed("hours", "more"), at: {} }];
    const changes = { title: "Taken over" };
    expect(await asGerman("page.edit", { page: "start", expected: 1, operations: insert })).toBe("done");
    expect(await asGerman("page.update", { page: "zeiten", expected: 1, changes })).toBe("done");
    expect(await asGerman("page.update", { page: "hours", expected: 1, changes })).toBe("FORBIDDEN");
    expect(await asGerman("page.edit", { page: "home", expected: 1, operations: insert })).toBe("FORBIDDEN");
  });
});

test("5,000 pages with the same section are found, and keep it from being deleted, within their bounds", async () => {
  const world = await placedWorld();
  // Copies of one row, because writing each page takes a minute.
  world.powers.sql.all(
    `WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
     INSERT INTO documents (site, kind, id, version, change, until, deleted, body, path, title, listed, actor, at)
     SELECT site, kind, 'p' || n, version, change, until, deleted, body, '/p' || n, title, listed, actor, at
     FROM documents, number WHERE site = ? AND id = 'contact'`,
    SITE,
  );
  const many = world.restart();
  const dear = await excess(async () => {
    const { items, more } = many.kernel.reads.backLinks(SITE, "hours");
    expect([items.length, more]).toEqual([50, true]);
    const { detail } = await refusalOf(many, "page.delete", { page: "hours", expected: 1 });
    expect([(detail["uses"] as unknown[]).length, detail["more"]]).toEqual([50, true]);
  }, 250);
  expect(dear).toBeUndefined();
});
