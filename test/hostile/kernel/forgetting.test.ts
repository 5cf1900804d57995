import { expect, test } from "vitest";
import { REVISIONS_KEPT } from "../../../manifests/bounds/documents.ts";
import { RELEASES_KEPT, RELEASES_SLACK } from "../../../manifests/bounds/publishing.ts";
import { SITE, initialiseInput, page, siteOf, worldWith } from "../../runtime/kernel/world.ts";

test("a page that the current release shows is not deleted, even if it is a late rendering of an early draft", async () => {
  const world = await worldWith({ home: page("/") });
  const { releaseRetention, retention, sites } = world.kernel;
  for (let n = 0; n < REVISIONS_KEPT + RELEASES_KEPT + RELEASES_SLACK; n++) {
    await world.write("home", page("/", { title: `T${n}` }));
    if (n < RELEASES_KEPT + RELEASES_SLACK) await world.run("publish", {});
  }
  await world.run("release.restore", { release: 2 });
  const moved = initialiseInput(siteOf({ home: page("/") }), {
    origin: "https://new.example",
    hostnames: ["new.example"],
  });
  await world.kernel.initialiser.run(moved);
  const before = (await world.kernel.published.answer(SITE, "/index.md", null)).body;
  const neededFrom = releaseRetention.prune(SITE, sites.get(SITE).release);
  expect(neededFrom).toBeDefined();
  retention.prune(SITE, neededFrom ?? 0);
  world.powers.sql.all("DELETE FROM files");
  const later = world.restart();
  expect((await later.kernel.published.answer(SITE, "/index.md", null)).body).toBe(before);
  expect((await later.kernel.published.answer(SITE, "/sitemap.xml", null)).body).toContain("https://new.example/");
});
