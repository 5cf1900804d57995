/** A frame that takes what is not meant for it: the focus, the history, and the way to another site. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import { framesApart } from "../../../runtime/rendering/frames/frame.ts";
import { boardWith } from "../../browser/board.ts";
import { openProfiles, type Profiles } from "../../browser/profiles.ts";
import { type FrameSite, type Stranger, aStranger, frameSite } from "../../browser/frameSite.ts";

const PATH = "/_assets/frame/";

const STEALS = `
await drawbridge.ready;
const input = document.createElement("input");
input.id = "trap";
document.body.append(input);
setInterval(() => input.focus(), 5);
`;

let browser: Profiles;
let stranger: Stranger;
const sites: FrameSite[] = [];

beforeAll(async () => {
  [browser, stranger] = await Promise.all([openProfiles(), aStranger()]);
});

afterAll(async () => {
  await browser?.close();
  stranger?.stop();
  for (const site of sites) site.stop();
});

async function siteWith(script: string): Promise<FrameSite> {
  const site = await frameSite(boardWith(script), "lantern.board/tasks", { title: "T" });
  sites.push(site);
  return site;
}

const pluginFrame = async (page: Page): Promise<Frame> => {
  await expect.poll(() => page.frames().some((one) => one.url().includes(PATH))).toBe(true);
  return page.frames().find((one) => one.url().includes(PATH)) as Frame;
};

/** The page with a form of its own below the frame. */
async function withForm(page: Page): Promise<void> {
  await page.evaluate(() => {
    const field = document.createElement("input");
    field.id = "answer";
    document.body.append(field);
  });
}

const valueOf = (place: Page | Frame, selector: string): Promise<string> => place.locator(selector).inputValue();

describe("a frame that takes the focus", () => {
  test("gets nothing that a visitor types into the page, also where the pointer rests on it", async () => {
    const page = await browser.newPage();
    await page.goto((await siteWith(STEALS)).origin);
    const frame = await pluginFrame(page);
    await frame.waitForSelector("#trap", { state: "attached" });
    await withForm(page);
    await page.locator("#answer").click();
    await page.keyboard.type("my secret", { delay: 15 });
    await page.locator("[data-frame]").hover();
    await page.keyboard.type(" words", { delay: 15 });
    expect([await valueOf(page, "#answer"), await valueOf(frame, "#trap")]).toEqual(["my secret words", ""]);
    await page.close();
  });

  test("in a way of its own ends, and the visitor goes on typing in the page", async () => {
    const dialog = `await drawbridge.ready;
const dialog = document.createElement("dialog");
dialog.append(document.createElement("input"));
document.body.append(dialog);
addEventListener("hashchange", () => dialog.showModal());`;
    const page = await browser.newPage();
    await page.goto((await siteWith(dialog)).origin);
    const frame = await pluginFrame(page);
    await frame.waitForSelector("dialog", { state: "attached" });
    await withForm(page);
    await page.locator("#answer").click();
    // The frame may end before it answers.
    await frame.evaluate(() => void dispatchEvent(new Event("hashchange"))).catch(() => undefined);
    await expect.poll(() => page.locator("[data-frame] iframe").count()).toBe(0);
    await page.keyboard.type("my words");
    expect(await valueOf(page, "#answer")).toBe("my words");
    await page.close();
  });

  test("is entered by a click and by the keyboard, and left again", async () => {
    const page = await browser.newPage();
    await page.goto((await siteWith(STEALS.replace("setInterval(", "void ("))).origin);
    const frame = await pluginFrame(page);
    await frame.waitForSelector("#trap", { state: "attached" });
    await withForm(page);
    const isInert = () => page.locator("[data-frame] iframe").evaluate((one: HTMLIFrameElement) => one.inert);
    await frame.locator("#trap").click();
    await page.keyboard.type("clicked");
    expect([await valueOf(frame, "#trap"), await isInert()]).toEqual(["clicked", false]);
    await page.locator("#answer").focus();
    expect(await isInert()).toBe(true);
    await page.mouse.click(...(await middleOf(page)));
    expect(await isInert()).toBe(false);
    await page.locator("#answer").focus();
    await page.keyboard.press("Shift+Tab");
    expect([await isInert(), await page.locator("[data-frame] iframe").count()]).toEqual([false, 1]);
    await page.close();
  });
});

