/** A language at a hostname of its own: each page has one address, and every link knows it. */
import { describe, expect, test } from "vitest";
import { addressOnPage } from "../../../runtime/rendering/localized.ts";
import { refusalOf } from "../editing/editingWorld.ts";
import { page, SITE, textSection, type World } from "../kernel/world.ts";
import { HOST, HOSTNAMES, hostsWorld, hrefsOf, visit, WITH_HOST, withHostnames } from "./hostsWorld.ts";
import { alternatesOf, choicesOf, german, LANGUAGES } from "./languagesWorld.ts";

const MAIN = "https://acme.example";
const THERE = `https://${HOST}`;

describe("a page of a language with a hostname", () => {
  test("is at the hostname without the prefix, and its old address leads there", async () => {
    const world = await hostsWorld();
    expect((await visit(world, "/", HOST)).html).toContain('<html lang="de"');
    expect((await visit(world, "/zimmer", HOST)).status).toBe(200);
    const old = await visit(world, "/de/zimmer", "", "?from=mail");
    expect([old.status, old.location]).toEqual([301, `${THERE}/zimmer?from=mail`]);
    expect((await visit(world, "/de")).location).toBe(`${THERE}/`);
    expect((await visit(world, "/de.md")).location).toBe(`${THERE}/index.md`);
    expect((await visit(world, "/de/zimmer", HOST)).location).toBe("/zimmer");
    expect((await visit(world, "/index.md", HOST)).html).toContain("#");
    expect((await visit(world, "/zimmer.md", HOST)).headers["Link"]).toBe(`<${THERE}/zimmer>; rel="canonical"`);
  });

  test("shows no page of another language at the same path", async () => {
    const world = await hostsWorld();
    const { status, html, location } = await visit(world, "/rooms", HOST);
    expect([status, location]).toEqual([404, undefined]);
    expect(html).toContain('lang="de"');
    expect((await visit(world, "/zimmer")).status).toBe(404);
  });

  test("links pages of its language by paths, and others by their hostname", async () => {
    const world = await hostsWorld();
    expect(hrefsOf((await visit(world, "/zimmer", HOST)).html)).toEqual(
      expect.arrayContaining(["/", `${MAIN}/prices`]),
    );
    expect(hrefsOf((await visit(world, "/rooms")).html)).toEqual(expect.arrayContaining(["/", "/prices"]));
    await world.write("home", page("/", { sections: [textSection("[Zimmer](/de/zimmer#bett) [Bild](/media/x)")] }));
    await world.run("publish", {});
    expect(hrefsOf((await visit(world, "/")).html)).toEqual(
      expect.arrayContaining([`${THERE}/zimmer#bett`, "/media/x"]),
    );
  });

  test("names itself and its translations by their hostnames, both ways", async () => {
    const world = await hostsWorld();
    const [de, en] = [await visit(world, "/zimmer", HOST), await visit(world, "/rooms")];
    expect(alternatesOf(de.html)).toEqual([`en ${MAIN}/rooms`, `de ${THERE}/zimmer`]);
    expect(alternatesOf(en.html)).toEqual(alternatesOf(de.html));
    expect(choicesOf(en.html)).toContainEqual(expect.stringMatching(/^de \/de\/zimmer true/));
  });

  test("is never kept by a cache that only knows the main hostname", async () => {
    const world = await hostsWorld();
    for (const { headers } of [await visit(world, "/zimmer", HOST), await visit(world, "/de/zimmer")])
      expect(headers["Cache-Control"]).toBe("private, no-cache");
    const { headers } = await visit(world, "/zimmer", HOST);
    const again = await world.kernel.serve(SITE, "/zimmer", headers["ETag"] ?? "", { host: HOST });
    expect(again.status).toBe(304);
  });

  test("has redirects, files and the platform's own paths at the hostname", async () => {
    const world = await hostsWorld();
    await world.run("redirects.put", {
      expected: world.kernel.documents.only(SITE, "redirects").version,
      body: {
        entries: [
          { from: "/de/alt", to: "/de/zimmer", status: 301 },
          { from: "/old", to: "/de/zimmer", status: 301 },
          { from: `https://${HOST}/promo`, to: "/rooms", status: 302 },
        ],
      },
    });
    await world.run("publish", {});
    expect((await visit(world, "/alt", HOST)).location).toBe("/zimmer");
    expect((await visit(world, "/old")).location).toBe(`${THERE}/zimmer`);
    expect((await visit(world, "/promo", HOST)).location).toBe(`${MAIN}/rooms`);
    const sheet = /href="(\/_assets\/[^"]+\.css)"/.exec((await visit(world, "/zimmer", HOST)).html)?.[1] ?? "";
    expect((await visit(world, sheet, HOST)).status).toBe(200);
  });

  test("is reached although an older redirect leads the hostname below the prefix", async () => {
    const world = await hostsWorld();
    const { version } = world.kernel.documents.only(SITE, "redirects");
    const entries = [{ from: `https://${HOST}/*`, to: "/de/*", status: 301 }];
    await world.run("redirects.put", { expected: version, body: { entries } });
    await world.run("publish", {});
    expect((await visit(world, "/zimmer", HOST)).status).toBe(200);
    expect((await visit(world, "/", HOST)).status).toBe(200);
  });

  test("moves to another path of the hostname with a redirect", async () => {
    const world = await hostsWorld();
    await world.run("page.move", { page: "zimmer", expected: 1, path: "/de/raum", redirect: true });
    await world.run("publish", {});
    expect((await visit(world, "/zimmer", HOST)).location).toBe("/raum");
    expect((await visit(world, "/raum", HOST)).status).toBe(200);
  });
});

