import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Page } from "playwright-core";
import { openProfiles, type Profiles } from "./profiles.ts";
import { DEMO_HOST, pageAt } from "./sitePages.ts";
import { DESK, HEIGHT, PHONE, openTab, type Tab } from "./view.ts";

let browser: Profiles;
let tab: Tab;

beforeAll(async () => {
  browser = await openProfiles();
  tab = await openTab(browser);
});

afterAll(() => browser.close());

async function open(path: string, width: number): Promise<Page> {
  await tab.page.setViewportSize({ width, height: HEIGHT });
  await tab.show(pageAt(inject("port"), DEMO_HOST, path));
  return tab.page;
}

interface Focus {
  readonly name: string;
  readonly visible: boolean;
  readonly marked: boolean;
}

/**
 * The focused element: whether it is visible and uncovered, and whether its focus shows. A card may show the focus of
 * its link, so the indicator may be on the element, its children or its container.
 */
const focus = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isOutlined = (of: Element, part?: string): boolean => {
      const { outlineStyle, outlineWidth } = getComputedStyle(of, part);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    };
    const isMarked = (of: Element | null): boolean =>
      of !== null &&
      of !== document.body &&
      ([undefined, "::before", "::after"].some((part) => isOutlined(of, part)) || isMarked(of.parentElement));
    return {
      name: element === document.body ? "" : (element.textContent?.trim().replaceAll(/\s+/g, " ") ?? ""),
      visible: top !== null && (element.contains(top) || top.contains(element)),
      marked: isMarked(element),
    };
  });

/** Presses Tab until the focus is on an element that `isThere` accepts. */
async function tabTo(page: Page, isThere: (name: string) => boolean): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press("Tab");
    if (isThere((await focus(page)).name)) return;
  }
  throw new Error("the keyboard does not get there");
}

const shows = (page: Page, name: string): Promise<boolean> =>
  page.locator("header").getByRole("link", { name, exact: true }).isVisible();

describe("with the keyboard alone", () => {
  test.each([PHONE, DESK])("the first stop skips to the content, at %i px", async (width) => {
    const page = await open("/services", width);
    await page.keyboard.press("Tab");
    expect(await focus(page)).toEqual({ name: "Skip to content", visible: true, marked: true });
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe("main");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  test.each([PHONE, DESK])("every stop of a page can be seen, at %i px", async (width) => {
    const page = await open("/", width);
    const stops: string[] = [];
    for (let pressed = 0; pressed < 100; pressed += 1) {
      await page.keyboard.press("Tab");
      const stop = await focus(page);
      if (stop.name === "" || (pressed > 0 && stop.name === stops[0])) break;
      expect.soft(stop, `stop ${pressed + 1}`).toEqual({ name: stop.name, visible: true, marked: true });
      stops.push(stop.name);
    }
    expect(stops.length).toBeGreaterThan(15);
    expect(stops).toContain("Ask about your boat");
  });

  test("the menu opens and closes on a phone", async () => {
    const page = await open("/", PHONE);
    expect(await shows(page, "Boats")).toBe(false);
    await tabTo(page, (name) => name.startsWith("Menu"));
    await page.keyboard.press("Enter");
    expect(await shows(page, "Boats")).toBe(true);
    await page.keyboard.press("Space");
    expect(await shows(page, "Boats")).toBe(false);
    await page.keyboard.press("Enter");
    await tabTo(page, (name) => name === "Boats");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/boats");
  });

  test("a submenu opens at a desk and leads on", async () => {
    const page = await open("/", DESK);
    expect(await shows(page, "Winter lay-up")).toBe(false);
    await tabTo(page, (name) => name.startsWith("Services"));
    await page.keyboard.press("Enter");
    expect(await shows(page, "Winter lay-up")).toBe(true);
    await tabTo(page, (name) => name === "Winter lay-up");
    expect(await focus(page)).toMatchObject({ visible: true, marked: true });
    await page.keyboard.press("Enter");
    await page.waitForURL("**/services/winter-lay-up");
  });

  test("a question opens and closes its answer", async () => {
    const page = await open("/questions", DESK);
    const question = page.locator("main details").nth(1);
    const name = (await question.locator("summary").innerText()).trim().replaceAll(/\s+/g, " ");
    const isOpen = (): Promise<boolean> => question.evaluate((element) => (element as HTMLDetailsElement).open);
    await tabTo(page, (at) => at === name);
    expect(await focus(page)).toMatchObject({ visible: true, marked: true });
    const before = await isOpen();
    await page.keyboard.press("Enter");
    expect(await isOpen()).toBe(!before);
    await page.keyboard.press("Space");
    expect(await isOpen()).toBe(before);
  });
});