async function middleOf(page: Page): Promise<[number, number]> {
  const { x, y, width, height } = (await page.locator("[data-frame]").boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return [x + width / 2, y + height / 2];
}

/** Ways to add entries to the history, each as a script that adds 40. Browsers keep 50 entries, and forget older ones. */
const ADDS = {
  pushState: `for (let n = 0; n < 40; n += 1) { try { history.pushState(n, ""); History.prototype.pushState.call(history, n, ""); } catch {} }`,
  "its fragment": `for (let n = 0; n < 40; n += 1) location.hash = n;`,
};

describe("a frame cannot keep a visitor from going back", () => {
  test.each(Object.entries(ADDS))("by %s", async (way, script) => {
    const site = await siteWith(`
await drawbridge.ready;
document.body.append(Object.assign(document.createElement("output"), { textContent: "tried" }));
globalThis.add = () => { ${script} };
`);
    const page = await browser.newPage();
    await page.goto("about:blank");
    await page.goto(site.origin);
    const frame = await pluginFrame(page);
    await frame.waitForSelector("output", { state: "attached" });
    await frame.evaluate("add()").catch(() => undefined); // The frame may have ended.
    if (way === "pushState") await page.waitForTimeout(600);
    else await expect.poll(() => page.locator("[data-frame] iframe").count()).toBe(0);
    await expect.poll(() => placeInHistory(page)).toBe(1);
    expect(page.url()).toBe(`${site.origin}/`);
    await page.goBack();
    expect(page.url()).toBe("about:blank");
    await page.close();
  });

  test("and a visitor who uses links of the page and of the frame loses nothing", async () => {
    const site = await siteWith(`
await drawbridge.ready;
document.body.append(Object.assign(document.createElement("a"), { href: "#end", textContent: "end" }), Object.assign(document.createElement("p"), { id: "end" }));
`);
    const page = await browser.newPage();
    await page.goto(site.origin);
    const frame = await pluginFrame(page);
    await frame.locator("a").click();
    await page.evaluate(() => {
      const link = Object.assign(document.createElement("a"), { href: "#main", id: "own", textContent: "own" });
      document.body.append(link);
    });
    await page.locator("#own").click();
    await page.waitForTimeout(600);
    expect([new URL(page.url()).hash, await placeInHistory(page)]).toEqual(["#main", 2]);
    await page.goto("about:blank");
    await page.goBack();
    await page.waitForTimeout(600);
    expect([new URL(page.url()).hash, frame.url().includes("#")]).toEqual(["#main", false]);
    expect(await page.locator("[data-frame] iframe").count()).toBe(1);
    await page.close();
  });
});

async function placeInHistory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { currentIndex } = await session.send("Page.getNavigationHistory");
  await session.detach();
  return currentIndex;
}

test("a frame beside another site's embedding cannot send anything there, and still works", async () => {
  const site = await siteWith(`
await drawbridge.ready;
document.body.append(Object.assign(document.createElement("output"), { textContent: "ran" }));
globalThis.leave = () => { location.href = "${stranger.origin}/taken?with=fields"; };
`);
  const page = await browser.newPage();
  await page.route(`${site.origin}/`, async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"] ?? "";
    const headers = {
      ...response.headers(),
      "content-security-policy": policy.replace("frame-src ", `frame-src ${stranger.origin} `),
    };
    await route.fulfill({ response, headers, body: framesApart(await response.text()) });
  });
  const refused = page.waitForEvent("console", (message) => /frame-src/.test(message.text()));
  await page.goto(site.origin);
  const frame = await pluginFrame(page);
  await frame.waitForSelector("output", { state: "attached" });
  const heights = () =>
    page.locator("[data-frame] > iframe").evaluate((element) => element.getBoundingClientRect().height);
  await expect.poll(heights).toBeGreaterThan(0);
  await frame.evaluate("leave()");
  await refused;
  await expect.poll(() => page.locator("[data-frame] > iframe").count()).toBe(0);
  expect(await page.locator("[data-frame-fallback]").isVisible()).toBe(true);
  expect(stranger.asked).toEqual([]);
  await page.close();
});

test("a frame that loads a second time ends", async () => {
  const site = await siteWith(`await drawbridge.ready; setTimeout(() => location.reload(), 100);`);
  const page = await browser.newPage();
  await page.goto(site.origin);
  await pluginFrame(page);
  await expect.poll(() => page.locator("[data-frame] iframe").count()).toBe(0);
  expect(await page.locator("[data-frame-fallback]").isVisible()).toBe(true);
  await page.close();
});
