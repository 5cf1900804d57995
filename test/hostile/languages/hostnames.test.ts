/** Attacks on hostnames of languages: names of others, addresses that lead away, and what a visitor may claim. */
import { describe, expect, test, vi } from "vitest";
import { PUBLISH_INLINE_PAGES } from "../../../manifests/bounds/publishing.ts";
import { originWith, setAddress } from "../../../runtime/tenancy/siteAddress.ts";
import { refusalOf } from "../../runtime/editing/editingWorld.ts";
import {
  HOST,
  HOSTNAMES,
  hostsWorld,
  hrefsOf,
  visit,
  WITH_HOST,
  withHostnames,
} from "../../runtime/languages/hostsWorld.ts";
import { german, LANGUAGES } from "../../runtime/languages/languagesWorld.ts";
import { page, SITE, textSection, type World } from "../../runtime/kernel/world.ts";

const MAIN = "https://acme.example";

describe("an address that would lead to another host", () => {
  test.each([
    "/de//evil.example",
    "/de///evil.example/x",
    "/de/\\evil.example",
    "//evil.example",
    "/de/de//evil.example",
    "/de/%2F%2Fevil.example",
    "/de/@evil.example",
    "/de:80@evil.example",
    "/de.md//evil.example",
  ])("stays at the site's own hostnames: %s", async (path) => {
    const world = await hostsWorld();
    for (const host of ["", HOST]) {
      const { location = "/" } = await visit(world, path, host);
      const led = new URL(location, host === "" ? MAIN : `https://${host}`);
      expect([MAIN, `https://${HOST}`]).toContain(led.origin);
    }
  });

  test("is no link of a page either", async () => {
    const world = await hostsWorld();
    await world.write("home", page("/", { sections: [textSection("[x](/de//evil.example) [y](/de/zimmer//evil)")] }));
    await world.run("publish", {});
    const { html } = await visit(world, "/");
    for (const href of hrefsOf(html)) expect([MAIN, `https://${HOST}`]).toContain(new URL(href, MAIN).origin);
  });
});

describe("a hostname that is not the language's", () => {
  test.each(["login.acme.example", "other-tenant.example", "acme.example", "localhost.example"])(
    "is refused: %s",
    async (hostname) => {
      const world = await hostsWorld(["acme.example", HOST], { languages: LANGUAGES });
      const { version, body } = world.kernel.documents.only(SITE, "settings");
      const languages = LANGUAGES.map((one) => (one.tag === "ar" ? { ...one, hostname } : one));
      const { code } = await refusalOf(world, "settings.put", { expected: version, body: { ...body, languages } });
      expect(code).toBe("INVALID_REQUEST");
    },
  );

  test.each(["old.example", "evil.example", "WERFT.EXAMPLE", "werft.example.", "werft.example:80", "werft.example, x"])(
    "gets no page, whatever a visitor claims: %s",
    async (host) => {
      const world = await hostsWorld();
      const { status, headers, html } = await visit(world, "/zimmer", host);
      expect([status, headers["Svc-Language-Host"], html.includes("Zimmer")]).toEqual([404, undefined, false]);
    },
  );

  test("of two languages is refused, and so is one that two sites' archives name, until it is verified here", async () => {
    const world = await hostsWorld(["acme.example", HOST], { languages: LANGUAGES });
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    const languages = LANGUAGES.map((one) => (one.prefix === undefined ? one : { ...one, hostname: HOST }));
    const { code } = await refusalOf(world, "settings.put", { expected: version, body: { ...body, languages } });
    expect(code).toBe("INVALID_REQUEST");
    const restored = await hostsWorld(["moved.example"], { languages: WITH_HOST });
    expect((await visit(restored, "/rooms")).html).not.toContain(HOST);
    expect((await visit(restored, "/zimmer", HOST)).status).toBe(404);
  });
});

test("no page names a hostname that another site got meanwhile", async () => {
  const world = await hostsWorld();
  await withHostnames(world, ["acme.example", "old.example"]);
  for (const path of ["/", "/rooms", "/prices", "/de", "/de/zimmer"])
    expect((await visit(world, path)).html).not.toContain(HOST);
});

test("the answer at a hostname sets no cookie but the chosen language, and no cache keeps it", async () => {
  const world = await hostsWorld();
  for (const path of ["/", "/zimmer", "/nowhere", "/index.md", "/_assets/x.css", "/media/x"]) {
    const { headers } = await visit(world, path, HOST);
    expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain("set-cookie");
    expect(headers["Cache-Control"] ?? "").not.toContain("s-maxage");
  }
});

