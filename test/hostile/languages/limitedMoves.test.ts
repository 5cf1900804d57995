/** A translator who is limited to German moves German pages, and leaves no redirect but those from their old places. */
import { expect, test } from "vitest";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { SITE, page, type World } from "../../runtime/kernel/world.ts";
import { languagesWorld } from "../../runtime/languages/languagesWorld.ts";

const as = (world: World) =>
  ({
    site: SITE,
    actor: { kind: "member", id: "translator" },
    key: world.powers.newId(),
    requestId: "r",
    role: "editor",
    mayPublish: true,
  }) as const;

const tried = (world: World, name: CommandName, input: object): Promise<string> =>
  world.kernel.execute(name, as(world), input).then(
    () => "done",
    ({ code }: Refusal) => code,
  );

const redirects = (world: World) => world.kernel.documents.only(SITE, "redirects");

/** German pages are at /de, and their place is /deutsch by now. */
async function movedLanguage(): Promise<World> {
  const world = await languagesWorld();
  const { version, body } = world.kernel.documents.only(SITE, "settings");
  const languages = body.languages?.map((one) => (one.tag === "de" ? { ...one, prefix: "/deutsch" } : one));
  await world.run("settings.put", { expected: version, body: { ...body, languages } });
  const entries = [{ from: "/old", to: "/rooms", status: 301 }];
  await world.run("redirects.put", { expected: redirects(world).version, body: { entries } });
  await world.run("member.languages", { member: "translator", languages: ["de"] });
  return world;
}

test("German pages are gathered below their prefix, with redirects", async () => {
  const world = await movedLanguage();
  expect(await tried(world, "language.gather", { language: "de", redirect: true })).toBe("done");
  expect(world.kernel.documents.get(SITE, "page", "zimmer")?.body.path).toBe("/deutsch/zimmer");
  expect(redirects(world).body.entries).toEqual(
    expect.arrayContaining([
      { from: "/old", to: "/rooms", status: 301 },
      { from: "/de", to: "/deutsch", status: 301 },
      { from: "/de/zimmer", to: "/deutsch/zimmer", status: 301 },
    ]),
  );
});

test("no other redirect comes along, and none goes", async () => {
  const world = await movedLanguage();
  const { version, body } = redirects(world);
  const zimmer = world.kernel.documents.get(SITE, "page", "zimmer");
  const move = {
    kind: "page",
    id: "zimmer",
    expected: zimmer?.version,
    body: { ...zimmer?.body, path: "/deutsch/zimmer" },
  };
  const own = { from: "/de/zimmer", to: "/deutsch/zimmer", status: 301 };
  const [old] = body.entries;
  for (const entries of [
    [old, own, { from: "/dead", to: "/deutsch/zimmer", status: 301 }],
    [own],
    [{ ...old, to: "/deutsch/zimmer" }, own],
    [old, { ...own, from: "/de/*" }],
    [old, { ...own, to: "/rooms" }],
  ]) {
    const writes = [move, { kind: "redirects", id: "site", expected: version, body: { entries } }];
    expect([entries, await tried(world, "documents.write", { writes })]).toEqual([entries, "FORBIDDEN"]);
  }
  expect(redirects(world).body).toEqual(body);
});

test("a redirect from the place of an English page is none of a German move", async () => {
  const world = await movedLanguage();
  const { version, body } = redirects(world);
  const turned = page("/deutsch/prices", { language: "de" });
  const after = [...body.entries, { from: "/prices", to: "/deutsch/prices", status: 301 }];
  const writes = [
    { kind: "page", id: "prices", expected: 1, body: turned },
    { kind: "redirects", id: "site", expected: version, body: { entries: after } },
  ];
  expect(await tried(world, "documents.write", { writes })).toBe("FORBIDDEN");
});
