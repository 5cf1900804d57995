import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { PAGE_MAX_SECTIONS } from "../../manifests/bounds/documents.ts";
import { Driver } from "../support/driver.ts";
import { axeFindings } from "./axe.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import type { Demo } from "./demo.ts";
import { startDemo } from "./ownDemo.ts";
import { goToCanvas, openCanvas, outlineOf, rewrite, rowOf, standsAs, storedPage } from "./editor.ts";
import { makeLongPage } from "./longPage.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** The canvas with the longest page, and with ten thousand pages. `npm run bench` measures the times. */
let demo: Demo;
let browser: Profiles;
let site: string;
let page: Page;

beforeAll(async () => {
  demo = await startDemo();
  site = `http://${DEMO_HOST}:${demo.port}`;
  browser = await openProfiles();
  ({ page } = await openCanvas(browser, site, "services"));
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

test("a page with as many sections as there may be is written in, moved about and shown anew (check 36, hazard 19)", async () => {
  const id = await makeLongPage(page);
  const draft = await goToCanvas(page, site, id);
  expect(await outlineOf(page)).toHaveLength(PAGE_MAX_SECTIONS);
  expect(await draft.locator("[data-section-id]").count()).toBe(PAGE_MAX_SECTIONS);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await rewrite({ page, draft }, "h1", "Written at the top");
  await page.keyboard.press("Escape");
  await standsAs(page, "Saved");
  await rowOf(page, "section-150").click();
  await page.locator(".variants input:not(:checked)").first().check();
  await standsAs(page, "Saved");
  const { body } = await storedPage(page, id);
  expect(body.sections[0]?.fields["title"]).toBe("Written at the top");
  const { variant } = body.sections[151] ?? {};
  await draft.locator(`#section-150[data-section-variant="${variant}"]`).waitFor();
  // The answers contain the changes, so the editor does not read the 200 sections again.
  expect(asked).not.toContain("/long");
});

describe("ten thousand pages (check 37, hazard 20)", () => {
  const PAGES = 10_000;
  const BATCH = 200;

  beforeAll(async () => {
    const driver = new Driver(demo.port);
    const actor = { kind: "member", id: "tester" };
    for (let from = 0; from < PAGES; from += BATCH) {
      const writes = Array.from({ length: BATCH }, (_, n) => ({
        kind: "page",
        id: `page-${from + n}`,
        expected: 0,
        body: { path: `/many/${from + n}`, title: `Leaf number ${from + n}`, sections: [] },
      }));
      const envelope = { site: "saltmarrow-yard", actor, key: randomUUID(), requestId: randomUUID() };
      await driver.call("saltmarrow", "execute", "documents.write", envelope, { writes });
    }
  }, 120_000);

  test("are listed page by page, and searched by title", async () => {
    await page.goto(`${site}/_editor/pages`);
    expect(await page.getByRole("link", { name: /^Leaf number/ }).count()).toBeLessThan(500);
    await page.goto(`${site}/_editor/pages?text=Leaf+number+7777`);
    expect(await page.getByRole("link", { name: "Leaf number 7777" }).count()).toBeGreaterThan(0);
  });

  test("are found by the chooser of links and by the canvas, wherever they are", async () => {
    await goToCanvas(page, site, "page-7777");
    expect(
      await page.locator(".page-switch select").evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text),
    ).toMatch(/Leaf number 7777/);
    await page.locator(".page-switch select").selectOption({ label: "Search all pages…" });
    const finder = page.getByRole("dialog", { name: "Go to or do" });
    await finder.getByRole("combobox").fill("Leaf number 54");
    await expect.poll(() => finder.locator("[role=option] bdi").first().innerText()).toBe("Leaf number 54");
    expect(await axeFindings(page)).toEqual([]);
    const shown = await finder.getByRole("option", { name: /Leaf number/ }).count();
    await finder.getByRole("option", { name: "Show more" }).click();
    await expect.poll(() => finder.getByRole("option", { name: /Leaf number/ }).count()).toBeGreaterThan(shown);
    await finder.getByRole("combobox").fill("Leaf number 5432");
    await finder.getByRole("option", { name: /Leaf number 5432/ }).click();
    await page.waitForURL(/page=page-5432/);
    await goToCanvas(page, site, "services");
    await rowOf(page, "opening").click();
    await page.locator('[data-field="primary"]').getByRole("button").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Search pages by title").fill("Leaf number 9876");
    await expect.poll(() => dialog.locator(".targets > li").count()).toBe(1);
    await dialog.getByRole("button", { name: "Leaf number 9876" }).click();
    await standsAs(page, "Saved");
    const { sections } = (await storedPage(page, "services")).body;
    expect(sections[0]?.fields["primary"]).toMatchObject({ link: "page:page-9876" });
  });
});
