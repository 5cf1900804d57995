import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { pngOf } from "../support/mediaFiles.ts";
import { launch } from "./chromium.ts";
import type { Demo } from "./demo.ts";
import { startDemo } from "./ownDemo.ts";
import type { AtDesk } from "./desk.ts";
import { said, sitDown } from "./desk.ts";
import { lookFindings } from "./look.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** A demo that nobody else uses: these tests write. */
let demo: Demo;
let browser: Browser;
let site: string;
let desk: AtDesk;
let page: Page;

beforeAll(async () => {
  demo = await startDemo();
  site = `http://${DEMO_HOST}:${demo.port}`;
  browser = await launch();
  desk = await sitDown(browser, site, true);
  ({ page } = desk);
});

afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

const fileCount = (): Promise<number> => page.locator("#files .pick").count();

describe("several files", () => {
  test("are stored as soon as they are chosen", async () => {
    const before = await fileCount();
    const pictures = [10, 12].map((side) => ({
      name: `square-${side}.png`,
      mimeType: "image/png",
      buffer: Buffer.from(pngOf(side, side)),
    }));
    await page.getByLabel("Files from this computer").setInputFiles(pictures);
    await said(page, "2 files are stored.");
    await expect.poll(fileCount).toBe(before + 2);
  });

  test("are removed together, after the page has said where each is used", async () => {
    const before = await fileCount();
    await page.getByLabel("Choose square-10.png").check();
    await page.getByLabel("Choose portrait-noor.webp").check();
    await page.getByRole("button", { name: "Remove the chosen files" }).click();
    await page.getByRole("heading", { level: 1, name: "Remove files" }).waitFor();
    const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
    expect(await row("square-10.png").innerText()).toContain("not used");
    expect(await row("portrait-noor.webp").innerText()).toContain("published");
    await page.getByText("1 of them is used").waitFor();
    expect(await lookFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove 2 files" }).click();
    await said(page, "2 files are removed.");
    expect(await fileCount()).toBe(before - 2);
  });

  test("are none where none is ticked", async () => {
    await page.getByRole("button", { name: "Remove the chosen files" }).click();
    await page.getByText("No file is chosen.").waitFor();
    expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
  });
});

test("a plugin's package is taken where it is dropped, and one that is none is refused by its name", async () => {
  await page.goto(`${site}/_editor/plugins`);
  const plugins = await page.locator(".row .name").allInnerTexts();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["{}"], "thing.json", { type: "application/json" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  await page.getByRole("alert").filter({ hasText: "thing.json" }).waitFor();
  expect(await page.locator(".row .name").allInnerTexts()).toEqual(plugins);
});
