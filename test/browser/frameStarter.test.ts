/** The frame that `svc plugin init` writes, in the themes that come with every site. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import type { AuthoredPlugin } from "../../sites/cli/packing/packing.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { scaffoldFiles } from "../../sites/cli/plugin/scaffolds/kinds.ts";
import { ROOT } from "../gates/folder.ts";
import { axeFindings, axeFindingsInFrame } from "./axe.ts";
import { type FrameSite, frameSite } from "./frameSite.ts";
import { openProfiles, type Profiles } from "./profiles.ts";

const THEMES = ["slate", "signal", "almanac"];
const FIELDS = { title: "What an hour of mending costs", price: 60 };

let browser: Profiles;
let starter: AuthoredPlugin;
const sites: FrameSite[] = [];

beforeAll(async () => {
  browser = await openProfiles();
  const folder = mkdtempSync(join(tmpdir(), "drawbridge-frame-"));
  const files = scaffoldFiles("frame", { id: "acme.estimate", schema: "", kit: "", vitest: "" });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  starter = packPlugin(folder);
  rmSync(folder, { recursive: true });
});

afterAll(async () => {
  await browser?.close();
  for (const site of sites) site.stop();
});

/** Counts what moves in the page from its beginning. */
const WATCH = `globalThis.moved = 0;
new PerformanceObserver((list) => { for (const one of list.getEntries()) globalThis.moved += one.value; })
  .observe({ type: "layout-shift", buffered: true });`;

async function shown(site: FrameSite, viewport: { width: number; height: number }): Promise<[Page, Frame]> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(WATCH);
  await page.goto(site.origin);
  const frame = await (await page.waitForSelector("[data-frame] iframe")).contentFrame();
  if (!frame) throw new Error("there is no frame");
  await expect.poll(() => frame.textContent("#total")).toBe("60");
  await expect.poll(() => page.locator("[data-frame-fallback]").isVisible()).toBe(false);
  return [page, frame];
}

describe.each(THEMES)("the new frame in the theme %s", (theme) => {
  let site: FrameSite;

  beforeAll(async () => {
    const plugin = packPlugin(join(ROOT, "plugins", theme));
    site = await frameSite(starter, "acme.estimate/estimate", FIELDS, {
      plugin,
      theme: `drawbridge.${theme}/${theme}`,
    });
    sites.push(site);
  });

  test.each([1280, 390])(
    "takes the place of its template, in its column, at %i px, and nothing moves",
    async (width) => {
      const [page, frame] = await shown(site, { width, height: 800 });
      const left = await page.evaluate(() => {
        const fallback = document.querySelector<HTMLElement>("[data-frame-fallback]");
        if (!fallback) return -1;
        fallback.hidden = false;
        const { x } = fallback.querySelector("h1,h2")?.getBoundingClientRect() ?? { x: -1 };
        fallback.hidden = true;
        return x;
      });
      const inside = await frame.evaluate(() => document.querySelector("h2")?.getBoundingClientRect().x);
      expect(Math.abs((inside ?? -1) - left)).toBeLessThan(1);
      expect(await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      expect(await page.evaluate("globalThis.moved")).toBe(0);
      const folder = process.env["DRAWBRIDGE_PICTURES"];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/starter-${theme}-${width}.png` });
      await page.close();
    },
  );
});

test("the new frame works by keyboard alone, and no rule of accessibility finds a fault in it", async () => {
  const [page, frame] = await shown(sites[0] as FrameSite, { width: 1280, height: 800 });
  for (let steps = 0; steps < 12 && !(await frame.evaluate(() => document.activeElement?.id === "hours")); steps += 1)
    await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  expect(await frame.textContent("#total")).toBe("120");
  const outline = await frame.evaluate(
    () => getComputedStyle(document.getElementById("hours") as Element).outlineStyle,
  );
  expect(outline).toBe("solid");
  expect([...(await axeFindings(page)), ...(await axeFindingsInFrame(frame))]).toEqual([]);
  await page.close();
});
