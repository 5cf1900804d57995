/** The fonts, pictures and icons of a package, as visitors get them. The package is written from the docs alone. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderFileDigest, packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { RELEASES_KEPT, RELEASES_SLACK } from "../../../manifests/bounds/publishing.ts";
import { type World, initialiseInput, page, SITE, siteOf, worldOf } from "../kernel/world.ts";
import { testPowers } from "../kernel/powers.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/plugins/lantern-press");
const PRESS = packPlugin(FOLDER);

const letter = (title: string) =>
  page("/", { title, sections: [{ id: "a", type: "lantern.press/letter", fields: { title } }] });

async function siteWithPress(): Promise<World> {
  const world = worldOf(testPowers(), [PRESS]);
  const theme = { theme: "lantern.press/press", scheme: "auto" as const, tokens: {} };
  await world.kernel.initialiser.run(initialiseInput(siteOf({ home: letter("First") }), { theme }));
  return world;
}

/** The same plugin with another picture. */
function withOtherPaper(): PackedPlugin {
  const paper = Buffer.from(PRESS.files["assets/paper.png"] ?? "", "base64");
  const files = { ...PRESS.files, "assets/paper.png": Buffer.concat([paper, Buffer.from("more")]).toString("base64") };
  const pinned = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, folderFileDigest(text)]));
  const manifest = { ...PRESS.manifest, version: "1.0.1", files: pinned };
  const manifestText = JSON.stringify(manifest);
  return { manifest, manifestText, digest: folderFileDigest(manifestText), files };
}

const pathIn = (text: string, ending: string): string =>
  new RegExp(`/_assets/[\\w-]{43}\\.${ending}`).exec(text)?.[0] ?? "";

const answerOf = (world: World, path: string) => world.kernel.published.answer(SITE, path, null);

async function styleOf(world: World): Promise<string> {
  const sheet = /\/_assets\/[0-9a-f]{64}\.css/.exec(await world.html("/"))?.[0] ?? "";
  return world.html(sheet);
}

async function publish(world: World, title: string): Promise<void> {
  await world.write("home", letter(title));
  await world.run("publish", { change: world.kernel.documents.change(SITE) });
}

describe("a package's assets", () => {
  test("are served as their bytes, under an address made of them, for ever", async () => {
    const world = await siteWithPress();
    const font = pathIn(await styleOf(world), "woff2");
    const answer = await answerOf(world, font);
    expect(Buffer.from(answer.bytes ?? []).equals(readFileSync(join(FOLDER, "assets/gelasio.woff2")))).toBe(true);
    expect(answer.headers).toMatchObject({
      "Content-Type": "font/woff2",
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": expect.stringContaining("default-src 'none'") as string,
    });
    const again = await world.kernel.published.answer(SITE, font, answer.headers["ETag"] ?? "");
    expect(again).toMatchObject({ status: 304, body: null });
    expect(again.bytes).toBeUndefined();
  });

  test("stand in pages and in the style sheet by that address, and icons as their drawing", async () => {
    const world = await siteWithPress();
    const html = await world.html("/");
    const paper = pathIn(html, "png");
    expect(html).toContain(`<img src="${paper}" alt="" width="8" height="8">`);
    expect(await styleOf(world)).toContain(`background: url("${paper}") repeat-x`);
    expect(html).toContain('<svg width="1em" height="1em" class="site-quill" aria-hidden="true" fill="none"');
    expect(html).toContain('<svg width="1em" height="1em" role="img" aria-label="Letter" fill="none"');
  });

  test("of an earlier version stay as long as a release that shows them", async () => {
    const before = await siteWithPress();
    const old = pathIn(await before.html("/"), "png");
    const after = before.restart([withOtherPaper()]);
    await publish(after, "Second");
    const present = pathIn(await after.html("/"), "png");
    expect(present).not.toBe(old);
    expect([await after.statusOf(old), await after.statusOf(present)]).toEqual([200, 200]);
    for (let count = 0; count < RELEASES_KEPT + RELEASES_SLACK; count += 1) await publish(after, `Title ${count}`);
    after.kernel.releaseRetention.prune(SITE, after.kernel.sites.get(SITE).release);
    expect([await after.statusOf(old), await after.statusOf(present)]).toEqual([404, 200]);
    expect(after.powers.sql.all("SELECT path FROM assets")).toHaveLength(2);
  });

  test("of a plugin that is gone are not found under a made-up address", async () => {
    const world = await siteWithPress();
    const font = pathIn(await styleOf(world), "woff2");
    expect(await world.statusOf(font.replace(".woff2", ".png"))).toBe(404);
    expect(await world.statusOf(`/_assets/${"A".repeat(43)}.woff2`)).toBe(404);
    expect(await world.statusOf("/_assets/constructor.png")).toBe(404);
  });
});
