import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import type { SitePage } from "./sitePages.ts";
import { keepHere, watch } from "./watch.ts";

/** Widths that stand for a small phone, a phone and a desk. */
export const WIDTHS = [320, 390, 1280] as const;
export const PHONE = 390;
export const DESK = 1280;
export const HEIGHT = 900;

export const SCHEMES = ["light", "dark"] as const;

/** A page as a visitor has it open. */
export interface View extends AsyncDisposable {
  readonly page: Page;
  /** The errors so far. */
  readonly wrong: readonly string[];
}

/** Opens a page in a profile of its own. Motion is reduced, so that nothing is judged or photographed on its way. */
export async function view(
  browser: Browser,
  { url, status }: SitePage,
  options: BrowserContextOptions = {},
): Promise<View> {
  const context = await browser.newContext({
    viewport: { width: DESK, height: HEIGHT },
    reducedMotion: "reduce",
    ...options,
  });
  const { host } = new URL(url);
  await keepHere(context, (asked) => asked.host === host);
  const page = await context.newPage();
  const wrong = await watch(page, status);
  await page.goto(url);
  return { page, wrong, [Symbol.asyncDispose]: () => context.close() };
}

/** Between two looks at frames, in milliseconds. */
const LOOK_MS = 10;

/** Loads at once what a page loads when a reader comes near it, and waits for pictures, fonts and frames. */
export async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const late of document.querySelectorAll<HTMLImageElement | HTMLIFrameElement>("[loading=lazy]"))
      late.loading = "eager";
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  });
  while (await hasEmptyFrame(page)) await setTimeout(LOOK_MS);
}

/**
 * Tells whether a frame still has the document it begins with. The test listens for nothing: a page without scripts
 * hears no events.
 */
const hasEmptyFrame = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll("iframe")].some((frame) => frame.contentDocument?.URL === "about:blank"),
  );
