/** A site whose main address changes after its feed was published. */
import { expect, test } from "vitest";
import { packProject } from "../../../sites/tools/firstParty.ts";
import { all, only, readXml } from "../../plugins/xml.ts";
import { initialiseInput, PACK, page, SITE, siteOf, worldWith, type World } from "../kernel/world.ts";

const FEEDS = packProject().firstParty.filter(({ manifest }) => manifest.id === "drawbridge.feeds");
const PAGES = { home: page("/"), news: page("/news", { collection: "journal", date: "2025-03-12" }) };
const OLD = "https://acme.example";
const NEW = "https://new.example";

const move = ({ kernel }: World, origin: string) =>
  kernel.initialiser.run(initialiseInput(siteOf(PAGES), { origin, hostnames: [new URL(origin).hostname] }));

/** The ids and the links of the feed, each with those of its entries. */
async function feed({ kernel }: World): Promise<{ ids: string[]; links: (string | undefined)[] }> {
  const { body } = await kernel.published.answer(SITE, "/feed.xml", null);
  const root = readXml(body ?? "");
  const parts = [root, ...all(root, "entry")];
  return {
    ids: parts.map((part) => only(part, "id")),
    links: parts.flatMap((part) => all(part, "link").map(({ attributes }) => attributes.get("href"))),
  };
}

test("a feed keeps its ids when the site moves, and its links lead to the new address", async () => {
  const world = await worldWith(PAGES, [...PACK, ...FEEDS]);
  const ids = [`${OLD}/feed.xml`, `${OLD}/feed.xml#news`];
  expect(await feed(world)).toEqual({ ids, links: [`${OLD}/feed.xml`, `${OLD}/`, `${OLD}/news`] });
  await move(world, NEW);
  await world.write("news", page("/news", { collection: "journal", date: "2025-03-12", title: "Changed" }));
  await world.run("publish", {});
  const moved = { ids, links: [`${NEW}/feed.xml`, `${NEW}/`, `${NEW}/news`] };
  expect(await feed(world)).toEqual(moved);
  expect(await feed(world.restart())).toEqual(moved);
  await move(world, "https://third.example");
  expect((await feed(world)).ids).toEqual(ids);
  await move(world, OLD);
  expect((await feed(world)).ids).toEqual(ids);
});