describe("a page whose path at the hostname means something else", () => {
  test.each(["/de/media", "/de/api/x", "/de/media/x", "/de/API", "/de/index"])(
    "stays at the main hostname: %s",
    async (path) => {
      const world = await hostsWorld();
      await world.write("taken", german(path, "prices"));
      await world.write("rooms", page("/rooms", { sections: [textSection("[Taken](page:taken)")] }));
      await world.run("publish", {});
      expect((await visit(world, path.toLowerCase())).status).toBe(200);
      expect(hrefsOf((await visit(world, "/zimmer", HOST)).html)).toContain(`${MAIN}${path.toLowerCase()}`);
      expect(alternatesOf((await visit(world, "/prices")).html)).toContain(`de ${MAIN}${path.toLowerCase()}`);
      expect((await visit(world, path.toLowerCase(), HOST)).location).toBe(`${MAIN}${path.toLowerCase()}`);
      expect((await visit(world, "/index.md", HOST)).headers["Link"]).toBe(`<${THERE}/>; rel="canonical"`);
    },
  );
});

describe("redirects between the hostnames of one site", () => {
  const putRedirects = async (world: World, ...rules: readonly (readonly [from: string, to: string])[]) => {
    const { version } = world.kernel.documents.only(SITE, "redirects");
    const entries = rules.map(([from, to]) => ({ from, to, status: 301 }));
    await world.run("redirects.put", { expected: version, body: { entries } });
    await world.run("publish", {});
  };

  test("that lead the hostname to its own prefix are none", async () => {
    const world = await hostsWorld();
    await putRedirects(world, [`https://${HOST}/*`, `${MAIN}/de/*`]);
    expect((await visit(world, "/zimmer", HOST)).status).toBe(200);
    expect((await visit(world, "/", HOST)).status).toBe(200);
    expect((await visit(world, "/nowhere", HOST)).status).toBe(404);
  });

  test("that lead the prefix to its hostname are none", async () => {
    const world = await hostsWorld();
    await putRedirects(world, ["/de/*", `${THERE}/*`], ["/de", THERE], ["/de/alt", `${THERE}/zimmer?a=1#b`]);
    expect((await visit(world, "/nowhere", HOST)).status).toBe(404);
    expect((await visit(world, "/", HOST)).status).toBe(200);
    expect((await visit(world, "/de/nowhere")).location).toBe(`${THERE}/nowhere`);
    expect((await visit(world, "/alt", HOST)).location).toBe("/zimmer?a=1#b");
    await withHostnames(world, ["acme.example"]);
    expect((await visit(world, "/de/nowhere")).location).toBe(`${THERE}/nowhere`);
  });

  test("that form a circle through the hostname are refused", async () => {
    const world = await hostsWorld();
    const rules = [
      { from: `${THERE}/a`, to: "/de/b", status: 301 },
      { from: `${THERE}/b`, to: `${MAIN}/de/a`, status: 301 },
    ];
    const { version } = world.kernel.documents.only(SITE, "redirects");
    const { detail } = await refusalOf(world, "redirects.put", { expected: version, body: { entries: rules } });
    expect(detail["issues"]).toEqual([
      expect.objectContaining({ pointer: "/body/entries/0" }),
      expect.objectContaining({ pointer: "/body/entries/1" }),
    ]);
  });

  test.each([
    ["//evil.example", "/evil.example"],
    [":8443/zimmer", ":8443/zimmer"],
    ["/media/x.jpg", "/media/x.jpg"],
  ])("keep what is no page: %s", async (to, led) => {
    const world = await hostsWorld();
    await putRedirects(world, ["/old", THERE + to]);
    expect((await visit(world, "/old")).location).toBe(THERE + led);
  });
});

