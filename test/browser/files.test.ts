import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { readKey, signed } from "../../sites/cli/plugin/signed/signing.ts";
import { unsigned } from "../../sites/cli/plugin/signed/packageFile.ts";
import { packPlugin } from "../../sites/cli/packing/pluginFolder.ts";
import { pngOf } from "../support/mediaFiles.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import type { Demo } from "./demo.ts";
import { startDemo } from "./ownDemo.ts";
import { type AtDesk, said, sitDown } from "./desk.ts";
import { goToCanvas, standsAs } from "./editor.ts";
import { lookFindings } from "./look.ts";
import { DEMO_HOST } from "./sitePages.ts";

/** A demo of this file alone, because these tests write. */
let demo: Demo;
let browser: Profiles;
let site: string;
let desk: AtDesk;
let page: Page;

beforeAll(async () => {
  demo = await startDemo();
  site = `http://${DEMO_HOST}:${demo.port}`;
  browser = await openProfiles();
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

  test("are removed together, after the page has said where each is used (goal 2)", async () => {
    const before = await fileCount();
    await page.getByLabel("Choose square-10.png").check();
    await page.getByLabel("Choose portrait-noor.webp").check();
    await page.getByRole("button", { name: "Remove the chosen files" }).click();
    await page.getByRole("heading", { level: 1, name: "Remove files" }).waitFor();
    const row = (name: string) => page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
    expect(await row("square-10.png").innerText()).toContain("not used");
    expect(await row("portrait-noor.webp").innerText()).toContain("published");
    await page.getByText("1 of these files is used").waitFor();
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

/** Drops a file on the page, as by dragging. */
const drop = (name: string, text: string): Promise<void> =>
  page.evaluate(
    ([given = "", content = ""]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], given, { type: "application/json" }));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, text],
  );

async function signedBoard(): Promise<string> {
  const document = unsigned(packPlugin(join(import.meta.dirname, "../fixtures/plugins/lantern-board")));
  return JSON.stringify(await signed(document, await readKey(demo.signingKey)));
}

test("a plugin's package is dropped, read, allowed, switched on, and its section is on the draft", async () => {
  await page.goto(`${site}/_editor/plugins`);
  await drop("board.json", await signedBoard());
  await page.getByRole("heading", { level: 1, name: "Board" }).waitFor();
  await said(page, "Installed. Read what it asks for, then switch it on.");
  const asks = page.getByRole("region", { name: "What it asks for" });
  const read = await asks.innerText();
  expect(read).toContain("Run its own scripts in visitors’ browsers");
  expect(read).toContain("Its author says: to let visitors tick off tasks");
  expect(read).toContain("Nobody has allowed this yet.");
  await asks.getByRole("button", { name: "Allow this" }).click();
  await said(page, "Allowed.");
  await page.getByRole("button", { name: "Switch it on" }).click();
  await said(page, "Switched on.");
  const draft = await goToCanvas(page, site, "services");
  await page.getByRole("button", { name: "Add a section", exact: true }).click();
  const search = page.getByRole("combobox", { name: "Search sections" });
  await search.fill("tasks");
  await page.getByRole("option", { name: "Tasks" }).first().waitFor();
  await search.press("Enter");
  await draft.getByRole("heading", { name: "Before you leave" }).waitFor();
  await standsAs(page, "Saved");
});

test("a package that is none is refused by the name of its file", async () => {
  await page.goto(`${site}/_editor/plugins`);
  const plugins = await page.locator(".row .name").allInnerTexts();
  await drop("thing.json", "{}");
  await page.getByRole("alert").filter({ hasText: "thing.json" }).waitFor();
  expect(await page.locator(".row .name").allInnerTexts()).toEqual(plugins);
});

describe("a picture", () => {
  test("is cropped and turned, seen, put in the place of the first one, and brought back", async () => {
    await page.goto(`${site}/_editor/media?text=hull`);
    await page.locator("#files a").first().click();
    await page.getByRole("link", { name: "Crop or turn" }).click();
    await page.getByRole("heading", { level: 1, name: "Crop or turn" }).waitFor();
    const stage = page.locator(".is-cropping canvas");
    await stage.waitFor();
    expect(await lookFindings(page)).toEqual([]);
    const before = await stage.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
    await page.getByRole("button", { name: "Turn right" }).click();
    const sides = (): Promise<number[]> => stage.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]);
    await expect.poll(sides).toEqual(before.toReversed());
    // A frame drawn with the mouse, from a quarter to three quarters.
    const box = await stage.boundingBox();
    if (!box) throw new Error("no picture");
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await page.mouse.move(...at(0.25, 0.25));
    await page.mouse.down();
    await page.mouse.move(...at(0.75, 0.75), { steps: 4 });
    await page.mouse.up();
    const value = async (label: string): Promise<number> => Number(await page.getByLabel(label).inputValue());
    expect(Math.round((await value("Width, in percent")) / 5)).toBe(10);
    await page.getByRole("button", { name: "Look at the result" }).click();
    await page.getByText(/places? in the draft shows? this file/).waitFor();
    expect(await page.locator(".compared figure").count()).toBe(2);
    expect(await lookFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Replace it" }).click();
    await said(page, "The draft shows the new file now.");
    await page.getByRole("button", { name: /^Bring back / }).click();
    await said(page, "The draft shows the new file now.");
    await page.getByRole("button", { name: /^Bring back / }).waitFor();
  });
});
