/** Interactive parts of pages in a real browser. The plugin is written from the docs alone. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Frame, Page } from "playwright-core";
import { BOARD, boardWith } from "./board.ts";
import { openProfiles, type Profiles } from "./profiles.ts";
import { type FrameSite, frameSite } from "./frameSite.ts";

const TASKS = ["Water the plants", "Close the window", '</script><b onclick="alert(1)">']; // as somebody may type it

let browser: Profiles;
let site: FrameSite;

beforeAll(async () => {
  browser = await openProfiles();
  site = await frameSite(BOARD, "lantern.board/tasks", { title: "Before you leave", tasks: TASKS });
});

afterAll(async () => {
  await browser?.close();
  site?.stop();
});

const isShown = (page: Page, selector: string): Promise<boolean> => page.locator(selector).isVisible();

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.waitForSelector("[data-frame] iframe")).contentFrame();
  if (!frame) throw new Error("there is no frame");
  return frame;
}

describe("a section with a frame", () => {
  test("shows its fields in the theme's colours, and answers to clicks", async () => {
    const page = await browser.newPage();
    await page.goto(site.origin);
    const frame = await frameOf(page);
    await expect.poll(() => frame.textContent("#left")).toBe("3 left");
    expect(await frame.textContent("#title")).toBe("Before you leave");
    expect(await frame.locator("label").allTextContents()).toEqual(TASKS.map((task) => ` ${task}`));
    await frame.locator("input").first().check();
    expect(await frame.textContent("#left")).toBe("2 left");
    await expect.poll(() => isShown(page, "[data-frame-fallback]")).toBe(false);
    const [outside, inside] = await Promise.all(
      [page, frame].map((place) =>
        place.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim()),
      ),
    );
    expect(inside).toBe(outside);
    const heights = await Promise.all([
      page.locator("iframe").evaluate((element) => element.getBoundingClientRect().height),
      frame.evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height)),
    ]);
    expect(heights[0]).toBe(heights[1]);
    expect(await page.locator("iframe").getAttribute("title")).toBe("Tasks");
    await page.close();
  });

  test("asks the site for a host, in the name of its own plugin, and four questions at once", async () => {
    const questions = [1, 2, 3, 4, 5].map((n) => `https://rates.example.com/${n}`);
    const asks = `await drawbridge.ready;
const told = await Promise.allSettled(${JSON.stringify(questions)}.map((url) => drawbridge.ask(url)));
const later = await drawbridge.ask("https://rates.example.com/no").catch((error) => error.message);
const out = document.createElement("output");
out.textContent = JSON.stringify([...told.map(({ value, reason }) => value ?? reason.message), later]);
document.body.append(out);`;
    const asking = await frameSite(boardWith(asks), "lantern.board/tasks", { title: "T", tasks: [] });
    const page = await browser.newPage();
    const asked: string[] = [];
    await page.route("**/api/plugins/**", async (route) => {
      const url = new URL(route.request().url());
      asked.push(`${url.pathname} ${url.searchParams.get("url")} ${route.request().headers()["cookie"] ?? ""}`.trim());
      const isNo = url.search.endsWith("no");
      await new Promise((done) => setTimeout(done, 100));
      await route.fulfill(
        isNo ? { status: 400, json: { code: "INVALID_REQUEST" } } : { json: { text: url.search.slice(-1) } },
      );
    });
    await page.goto(asking.origin);
    const frame = await frameOf(page);
    await frame.waitForSelector("output", { state: "attached" });
    const told = JSON.parse((await frame.textContent("output")) ?? "") as unknown;
    expect(told).toEqual(["1", "2", "3", "4", "busy", "INVALID_REQUEST"]);
    const of = (url: string) => `/api/plugins/lantern.board/frames ${url}`;
    expect(asked.toSorted()).toEqual([...questions.slice(0, 4), "https://rates.example.com/no"].map(of).toSorted());
    await page.close();
    asking.stop();
  });

  test("shows its template without script, and with a frame that does not answer", async () => {
    const scriptless = await browser.newContext({ javaScriptEnabled: false });
    const silent = await browser.newContext();
    await silent.route("**/_assets/frame/**", (route) => route.fulfill({ status: 404, body: "" }));
    for (const context of [scriptless, silent]) {
      const page = await context.newPage();
      await page.goto(site.origin);
      expect(await isShown(page, "[data-frame-fallback]")).toBe(true);
      expect(await page.locator("[data-frame-fallback] li").allTextContents()).toEqual(TASKS);
      await context.close();
    }
  });

  test("loses its frame at once when its owner takes the grant back", async () => {
    const path = "/_assets/frame/lantern.board/tasks";
    const other = await frameSite(BOARD, "lantern.board/tasks", { title: "Other", tasks: [] });
    expect(await other.world.statusOf(path)).toBe(200);
    await other.world.run("plugin.revoke", { plugin: "lantern.board" });
    expect(await other.world.statusOf(path)).toBe(404);
    other.stop();
  });

  test("has its template alone in a draft, where nothing of a plugin runs", async () => {
    const { body } = await site.world.kernel.draft.answer("main", "/");
    expect(body).toContain("Water the plants");
    expect(body).not.toContain("data-frame");
    expect(body).not.toContain("<script");
  });
});