describe("a hostname that the operator takes away", () => {
  const PATHS = ["/", "/rooms", "/prices", "/de", "/de/zimmer", "/sitemap.xml"];

  const pathsNaming = async (world: World, hostname = HOST): Promise<string[]> => {
    const shown = await Promise.all(PATHS.map(async (path) => ({ path, html: (await visit(world, path)).html })));
    return shown.flatMap(({ path, html }) => (html.includes(hostname) ? [path] : []));
  };

  const addressed = (world: World, hostnames: readonly string[], origin = MAIN): void =>
    setAddress({ ...world.kernel, powers: world.powers }, SITE, origin, hostnames);

  test("comes back by no restored release", async () => {
    const world = await hostsWorld();
    const { release } = world.kernel.sites.get(SITE);
    await withHostnames(world, ["acme.example"]);
    await world.run("release.restore", { release });
    await world.kernel.chores.run();
    expect(await pathsNaming(world)).toEqual([]);
  });

  test("comes back by no restored release of an origin that the site had", async () => {
    const world = await hostsWorld(["acme.example"], { languages: LANGUAGES });
    const { release } = world.kernel.sites.get(SITE);
    addressed(world, ["new.example"], "https://new.example");
    await world.kernel.chores.run();
    await world.run("release.restore", { release });
    await world.kernel.chores.run();
    expect(await pathsNaming(world, "acme.example")).toEqual([]);
  });

  test.each([
    ["https://old.example", ["new.example", "old.example"], "https://new.example"],
    ["https://old.example", ["old.example"], "https://old.example"],
    ["https://old.example", [], "https://old.example"],
    ["http://demo.localhost:8787", ["books.localhost"], "http://books.localhost:8787"],
    ["http://demo.localhost:8787", ["demo.localhost", "new.example"], "http://demo.localhost:8787"],
    ["http://demo.localhost:8787", ["new.example", "demo.localhost"], "https://new.example"],
    ["http://demo.localhost:8787", ["localhost.example"], "https://localhost.example"],
  ])("of %s with %j has the origin %s", (before, hostnames, origin) => {
    expect(originWith(before, hostnames)).toBe(origin);
  });

  test("comes back by no publication that was prepared before", async () => {
    const world = await hostsWorld();
    await world.write("rooms", page("/rooms", { title: "New", sections: [textSection("[Home](page:home)")] }));
    const commit = await world.kernel.publisher.prepare(SITE, "member:m1");
    addressed(world, ["acme.example"]);
    expect(() => world.powers.sql.atomically(() => commit())).toThrow("CONFLICT");
    await world.kernel.chores.run();
    expect(await pathsNaming(world)).toEqual([]);
  });

  test("is forgotten although the clock was publishing, and found nothing", async () => {
    const world = await hostsWorld();
    const { publisher } = world.kernel;
    const again = publisher.prepareAgain.bind(publisher);
    vi.spyOn(publisher, "prepareAgain").mockImplementationOnce(async (...input) => {
      const commit = await again(...input);
      addressed(world, ["acme.example"]);
      return commit;
    });
    await withHostnames(world, [...HOSTNAMES, "more.example"]);
    await world.kernel.chores.run();
    expect(await pathsNaming(world)).toEqual([]);
  });

  test("is forgotten by a publication in steps, which begins again", async () => {
    const many = Array.from({ length: PUBLISH_INLINE_PAGES }, (_, number) => [`p${number}`, page(`/p${number}`)]);
    const home = page("/", { sections: [textSection("[Zimmer](/de/zimmer)")] });
    const world = await hostsWorld(HOSTNAMES, {}, { ...Object.fromEntries(many), home, start: german("/de", "home") });
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { expected: version, body: { ...body, name: "Other" } });
    expect(await world.run("publish", {})).toMatchObject({ state: "building" });
    await world.kernel.publisher.step(SITE);
    addressed(world, ["acme.example"]);
    while (!(await world.kernel.publisher.step(SITE))) continue;
    expect((await visit(world, "/")).html).not.toContain(HOST);
    expect((await visit(world, "/")).html).toContain("/de/zimmer");
    expect((await visit(world, "/p3")).html).not.toContain(HOST);
  });

  test("is forgotten although the draft has it no longer, and used again although the draft lacks it", async () => {
    const world = await hostsWorld();
    const { version, body } = world.kernel.documents.only(SITE, "settings");
    await world.run("settings.put", { expected: version, body: { ...body, languages: LANGUAGES } });
    await withHostnames(world, ["acme.example"]);
    expect(await pathsNaming(world)).toEqual([]);
    await withHostnames(world, HOSTNAMES);
    expect(hrefsOf((await visit(world, "/rooms")).html).join(" ")).not.toContain("/de/");
    expect((await visit(world, "/zimmer", HOST)).html).toContain(`https://${HOST}/zimmer`);
  });
});
