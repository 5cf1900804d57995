/** Shared values where pages are listed, described, archived and provisioned. */
import { expect, test } from "vitest";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { Deployment } from "../backups/testDeployment.ts";
import { initialiseInput, page, plugin, SITE, type World } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";
import { LANGUAGE_PACK, LANGUAGES, siteInLanguages } from "./languagesWorld.ts";
import { BOAT, boat, boatsPlugin, boot, priced } from "./sharedWorld.ts";

/** A feed of boats, and what search engines read of one. */
const readers = plugin(
  "test.readers",
  {
    metadata: [{ name: "head", template: "head.liquid" }],
    files: [
      {
        path: "/boats.json",
        type: "application/json",
        template: "boats.liquid",
        queries: { found: { type: BOAT, order: "path" } },
      },
    ],
  } as unknown as Contributes,
  {
    "head.liquid":
      '{% if page.values %}<script type="application/ld+json">{"price": {{ page.values.price | json }}}</script>{% endif %}',
    "boats.liquid":
      '[{% for one in queries.found %}{% unless forloop.first %},{% endunless %}"{{ one.path }} {{ one.values.price }}"{% endfor %}]',
  },
);

const PACK = [...LANGUAGE_PACK, boatsPlugin(), readers];
const PAGES = {
  home: page("/"),
  start: page("/de", { language: "de", translationOf: "home" }),
  gull: boat("/gull", { price: 90, about: "Fast" }),
  moewe: boot("/de/moewe", "gull", { about: "Schnell" }),
};

async function provisioned(): Promise<{ readonly deployment: Deployment; readonly world: World }> {
  const deployment = new Deployment(PACK);
  const world = deployment.on(testPowers());
  await world.kernel.initialiser.run(initialiseInput(siteInLanguages(PAGES, { languages: LANGUAGES })));
  return { deployment, world };
}

const facts = async (world: World) => ({
  feed: JSON.parse(await world.html("/de/boats.json")) as unknown,
  described: /ld\+json">([^<]*)</.exec(await world.html("/de/moewe"))?.[1],
  shown: (await world.html("/de/moewe")).includes("<p>"),
});

test("feeds and what search engines read have the value of the source, from its provisioning on", async () => {
  const { world } = await provisioned();
  expect(await facts(world)).toEqual({ feed: ["/de/moewe 90"], described: '{"price": 90}', shown: true });
  await priced(world, "gull", 1, 70);
  expect(await facts(world)).toMatchObject({ feed: ["/de/moewe 90"], described: '{"price": 90}' });
  await world.run("publish", { only: { pages: ["gull"] } });
  expect(await facts(world)).toMatchObject({ feed: ["/de/moewe 70"], described: '{"price": 70}' });
});

test("an archive keeps them, and a restored site shows, changes and publishes them", async () => {
  const { deployment, world } = await provisioned();
  await priced(world, "gull", 1, 70);
  await world.run("publish", {});
  await priced(world, "gull", 2, 60);
  const restored = await deployment.restored(await deployment.back(world), world.powers.clock.now);
  await restored.kernel.plugins.prepare();
  expect(await facts(restored)).toMatchObject({ feed: ["/de/moewe 70"], described: '{"price": 70}' });
  expect(restored.kernel.documents.get(SITE, "page", "moewe")?.body.values).toMatchObject({ price: 60 });
  await restored.run("publish", {});
  expect(await facts(restored)).toMatchObject({ feed: ["/de/moewe 60"], described: '{"price": 60}' });
  await restored.run("page.delete", { page: "gull", expected: 3 });
  await restored.run("publish", {});
  expect(await facts(restored)).toMatchObject({ feed: ["/de/moewe 60"], described: '{"price": 60}' });
});
