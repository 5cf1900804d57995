import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { demoTexts } from "../editor/rich/model/demoTexts.ts";
import { DOCS, DOCS_MARKDOWN, WORD, WORD_MARKDOWN } from "../editor/rich/paste/fixtures.ts";
import { openShell } from "./editorShell.ts";
import { requireChromium } from "./launch.ts";
import { type AtDesk, sitDown } from "./desk.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { DEMO_HOST } from "./sitePages.ts";
import { watch } from "./watch.ts";

let browser: Profiles;
let desk: AtDesk;
let page: Page;
let box: Locator;
let wrong: readonly string[];

beforeAll(async () => {
  browser = await openProfiles();
  const site = `http://${DEMO_HOST}:${inject("port")}`;
  desk = await sitDown(browser, site, true);
  ({ page } = desk);
  wrong = await watch(page, 200);
  await openShell(page, site);
  box = page.frameLocator("iframe").getByRole("textbox", { name: "Body" });
});
afterAll(async () => {
  await desk?.[Symbol.asyncDispose]();
  await browser?.close();
});

interface Told {
  readonly told: readonly string[];
  readonly left: number;
  readonly linked: number;
  readonly notice: { readonly kind: string; readonly over?: number } | null;
}

const open = (markdown: string): Promise<void> =>
  page.evaluate((text) => (window as unknown as Shell).harness.text(text), markdown);
const flushed = (): Promise<string> =>
  page.evaluate(() => (window as unknown as Shell).harness.rich?.flush() ?? "nothing is open");
const seen = (): Promise<Told> =>
  page.evaluate(() => {
    const { told, left, linked, state } = (window as unknown as Shell).harness;
    return { told, left, linked, notice: state?.notice ?? null };
  });

/** The frame reports a moved caret in one of its next frames. */
const settled = (): Promise<unknown> =>
  box.evaluate(({ ownerDocument: { defaultView: frame } }) => {
    const painted = (): Promise<number> => new Promise((done) => void frame?.requestAnimationFrame(done));
    return painted().then(painted).then(painted);
  });

/** The fixture page's interface. */
interface Shell {
  readonly harness: {
    readonly told: string[];
    readonly left: number;
    readonly linked: number;
    readonly state: { readonly notice: Told["notice"] } | null;
    readonly rich: { flush(): string; close(): void } | null;
    text(markdown: string): Promise<void>;
  };
}