test("an address that visitors ask for in vain at the hostname is counted as the site's", async () => {
  const world = await hostsWorld();
  for (const path of ["/verloren", "/media/x", "/zimmer"]) await visit(world, path, HOST);
  await visit(world, "/verloren", "old.example");
  await visit(world, "/de/verloren");
  expect(world.kernel.offers.missedAddresses.list(SITE)).toEqual([
    expect.objectContaining({ path: "/de/verloren", times: 1 }),
  ]);
});

test("a site without a row is missing", async () => {
  const { kernel } = await hostsWorld();
  expect((await kernel.serve("none", "/", null, { host: HOST })).status).toBe(404);
});

test("a visitor whose browser asks for the language is led from / to its hostname", async () => {
  const world = await hostsWorld(HOSTNAMES, { languageChoice: "browser" });
  expect((await visit(world, "/", "", "", "de")).location).toBe(`${THERE}/`);
  expect((await visit(world, "/", HOST, "", "en")).location).toBeUndefined();
  const chosen = await visit(world, "/zimmer", HOST, "?language=de");
  expect([chosen.status, chosen.location]).toEqual([302, "/zimmer"]);
});

test("a fallback and its page for unknown addresses are at the hostname", async () => {
  const languages = WITH_HOST.map((one) => (one.tag === "de" ? { ...one, fallback: "source" as const } : one));
  const world = await hostsWorld(HOSTNAMES, { languages });
  const shown = await visit(world, "/prices", HOST);
  expect([shown.status, shown.html.includes("noindex")]).toEqual([200, true]);
  expect((await visit(world, "/rooms", HOST)).location).toBe("/zimmer");
  await world.write("nichts", german("/de/404", "rooms", { translationOf: undefined, title: "Nichts da" } as never));
  await world.run("publish", {});
  const lost = await visit(world, "/nowhere", HOST);
  expect([lost.status, lost.html.includes("Nichts da")]).toEqual([404, true]);
});

