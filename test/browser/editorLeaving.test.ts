import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FrameLocator, Page } from "playwright-core";
import { type AtCanvas, goToCanvas, keptHere, openCanvas, rowOf, standsAs, storedPage } from "./editor.ts";
import { type OwnEditor, openEditor } from "./ownEditor.ts";

/** Text of the last moment before the canvas is left: no pause of typing has handed it on yet. */
let own: OwnEditor;
let desk: AtCanvas;
let page: Page;
let asked: string[];

const PAGE = "three-planks";
/** The beginning of its formatted text. */
const TEXT = "The boat came in on a Tuesday";
const IN_THE_PAGE = "Put them into the page";
/** The pauses of formatted text, and of the queue. */
const PAUSES = [150, 500];

/** In the page, before its scripts: these pauses last for ever. */
function withoutPauses(endless: readonly number[]): void {
  const whole = setTimeout;
  const instead = (run: () => void, ms?: number): unknown => (endless.includes(ms ?? 0) ? 0 : whole(run, ms));
  Object.assign(globalThis, { setTimeout: instead });
}

/** In the page: saves reach nobody. A request of a page that goes is out of the reach of `page.route`. */
function withoutSaves(): void {
  const whole = fetch;
  globalThis.fetch = (...asked) =>
    String(asked[0]).endsWith("/operations") ? Promise.reject(new TypeError("no network")) : whole(...asked);
}

beforeAll(async () => {
  own = await openEditor(PAGE);
});

beforeEach(async () => {
  desk = await openCanvas(own.browser, own.site, PAGE);
  ({ page } = desk);
  asked = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
});

afterEach(() => desk?.[Symbol.asyncDispose]());

afterAll(() => own?.[Symbol.asyncDispose]());

async function openWithoutPauses(id = PAGE): Promise<FrameLocator> {
  await page.addInitScript(withoutPauses, PAUSES);
  return goToCanvas(page, own.site, id);
}

const texts = async (id = PAGE): Promise<string> => JSON.stringify((await storedPage(page, id)).body.sections);

/** Types at the beginning of the first formatted text of the page. */
async function typeFormatted(draft: FrameLocator, text: string): Promise<void> {
  await draft.getByText(TEXT).first().click();
  await draft.locator(".ProseMirror").waitFor();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText(text);
}

/** Loads the page again, where the site takes nothing in the meantime. */
async function reloadUnsaved(): Promise<void> {
  await page.evaluate(withoutSaves);
  await page.reload();
  await page.locator('.paper[aria-busy="false"]').waitFor();
}

async function takeUp(): Promise<void> {
  await page.getByRole("button", { name: IN_THE_PAGE }).click();
  // Nothing of the queue waits here.
  await page.evaluate(() => dispatchEvent(new Event("focus")));
  await standsAs(page, "Saved");
}

describe("a reload asks, and offers again what was typed a moment before (hazard 25)", () => {
  test("in formatted text in the page", async () => {
    const draft = await openWithoutPauses();
    await typeFormatted(draft, "A moment ago: ");
    await reloadUnsaved();
    expect([asked, (await texts()).includes("A moment ago: ")]).toEqual([["beforeunload"], false]);
    await takeUp();
    expect(await texts()).toContain("A moment ago: ");
  });

  test("in formatted text beside the page", async () => {
    await openWithoutPauses();
    await rowOf(page, (await bodySection()) ?? "").click();
    await page.locator('[data-field="body"] .rich-closed').click();
    await page.locator('[data-field="body"] .ProseMirror').click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("Beside the page: ");
    await reloadUnsaved();
    expect(asked).toEqual(["beforeunload"]);
    await takeUp();
    expect(await texts()).toContain("Beside the page: ");
  });
});

const bodySection = async (): Promise<string | undefined> =>
  (await storedPage(page, PAGE)).body.sections.find(({ fields }) => "body" in fields)?.id;

test("characters that are still being composed are kept when the page goes", async () => {
  const draft = await openWithoutPauses("services");
  await draft.locator("h1").click();
  const client = await page.context().newCDPSession(page);
  await client.send("Input.imeSetComposition", { text: "造船", selectionStart: 2, selectionEnd: 2 });
  await page.evaluate(() => dispatchEvent(new Event("pagehide")));
  await keptHere(page, "造船");
  expect(await texts("services")).not.toContain("造船");
});

test("a page that is hidden hands on and saves what was typed a moment before", async () => {
  const draft = await openWithoutPauses();
  await typeFormatted(draft, "Before it was hidden: ");
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(() => texts()).toContain("Before it was hidden: ");
});

test("going to another page of the site takes along what was typed a moment before, and asks nothing", async () => {
  await openWithoutPauses();
  await rowOf(page, (await bodySection()) ?? "").click();
  await page.locator('[data-field="body"] .rich-closed').click();
  await page.locator('[data-field="body"] .ProseMirror').click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("Then on: ");
  await page.getByRole("link", { name: "Publish", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Publish" }).waitFor();
  expect([asked, (await texts()).includes("Then on: ")]).toEqual([[], true]);
});

test("a value that the site would refuse stays while other things are selected, and is asked about", async () => {
  const { title } = (await storedPage(page, PAGE)).body;
  await page.getByRole("button", { name: "Page settings" }).click();
  await page.getByLabel("Title").fill("");
  await standsAs(page, "Not finished");
  await page.locator(".row-name").first().click();
  await page.getByRole("button", { name: "Page settings" }).click();
  expect(await page.getByLabel("Title").inputValue()).toBe("");
  await page.reload();
  await page.locator('.paper[aria-busy="false"]').waitFor();
  expect(asked).toEqual(["beforeunload"]);
  await page.getByRole("button", { name: "Page settings" }).click();
  await page.getByLabel("Title").fill("");
  await page.getByLabel("Title").fill(title);
  await standsAs(page, "Saved");
  await page.reload();
  await page.locator('.paper[aria-busy="false"]').waitFor();
  expect(asked).toEqual(["beforeunload"]);
});
