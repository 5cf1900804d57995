import type { BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { type AtDesk, sitDown } from "./desk.ts";
import { askApi } from "./member.ts";
import type { Profiles } from "./profiles.ts";

/** A member at the canvas of one page, in a separate browser profile. */
export interface AtCanvas extends AtDesk {
  readonly draft: FrameLocator;
}

const DESK = { width: 1280, height: 800 };
const canvasAt = (id: string): string => `/_editor/edit?page=${id}`;

export async function openCanvas(
  browser: Profiles,
  site: string,
  page: string,
  more: BrowserContextOptions = {},
  name?: string,
): Promise<AtCanvas> {
  const desk = await sitDown(browser, site, true, { viewport: DESK, ...more }, canvasAt(page), name);
  return { ...desk, draft: await shownCanvas(desk.page), [Symbol.asyncDispose]: () => desk.context.close() };
}

export async function goToCanvas(page: Page, site: string, id: string): Promise<FrameLocator> {
  await page.goto(site + canvasAt(id));
  return shownCanvas(page);
}

async function shownCanvas(page: Page): Promise<FrameLocator> {
  const draft = page.frameLocator(".paper iframe");
  await page.locator('.paper[aria-busy="false"]').waitFor();
  return draft;
}

/** Blocks a page's news of other members, by request and by socket. Call it before the page opens the canvas. */
export async function deafen(page: Page): Promise<void> {
  await page.route("**/api/presence?*", (route) => route.abort());
  await page.routeWebSocket(/\/api\/presence\/live/, (socket) => socket.close());
}

export const stateOf = (page: Page): Promise<string> => page.locator(".state").innerText();

/** Waits until the bar shows this save state. */
export const standsAs = (page: Page, word: string): Promise<void> => expect.poll(() => stateOf(page)).toBe(word);

/** Waits until the browser has stored a text that the site lacks. */
export const keptHere = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(keptInBrowser)).toContain(text);

/** Runs in the page. The database is only opened if it exists, because opening would create an empty one. */
async function keptInBrowser(): Promise<string> {
  const asked = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((done, fail) => {
      request.addEventListener("success", () => done(request.result));
      request.addEventListener("error", () => fail(new Error("the browser shows nothing that it keeps")));
    });
  const name = "drawbridge-editor";
  if (!(await indexedDB.databases()).some((database) => database.name === name)) return "";
  const database = await asked(indexedDB.open(name));
  const kept = await asked(database.transaction("pages").objectStore("pages").getAll());
  database.close();
  return JSON.stringify(kept);
}

/** Waits for a screen reader announcement. */
export const heard = (page: Page, words: string): Promise<void> =>
  page.locator(".said").filter({ hasText: words }).waitFor();

/** The sections of the outline, in order. */
export const outlineOf = (page: Page): Promise<string[]> => page.locator(".row-name bdi").allInnerTexts();

/** A row of the outline. */
export const rowOf = (page: Page, id: string): Locator => page.locator(`.row-name[data-id="${id}"]`);

/** Uses a section's menu by pointer or touch. */
export async function bySectionMenu(page: Page, id: string, word: string): Promise<void> {
  await page.locator(`[data-row="${id}"] .row-more`).click();
  await page.locator(".popup:popover-open").getByRole("button", { name: word }).click();
}

export interface StoredSection {
  readonly id: string;
  readonly type: string;
  readonly variant?: string;
  readonly fields: Record<string, unknown>;
  readonly children?: Record<string, readonly StoredSection[]>;
}

/** A page as the site stores it. */
export interface StoredPage {
  readonly version: number;
  readonly body: {
    readonly title: string;
    readonly type?: string;
    readonly language?: string;
    readonly description?: string;
    readonly path: string;
    readonly sections: readonly StoredSection[];
  };
}

export const storedPage = async (page: Page, id: string): Promise<StoredPage> =>
  (await askApi<StoredPage>(page, "GET", `/api/pages/${id}`)).body;

export const sectionIds = ({ body }: StoredPage): string[] => body.sections.map(({ id }) => id);

/** Replaces a text in the draft. Only its last letter is a key, because each key takes the time of a whole text. */
export async function rewrite(
  { page, draft }: Pick<AtCanvas, "page" | "draft">,
  selector: string,
  text: string,
): Promise<void> {
  await draft.locator(selector).first().click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(text.slice(0, -1));
  await page.keyboard.type(text.slice(-1));
}
