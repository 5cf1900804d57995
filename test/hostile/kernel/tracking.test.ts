import { describe, expect, test } from "vitest";
import type { Page } from "../../../runtime/documents/content/content.ts";
import type { PublishResult } from "../../../runtime/publishing/publisher.ts";
import { SITE, listSection, page, textSection, worldWith, type World } from "../../runtime/kernel/world.ts";

const publish = (world: World): Promise<PublishResult> => world.run<PublishResult>("publish", {});

function put(
  world: World,
  kind: "settings" | "navigation" | "theme" | "redirects",
  change: (body: never) => object,
): Promise<unknown> {
  const { version, body } = world.kernel.documents.only(SITE, kind);
  return world.run("documents.write", {
    writes: [{ kind, id: "site", expected: version, body: change(body as never) }],
  });
}

const withList = (path: string, more: Partial<Page> = {}): Page =>
  page(path, { sections: [listSection("news")], ...more });

/** All pages as they are served now. */
async function allHtml(world: World, paths: readonly string[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, `${await world.statusOf(path)} ${await world.html(path)}`])),
  );
}

/** All pages before and after a full rendering. The first rendering may have missed none. */
async function servedAndAfresh(world: World, paths: readonly string[]): Promise<{ served: object; afresh: object }> {
  const served = await allHtml(world, paths);
  world.kernel.sites.demandRecheck(SITE);
  await publish(world);
  return { served, afresh: await allHtml(world, paths) };
}

describe("the pages that a publication must render again", () => {
  test("do not include a deleted page in later publications", async () => {
    const world = await worldWith({ home: page("/"), list: withList("/list") });
    await world.write("list", null);
    await put(world, "settings", (body: object) => ({ ...body, name: "Renamed" }));
    await publish(world);
    await world.write("n1", page("/n1", { collection: "news" }));
    const { release } = await publish(world);
    expect(await publish(world)).toMatchObject({ release, changed: 0 });
  });

  test("include pages that link to a page that appears, moves, disappears and returns", async () => {
    const paths = ["/", "/b", "/c"];
    const world = await worldWith({
      home: page("/", { sections: [textSection("[b](page:b) ![x](page:b) [r]\n\n[r]: page:b#part")] }),
    });
    for (const body of [page("/b"), page("/c"), null, page("/b")]) {
      await world.write("b", body);
      await publish(world);
      const { served, afresh } = await servedAndAfresh(world, paths);
      expect(served).toEqual(afresh);
    }
  });

  test("include a page that links to two pages that swap paths", async () => {
    const world = await worldWith({
      home: page("/", { sections: [textSection("[a](page:a) [b](page:b)")] }),
      a: page("/a"),
      b: page("/b"),
    });
    const version = (id: string) => world.kernel.documents.get(SITE, "page", id)?.version ?? 0;
    await world.run("documents.write", {
      writes: [
        { kind: "page", id: "a", expected: version("a"), body: page("/b") },
        { kind: "page", id: "b", expected: version("b"), body: page("/a") },
      ],
    });
    await publish(world);
    const { served, afresh } = await servedAndAfresh(world, ["/", "/a", "/b"]);
    expect(served).toEqual(afresh);
  });

  test("are right after restore, edit and publish", async () => {
    const world = await worldWith({
      home: withList("/"),
      a: page("/a", { collection: "news" }),
      b: page("/b", { sections: [textSection("[a](page:a)")] }),
    });
    await world.write("a", page("/moved", { collection: "news", title: "Moved" }));
    await publish(world);
    await world.run("release.restore", { release: 1 });
    await world.write("b", page("/b", { title: "B2", sections: [textSection("[a](page:a)")] }));
    await publish(world);
    const { served, afresh } = await servedAndAfresh(world, ["/", "/a", "/b", "/moved"]);
    expect(served).toEqual(afresh);
    expect(await world.html("/")).toContain("Moved");
  });

  test("include lists after changes of noindex, collection and date", async () => {
    const world = await worldWith({ home: withList("/"), a: page("/a", { collection: "news", date: "2026-01-01" }) });
    const steps: Partial<Page>[] = [
      { collection: "news", noindex: true },
      { collection: "news" },
      { collection: "other" },
      { collection: "news", date: "2026-02-02", title: "T" },
      {},
    ];
    for (const more of steps) {
      await world.write("a", page("/a", more));
      await publish(world);
      const { served, afresh } = await servedAndAfresh(world, ["/", "/a"]);
      expect(served).toEqual(afresh);
    }
  });

  test("include pages with social links when the linked page moves", async () => {
    const world = await worldWith({ home: page("/"), about: page("/about"), other: page("/other") });
    await put(world, "settings", (body: object) => ({ ...body, social: [{ label: "About", link: "page:about" }] }));
    await publish(world);
    await world.write("about", page("/us"));
    await publish(world);
    const { served, afresh } = await servedAndAfresh(world, ["/", "/about", "/us", "/other"]);
    expect(served).toEqual(afresh);
  });
});
