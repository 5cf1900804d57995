import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { axeFindings } from "./axe.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";
import {
  type StoredPage,
  bySectionMenu,
  goToCanvas,
  heard,
  outlineOf,
  sectionIds,
  standsAs,
  stateOf,
  storedPage,
} from "./editor.ts";
import { watch } from "./watch.ts";

let own: OwnEditor;
let site: string;
let page: Page;

beforeAll(async () => {
  own = await openEditor("services");
  ({ site } = own);
  ({ page } = own.desk);
});

afterAll(() => own?.[Symbol.asyncDispose]());

const stored = (id = "services"): Promise<StoredPage> => storedPage(page, id);
const storedIds = async (): Promise<string[]> => sectionIds(await stored());

describe("the canvas", () => {
  test("opens where a login leads, and leaving it changes nothing", async () => {
    await page.goto(`${site}/_editor`);
    await page.locator('.paper[aria-busy="false"]').waitFor();
    expect(page.url()).toBe(`${site}/_editor/edit?page=home`);
    const before = await stored("home");
    await page.frameLocator(".paper iframe").locator("h1").first().click();
    await page.keyboard.press("Escape");
    await goToCanvas(page, site, "services");
    expect(await stored("home")).toEqual(before);
  });

  test("changes a headline with a click and typing, and saves it", async () => {
    const draft = await goToCanvas(page, site, "services");
    await draft.locator("h1").click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText("Everything a wooden boat needs");
    await standsAs(page, "Saved");
    expect((await stored()).body.sections[0]?.fields).toMatchObject({ title: "Everything a wooden boat needs" });
    expect(await draft.locator("h1").innerText()).toBe("Everything a wooden boat needs");
    expect(await draft.locator("editor-text:focus").count()).toBe(1);
    await page.keyboard.press("Enter");
    expect(await draft.locator("editor-text").count()).toBe(0);
  });

  test("takes changes back across a reload, and does them again", async () => {
    await page.reload();
    const draft = page.frameLocator(".paper iframe");
    await page.locator('.paper[aria-busy="false"]').waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await standsAs(page, "Saved");
    expect(await draft.locator("h1").innerText()).toBe("What we can do for a boat");
    await page.keyboard.press("Control+Shift+Z");
    await standsAs(page, "Saved");
    expect(await draft.locator("h1").innerText()).toBe("Everything a wooden boat needs");
  });

  test("adds questions and answers with five keys (check 2)", async () => {
    const before = await storedIds();
    await page.locator(".row-name").first().focus();
    for (const key of ["/", "f", "a", "q", "Enter"]) await page.keyboard.press(key);
    await heard(page, "is added.");
    await standsAs(page, "Saved");
    expect(await storedIds()).toEqual([before[0], "faq", ...before.slice(1)]);
    await page.frameLocator(".paper iframe").locator("#faq").waitFor();
  });

  test("moves a section by keys and says where it is (check 3)", async () => {
    const before = await storedIds();
    await page.locator('.row-name[data-id="faq"]').focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await heard(page, `is now number 4 of ${before.length}.`);
    expect(await page.locator('.row-name[data-id="faq"]').evaluate((row) => row === document.activeElement)).toBe(true);
    await standsAs(page, "Saved");
    const after = await storedIds();
    expect(after.indexOf("faq")).toBe(3);
    const shown = page.frameLocator(".paper iframe").locator("[data-section-id]:not([data-section-parent])");
    expect(await shown.evaluateAll((all) => all.map((one) => one.id))).toEqual(after);
  });

  test("changes the look of a section with two clicks (check 7)", async () => {
    await page.locator('.row-name[data-id="faq"]').click();
    await page.getByRole("radio", { name: "All answers shown, two columns" }).click();
    await expect
      .poll(() => page.frameLocator(".paper iframe").locator("#faq").getAttribute("data-section-variant"))
      .toBe("open");
    await standsAs(page, "Saved");
  });

  test("copies, removes and brings back a section", async () => {
    const before = await outlineOf(page);
    await page.locator('.row-name[data-id="faq"]').focus();
    await page.keyboard.press("Control+d");
    await heard(page, "is copied.");
    expect(await outlineOf(page)).toHaveLength(before.length + 1);
    await page.keyboard.press("Delete");
    await heard(page, "is removed.");
    expect(await outlineOf(page)).toEqual(before);
    await page.keyboard.press("Control+z");
    expect(await outlineOf(page)).toHaveLength(before.length + 1);
    // Caps Lock sends a capital letter without Shift.
    await page.keyboard.press("Control+Z");
    expect(await outlineOf(page)).toEqual(before);
    await standsAs(page, "Saved");
  });

  test("writes a text with formatting in the page, and changes only the paragraph that was touched", async () => {
    const draft = await goToCanvas(page, site, "three-planks");
    const text = async (): Promise<string> =>
      String((await stored("three-planks")).body.sections.map(({ fields }) => fields["body"]).find(Boolean));
    const before = await text();
    const paragraph = draft
      .locator("[data-section-id] p", { hasText: before.split("\n\n")[1]?.slice(0, 30) ?? "" })
      .first();
    await paragraph.click();
    await draft.locator(".ProseMirror").waitFor();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("First of all: ");
    await expect.poll(text).not.toBe(before);
    await standsAs(page, "Saved");
    await page.keyboard.press("Escape");
    expect(await draft.locator(".ProseMirror").count()).toBe(0);
    const after = await text();
    expect(after.endsWith(before)).toBe(true);
    expect(after).toBe(`First of all: ${before}`);
    await draft.getByText("First of all:").waitFor();
    await page.keyboard.press("Control+z");
    await expect.poll(text).toBe(before);
    await goToCanvas(page, site, "services");
  });

  test("changes what the page cannot show beside it, with choosers of pages and pictures", async () => {
    await page.locator('.row-name[data-id="opening"]').click();
    const link = page.locator('[data-field="primary"]');
    expect(await link.locator("input").first().inputValue()).toBe("Ask about your boat");
    await link.locator("input").first().fill("Write to us");
    await standsAs(page, "Saved");
    expect((await stored()).body.sections[0]?.fields).toMatchObject({
      primary: { label: "Write to us", link: "page:contact" },
    });
    await page.frameLocator(".paper iframe").getByText("Write to us").first().waitFor();
  });

  test("opens the page's own title at a click on it, where the layout and no section shows it", async () => {
    const draft = await goToCanvas(page, site, "legal");
    const { title, description } = (await stored("legal")).body;
    const heading = draft.locator("h1");
    expect([await heading.innerText(), await draft.locator("[data-section-id] h1").count()]).toEqual([title, 0]);
    await heading.click();
    const field = page.locator(".panel").getByLabel("Title required", { exact: true });
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.fill("Who is behind this");
    await standsAs(page, "Saved");
    await expect.poll(() => heading.innerText()).toBe("Who is behind this");
    await draft.getByText(String(description), { exact: true }).click();
    const words = page.locator(".panel").getByLabel("Description", { exact: true });
    await expect.poll(() => words.evaluate((one) => one === document.activeElement)).toBe(true);
    await draft.locator("footer").click({ position: { x: 2, y: 2 } });
    expect(await words.evaluate((one) => one === document.activeElement)).toBe(false);
  });

  test("shows the title that the layout prints once the section that showed it is gone, and no more with it", async () => {
    const draft = await goToCanvas(page, site, "services");
    const { title } = (await stored()).body;
    const [first = ""] = await storedIds();
    const printed = draft.locator("h1:not([data-section-id] h1)");
    expect([await draft.locator("h1").count(), await printed.count()]).toEqual([1, 0]);
    await bySectionMenu(page, first, "Remove");
    await expect.poll(() => printed.allInnerTexts()).toEqual([title]);
    expect(await draft.locator("h1").count()).toBe(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => [await draft.locator("h1").count(), await printed.count()]).toEqual([1, 0]);
    await standsAs(page, "Saved");
  });

  test("is accessible in light and dark, with the list of what can be added, too", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "Add a section", exact: true }).click();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
    }
    await page.emulateMedia({ colorScheme: "light" });
  });

  test("is left by F6 from the draft, region by region", async () => {
    await page.frameLocator(".paper iframe").locator("h1").click();
    const regions: (string | null)[] = [];
    for (let count = 0; count < 4; count += 1) {
      await page.keyboard.press("F6");
      regions.push(
        await page.evaluate(() => document.activeElement?.closest("[data-region]")?.getAttribute("aria-label") ?? null),
      );
    }
    expect(new Set(regions)).toEqual(new Set(["Properties", "Page and publishing", "Sections", "Draft"]));
  });

  test("breaks no rule of its policy (check 39)", async () => {
    const wrong = await watch(page, 200);
    await goToCanvas(page, site, "services");
    await page.frameLocator(".paper iframe").locator("h1").click();
    await page.keyboard.type("x");
    await page.keyboard.press("Backspace");
    await standsAs(page, "Saved");
    expect([wrong, await stateOf(page)]).toEqual([[], "Saved"]);
  });
});
