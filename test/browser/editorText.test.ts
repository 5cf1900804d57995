import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { MARKDOWN_MAX_CHARS } from "../../manifests/bounds/fields.ts";
import { goToCanvas, standsAs, storedPage } from "./editor.ts";
import { openEditor, type OwnEditor } from "./ownEditor.ts";

/** Texts that are typed, pasted or translated in the draft. */
let own: OwnEditor;
let page: Page;
let draft: FrameLocator;

const PAGE = "about";

beforeAll(async () => {
  own = await openEditor(PAGE);
  ({ page } = own.desk);
});
afterAll(() => own?.[Symbol.asyncDispose]());
beforeEach(async () => {
  draft = await goToCanvas(page, own.site, PAGE);
});

const title = async (): Promise<unknown> => (await storedPage(page, PAGE)).body.sections[0]?.fields["title"];

/** Puts each text into other elements and before it another word, as browsers do that translate a page. */
const translate = (inside: Locator): Promise<void> =>
  inside.evaluate((element) => {
    const page = element.ownerDocument;
    const texts = page.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if ((node.textContent ?? "").trim() !== "") found.push(node as Text);
    for (const text of found) {
      const [outer, inner] = [page.createElement("font"), page.createElement("font")];
      text.replaceWith(outer);
      inner.append(`DE ${text.data}`);
      outer.append(inner);
    }
  });

describe("a translated draft", () => {
  test("asks not to be translated, and so does the editor around it", async () => {
    const html = page.locator("html");
    expect([await html.getAttribute("translate"), await draft.locator("html").getAttribute("translate")]).toEqual([
      "no",
      "no",
    ]);
  });

  test.each([
    ["before the text is opened", true],
    ["while the text is open", false],
  ])("%s keeps its own words", async (_, isBefore) => {
    const before = String(await title());
    if (isBefore) await translate(draft.locator("body"));
    await draft.locator("h1").click();
    const text = draft.locator("editor-text");
    await text.waitFor();
    if (!isBefore) await translate(text);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("!");
    await page.keyboard.press("Escape");
    await standsAs(page, "Saved");
    await expect.poll(title).toBe(`${before}!`);
  });
});

describe("Enter that an input method of WebKit handled", () => {
  test("confirms the word, and the text stays open", async () => {
    await draft.locator("h1").click();
    const text = draft.locator("editor-text");
    await text.waitFor();
    const isPrevented = await text.evaluate((element) => {
      const enter = new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
      element.dispatchEvent(new CompositionEvent("compositionstart", { bubbles: true }));
      element.dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
      element.dispatchEvent(enter);
      return enter.defaultPrevented;
    });
    expect([isPrevented, await text.count()]).toEqual([false, 1]);
    await page.keyboard.press("Enter");
    await text.waitFor({ state: "detached" });
  });
});

describe("a text that an input method of WebKit enters over a selected one", () => {
  /** The events of WebKit. It says late that a composition starts, and enters the result after it has ended. */
  const compose = (steps: readonly (readonly [event: string, text?: string])[]): Promise<void> =>
    draft.locator("editor-text").evaluate(async (element, given) => {
      for (const [event, text] of given) {
        const about = { inputType: event, isComposing: true, bubbles: true };
        if (text === undefined) element.dispatchEvent(new CompositionEvent(event, { bubbles: true }));
        else {
          element.dispatchEvent(new InputEvent("beforeinput", about));
          element.textContent = text;
          // With a listener of an extension, the editor's watch sees the change before its own listener.
          await Promise.resolve();
          element.dispatchEvent(new InputEvent("input", about));
        }
      }
    }, steps);

  test("is saved as a whole, and nothing before it", async () => {
    const before = await title();
    await draft.locator("h1").click();
    await draft.locator("editor-text").waitFor();
    await compose([["deleteByComposition", ""], ["compositionstart"], ["insertCompositionText", "wo"]]);
    await page.waitForTimeout(700);
    expect([await title(), await draft.locator("editor-text").textContent()]).toEqual([before, "wo"]);
    await compose([
      ["deleteCompositionText", ""],
      ["compositionend"],
      ["insertFromComposition", "我们"],
      ["compositionend"],
    ]);
    await expect.poll(title).toBe("我们");
    await page.keyboard.press("Escape");
  });
});

describe("a paste into formatted text in the draft", () => {
  const status = (): Locator => page.locator('.rich-bar [role="status"]');
  const paste = (data: Readonly<Record<string, string>>): Promise<void> =>
    draft.getByRole("textbox").evaluate((element, given) => {
      const view = element.ownerDocument.defaultView as unknown as typeof globalThis;
      const clipboardData = new view.DataTransfer();
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
      element.dispatchEvent(new view.ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, data);

  beforeEach(async () => {
    await draft.locator('[data-section-id="idea"] p').first().click();
    await draft.getByRole("textbox").waitFor();
  });

  test("that is too long is refused with the limit and how far over it is", async () => {
    await paste({ "text/plain": "a".repeat(MARKDOWN_MAX_CHARS + 7) });
    await status()
      .filter({ hasText: `${MARKDOWN_MAX_CHARS} characters are allowed, and it exceeds them by 7` })
      .waitFor();
    await paste({ "text/plain": "short" });
    await expect.poll(() => status().innerText()).toBe("");
    await page.keyboard.press("ControlOrMeta+z");
  });

  test("says which pictures it left out", async () => {
    await paste({
      "text/html": '<p>see <img src="https://elsewhere.example/a.png"> this</p>',
      "text/plain": "see this",
    });
    await expect.poll(() => status().innerText()).toContain("Pictures from other sites were left out.");
    await page.keyboard.press("ControlOrMeta+z");
  });

  test("says that a picture could not be uploaded, and leaves the text as it was", async () => {
    const before = await draft.getByRole("textbox").innerText();
    await page.route("**/api/media?*", (route) => route.abort("connectionreset"));
    try {
      await draft.getByRole("textbox").evaluate((element) => {
        const view = element.ownerDocument.defaultView as unknown as typeof globalThis;
        const clipboardData = new view.DataTransfer();
        clipboardData.items.add(new view.File([new Uint8Array([137, 80, 78, 71])], "quay.png", { type: "image/png" }));
        element.dispatchEvent(new view.ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      });
      await expect.poll(() => status().innerText()).toBe("The picture could not be uploaded.");
    } finally {
      await page.unroute("**/api/media?*");
    }
    expect(await draft.getByRole("textbox").innerText()).toBe(before);
  });

  test("says that what Markdown cannot hold will look different, until it is undone", async () => {
    // A number of Markdown has at most nine digits.
    await paste({ "text/html": '<ol start="9999999999"><li>last</li></ol>', "text/plain": "last" });
    await expect.poll(() => status().innerText()).toContain("Some of this will look different after saving.");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => status().innerText()).toBe("");
  });
});
