import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { openEditor, type OwnEditor } from "./ownEditor.ts";
import { sitDown } from "./desk.ts";
import { type AtCanvas, goToCanvas, heard, openCanvas, standsAs } from "./editor.ts";
import { lookFindings } from "./look.ts";
import { askApi } from "./member.ts";
import type { Profiles } from "./profiles.ts";

let own: OwnEditor;
let browser: Profiles;
let site: string;
let desk: AtCanvas;
let page: Page;

beforeAll(async () => {
  own = await openEditor("services");
  ({ browser, site, desk } = own);
  ({ page } = own.desk);
});

afterAll(() => own?.[Symbol.asyncDispose]());

const drawn = (within: string) => page.locator(`${within} .picture[data-state="drawn"]`);

describe("pictures of sections", () => {
  test("show what can be added in the site's own theme, and only what is in sight", async () => {
    const asked: string[] = [];
    page.on("request", (request) => request.url().endsWith("/preview") && asked.push(request.url()));
    await page.keyboard.press("/");
    await drawn("#insert-list-0").waitFor();
    const frame = page.locator("#insert-list-0 iframe").contentFrame();
    await expect.poll(() => frame.locator("section").count()).toBe(1);
    const [picture, draft] = await Promise.all([
      frame.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor),
      desk.draft.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor),
    ]);
    expect(picture).toBe(draft);
    const [offers, frames] = await Promise.all([
      page.locator("#insert-list [role=option]").count(),
      page.locator("#insert-list iframe").count(),
    ]);
    expect(frames).toBeLessThan(offers / 2);
    expect(asked.length).toBeLessThanOrEqual(Math.ceil(frames / 3));
  });

  test("move with the arrow keys from row to row", async () => {
    const columns = await page
      .locator("#insert-list")
      .evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(" ").length);
    expect(columns).toBeGreaterThan(1);
    const chosen = (): Promise<string | null> => page.locator("#insert-list [aria-selected=true]").getAttribute("id");
    await page.keyboard.press("ArrowDown");
    expect(await chosen()).toBe(`insert-list-${columns}`);
    await page.keyboard.press("ArrowRight");
    expect(await chosen()).toBe(`insert-list-${columns + 1}`);
  });

  test("have no script, no focus and nothing that axe finds", async () => {
    expect(await page.locator("#insert-list iframe").first().getAttribute("sandbox")).toBe("allow-same-origin");
    expect(await lookFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press("Escape");
  });

  test("show the variants of a section with its own content", async () => {
    await page.locator(".row-name").first().click();
    await drawn(".variants").first().waitFor();
    const title = await desk.draft.locator("h1").innerText();
    const frame = page.locator(".variants iframe").first().contentFrame();
    await expect.poll(() => frame.locator("section").innerText()).toContain(title);
  });
});

describe("a section that shows nothing", () => {
  test("says what belongs there, and is written with a click", async () => {
    const title = desk.draft.locator("h1");
    await title.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await standsAs(page, "Saved");
    const empty = desk.draft.locator("[data-editor-empty]").first();
    expect(await empty.getAttribute("data-editor-empty")).toBe("Title");
    await empty.click();
    await page.keyboard.insertText("What we do");
    await standsAs(page, "Saved");
    expect(await title.innerText()).toBe("What we do");
    await page.keyboard.press("Enter");
    expect(await desk.draft.locator("[data-editor-empty]").count()).toBe(0);
  });
});

describe("the settings of the page", () => {
  interface Stored {
    readonly body: { readonly title: string; readonly description?: string };
  }
  const stored = async () => (await askApi<Stored>(page, "GET", "/api/pages/services")).body.body;

  test("are changed beside the page, and taken back", async () => {
    await page.getByRole("button", { name: "Page settings" }).click();
    const before = (await stored()).description;
    await page.getByLabel("Description").fill("Repairs, winter storage and new boats.");
    await standsAs(page, "Saved");
    expect((await stored()).description).toBe("Repairs, winter storage and new boats.");
    expect(await page.locator(".snippet").innerText()).toContain("Repairs, winter storage and new boats.");
    await page.getByRole("button", { name: "Undo" }).click();
    await standsAs(page, "Saved");
    expect((await stored()).description).toBe(before);
  });

  test("keep a title that is empty in the form alone", async () => {
    const { title } = await stored();
    await page.getByLabel("Title").fill("");
    await page.getByLabel("Description").focus();
    await page.getByText("Fill this in.").waitFor();
    expect((await stored()).title).toBe(title);
    await page.getByLabel("Title").fill(title);
    await standsAs(page, "Saved");
  });
});

test("a section that is moved stays in sight", async () => {
  const last = page.locator(".row-name").last();
  const id = (await last.getAttribute("data-id")) ?? "";
  await page.locator(".row-name").first().click();
  await last.focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect
    .poll(() =>
      desk.draft.locator(`[data-section-id="${id}"]`).evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top < innerHeight && bottom > 0;
      }),
    )
    .toBe(true);
});

