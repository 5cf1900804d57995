/** Old paths of files: they cover nothing, lead nowhere else, and tell of no file that is not public. */
import { describe, expect, test } from "vitest";
import { originalPaths } from "../../../runtime/media/former/originalPaths.ts";
import { page, textSection } from "../../runtime/kernel/world.ts";
import { formerWorld } from "../../runtime/media/formerWorld.ts";
import { excess } from "../../support/effort.ts";

async function aWorld() {
  const world = await formerWorld();
  const file = await world.add(1);
  await world.show(file.path);
  return { ...world, file, give: (paths: readonly string[]) => world.give(file, paths) };
}

test.each([
  "/_editor",
  "/_EDITOR/pages",
  "/%5Feditor/pages",
  "/api/site",
  "//api/site",
  "/media/x.jpg",
  "/media/0000/a.png",
  "/_draft/x",
  "/cdn-cgi/x",
  "/ａｐｉ/x",
  "a.jpg",
  "/",
  "//",
  "https://evil.example/a.jpg",
  "/a.jpg?x=1",
  "/a.jpg#x",
  "/a\\b.jpg",
  "/a\nb.jpg",
])("no file has the old path %j", async (path) => {
  const world = await aWorld();
  await expect(world.give([path])).rejects.toMatchObject({ code: "INVALID_REQUEST" });
});

test("an old path is one literal path in every spelling, and no pattern", async () => {
  const world = await aWorld();
  await world.give(["/old/a.jpg", "/*", "/:name", "/x/*", "/a/../b.jpg", "/a%2Fb.jpg"]);
  await world.run("publish", {});
  const spellings = ["/old/a.jpg", "/OLD/A.jpg", "/old//a.jpg", "/old/%61.jpg"];
  expect(new Set(await Promise.all(spellings.map((path) => world.ask(path))))).toEqual(new Set([world.file.path]));
  const others = ["/anything", "/x/y", "/x", "/b.jpg", "/a/b.jpg", "/old/a.jpg/", "/old/a.jpg/x", "/old"];
  expect(await Promise.all(others.map((path) => world.ask(path)))).toEqual([
    404,
    404,
    404,
    404,
    404,
    world.file.path,
    404,
    404,
  ]);
});

test("an old path covers no page, no file of the site and no address of the platform", async () => {
  const world = await aWorld();
  const paths = ["/home.jpg", "/robots.txt", "/sitemap.xml", "/llms.txt", "/index.md"];
  await world.write("shown", page("/home.jpg"));
  await world.run("publish", {});
  const before = await Promise.all(paths.map((path) => world.ask(path)));
  await world.give(paths);
  await world.run("publish", {});
  const after = await Promise.all(paths.map((path) => world.ask(path)));
  expect(after.map((answer, at) => (before[at] === 404 ? 404 : answer))).toEqual(before);
});

describe("a guessed path tells nobody of a file", () => {
  const PATH = "/members/report.png";

  test.each([
    ["of the draft alone", {}, false],
    ["of a page that is held", { held: true }, true],
    ["of a page for readers", { audience: ["readers"] }, true],
    ["of a page of the future", { from: "2999-01-01T00:00:00Z" }, true],
  ])("%s", async (_name, more, isPublished) => {
    const world = await aWorld();
    const shown = { sections: [textSection(`![x](${world.file.path})`)] };
    await world.give([PATH]);
    await world.write("home", page("/"));
    await world.write("secret", page("/secret", { ...more, ...shown }));
    if (isPublished) await world.run("publish", {});
    expect(await world.ask(PATH)).toBe(404);
    await world.write("open", page("/open", shown));
    await world.run("publish", {});
    expect(await world.ask(PATH)).toBe(world.file.path);
  });

  test("that is for readers, though a page shows it to everybody", async () => {
    const world = await aWorld();
    await world.give([PATH]);
    await world.run("publish", {});
    expect(await world.ask(PATH)).toBe(world.file.path);
    world.powers.sql.all("UPDATE media_files SET audience = ?", JSON.stringify(["readers"]));
    expect(await world.ask(PATH)).toBe(404);
  });

  test("that no document shows yet or any more", async () => {
    const world = await formerWorld();
    const { path } = await world.add(1, PATH);
    await world.run("publish", {});
    expect(await world.ask(PATH)).toBe(404);
    await world.show(path);
    await world.run("publish", {});
    await world.write("home", page("/"));
    await world.run("publish", {});
    expect(await world.ask(PATH)).toBe(404);
  });
});

test.each(["-1x1", "_hu0000", "/size/w1", "-scaled", ".jpg"])(
  "a path of many %j costs no more than others, and has few originals",
  async (piece) => {
    const path = `/${piece.repeat(Math.floor(8_000 / piece.length))}.jpg`;
    expect(originalPaths(path).length).toBeLessThan(40);
    expect(await excess(() => originalPaths(path), 20)).toBeUndefined();
  },
);
