/** Files lead on from the paths that they had on earlier sites. */
import { describe, expect, test } from "vitest";
import { FORMER_PATH_MAX_CHARS, FORMER_PATHS_MAX, MEDIA_USES_LISTED } from "../../../manifests/bounds/media.ts";
import { originalPaths } from "../../../runtime/media/former/originalPaths.ts";
import { SITE, page, textSection } from "../kernel/world.ts";
import { formerWorld } from "./formerWorld.ts";

const OLD = "/wp-content/uploads/2019/05/boat.jpg";

describe("a file", () => {
  test("is found at its old path and those of its copies, with the query, while a release shows it", async () => {
    const world = await formerWorld();
    const { path } = await world.add(1, OLD);
    await world.show(path);
    expect(await world.ask(OLD)).toBe(404);
    await world.run("publish", {});
    const copies = ["boat-300x200.jpg", "boat-scaled.jpg", "Boat.JPG", "boat-300x200.webp"];
    for (const copy of copies) expect(await world.ask(OLD.replace("boat.jpg", copy))).toBe(path);
    expect(await world.ask(OLD, "?w=300")).toBe(`${path}?w=300`);
    expect(await world.ask(OLD.replace("boat", "quay"))).toBe(404);
    await world.write("home", page("/"));
    await world.run("publish", {});
    expect(await world.ask(OLD)).toBe(404);
  });

  test("leads to the one in its place, and nowhere when it is gone", async () => {
    const world = await formerWorld();
    const [old, next] = [await world.add(1, OLD), await world.add(2)];
    await world.show(old.path);
    await world.run("media.replace", { media: old.id, expected: 1, by: next.id });
    await world.run("publish", {});
    expect(await world.ask(OLD)).toBe(next.path);
    await world.run("media.delete", { media: next.id, expected: 2, force: true });
    expect(await world.ask(OLD)).toBe(404);
    await world.show(old.path);
    await world.run("publish", {});
    expect(await world.ask(OLD)).toBe(old.path);
    const { version: expected } = world.kernel.mediaFiles.get(SITE, old.id);
    await world.run("media.delete", { media: old.id, expected, force: true });
    expect(await world.ask(OLD)).toBe(404);
    expect(world.powers.sql.all("SELECT * FROM media_former_paths")).toEqual([]);
  });

  test("comes behind a page and a redirect of its old path alone, and before one of many paths", async () => {
    const world = await formerWorld();
    const file = await world.add(1, "/boat.jpg");
    await world.give(file, ["/boat.jpg", "/quay.jpg", "/tide"]);
    await world.show(file.path);
    await world.write("tide", page("/tide"));
    const entries = [
      { from: "/quay.jpg", to: "/tide", status: 301 },
      { from: "/*", to: "/tide", status: 302 },
    ];
    await world.run("documents.write", { writes: [{ kind: "redirects", id: "site", expected: 1, body: { entries } }] });
    await world.run("publish", {});
    expect(await Promise.all(["/boat.jpg", "/quay.jpg", "/tide"].map((path) => world.ask(path)))).toEqual([
      file.path,
      "/tide",
      200,
    ]);
  });

  test("comes behind a page at every spelling of its path", async () => {
    const world = await formerWorld();
    const file = await world.add(1, "/brochure");
    await world.write("brochure", page("/brochure", { sections: [textSection(`![Boat](${file.path})`)] }));
    await world.run("publish", {});
    const spellings = ["/brochure", "/brochure/", "/Brochure", "/%62rochure"];
    // The site's worker leads other spellings to the page.
    expect(await Promise.all(spellings.map((path) => world.ask(path)))).toEqual([200, 404, 404, 404]);
  });

  test("is found where one open page shows it, and any number of pages for readers", async () => {
    const world = await formerWorld();
    const file = await world.add(1, "/old.png");
    const sections = [textSection(`![Boat](${file.path})`)];
    for (let n = 0; n <= MEDIA_USES_LISTED; n++)
      await world.write(`g${n}`, page(`/a/${n}`, { audience: ["readers"], sections }));
    await world.write("z", page("/z", { sections }));
    await world.run("publish", {});
    for (let turn = 0; turn < 10; turn++) await world.kernel.chores.run();
    expect(await world.ask("/old.png")).toBe(file.path);
  });

  test("has a path in its normal form, which another file may take over", async () => {
    const world = await formerWorld();
    const [one, other] = [await world.add(1, "/Bilder//Möwe.JPG"), await world.add(2)];
    expect(world.media.detail(SITE, one.id).formerPaths).toEqual(["/bilder/möwe.jpg"]);
    await world.give(other, ["/bilder/m%C3%B6we.jpg"]);
    expect(world.media.list(SITE, {}, null, null).items.map(({ formerPaths }) => formerPaths)).toEqual([
      ["/bilder/möwe.jpg"],
      [],
    ]);
    expect(world.media.list(SITE, { formerPath: "/bilder/möwe-20x30.jpg" }, null, null).items[0]?.id).toBe(other.id);
    expect(world.media.list(SITE, { formerPath: "/bilder/x.jpg" }, null, null).items).toEqual([]);
  });

  test.each([
    [FORMER_PATHS_MAX - 1, "ok"],
    [FORMER_PATHS_MAX, "ok"],
    [FORMER_PATHS_MAX + 1, "INVALID_REQUEST"],
  ])("has %i old paths: %s", async (count, answer) => {
    const world = await formerWorld();
    const paths = Array.from({ length: count }, (_, n) => `/a/${n}.jpg`);
    const given = world.give(await world.add(1), paths).then(
      () => "ok",
      ({ code }: { code: string }) => code,
    );
    expect(await given).toBe(answer);
  });

  test("gets no further path by an upload beyond the most", async () => {
    const world = await formerWorld();
    const file = await world.add(1);
    await world.give(
      file,
      Array.from({ length: FORMER_PATHS_MAX }, (_, n) => `/a/${n}.jpg`),
    );
    await expect(world.add(1, "/a/0.jpg")).resolves.toMatchObject({ created: false });
    await expect(world.add(1, "/b.jpg")).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  test.each([
    [FORMER_PATH_MAX_CHARS - 1, "ok"],
    [FORMER_PATH_MAX_CHARS, "ok"],
    [FORMER_PATH_MAX_CHARS + 1, "INVALID_REQUEST"],
  ])("has an old path of %i characters: %s", async (length, answer) => {
    const world = await formerWorld();
    const given = world.give(await world.add(1), [`/${"a".repeat(length - 1)}`]).then(
      () => "ok",
      ({ code }: { code: string }) => code,
    );
    expect(await given).toBe(answer);
  });
});

test.each([
  ["/2019/a-300x200.jpg", ["/2019/a.jpg", "/2019/a-scaled.jpg", "/2019/a-rotated.jpg"]],
  ["/2019/a.jpg", ["/2019/a-scaled.jpg", "/2019/a-rotated.jpg"]],
  ["/2019/a-scaled.jpg", ["/2019/a.jpg", "/2019/a-rotated.jpg"]],
  ["/2019/a.jpg.webp", ["/2019/a.jpg"]],
  ["/2019/a-300x200.jpg.webp", ["/2019/a.jpg"]],
  ["/content/images/size/w600/2020/01/a.png", ["/content/images/2020/01/a.png"]],
  ["/content/images/size/w600h400/format/webp/2020/a.png", ["/content/images/2020/a.png"]],
  ["/posts/x/a_hu3a5f1c_1024_600x0_resize_q75_box.jpg", ["/posts/x/a.jpg"]],
  ["/posts/x/a_hu_3a5f1c.webp", ["/posts/x/a.webp", "/posts/x/a.jpg", "/posts/x/a.jpeg", "/posts/x/a.png"]],
])("%s may be a copy of %j", (path, originals) => {
  expect(originalPaths(path)).toEqual(expect.arrayContaining(originals));
});

test.each(["/a-300x200", "/a-300x200.pdf", "/tide", "/size/w600/a.css"])("%s is no copy of a picture", (path) => {
  expect(originalPaths(path)).toEqual([]);
});
