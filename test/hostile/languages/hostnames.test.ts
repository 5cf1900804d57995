/** Attacks on hostnames of languages: names of others, addresses that lead away, and what a visitor may claim. */
import { describe, expect, test } from "vitest";
import { refusalOf } from "../../runtime/editing/editingWorld.ts";
import { HOST, hostsWorld, hrefsOf, visit, WITH_HOST, withHostnames } from "../../runtime/languages/hostsWorld.ts";
import { LANGUAGES } from "../../runtime/languages/languagesWorld.ts";
import { page, SITE, textSection } from "../../runtime/kernel/world.ts";

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
