/** Plugins that use the points of others for content without consent, or to take over names. */
import { describe, expect, test } from "vitest";
import { ADDITIONS_PER_POINT_MAX } from "../../../manifests/bounds/manifest.ts";
import { checkManifest, readManifest } from "../../../manifests/rules/readManifest.ts";
import { managedWorld, packageText, type Managed } from "../../runtime/plugins/manager.ts";
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

describe("an addition that is not plain data of the point's schema", () => {
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

  test("cannot become a link or close an element, even where the point accepts any text", async () => {
    const words = `"><script>alert(1)</script>{{ site.name }}{% raw %}`;
    const world = await siteWith(host(LOOSE), guest({ href: "javascript:alert(1)", words }));
    expect(additionOf(world)).toBeNull();
    const html = (await world.html("/")) ?? "";
    expect(html).not.toMatch(/href="[^"]*javascript/);
    expect(html).not.toContain("<script>alert");
    expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{ site.name }}{% raw %}");
  });

  test("cannot close a script of structured data", async () => {
    const world = await siteWith(host(LOOSE), guest({ href: "</script><script>alert(1)//" }));
    expect(await world.html("/")).not.toContain("<script>alert");
  });

  test("cannot add a line to robots.txt", async () => {
    const data = { path: "/feed.xml\nDisallow: /" };
    const world = await siteWith(guest(data, { point: "drawbridge.seo/sitemaps" }));
    expect(additionOf(world)).toMatchObject({ reason: "data_refused" });
    expect(await world.html("/robots.txt")).not.toContain("Disallow");
  });

  test.each(["__proto__", "constructor"])("may have no member named %s", (name) => {
    const text = JSON.stringify({
      ...(JSON.parse(manifestOf({})) as object),
      contributes: { extends: [{ name: "one", point: "a.b/c", version: "^1.0.0", data: { MEMBER: { polluted: 1 } } }] },
    }).replace("MEMBER", name);
    expect(readManifest(text)).toMatchObject({ ok: false });
  });

  test("cannot reach a prototype by a point's name", () => {
    const names = issuesOf({ provides: [{ name: "__proto__", title: "List", data: LINK }] });
    expect(names).toEqual([expect.stringContaining("/contributes/provides/0/name")]);
    expect(issuesOf({ extends: [{ name: "one", point: "acme.host/__proto__", version: "^1.0.0", data: {} }] })).toEqual(
      [expect.stringContaining("/contributes/extends/0/point")],
    );
  });

  test("to a point named `constructor` is that point's data, and no function", async () => {
    const world = await siteWith(host(), guest({ href: "/a" }, { point: "acme.host/constructor" }));
    expect(additionOf(world)).toMatchObject({ reason: "point_missing" });
    expect(await world.html("/")).not.toContain("native code");
  });
});

describe("another plugin's point", () => {
  test.each(["acme.host/links", "drawbridge.seo/sitemaps"])(
    "cannot be provided under that plugin's name: %s",
    (name) => {
      expect(issuesOf({ provides: [{ name, title: "Links", data: LINK }] })).toEqual([
        expect.stringContaining("/contributes/provides/0/name"),
      ]);
    },
  );

  test("keeps its additions when a plugin provides a point of the same name", async () => {
    const shadow = packageText(
      { id: "aa.shadow", contributes: { provides: [{ name: "links", title: "Links", data: LINK }] } },
      { files: {} },
    );
    const world = await siteWith(shadow, host(), guest({ href: "https://me.example/" }));
    const { provides } = world.kernel.pluginReads.view(SITE, "aa.shadow").contributes;
    expect(provides).toEqual([{ name: "links", title: "Links", additions: [] }]);
    expect(await world.html("/")).toContain('<link rel="me" href="https://me.example/">');
  });

  test("must not be the adding plugin's own", () => {
    expect(issuesOf({ extends: [{ name: "one", point: "acme.guest/links", version: "^1.0.0", data: {} }] })).toEqual([
      "/contributes/extends/0/point: points of other plugins",
    ]);
  });

  test("keeps the first plugin's entry against the same one in another spelling or with an early id", async () => {
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
      detail: "drawbridge.feeds already adds the same entry",
    });
    expect(await world.html("/robots.txt")).not.toContain("FEED");
  });

  test("cannot be filled by one plugin", () => {
    const extend = (index: number) => ({ name: `n${index}`, point: "acme.host/links", version: "^1.0.0", data: {} });
    const all = Array.from({ length: ADDITIONS_PER_POINT_MAX + 5 }, (_, index) => extend(index));
    expect(issuesOf({ extends: all })).toEqual([
      `/contributes/extends/${ADDITIONS_PER_POINT_MAX}/point: at most ${ADDITIONS_PER_POINT_MAX} to one point`,
    ]);
  });
});

describe("an owner's consent", () => {
  test("shows every value that a plugin adds, and where, before the plugin is enabled", async () => {
    const world = await managedWorld({ pack: FIRST_PARTY });
    const { consent } = await world.install(guest({ href: "/a", more: { deep: ["one", 2] } }));
    expect(consent.map(({ says }) => says)).toEqual([
      "Adds to acme.host/links of another plugin: href “/a”, more deep 0 “one”, more deep 1 “2”.",
    ]);
  });

  test("shows that a plugin accepts other plugins' data, and again when an update widens that", async () => {
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

test("an addition appears and disappears with its plugin, at the next publication", async () => {
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
