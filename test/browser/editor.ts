import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core";
import { expect } from "vitest";
import type { AtDesk } from "./desk.ts";
import { sitDown } from "./desk.ts";

/** A member in front of the canvas of one page, in a profile of their own. */
export interface AtCanvas extends AtDesk {
  readonly draft: FrameLocator;
}

export async function openCanvas(
  browser: Browser,
  site: string,
  page: string,
  more: BrowserContextOptions = {},
): Promise<AtCanvas> {
  const desk = await sitDown(browser, site, true, { viewport: { width: 1280, height: 800 }, ...more });
  return { ...desk, draft: await goToCanvas(desk.page, site, page), [Symbol.asyncDispose]: () => desk.context.close() };
}

export async function goToCanvas(page: Page, site: string, id: string): Promise<FrameLocator> {
  await page.goto(`${site}/_editor/edit?page=${id}`);
  const draft = page.frameLocator(".paper iframe");
  await page.locator('.paper[aria-busy="false"]').waitFor();
  return draft;
}

export const stateOf = (page: Page): Promise<string> => page.locator(".state").innerText();

/** Waits until the bar says this of what was typed. */
export const standsAs = (page: Page, word: string): Promise<void> => expect.poll(() => stateOf(page)).toBe(word);

/** Waits for what is said aloud. */
export const heard = (page: Page, words: string): Promise<void> =>
  page.locator(".said").filter({ hasText: words }).waitFor();

/** The sections of the outline, in order. */
export const outlineOf = (page: Page): Promise<string[]> => page.locator(".row-name bdi").allInnerTexts();
