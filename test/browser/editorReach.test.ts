import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { FrameLocator, Page } from "playwright-core";
import { axeFindingsEverywhere } from "./axe.ts";
import { requireChromium } from "./launch.ts";
import { bySectionMenu, deafen, goToCanvas, rewrite, rowOf, standsAs, storedPage } from "./editor.ts";
import { sticksOut } from "./layout.ts";
import { askApi } from "./member.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";

/** Accessibility of the canvas: every view in several windows, colours, directions and speeds. */
let own: OwnEditor;
let site: string;
let page: Page;
let draft: FrameLocator;

beforeAll(async () => {
  own = await openEditor("services");
  ({ site } = own);
  ({ page, draft } = own.desk);
});

afterAll(() => own?.[Symbol.asyncDispose]());

afterEach(() => page.unrouteAll({ behavior: "ignoreErrors" }));

const DESK = { width: 1280, height: 800 };
const OPERATIONS = "**/operations";
const dialog = () => page.getByRole("dialog");

/** Each view, with the steps from a new canvas. */
const VIEWS: readonly (readonly [name: string, go: () => Promise<unknown>])[] = [
  ["nothing chosen", async () => page.keyboard.press("Escape")],
  ["a section and its properties", () => rowOf(page, "opening").click()],
  ["a list in the properties", () => rowOf(page, "how").click()],
  ["the settings of the page", () => page.getByRole("button", { name: "Page settings" }).click()],
  ["a text being written", () => draft.locator("h1").click()],
  ["the menu of a section", () => page.locator('[data-row="how"] .row-more').click()],
  ["the places to move to", () => bySectionMenu(page, "how", "Move to…")],
  ["the menu of the editor", () => page.getByLabel("Menu", { exact: true }).click()],
  ["the sections to add", () => page.getByRole("button", { name: "Add a section", exact: true }).click()],
  [
    "the pages to link to",
    async () => {
      await rowOf(page, "opening").click();
      await page.locator('[data-field="primary"]').getByRole("button").first().click();
      await dialog().locator(".targets button").first().waitFor();
    },
  ],
  [
    "the pictures to choose",
    async () => {
      await rowOf(page, "opening").click();
      await page
        .getByRole("button", { name: /a picture/ })
        .first()
        .click();
      await dialog().locator(".pictures button").first().waitFor();
    },
  ],
];

