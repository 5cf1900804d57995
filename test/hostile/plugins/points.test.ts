/** Plugins that use the points of others for content without consent, or to take over names. */
import { describe, expect, test } from "vitest";
import { ADDITIONS_PER_POINT_MAX } from "../../../manifests/bounds/manifest.ts";
import { checkManifest, readManifest } from "../../../manifests/rules/readManifest.ts";
import { managedWorld, packageText } from "../../runtime/plugins/manager.ts";
import type { Managed } from "../../runtime/plugins/manager.ts";
import { SITE } from "../../runtime/kernel/world.ts";
import { FIRST_PARTY } from "../../plugins/stage.ts";
import { manifestOf } from "../../vectors/trust/workshop.ts";

const HEAD = "head.liquid";
const TEMPLATE = `{% for one in additions.links %}<link rel="me" href="{{ one.href }}">
<meta name="me" content="{{ one.words }}">{% endfor %}
{{ additions.constructor }}{{ additions.links.first.constructor }}{{ additions.__proto__ }}
<script type="application/ld+json">{ "sameAs": {{ additions.links | map: "href" | json }} }</script>`;

const LINK = {
  type: "object",
  properties: {
    href: { $ref: "drawbridge:link", title: "Address" },
    words: { type: "string", title: "Words", maxLength: 200, default: "" },
  },
  required: ["href"],
  additionalProperties: false,
};
/** A schema whose author forgot to declare the address as a link. */
const LOOSE = { ...LINK, properties: { ...LINK.properties, href: { type: "string", title: "Address" } } };

const host = (data: object = LINK, version = "1.0.0"): string =>
  packageText(
    {
      id: "acme.host",
      version,
      contributes: {
        metadata: [{ name: "page", template: HEAD }],
        provides: [{ name: "links", title: "Links", data }],
      },
    },
    { files: { [HEAD]: TEMPLATE } },
  );

const guest = (data: object, more: object = {}): string =>
  packageText(
    {
      id: "acme.guest",
      contributes: {
        extends: [{ name: "one", point: "acme.host/links", version: "^1.0.0", data, ...more }],
      },
    },
    { files: {} },
  );

async function siteWith(...packages: readonly string[]): Promise<Managed> {
  const world = await managedWorld({ pack: FIRST_PARTY });
  for (const document of packages) {
    const { id } = await world.install(document);
    await world.state(id, "enabled");
  }
  await world.run("publish", {});
  return world;
}

const additionOf = ({ kernel }: Managed, plugin = "acme.guest") =>
  kernel.pluginReads.view(SITE, plugin).contributes.extends[0]?.skipped;

const issuesOf = (contributes: object): string[] => {
  const checked = checkManifest({ ...(JSON.parse(manifestOf({})) as object), id: "acme.guest", contributes });
  return checked.ok ? [] : checked.error.map(({ pointer, allowed }) => `${pointer}: ${allowed}`);
};

describe("an addition that is no plain data of the point's schema", () => {
  test.each([
    ["javascript:alert(1)"],
    [" javascript:alert(1)"],
    ["data:text/html,<script>alert(1)</script>"],
    ["//evil.example/"],
    ["/\\evil.example"],
  ])("is left out where the point asks for a link: %s", async (href) => {
    const world = await siteWith(host(), guest({ href }));
    expect(additionOf(world)).toMatchObject({ reason: "data_refused" });
    expect(await world.html("/")).not.toContain("evil");
    expect(await world.html("/")).not.toContain("alert");
  });

  test("leads nowhere and ends nothing, even where the point takes any text", async () => {
    const words = `"><script>alert(1)</script>{{ site.name }}{% raw %}`;
    const world = await siteWith(host(LOOSE), guest({ href: "javascript:alert(1)", words }));
    expect(additionOf(world)).toBeNull();
    const html = (await world.html("/")) ?? "";
    expect(html).not.toMatch(/href="[^"]*javascript/);
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{ site.name }}{% raw %}");
  });

  test("ends no structured data", async () => {
    const world = await siteWith(host(LOOSE), guest({ href: "</script><script>alert(1)//" }));
    expect(await world.html("/")).not.toContain("<script>alert");
  });

  test("writes no line of its own into robots.txt", async () => {
    const data = { path: "/feed.xml\nDisallow: /" };
    const world = await siteWith(guest(data, { point: "drawbridge.seo/sitemaps" }));
    expect(additionOf(world)).toMatchObject({ reason: "data_refused" });
    expect(await world.html("/robots.txt")).not.toContain("Disallow");
  });

  test.each(["__proto__", "constructor"])("has no member named %s", (name) => {
    const text = JSON.stringify({
      ...(JSON.parse(manifestOf({})) as object),
      contributes: { extends: [{ name: "one", point: "a.b/c", version: "^1.0.0", data: { MEMBER: { polluted: 1 } } }] },
    }).replace("MEMBER", name);
    expect(readManifest(text)).toMatchObject({ ok: false });
  });

  test("reaches no prototype by the name of a point", () => {
    const names = issuesOf({ provides: [{ name: "__proto__", title: "List", data: LINK }] });
    expect(names).toEqual([expect.stringContaining("/contributes/provides/0/name")]);
    expect(issuesOf({ extends: [{ name: "one", point: "acme.host/__proto__", version: "^1.0.0", data: {} }] })).toEqual(
      [expect.stringContaining("/contributes/extends/0/point")],
    );
  });

  test("of a point named constructor is that point's, and no function", async () => {
    const world = await siteWith(host(), guest({ href: "/a" }, { point: "acme.host/constructor" }));
    expect(additionOf(world)).toMatchObject({ reason: "point_missing" });
    expect(await world.html("/")).not.toContain("native code");
  });
});