describe("a hostname that is not verified", () => {
  const put = (world: World, hostname: string, tag = "de") => ({
    expected: world.kernel.documents.only(SITE, "settings").version,
    body: {
      ...world.kernel.documents.only(SITE, "settings").body,
      languages: LANGUAGES.map((one) => (one.tag === tag ? { ...one, hostname } : one)),
    },
  });

  test.each(["other.example", "acme.example"])("is refused in the settings: %s", async (hostname) => {
    const world = await hostsWorld(HOSTNAMES, { languages: LANGUAGES });
    const { code, detail } = await refusalOf(world, "settings.put", put(world, hostname));
    expect([code, detail["issues"]]).toEqual([
      "INVALID_REQUEST",
      [expect.objectContaining({ pointer: "/body/languages/1/hostname", found: hostname })],
    ]);
  });

  test("is not used when the operator takes it away, and pages are below the prefix at once", async () => {
    const world = await hostsWorld();
    await withHostnames(world, ["acme.example"]);
    expect((await visit(world, "/de/zimmer")).status).toBe(200);
    expect((await visit(world, "/zimmer", HOST)).status).toBe(404);
    const { html } = await visit(world, "/rooms");
    expect(html).not.toContain(HOST);
    expect(alternatesOf(html)).toContain(`de ${MAIN}/de/zimmer`);
    // The settings keep it, and can be written again.
    await world.run("settings.put", { ...put(world, HOST) });
    await withHostnames(world, HOSTNAMES);
    expect((await visit(world, "/rooms")).html).toContain(`${THERE}/zimmer`);
  });

  test("of a provisioned site is used as soon as it is verified", async () => {
    const world = await hostsWorld(["acme.example"]);
    expect((await visit(world, "/rooms")).html).toContain(`${MAIN}/de/zimmer`);
    await withHostnames(world, HOSTNAMES);
    expect((await visit(world, "/de/zimmer")).location).toBe(`${THERE}/zimmer`);
    expect((await visit(world, "/rooms")).html).toContain(`${THERE}/zimmer`);
  });

  test.each([
    ["lead to the same hostnames as before", [HOST, "old.example"], false],
    ["lead to a hostname that the operator takes away", [], true],
  ])("redirects leave the page cache when the clock publishes and they %s", async (_, further, leaves) => {
    const world = await hostsWorld();
    world.powers.clock.now = Date.parse("2026-03-28T11:00:00Z");
    await world.run("redirects.put", {
      expected: world.kernel.documents.only(SITE, "redirects").version,
      body: { entries: [{ from: "/old", to: "/de/zimmer", status: 301 }] },
    });
    await world.run("page.create", { id: "later", body: page("/later", { from: "2026-03-28T12:00:00Z" }) });
    await world.run("publish", {});
    expect(await uncovered(world)).toContain("/old");
    world.powers.clock.now = Date.parse("2026-03-28T12:00:00Z");
    await withHostnames(world, ["acme.example", ...further]);
    const paths = await uncovered(world);
    expect([paths.includes("/later"), paths.includes("/old")]).toEqual([true, leaves]);
  });
});

/** The paths that leave the page cache for the last publications. */
async function uncovered({ kernel }: World): Promise<string[]> {
  const paths: string[] = [];
  const purge = async (keys: readonly string[]): Promise<void> => {
    paths.push(...keys.map((key) => new URL(key).pathname));
  };
  while (!(await kernel.uncovering.turn(SITE, { purge })));
  return paths;
}

test("a language with a hostname and no prefix gets its tag as the prefix of its paths", async () => {
  const world = await hostsWorld(HOSTNAMES, { languages: LANGUAGES });
  const body = {
    ...world.kernel.documents.only(SITE, "settings").body,
    languages: [LANGUAGES[0], { tag: "de", name: "Deutsch", hostname: HOST }],
  };
  await world.run("settings.put", { expected: world.kernel.documents.only(SITE, "settings").version, body });
  expect(world.kernel.documents.only(SITE, "settings").body.languages?.[1]?.prefix).toBe("/de");
});

test.each(["WERFT.example", "werft", "https://werft.example", "werft.example/", "-a.example", "a..example", ""])(
  "the hostname %j is refused",
  async (hostname) => {
    const world = await hostsWorld(HOSTNAMES, { languages: LANGUAGES });
    const languages = LANGUAGES.map((one) => (one.tag === "de" ? { ...one, hostname } : one));
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    const { code } = await refusalOf(world, "settings.put", { expected: version, body: { ...body, languages } });
    expect(code).toBe("INVALID_REQUEST");
  },
);

test("a link that names the hostname is looked up in the language before a publication", async () => {
  const world = await hostsWorld();
  const links = textSection(`[there](${THERE}/zimmer) [home](${THERE}/) [lost](${THERE}/nirgends)`);
  await world.write("home", page("/", { sections: [links] }));
  const { warnings } = world.kernel.reads.publication(SITE);
  expect(warnings.map(({ code, link }) => [code, link])).toEqual([["link_broken", `${THERE}/nirgends`]]);
});