describe("axe finds nothing, light and dark, on a phone and at a desk (check 34, goal 2)", () => {
  test.each(VIEWS)("%s", async (name, go) => {
    await page.setViewportSize(DESK);
    await goToCanvas(page, site, "services");
    await go();
    expect([name, await axeFindingsEverywhere(page)]).toEqual([name, []]);
  });

  test("a text with formatting, and its tools", async () => {
    await page.setViewportSize(DESK);
    draft = await goToCanvas(page, site, "three-planks");
    await draft.locator('[data-section-id="text"] p').first().click();
    await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  test("the three parts of a phone's window", async () => {
    await goToCanvas(page, site, "services");
    for (const tab of ["Sections", "Page", "Properties"]) {
      await page.setViewportSize({ width: 390, height: 800 });
      await page.locator(".tabs").getByRole("button", { name: tab }).click();
      expect([tab, await axeFindingsEverywhere(page)]).toEqual([tab, []]);
    }
  });

  test("what is said when something is in the way: no network, two texts, nothing kept, a page that is gone", async () => {
    await page.setViewportSize(DESK);
    await deafen(page);
    draft = await goToCanvas(page, site, "pricing");
    await page.route(OPERATIONS, (route) => route.abort());
    await rewrite({ page, draft }, "h1", "What they say");
    await standsAs(page, "Offline");
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    const { version } = await storedPage(page, "pricing");
    const body = { operations: [{ op: "set", section: "opening", fields: { title: "What I say" } }] };
    expect((await askApi(await elsewhere(), "POST", "/api/pages/pricing/operations", { version, body })).status).toBe(
      200,
    );
    await page.unroute(OPERATIONS);
    await standsAs(page, "Changed in another tab");
    await page.setViewportSize(DESK);
    await page.locator(".clash").waitFor();
    expect(await page.locator(".clash").count()).toBe(1);
    expect(await axeFindingsEverywhere(page)).toEqual([]);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${site}/_editor/edit?page=no-such-page`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await axeFindingsEverywhere(page)).toEqual([]);
  });
});

/** The same member in another tab. */
async function elsewhere(): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(`${site}/_editor/account`);
  return other;
}

/** Buttons and fields outside of the window that no scrolling reaches. */
const cutOff = (): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], select, input, textarea, summary")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        const scrolls = one.closest(".outline, .panel, .rich-bar, dialog, [popover]") !== null;
        return !scrolls && (left < -1 || right > innerWidth + 1);
      })
      .map((one) => one.outerHTML.slice(0, 120)),
  );

describe("the canvas fits (check 35)", () => {
  test.each([
    ["a desk zoomed to 200 %", 640, 400],
    ["a phone", 390, 844],
    ["a small phone", 320, 568],
  ])("%s, and every part is reached", async (_, width, height) => {
    await page.setViewportSize({ width, height });
    // Remarks bring a button that floats over the page.
    await askApi(page, "POST", "/api/remarks", { body: { page: "services", words: "Shorter" } });
    draft = await goToCanvas(page, site, "services");
    await page.getByRole("button", { name: /Remarks on this page/ }).waitFor();
    expect([await sticksOut(page), await cutOff()]).toEqual([[], []]);
    for (const [tab, part] of [
      ["Sections", ".outline"],
      ["Properties", ".panel"],
      ["Page", ".stage"],
    ] as const) {
      await page.locator(".tabs").getByRole("button", { name: tab }).click();
      const box = await page.locator(part).boundingBox();
      expect([tab, (box?.width ?? 0) >= width - 1, (box?.height ?? 0) > height / 3]).toEqual([tab, true, true]);
      expect([tab, await sticksOut(page), await cutOff()]).toEqual([tab, [], []]);
    }
    await page.locator(".tabs").getByRole("button", { name: "Sections" }).click();
    await page.getByRole("button", { name: "Add a section", exact: true }).click();
    expect([await sticksOut(page), await cutOff()]).toEqual([[], []]);
    await page.keyboard.press("Escape");
  });

  test("a page and an editor that are read from right to left", async () => {
    await page.setViewportSize(DESK);
    draft = await goToCanvas(page, site, "services");
    await page.evaluate(() => (document.documentElement.dir = "rtl"));
    await draft.locator("html").evaluate((root) => root.setAttribute("dir", "rtl"));
    await rewrite({ page, draft }, "h1", "كل ما يحتاجه القارب");
    await standsAs(page, "Saved");
    const sides = await page.evaluate(() =>
      [".outline", ".stage", ".panel"].map((part) => document.querySelector(part)?.getBoundingClientRect().left ?? -1),
    );
    expect(sides).toEqual(sides.toSorted((one, other) => other - one));
    const turned = page.locator(".bar .way").first();
    expect(await turned.evaluate((icon) => getComputedStyle(icon).transform)).toBe("matrix(-1, 0, 0, 1, 0, 0)");
    const tools = await page.locator(".section-tools").boundingBox();
    const stage = await page.locator(".stage").boundingBox();
    expect((tools?.x ?? 0) - (stage?.x ?? 0)).toBeLessThan(60);
    expect([await sticksOut(page), await cutOff()]).toEqual([[], []]);
    await page.locator(".row-more").first().click();
    await page.locator(".popup:popover-open").waitFor();
    expect(await sticksOut(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await standsAs(page, "Saved");
  });

  test.each([1280, 390])("lists that are read from right to left, at %i px", async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["pages", "menu", "redirects", "media", "settings", "publish", "plugins", "people"]) {
      await page.goto(`${site}/_editor/${path}`);
      await page.evaluate(() => (document.documentElement.dir = "rtl"));
      expect([path, await sticksOut(page)]).toEqual([path, []]);
      // In a wide window the areas are on the other side of the page.
      const areas = await page.locator("main").evaluate((main) => {
        const { left, right } = main.getBoundingClientRect();
        return { left, right: document.documentElement.clientWidth - right };
      });
      if (width > 900) expect([path, areas.left < 1, areas.right > 100]).toEqual([path, true, true]);
    }
  });

  test("people who want no motion: nothing moves, in the editor and in the draft", async () => {
    await page.setViewportSize(DESK);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await goToCanvas(page, site, "services");
    await page.getByRole("button", { name: "Add a section", exact: true }).click();
    const moving = (): Promise<string[]> =>
      page.evaluate(() =>
        [document, document.querySelector<HTMLIFrameElement>(".paper iframe")?.contentDocument].flatMap((one) =>
          (one?.getAnimations() ?? [])
            .filter(
              ({ effect }) =>
                (effect as KeyframeEffect | null)
                  ?.getKeyframes()
                  .some((frame) => "transform" in frame || "translate" in frame || "scale" in frame) === true,
            )
            .map((animation) => (animation as CSSAnimation).animationName ?? "transition"),
        ),
      );
    expect(await moving()).toEqual([]);
    await page.keyboard.press("Escape");
    await bySectionMenu(page, "how", "Duplicate");
    expect(await moving()).toEqual([]);
    await page.getByRole("button", { name: "Undo" }).click();
    await standsAs(page, "Saved");
  });

  test("people who choose their colours: what is chosen and what has the focus can be told without a background", async () => {
    requireChromium();
    await page.setViewportSize(DESK);
    await page.emulateMedia({ forcedColors: "active" });
    await goToCanvas(page, site, "services");
    await rowOf(page, "how").click();
    const outlined = (selector: string): Promise<boolean[]> =>
      page.locator(selector).evaluateAll((all) =>
        all.map((one) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(one);
          return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
        }),
      );
    expect(await outlined(".row.is-selected")).toEqual([true]);
    expect(await outlined(".row:not(.is-selected)")).not.toContain(true);
    expect(await outlined('.widths [aria-pressed="true"]')).toEqual([true]);
    await page.keyboard.press("Tab");
    expect(await outlined(":focus-visible")).toEqual([true]);
    await page.keyboard.press("/");
    await dialog().waitFor();
    expect(await outlined('.offers [aria-selected="true"]')).toEqual([true]);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 390, height: 844 });
    const pressed = await outlined('.tabs [aria-pressed="true"]');
    expect(pressed).toEqual([true]);
    await page.emulateMedia({ forcedColors: "none" });
  });
});
