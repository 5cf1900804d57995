import type { Browser, FrameLocator, JSHandle, Page } from "playwright-core";
import { DEMO_NAMES, loadDemo } from "../../sites/demo/load.ts";
import type { Local } from "../../sites/machine/local.ts";
import { launch } from "../browser/launch.ts";
import { goToCanvas, openCanvas, rowOf } from "../browser/editor.ts";
import { makeLongPage } from "../browser/longPage.ts";
import { pause } from "../support/driver.ts";
import { median } from "./statistics.ts";

/** The waiting times of a member at the canvas, in milliseconds. */
export interface CanvasFigures {
  readonly sections: number;
  readonly openMs: number;
  /** From the save request to the frame in which the draft shows the change. */
  readonly saveToSightMs: number;
  /** From a key press to the frame that shows its letter. */
  readonly keyToPaintMs: number;
}

/** The same browser and machine with almost no work. */
export interface IdleFigures {
  /** From the smallest request to the next frame. */
  readonly requestToPaintMs: number;
  /** From a key press to the next frame, in a page with one text box. */
  readonly keyToPaintMs: number;
}

export interface CanvasBench {
  readonly idle: IdleFigures;
  readonly pages: readonly CanvasFigures[];
}

const SAMPLES = 15;
/** The pause between two samples, in milliseconds. */
const REST_MS = 150;

const { hostname } = loadDemo(DEMO_NAMES[0]).domain;

export async function measureCanvas(local: Local): Promise<CanvasBench> {
  const site = `http://${hostname}:${local.port}`;
  const keyToPaintMs = await inBrowser(measureIdleKeys);
  return inBrowser(async (browser) => {
    await using desk = await openCanvas(browser, site, "services");
    const long = await makeLongPage(desk.page);
    return {
      idle: { requestToPaintMs: await measureRequests(desk.page), keyToPaintMs },
      pages: [await measurePage(desk.page, site, "services"), await measurePage(desk.page, site, long)],
    };
  });
}

/** Runs in a new browser, because a window behind another one paints late. */
async function inBrowser<T>(measure: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launch();
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

async function measurePage(page: Page, site: string, id: string): Promise<CanvasFigures> {
  const before = performance.now();
  const draft = await goToCanvas(page, site, id);
  const openMs = performance.now() - before;
  return {
    sections: await draft.locator("[data-section-id]").count(),
    openMs,
    saveToSightMs: await measureSaving(page),
    keyToPaintMs: await measureTyping(page, draft),
  };
}

/** Measures another variant of a section, which the draft can only show after the site has rendered it. */
async function measureSaving(page: Page): Promise<number> {
  await rowOf(page, "opening").click();
  const looks = page.locator(".variants input");
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const watch = await page.evaluateHandle(watchSight, '[data-section-id="opening"]');
    await looks.nth(sample % 2 === 0 ? 1 : 0).check();
    times.push(await watch.evaluate(({ measured }) => measured));
    await page.locator(".state", { hasText: "Saved" }).waitFor();
    await pause(REST_MS);
  }
  return median(times);
}

/** A measurement in a page. The watch starts before its cause, so the promise is wrapped in an object. */
interface Watch {
  readonly measured: Promise<number>;
}

/** Runs in the page: waits from the next save until the new section is painted. */
function watchSight(selector: string): Watch {
  const frame = document.querySelector<HTMLIFrameElement>(".paper iframe")?.contentDocument;
  const old = frame?.querySelector(selector);
  if (!frame || !old) throw new Error("the draft is not there");
  const whole = globalThis.fetch;
  const measured = new Promise<number>((resolve) => {
    globalThis.fetch = (...asked) => {
      if (!String(asked[0]).endsWith("/operations")) return whole(...asked);
      const start = performance.now();
      globalThis.fetch = whole;
      const watch = new MutationObserver(() => {
        if (frame.querySelector(selector) === old) return;
        watch.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
      });
      watch.observe(frame, { subtree: true, childList: true });
      return whole(...asked);
    };
  });
  return { measured };
}

async function measureTyping(page: Page, draft: FrameLocator): Promise<number> {
  await draft.locator("h1").click();
  return timeKeys(
    page,
    await page.evaluateHandle(
      () => document.querySelector<HTMLIFrameElement>(".paper iframe")?.contentDocument ?? document,
    ),
  );
}

/** Measures from the key event's own timestamp to the next painted frame. */
async function timeKeys(page: Page, document: JSHandle<Document>): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const watch = await document.evaluateHandle(watchKey);
    await page.keyboard.press("x");
    times.push(await watch.evaluate(({ measured }) => measured));
    await pause(REST_MS);
  }
  return median(times);
}

function watchKey(document: Document): Watch {
  const view = document.defaultView ?? window;
  const measured = new Promise<number>((resolve) => {
    const typed = ({ timeStamp }: Event): void => {
      view.requestAnimationFrame(() => view.setTimeout(() => resolve(view.performance.now() - timeStamp)));
    };
    document.addEventListener("keydown", typed, { once: true, capture: true });
  });
  return { measured };
}

async function measureRequests(member: Page): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const time = await member.evaluate(async () => {
      const start = performance.now();
      await fetch("/api/site").then((answer) => answer.text());
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      return performance.now() - start;
    });
    times.push(time);
    await pause(REST_MS);
  }
  return median(times);
}

async function measureIdleKeys(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  await page.setContent("<!doctype html><title>Idle</title><p contenteditable></p>");
  await page.locator("p").focus();
  return timeKeys(page, await page.evaluateHandle(() => document));
}
