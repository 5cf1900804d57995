import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Page } from "playwright-core";
import { loadThemes } from "../../sites/demo/load.ts";
import { visit } from "../support/driver.ts";
import { axeFindingsEverywhere } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { Dressing } from "./dressing.ts";
import { sticksOut } from "./layout.ts";
import { markupFindings } from "./markup.ts";
import { DEMO_HOST, pageAt } from "./sitePages.ts";
import { HEIGHT, WIDTHS, openTab, type Tab } from "./view.ts";

const port = inject("port");
const dressing = new Dressing(port);
let browser: Profiles;
let tab: Tab;

/** A query string bypasses the page cache, which may be out of date. */
const PAGES = ["/", "/journal/offsets", "/pricing", "/services"].map((path) => `${path}?fresh`);

/** True if the label of a menu entry has the colour of its ground while the pointer is on it. */
async function hidesHoveredLabel(page: Page): Promise<boolean> {
  const entry = page.locator(".site-menu__link").first();
  await entry.hover();
  return entry.evaluate((shown) => {
    const { color, backgroundColor } = getComputedStyle(shown);
    return color === backgroundColor;
  });
}

beforeAll(async () => {
  browser = await openProfiles();
  tab = await openTab(browser);
});

afterAll(async () => {
  await dressing.own(PAGES);
  await browser.close();
});

describe.each(Object.entries(loadThemes()))("the demo in %s", (_, theme) => {
  beforeAll(() => dressing.wear({ ...theme, scheme: "auto" }, PAGES));

  test.each(PAGES)("has nothing axe or the validator finds, and fits: %s", async (path) => {
    const { body } = await visit(port, DEMO_HOST, path);
    expect(await markupFindings(body)).toEqual([]);
    const { page } = tab;
    const wrong = await tab.show(pageAt(port, DEMO_HOST, path));
    expect.soft(await axeFindingsEverywhere(page)).toEqual([]);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect.soft(await sticksOut(page), `${width} px`).toEqual([]);
    }
    expect.soft(await hidesHoveredLabel(page)).toBe(false);
    expect(wrong).toEqual([]);
  });
});
