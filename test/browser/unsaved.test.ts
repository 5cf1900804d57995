import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Dialog, Page } from "playwright-core";
import { type AtDesk, said, sitDown } from "./desk.ts";
import { type OwnEditor, openEditor } from "./ownEditor.ts";

/** Forms of the lists that a member leaves before their values are sent. */
let own: OwnEditor;
let desk: AtDesk;
let page: Page;
let asked: string[];

beforeAll(async () => {
  own = await openEditor("services");
});

beforeEach(async () => {
  desk = await sitDown(own.browser, own.site, true, {}, "/_editor/account");
  ({ page } = desk);
  asked = [];
  page.on("dialog", stay);
});

/** Answers every question by staying. */
const stay = (dialog: Dialog): void => {
  asked.push(dialog.type());
  void dialog.dismiss();
};

afterEach(() => desk?.[Symbol.asyncDispose]());

afterAll(() => own?.[Symbol.asyncDispose]());

/** Goes on to another area, as a member would. True if the page is still there. */
async function staysAtLeaving(): Promise<boolean> {
  const at = page.url();
  // A navigation that a member refuses never ends.
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/_editor/pages"]')?.click());
  await page.waitForURL((url) => url.pathname === "/_editor/pages", { timeout: 1_000 }).catch(() => undefined);
  return page.url() === at;
}

describe.each([
  ["the theme", "/_editor/theme", '[id="tokens-light.accent"]', "#777777"],
  ["the settings of the site", "/_editor/settings", '[name="tagline"]', "Typed and not saved"],
  ["the settings of a page", "/_editor/pages/services", '[name="description"]', "Typed and not saved"],
  ["the menu", "/_editor/menu", '.work.columns [name="label"]', "Typed and not saved"],
  ["redirects", "/_editor/redirects", '[data-form="add"] [name="from"]', "/typed"],
])("%s", (_, path, selector, value) => {
  test("is left with a question while something differs, and without one when nothing does", async () => {
    await page.goto(own.site + path);
    const field = page.locator(selector).first();
    const before = await field.inputValue();
    await field.fill(value);
    expect([await staysAtLeaving(), asked]).toEqual([true, ["beforeunload"]]);
    expect(await field.inputValue()).toBe(value);
    await field.fill(before);
    expect([await staysAtLeaving(), asked]).toEqual([false, ["beforeunload"]]);
  });
});

test("a form that is saved is left without a question, and one that was refused with one", async () => {
  await page.goto(`${own.site}/_editor/settings`);
  const save = page.getByRole("button", { name: "Save" });
  await page.locator('[name="tagline"]').fill("Saved");
  await save.click();
  await said(page, "Saved in the draft.");
  await page.locator('[name="language"]').fill("no language");
  await save.click();
  await page.getByRole("alert").waitFor();
  expect([await staysAtLeaving(), asked]).toEqual([true, ["beforeunload"]]);
  await page.locator('[name="language"]').fill("en-GB");
  await save.click();
  await said(page, "Saved in the draft.");
  expect([await staysAtLeaving(), asked]).toEqual([false, ["beforeunload"]]);
});

test("a form is not sent past what is typed in another one of the page, unless its member says so", async () => {
  await page.goto(`${own.site}/_editor/pages/services`);
  const title = page.locator('[name="title"]').first();
  await title.fill("Typed and not saved");
  await page.locator('[data-form="copy"] button').click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  expect([await title.inputValue(), new URL(page.url()).pathname]).toEqual([
    "Typed and not saved",
    "/_editor/pages/services",
  ]);
  page.off("dialog", stay);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.locator('[data-form="copy"] button').click();
  await page.waitForURL((url) => url.pathname !== "/_editor/pages/services");
});
