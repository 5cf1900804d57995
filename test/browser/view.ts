import { setTimeout } from "node:timers/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { visit } from "../support/driver.ts";
import type { SitePage } from "./sitePages.ts";
import { isFrame, keepHere, watch } from "./watch.ts";
import type { Profiles } from "./profiles.ts";

/** Widths of a small phone, a phone and a desktop. */
export const WIDTHS = [320, 390, 1280] as const;
export const PHONE = 390;
export const DESK = 1280;
export const HEIGHT = 900;

export const SCHEMES = ["light", "dark"] as const;

/** An open page of a visitor. */
export interface View extends AsyncDisposable {
  readonly page: Page;
  /** The errors so far. */
  readonly wrong: readonly string[];
}

/** A visitor's tab that shows one page after the other. A new tab takes as long as many pages. */
export interface Tab extends AsyncDisposable {
  readonly page: Page;
  /** Goes to a page. The list has the errors since then. */
  show(page: SitePage): Promise<readonly string[]>;
}

/** A frame from another origin. */
const FOREIGN_FRAME = /<iframe\b[^>]*\ssrc="https?:/;

/** True for a page with a frame from another origin. */
async function hasForeignFrame({ host, path, url }: SitePage): Promise<boolean> {
  return FOREIGN_FRAME.test((await visit(Number(new URL(url).port), host, path)).body);
}

/**
 * Opens a tab in a new profile. Animations are reduced, so that no check sees an intermediate state. Only pages with a
 * foreign frame get a stand-in for it, because a browser whose requests are answered keeps no file for the next page.
 */
export async function openTab(browser: Profiles, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: DESK, height: HEIGHT },
    reducedMotion: "reduce",
    ...options,
  });
  let [host, status] = ["", 200];
  const isOurs = (asked: URL): boolean => asked.host === host;
  const page = await context.newPage();
  const wrong = await watch(page, () => status);
  page.on("request", (request) => {
    if (request.url().startsWith("http") && !isOurs(new URL(request.url())) && !isFrame(request))
      wrong.push(`foreign: ${request.url()}`);
  });
  return {
    page,
    show: async (shown) => {
      [host, status] = [new URL(shown.url).host, shown.status];
      await context.unrouteAll();
      if (await hasForeignFrame(shown)) await keepHere(context, isOurs);
      wrong.length = 0;
      await page.goto(shown.url);
      return wrong;
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

/** Opens a page in a new profile. */
export async function view(browser: Profiles, page: SitePage, options: BrowserContextOptions = {}): Promise<View> {
  const tab = await openTab(browser, options);
  return { page: tab.page, wrong: await tab.show(page), [Symbol.asyncDispose]: () => tab[Symbol.asyncDispose]() };
}

/** The pause between two checks of the frames, in milliseconds. */
const LOOK_MS = 10;

/** Loads everything that the page would load on scrolling, and waits for pictures, fonts and frames. */
export async function loadAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const late of document.querySelectorAll<HTMLImageElement | HTMLIFrameElement>("[loading=lazy]"))
      late.loading = "eager";
    await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]);
  });
  while (await hasEmptyFrame(page)) await setTimeout(LOOK_MS);
}

/** True if a frame still has its initial document. This polls, because a page without scripts sends no events. */
const hasEmptyFrame = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll("iframe")].some((frame) => frame.contentDocument?.URL === "about:blank"),
  );