describe("a point of another", () => {
  test.each(["acme.host/links", "drawbridge.seo/sitemaps"])("is not offered under another's name: %s", (name) => {
    expect(issuesOf({ provides: [{ name, title: "Links", data: LINK }] })).toEqual([
      expect.stringContaining("/contributes/provides/0/name"),
    ]);
  });

  test("keeps its additions when a plugin offers a point of the same name", async () => {
    const shadow = packageText(
      { id: "aa.shadow", contributes: { provides: [{ name: "links", title: "Links", data: LINK }] } },
      { files: {} },
    );
    const world = await siteWith(shadow, host(), guest({ href: "https://me.example/" }));
    const { provides } = world.kernel.pluginReads.view(SITE, "aa.shadow").contributes;
    expect(provides).toEqual([{ name: "links", title: "Links", additions: [] }]);
    expect(await world.html("/")).toContain('<link rel="me" href="https://me.example/">');
  });

  test("is no point of the plugin itself", () => {
    expect(issuesOf({ extends: [{ name: "one", point: "acme.guest/links", version: "^1.0.0", data: {} }] })).toEqual([
      "/contributes/extends/0/point: points of other plugins",
    ]);
  });

  test("is not taken from the plugin that added the same before, by another spelling or an early id", async () => {
    const thief = packageText(
      {
        id: "aa.thief",
        contributes: {
          extends: [{ name: "one", point: "drawbridge.seo/sitemaps", version: "^1.0.0", data: { path: "/FEED.xml" } }],
        },
      },
      { files: {} },
    );
    const world = await siteWith(thief);
    expect(additionOf(world, "aa.thief")).toEqual({
      reason: "conflict",
      detail: "drawbridge.feeds already adds the same",
    });
    expect(await world.html("/robots.txt")).not.toContain("FEED");
  });

  test("is not filled by one plugin", () => {
    const extend = (index: number) => ({ name: `n${index}`, point: "acme.host/links", version: "^1.0.0", data: {} });
    const all = Array.from({ length: ADDITIONS_PER_POINT_MAX + 5 }, (_, index) => extend(index));
    expect(issuesOf({ extends: all })).toEqual([
      `/contributes/extends/${ADDITIONS_PER_POINT_MAX}/point: at most ${ADDITIONS_PER_POINT_MAX} to one point`,
    ]);
  });
});

describe("an owner", () => {
  test("reads every value that a plugin adds, and where, before it is switched on", async () => {
    const world = await managedWorld({ pack: FIRST_PARTY });
    const { consent } = await world.install(guest({ href: "/a", more: { deep: ["one", 2] } }));
    expect(consent.map(({ says }) => says)).toEqual([
      "Adds to acme.host/links, which is another plugin’s: href “/a”, more deep 0 “one”, more deep 1 “2”.",
    ]);
  });

  test("reads that a plugin takes data of others, and anew when an update widens what it takes", async () => {
    const world = await siteWith(host(), guest({ href: "javascript:alert(1)" }));
    const { version, waiting } = await world.install(host(LOOSE, "1.1.0"));
    expect([version, waiting?.why]).toEqual(["1.0.0", "asks_more"]);
    expect(waiting?.consent).toContainEqual(
      expect.objectContaining({
        says: "Lets other plugins add up to 50 entries to its list “Links”.",
        change: "widened",
      }),
    );
    expect(await world.grant("acme.host", {}, waiting?.digest)).toMatchObject({ version: "1.1.0", active: true });
  });
});

test("what is added appears and goes with its plugin, by the next publication alone", async () => {
  const world = await siteWith(host(), guest({ href: "https://me.example/" }));
  expect(await world.html("/")).toContain("https://me.example/");
  await world.state("acme.guest", "disabled");
  expect(await world.html("/")).toContain("https://me.example/");
  await world.run("publish", {});
  expect(await world.html("/")).not.toContain("https://me.example/");
  await world.state("acme.guest", "enabled");
  await world.run("publish", {});
  expect(await world.html("/")).toContain("https://me.example/");
});