test("a draft keeps the paths of the site, so that the editor stays at the main hostname", async () => {
  const { kernel } = await hostsWorld();
  const html = (await kernel.draft.answer(SITE, "/de/zimmer")).body ?? "";
  expect(hrefsOf(html)).toEqual(expect.arrayContaining(["/de", "/prices"]));
});

test("a link that a form's answer leads to is in the language of its page, at the page's own hostname", async () => {
  const world = await hostsWorld();
  const view = await world.kernel.published.view(SITE);
  const from = (page: string, language: string) => (link: string) =>
    view && addressOnPage(view, { page, language }, link);
  expect(
    ["page:rooms", "page:zimmer", "page:prices", "/rooms", "https://else.example/"].map(from("zimmer", "de")),
  ).toEqual([
    "/zimmer",
    "/zimmer",
    "https://acme.example/prices",
    "https://acme.example/rooms",
    "https://else.example/",
  ]);
  expect(["page:zimmer", "page:prices", "/de/zimmer"].map(from("rooms", "en"))).toEqual([
    "/rooms",
    "/prices",
    "https://werft.example/zimmer",
  ]);
});

describe("a hostname that left the settings and is still verified", () => {
  async function left(languages = LANGUAGES): Promise<World> {
    const world = await hostsWorld();
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { expected: version, body: { ...body, languages } });
    await world.run("publish", {});
    return world;
  }

  test.each([
    ["/zimmer", `${MAIN}/de/zimmer`],
    ["/", `${MAIN}/de`],
    ["/index.md", `${MAIN}/de.md`],
    ["/nowhere", `${MAIN}/de/nowhere`],
  ])("leads %s to the present address of its page", async (path, to) => {
    const found = await visit(await left(), path, HOST, "?a=1");
    expect([found.status, found.location, found.headers["Cache-Control"]]).toEqual([
      301,
      `${to}?a=1`,
      "private, no-cache",
    ]);
  });

  test("leads to the hostname that the language has now", async () => {
    const world = await left(LANGUAGES.map((one) => (one.tag === "de" ? { ...one, hostname: "old.example" } : one)));
    expect((await visit(world, "/zimmer", HOST)).location).toBe("https://old.example/zimmer");
    expect((await visit(world, "/zimmer", "old.example")).status).toBe(200);
  });

  test("leads to pages that moved to another prefix, and a rule of the hostname comes first", async () => {
    const world = await left();
    await world.run("redirects.put", {
      expected: world.kernel.documents.only(SITE, "redirects").version,
      body: {
        entries: [
          { from: "/de/alt", to: "/de/zimmer", status: 301 },
          { from: `https://${HOST}/promo`, to: "/rooms", status: 302 },
          { from: "/de/kreis/*", to: `https://${HOST}/kreis/*`, status: 301 },
        ],
      },
    });
    await world.run("publish", {});
    expect((await visit(world, "/alt", HOST)).location).toBe(`${MAIN}/de/alt`);
    expect((await visit(world, "/de/alt")).location).toBe("/de/zimmer");
    expect((await visit(world, "/promo", HOST)).location).toBe("/rooms");
    // Without an end, the two would lead to each other.
    expect((await visit(world, "/kreis/a", HOST)).status).toBe(404);
  });

  test("leads the platform's own paths and a hostname that no release had to the main one, as before", async () => {
    const world = await left();
    expect((await visit(world, "/media/a.pdf", HOST)).status).toBe(404);
    expect((await visit(world, "/zimmer", "old.example")).status).toBe(404);
    const draft = (hostname: object) => async () => {
      const { version, body } = world.kernel.documents.only(SITE, "settings");
      const languages = LANGUAGES.map((one) => (one.tag === "ar" ? { ...one, ...hostname } : one));
      await world.run("settings.put", { expected: version, body: { ...body, languages } });
    };
    await draft({ hostname: "old.example" })();
    await draft({})();
    await world.run("publish", {});
    expect((await visit(world, "/zimmer", "old.example")).status).toBe(404);
  });
});
