import type { BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { requireChromium } from "./launch.ts";
import { logInto } from "./login.ts";
import type { Profiles } from "./profiles.ts";

/** A member with a page of the editor, in a separate browser profile. */
export interface AtDesk extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
}

export async function sitDown(
  browser: Profiles,
  site: string,
  javaScriptEnabled: boolean,
  more: BrowserContextOptions = {},
  path = "/_editor/media",
  name = "Ottilie Marchbank",
): Promise<AtDesk> {
  // No command of WebDriver BiDi switches scripts off.
  if (!javaScriptEnabled) requireChromium();
  const context = await browser.newContext({ javaScriptEnabled, reducedMotion: "reduce", ...more });
  await logInto(context, site, name);
  const page = await context.newPage();
  await page.goto(site + path);
  return { page, context, [Symbol.asyncDispose]: () => context.close() };
}

export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export async function upload(page: Page, ...files: GivenFile[]): Promise<void> {
  await page.getByLabel("Files from this computer").setInputFiles(files);
  // With script, the upload starts without the button.
  const button = page.getByRole("button", { name: "Upload" });
  if (await button.isVisible()) await button.click();
}

/** Waits for the page's message about the last form. */
export const said = (page: Page, words: string): Promise<void> =>
  page.getByRole("status").filter({ hasText: words }).waitFor();

export async function openFile(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** The gallery of a page, by the page's title. */
export async function putInto(page: Page, title: string): Promise<void> {
  const value = await page.getByLabel("Gallery").locator("option", { hasText: title }).first().getAttribute("value");
  await page.getByLabel("Gallery").selectOption(value);
  await page.getByRole("button", { name: "Put it there" }).click();
  await said(page, "The file is in the draft now");
}
