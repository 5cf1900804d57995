import { describe, expect, test } from "vitest";
import { DOCUMENT_MAX_BYTES } from "../../../manifests/bounds/documents.ts";
import { PUBLISH_INLINE_PAGES, PUBLISH_STEP_BYTES } from "../../../manifests/bounds/publishing.ts";
import { FILE_PART_MAX_CHARS, PAGE_HTML_MAX_BYTES } from "../../../manifests/bounds/templates.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { DerivedFiles } from "../../../runtime/serving/derivedFiles.ts";
import type { ReleaseRow } from "../../../runtime/publishing/releases/releaseRow.ts";
import { migrate } from "../../../runtime/schema.ts";
import {
  PACK,
  SITE,
  initialiseInput,
  page,
  siteOf,
  textPlugin,
  textSection,
  worldOf,
  type World,
} from "../../runtime/kernel/world.ts";
import { platformPowers } from "./platform.ts";

async function platformWorld(pages: Record<string, Page>): Promise<World> {
  const world = worldOf(platformPowers(), PACK);
  await world.kernel.initialiser.run(initialiseInput(siteOf(pages)));
  return world;
}

const wide = "漢".repeat(49_000);
const wideSections = (count: number) => Array.from({ length: count }, (_, n) => textSection(wide, `s${n}`));
const many = (count: number, words = "shops"): Record<string, Page> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `p${n}`,
      page(n === 0 ? "/" : `/a-rather-long-path-for-a-page-as-${words}-have-them/category-${n % 50}/product-${n}`),
    ]),
  );
/** A part of a path that makes a sitemap large with few pages: an address has each letter as nine signs. */
const LONG = "漢".repeat(430);

describe("on the platform's database", () => {
  test("a page that is too large for a row is refused without a crash", async () => {
    const world = await platformWorld({ home: page("/") });
    await expect(world.write("home", page("/", { sections: wideSections(15) }))).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
  });

  test("a page whose HTML exceeds the bound only in bytes makes its publication fail with a reason", async () => {
    const world = await platformWorld(many(PUBLISH_INLINE_PAGES + 1));
    await world.write("p1", page("/p1", { sections: wideSections(6) }));
    const tripled = world.restart([
      textPlugin("{{ fields.text }}{{ fields.text }}{{ fields.text }}", "1.0.1"),
      ...PACK.slice(1),
    ]);
    expect(await tripled.run("publish", {})).toMatchObject({ state: "building" });
    expect(await finished(tripled)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("TOO_LARGE") as string,
    });
    expect(tripled.kernel.releases.building(SITE)).toBeUndefined();
  });

  test.each([
    [PAGE_HTML_MAX_BYTES - 1, true],
    [PAGE_HTML_MAX_BYTES, true],
    [PAGE_HTML_MAX_BYTES + 1, false],
  ])("HTML of %d bytes is published: %s", async (bytes, fits) => {
    const world = await platformWorld({ home: page("/") });
    const sections = (last: number) => [
      ...Array.from({ length: 20 }, (_, n) => textSection("x".repeat(48_000), `s${n}`)),
      textSection("x".repeat(last), "last"),
    ];
    await world.write("home", page("/", { sections: sections(1) }));
    await world.run("publish", {});
    const missing = bytes - Buffer.byteLength(await world.html("/"));
    await world.write("home", page("/", { sections: sections(1 + missing) }));
    const outcome = await world.run<{ state: string }>("publish", {}).catch((error: { code: string }) => error.code);
    expect(outcome).toEqual(fits ? expect.objectContaining({ state: "ready" }) : "TOO_LARGE");
    expect(Buffer.byteLength(await world.html("/"))).toBe(fits ? bytes : bytes - missing);
  });

  test.each([
    [DOCUMENT_MAX_BYTES - 1, true],
    [DOCUMENT_MAX_BYTES, true],
    [DOCUMENT_MAX_BYTES + 1, false],
  ])("a document of %d bytes is stored: %s", async (bytes, fits) => {
    const world = await platformWorld({ home: page("/") });
    const sections = (last: number) => [
      ...Array.from({ length: 21 }, (_, n) => textSection("x".repeat(49_000), `s${n}`)),
      textSection("x".repeat(last), "last"),
    ];
    const missing = bytes - JSON.stringify(page("/", { sections: sections(1) })).length;
    const written = await world
      .write("home", page("/", { sections: sections(1 + missing) }))
      .catch((error: { code: string }) => error.code);
    expect(written).toBe(fits ? 2 : "TOO_LARGE");
  });

  test("a few large pages are published in steps that each fit into memory", async () => {
    const big = Array.from({ length: 20 }, (_, n) => textSection("x".repeat(48_000), `s${n}`));
    const world = await platformWorld({ home: page("/") });
    for (let n = 0; n < 20; n++) await world.write(`p${n}`, page(`/p${n}`, { sections: big }));
    expect(await world.run("publish", {})).toMatchObject({ state: "building" });
    const done: number[] = [];
    while (!(await world.kernel.publisher.step(SITE))) done.push(world.kernel.releases.building(SITE)?.done ?? 0);
    const most = Math.ceil(PUBLISH_STEP_BYTES / (20 * 48_000)) + 1;
    for (const [index, sum] of done.entries()) expect(sum - (done[index - 1] ?? 0)).toBeLessThanOrEqual(most);
    expect(await world.statusOf("/p19")).toBe(200);
    expect(done.length).toBeGreaterThan(1);
  }, 60_000);

  test.each([0, 1, FILE_PART_MAX_CHARS - 1, FILE_PART_MAX_CHARS, FILE_PART_MAX_CHARS + 1, 2 * FILE_PART_MAX_CHARS])(
    "a file of %d characters is stored unchanged, whichever characters are at the part boundaries",
    async (length) => {
      const powers = platformPowers();
      migrate(powers.sql);
      const files = new DerivedFiles(powers, { isForStrangers: true });
      for (const start of ["", "a"]) {
        const body = start + "\u{1f600}".repeat(Math.ceil(length / 2)).slice(0, length - (length % 2));
        const kept = await files.keep(SITE, 1, "/f", { type: "text/plain", body });
        expect(files.find(SITE, 1, "/f")).toEqual(kept);
        expect(kept.body === body).toBe(true);
      }
    },
  );

  test("a large site's sitemap is served, and is the same each time", async () => {
    const world = await platformWorld(many(520, LONG));
    const first = await world.kernel.published.answer(SITE, "/sitemap.xml", null);
    expect(first.status).toBe(200);
    expect(Buffer.byteLength(first.body ?? "")).toBeGreaterThan(2_000_000);
    const again = await world.restart().kernel.published.answer(SITE, "/sitemap.xml", null);
    expect(again.body === first.body).toBe(true);
    expect(again.headers).toEqual(first.headers);
  }, 60_000);
});

async function finished(world: World): Promise<ReleaseRow | undefined> {
  while (!(await world.kernel.publisher.step(SITE))) continue;
  return world.kernel.releases.list(SITE, Number.MAX_SAFE_INTEGER, 1)[0];
}