/** Pastes by an event with clipboard data at the focused element. */
async function paste(data: Readonly<Record<string, string>>): Promise<void> {
  // In Firefox, a script's own event has an empty clipboard.
  requireChromium();
  await box.evaluate((element, given) => {
    const view = element.ownerDocument.defaultView as unknown as typeof globalThis;
    const clipboardData = new view.DataTransfer();
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text);
    element.dispatchEvent(new view.ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

describe("a rich text in the frame of a draft", () => {
  test("is written in place, and only the changed block differs", async () => {
    await open("# One #\n\n* two\n* three\n\nFour\nfive.\n");
    await box.getByText("Four").click();
    await page.keyboard.press("End");
    await page.keyboard.type(" Six *seven*.");
    expect(await flushed()).toBe("# One #\n\n* two\n* three\n\nFour five. Six \\*seven\\*.\n");
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(flushed).toBe("# One #\n\n* two\n* three\n\nFour\nfive.\n");
  });

  test("of the demo, every one of them, with a word put at its beginning differs in its first block alone (check 20)", async () => {
    const blocks = (text: string): string[] => text.split(/\n{2,}/);
    for (const [name, text] of demoTexts()) {
      await open(text);
      // The caret starts at the end, so that an ignored key would show.
      await box.press("ControlOrMeta+End");
      await box.press("ControlOrMeta+Home");
      await page.keyboard.insertText("Qx");
      // The editor learns of typed text one task later.
      await expect.poll(async () => [name, blocks(await flushed())[0]?.includes("Qx")]).toEqual([name, true]);
      const [before, after] = [blocks(text), blocks(await flushed())];
      expect([name, after.slice(1)]).toEqual([name, before.slice(1)]);
    }
  });

  test("opened and left says nothing, and puts the page back", async () => {
    await open("1\\. a\n\n- [ ] b  \n");
    await box.click();
    await page.keyboard.press("Escape");
    expect(await seen()).toMatchObject({ told: [], left: 1 });
    await page.evaluate(() => (window as unknown as Shell).harness.rich?.close());
    expect(await page.frameLocator("iframe").locator("#place").innerHTML()).toBe("<p>As the page shows it</p>");
  });

  test("takes signs at the start of a line for headings, lists and quotes, and keys for marks", async () => {
    await open("");
    await page.keyboard.type("## Heading\nplain ");
    await page.keyboard.press("ControlOrMeta+b");
    await page.keyboard.type("bold");
    await page.keyboard.press("ControlOrMeta+b");
    await page.keyboard.type(" and ");
    await page.keyboard.press("ControlOrMeta+i");
    await page.keyboard.type("thin");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- one\ntwo");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("inside");
    expect(await flushed()).toBe("## Heading\n\nplain **bold** and *thin*\n\n- one\n- two\n  - inside");
    await page.keyboard.press("ControlOrMeta+k");
    expect((await seen()).linked).toBe(1);
  });

  test("gets a table by a button, with Tab to the next cell and Enter out of it", async () => {
    await open("");
    await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Table", exact: true }).click();
    for (const cell of ["Boat", "Price", "Yawl", "900"]) {
      await page.keyboard.type(cell);
      if (cell !== "900") await page.keyboard.press("Tab");
    }
    await page.getByRole("button", { name: "Add column" }).click();
    await page.keyboard.type("new");
    await page.keyboard.press("Enter");
    await page.keyboard.type("after");
    expect(await flushed()).toBe("| Boat | Price |  |\n| --- | --- | --- |\n| Yawl | 900 | new |\n\nafter");
  });

  test("that nobody could write anew opens as its source", async () => {
    const deep = `${"> ".repeat(25)}deep`;
    await open(deep);
    await box.press("End");
    await page.keyboard.type("er");
    expect(await flushed()).toBe(`${deep}er`);
  });
});

describe("pasted into a rich text (check 21)", () => {
  test.each([
    ["Word", WORD, WORD_MARKDOWN],
    ["Google Docs", DOCS, DOCS_MARKDOWN],
  ])("%s is cleaned (hazard 16, hazard 17)", async (_name, html, markdown) => {
    await open("");
    await paste({ "text/html": html, "text/plain": "plain" });
    expect(await flushed()).toBe(markdown);
    expect((await seen()).notice).toEqual({ kind: "pictures" });
    expect(await page.title()).toBe("Shell");
  });

  test("a word goes into the line", async () => {
    await open("one three");
    await box.click();
    await page.keyboard.press("Home");
    for (const _ of "one ") await page.keyboard.press("ArrowRight");
    await settled();
    await paste({ "text/html": "<meta charset='utf-8'><p>two </p>", "text/plain": "two " });
    expect(await flushed()).toMatch(/^one two ?three$/);
  });

  test("five megabytes are refused in words, and the text stays (hazard 18)", async () => {
    await open("kept");
    await paste({ "text/html": WORD.repeat(Math.ceil((5 * 1024 * 1024) / WORD.length)) });
    expect(await seen()).toMatchObject({ notice: { kind: "tooLong" } });
    expect(await flushed()).toBe("kept");
  });

  test("nested lists of Google Docs keep their first levels", async () => {
    await open("");
    await paste({ "text/html": "<ol><ol><ol><li><p>third</p></li></ol></ol></ol><p>after</p>", "text/plain": "third" });
    await expect.poll(flushed).toBe("1. third\n\nafter");
    await open("before");
    await box.press("End");
    await settled();
    await paste({ "text/html": "<ul><li>one</li><ul><li>two</li></ul></ul>", "text/plain": "one" });
    expect(await flushed()).toBe("before\n\n- one\n  - two");
  });

  test("Markdown is read as such, and one undo brings the text as it was copied", async () => {
    const text = "## Title\n\n- one\n  - two\n\n**bold** [x](https://e.example)";
    await open("");
    await paste({ "text/plain": text });
    expect(await flushed()).toBe(text);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(flushed).toContain("\\## Title");
    await open("");
    const code = `<div style="font-family:monospace;white-space:pre"><div>## Title</div><br><div>**bold**</div></div>`;
    await paste({ "text/html": code, "text/plain": "## Title\n\n**bold**" });
    expect(await flushed()).toBe("## Title\n\n**bold**");
  });

  test("links and marks stay in a table cell", async () => {
    await open("| a | b |\n| --- | --- |\n| c | d |");
    await box.getByText("c").click();
    await box.press("End");
    await settled();
    await paste({ "text/html": '<p><a href="/x">in</a> <b>bold</b></p><p>two</p>', "text/plain": "in bold two" });
    expect(await flushed()).toBe("| a | b |\n| --- | --- |\n| c[in](/x) **bold** two | d |");
  });
});

describe("composed text (check 22)", () => {
  test("is told only when the composition is over", async () => {
    await open("日本");
    await box.click();
    await page.keyboard.press("End");
    const client = await page.context().newCDPSession(page);
    for (const text of ["ご", "ごは", "ごはん"])
      await client.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
    await page.waitForTimeout(500);
    expect((await seen()).told).toEqual([]);
    await client.send("Input.insertText", { text: "ご飯" });
    await expect.poll(async () => (await seen()).told.at(-1)).toBe("日本ご飯");
    for (const text of ["´", "é"])
      await client.send("Input.imeSetComposition", { text, selectionStart: 1, selectionEnd: 1 });
    await client.send("Input.insertText", { text: "é" });
    await expect.poll(async () => (await seen()).told.at(-1)).toBe("日本ご飯é");
    await client.detach();
  });
});

describe("directives of plugins", () => {
  const form = () => page.getByRole("dialog");
  const insert = async (title: string): Promise<void> => {
    await page.getByRole("toolbar").getByLabel("Insert").selectOption({ label: title });
    await form().waitFor();
  };

  test("are chosen in the toolbar, filled in and changed by a form, and written as Markdown", async () => {
    await open("One.");
    await box.getByText("One.").click();
    await insert("Callout");
    await form().getByLabel("Title").fill('Say "no"');
    await form().getByRole("button", { name: "Insert" }).click();
    const callout =
      ':::drawbridge.inline/callout{kind="note" title="Say \\"no\\""}\nThe last boat leaves at **six**.\n:::';
    await expect.poll(flushed).toBe(`One.\n\n${callout}`);
    await box.getByText("One.").click();
    await page.keyboard.press("End");
    await insert("Icon");
    await form().getByLabel("Words").fill("Open [now]");
    await form().getByRole("button", { name: "Insert" }).click();
    await expect.poll(flushed).toContain(':drawbridge.inline/icon[Open \\[now\\]]{name="check"}');
    await box.getByText("Open [now]").click();
    await page.getByRole("button", { name: "Change “Icon”" }).click();
    expect(await form().getByLabel("Words").inputValue()).toBe("Open [now]");
    await form().getByLabel("Picture").selectOption({ label: "Star" });
    await form().getByRole("button", { name: "Insert" }).click();
    await expect.poll(flushed).toContain(':drawbridge.inline/icon[Open \\[now\\]]{name="star"}');
  });

  test("are found by their names behind a slash, and pages behind an at sign, which Escape writes", async () => {
    await open("");
    await box.click();
    await page.keyboard.type("/");
    await form().getByLabel("Search by name").fill("foot");
    await page.keyboard.press("Enter");
    await form().getByLabel("Words").fill("x".repeat(301));
    expect(await form().getByRole("button", { name: "Insert" }).isDisabled()).toBe(true);
    expect(await form().innerText()).toContain("are too long");
    await form().getByLabel("Words").fill("A source");
    await form().getByRole("button", { name: "Insert" }).click();
    await expect.poll(flushed).toBe(":drawbridge.inline/footnote[A source]");
    await box.press("End");
    await page.keyboard.type(" see @");
    await form().locator(".targets button").first().click();
    await expect.poll(flushed).toMatch(/ see \[[^\]]+\]\(page:[a-z0-9-]+\)$/);
    await box.press("Enter");
    await page.keyboard.type("/");
    await form().getByLabel("Search by name").press("Escape");
    await expect.poll(flushed).toMatch(/\n\n\/$/);
  });
});

describe("the policy of the editor", () => {
  test("lets all of this go on: it refused nothing, and no script failed", () => {
    expect(wrong).toEqual([]);
  });

  test("a browser's own parser would need a policy for trusted types, which the editor has not", async () => {
    const refused = await page.evaluate(() => {
      try {
        return new DOMParser().parseFromString("<p>a</p>", "text/html").body.innerHTML;
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(refused).toBe("TypeError");
    await expect.poll(() => wrong).toContain("console: policy: require-trusted-types-for trusted-types-sink");
  });
});
