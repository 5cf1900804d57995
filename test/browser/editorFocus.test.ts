import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { goToCanvas, rowOf, standsAs, storedPage } from "./editor.ts";
import { askApi } from "./member.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";

/** The focus and the caret between the editor and the draft in its frame. */
let own: OwnEditor;
let page: Page;
let draft: FrameLocator;

const PAGE = "about";
const SECTION = "idea";
const TEXT = "## Boats we know\n\nThe *old* yawl leaks a little.\n\n- larch\n- oak\n\nAsk us before you buy.";

beforeAll(async () => {
  own = await openEditor(PAGE);
  ({ page } = own.desk);
});
afterAll(() => own?.[Symbol.asyncDispose]());

beforeEach(async () => {
  const { version } = await storedPage(page, PAGE);
  const operations = [{ op: "set", section: SECTION, fields: { body: TEXT } }];
  await askApi(page, "POST", `/api/pages/${PAGE}/operations`, { version, body: { operations } });
  draft = await goToCanvas(page, own.site, PAGE);
});

const body = async (): Promise<unknown> =>
  (await storedPage(page, PAGE)).body.sections.find(({ id }) => id === SECTION)?.fields["body"];
const paragraph = (words: string): Locator => draft.locator(`[data-section-id="${SECTION}"]`).getByText(words);
const box = (): Locator => draft.getByRole("textbox");

/** Presses a key that moves the caret. The frame reports a moved caret in one of its next frames. */
async function press(key: string): Promise<void> {
  await page.keyboard.press(key);
  await box().evaluate(({ ownerDocument: { defaultView: frame } }) => {
    const painted = (): Promise<number> => new Promise((done) => void frame?.requestAnimationFrame(done));
    return painted().then(painted).then(painted);
  });
}

/** ProseMirror puts its own selection into the page 20 ms after a focus. A key before that loses what it selected. */
const focusSettles = (): Promise<void> => page.evaluate(() => new Promise((done) => void setTimeout(done, 50)));

/** Clicks right before a word. The font of emphasis may load late, and moves the words after it. */
async function clickBefore(inside: Locator, word: string): Promise<void> {
  const at = await inside.evaluate(async (element, wanted) => {
    await element.ownerDocument.fonts.ready;
    const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const start = (node.textContent ?? "").indexOf(wanted);
      if (start < 0) continue;
      const range = element.ownerDocument.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + 1);
      const [own, place] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
      return { x: place.left - own.left + 1, y: place.top - own.top + place.height / 2 };
    }
    throw new Error(`there is no "${wanted}"`);
  }, word);
  await inside.click({ position: at });
}

describe("the first click into a formatted text puts the caret where the member clicked", () => {
  test.each([
    ["in a heading", "Boats we know", "we", "## Boats Xwe know"],
    ["after emphasis", "yawl leaks a little", "leaks", "The *old* yawl Xleaks a little."],
    ["at the start of an item", "oak", "oak", "- Xoak"],
    ["in the last paragraph", "Ask us before you buy", "buy", "Ask us before you Xbuy."],
  ])("%s", async (_, words, word, expected) => {
    await clickBefore(paragraph(words), word);
    await box().waitFor();
    await page.keyboard.type("X");
    await expect.poll(body).toContain(expected);
  });

  test("two quick clicks open it once", async () => {
    await paragraph("Ask us").dblclick();
    await box().waitFor();
    await page.keyboard.press("End");
    await page.keyboard.type(" Please.");
    await expect.poll(body).toBe(`${TEXT} Please.`);
    expect(await draft.locator("[data-editor-rich]").count()).toBe(1);
  });
});

const linkDialog = (): Locator => page.getByRole("dialog", { name: "Where should the link lead?" });

describe("after the link dialog", () => {
  test.each([
    ["that set a link", "Use this link"],
    ["that was cancelled", "Cancel"],
    ["that Escape closed", null],
  ])("%s the caret is in the text, and Delete removes a letter", async (_, button) => {
    await clickBefore(paragraph("Ask us"), "before");
    await box().waitFor();
    await press("Control+Shift+ArrowRight");
    await page.keyboard.press("Control+k");
    await linkDialog().waitFor();
    await linkDialog().getByText("Another address").click();
    await linkDialog().getByRole("textbox").fill("https://boats.example/");
    if (button === null) await page.keyboard.press("Escape");
    else await linkDialog().getByRole("button", { name: button }).click();
    await linkDialog().waitFor({ state: "detached" });
    await focusSettles();
    const sections = await page.locator(".row-name").count();
    await press("End");
    await press("ArrowLeft");
    await press("Delete");
    await page.keyboard.type("?");
    const linked = button === "Use this link" ? "[before ](https://boats.example/)" : "before ";
    await expect
      .poll(body)
      .toBe(TEXT.replace("before you buy.", `${linked}you buy?`).replace(" ](", "](").replace(")you", ") you"));
    expect(await page.locator(".row-name").count()).toBe(sections);
  });
});

describe("a key in the draft that no text took", () => {
  test("goes to the open text, and never to the section", async () => {
    await clickBefore(paragraph("Ask us"), "buy");
    await box().waitFor();
    const sections = await page.locator(".row-name").count();
    await draft
      .locator("body")
      .evaluate(({ ownerDocument: { activeElement } }) => (activeElement as HTMLElement).blur());
    await page.keyboard.press("Delete");
    await page.keyboard.type("/ X");
    await expect.poll(body).toBe(TEXT.replace("buy", "/ Xuy"));
    expect([await page.locator(".row-name").count(), await page.getByRole("dialog").count()]).toEqual([sections, 0]);
  });

  test("removes the section when no text is open", async () => {
    await rowOf(page, SECTION).click();
    await page.keyboard.press("Delete");
    await expect.poll(() => page.locator(`.row-name[data-id="${SECTION}"]`).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await standsAs(page, "Saved");
  });
});

describe("a dialog that opens over a plain text", () => {
  test("gives the caret back to where it was", async () => {
    const title = draft.locator("h1");
    await title.click();
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const before = await title.innerText();
    await page.keyboard.type("Q");
    expect(await title.innerText()).toBe(`${before.slice(0, 1)}Q${before.slice(1)}`);
  });
});
