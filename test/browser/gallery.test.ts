import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { GalleryServer } from "../../sites/cli/plugin/gallery/server.ts";
import { openProfiles } from "./profiles.ts";

const path = mkdtempSync(join(tmpdir(), "drawbridge-gallery-"));
afterAll(() => rmSync(path, { recursive: true }));

test("the gallery draws a section at three widths, light and dark, and draws it anew by itself", async () => {
  cpSync(join(import.meta.dirname, "../fixtures/plugins/lantern-album"), path, { recursive: true });
  await using server = new GalleryServer();
  const url = await server.listen(0);
  server.show(packPlugin(path));
  const browser = await openProfiles();
  try {
    const page = await browser.newPage({ viewport: { width: 1400, height: 2000 } });
    await page.goto(url);
    const drawn = page.locator('iframe[data-state="drawn"]');
    await expect.poll(() => drawn.count()).toBe(6);
    const widths = await drawn.evaluateAll((frames) => frames.map((frame) => Number(frame.getAttribute("width"))));
    expect(widths).toEqual([360, 768, 1280, 360, 768, 1280]);
    const ground = (nth: number): Promise<string> =>
      drawn
        .nth(nth)
        .contentFrame()
        .locator("body")
        .evaluate((body) => getComputedStyle(body).backgroundColor);
    expect(await ground(0)).not.toBe(await ground(3));
    const template = join(path, "sections/record.liquid");
    writeFileSync(template, readFileSync(template, "utf8").replace("</div>", "<p>Pressed twice</p></div>"));
    server.show(packPlugin(path));
    await expect
      .poll(() =>
        drawn
          .first()
          .contentFrame()
          .getByText("Pressed twice")
          .count()
          .catch(() => 0),
      )
      .toBe(1);
  } finally {
    await browser.close();
  }
});