describe("a picture that is still to be chosen", () => {
  test("is a place in the draft, and a click on it opens the chooser", async () => {
    await page.locator(".row-name").last().focus();
    for (const key of ["/", ..."picture", "Enter"]) await page.keyboard.press(key);
    await standsAs(page, "Saved");
    const place = desk.draft.locator("img[data-editor-lost]").first();
    await place.click();
    const chooser = page.getByRole("dialog", { name: "Choose a picture" });
    await chooser.waitFor();
    await page.keyboard.press("Escape");
    expect(await chooser.count()).toBe(0);
  });

  test("is one that a dropped file takes", async () => {
    const place = desk.draft.locator("img[data-editor-lost]").first();
    const bytes = readFileSync(new URL("../../sites/demo/media/saltmarrow/launch-wake.webp", import.meta.url));
    await place.evaluate((picture, base64) => {
      const dataTransfer = new DataTransfer();
      const file = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      dataTransfer.items.add(new File([file], "wake.webp", { type: "image/webp" }));
      picture.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, bytes.toString("base64"));
    await heard(page, "Now describe what it shows.");
    await standsAs(page, "Saved");
    await page.getByLabel("What does it show?").first().waitFor();
    const last = async () =>
      JSON.stringify(
        (await askApi<{ body: { sections: object[] } }>(page, "GET", "/api/pages/services")).body.body.sections,
      );
    // A file that the site already has keeps its first name.
    await expect.poll(last).toContain('"id":"feature"');
    expect(await last()).toMatch(/"image":\{"src":"\/media\/[0-9a-f]{64}\/launch-wake\.webp","alt":""/);
  });
});

test("a page that begins with a preset opens with its section", async () => {
  await using other = await sitDown(browser, site, true, {}, "/_editor/new-page");
  await other.page.getByLabel("Title").fill("Common questions");
  const begin = other.page.getByLabel("Begin with");
  const preset = begin.locator("option", { hasText: "Pricing: Two plans" });
  await begin.selectOption(await preset.getAttribute("value"));
  await other.page.getByRole("button", { name: "Create the page" }).click();
  await other.page.waitForURL(/\/_editor\/edit\?page=/);
  const section = other.page.frameLocator(".paper iframe").locator("[data-section-id]");
  await section.first().waitFor();
  expect(await section.first().getAttribute("data-section")).toBe("drawbridge.company/pricing");
  expect(await other.page.locator(".row-name").count()).toBe(1);
});

describe("what is not finished", () => {
  test("follows its member to another computer, and nobody else", async () => {
    const button = desk.draft.locator("[data-section-id] a").first();
    await button.click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("Delete");
    await standsAs(page, "Not finished");
    const atHome = async () => (await askApi<{ items: readonly object[] }>(page, "GET", "/api/unfinished")).body.items;
    await expect.poll(async () => (await atHome()).length).toBe(1);
    await using other = await openCanvas(browser, site, "services");
    await other.page.getByRole("button", { name: "Put them into the page" }).click();
    await standsAs(other.page, "Not finished");
    await page.keyboard.type("Ask us");
    await page.keyboard.press("Enter");
    await standsAs(page, "Saved");
    await expect.poll(async () => (await atHome()).length).toBe(0);
  });
});

test("publishing from a page chooses that page alone", async () => {
  await page.getByRole("link", { name: "Publish" }).click();
  await page.waitForURL(/\/_editor\/publish\?only=page%3Aservices/);
  expect(await page.locator('input[name="only[]"]:checked').getAttribute("value")).toBe("page:services");
  await page.getByRole("link", { name: "Before and after" }).first().click();
  await page.getByLabel("Lay one over the other").check();
  const after = page.locator(".side").last();
  const clip = (): Promise<string> => after.evaluate((side) => getComputedStyle(side).clipPath);
  expect(await clip()).toBe("inset(0px 0px 0px 50%)");
  await page.locator("#slide").fill("80");
  expect(await clip()).toBe("inset(0px 0px 0px 80%)");
  expect(await lookFindings(page)).toEqual([]);
});

test("a main heading that is empty is said in the panel and before publishing, with a way to its section", async () => {
  await goToCanvas(page, site, "services");
  await page.locator('.row-name[data-id="opening"]').click();
  const title = page.locator('[data-field="title"] :is(input, textarea)');
  const before = await title.inputValue();
  await title.fill("");
  await page.getByText("This is empty. Visitors would find a gap here.").waitFor();
  await standsAs(page, "Saved");
  await page.goto(`${site}/_editor/publish`);
  await page.getByText("has an empty main heading.").waitFor();
  await page.getByRole("link", { name: "Section “Hero”" }).click();
  await expect.poll(() => title.inputValue()).toBe("");
  expect(await page.locator('.row-name[data-id="opening"]').getAttribute("aria-current")).toBe("true");
  await title.fill(before);
  await standsAs(page, "Saved");
  expect(await page.getByText("This is empty.").count()).toBe(0);
});
